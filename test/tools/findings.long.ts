import path from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder, writeFiles } from "../kit/project.js";
import { runNode } from "../kit/run-node.js";

const TOOLS = path.join(import.meta.dirname, "../../tools/corpus");
const SERVER = `
export function readUser(users, id) {
  const user = users.get(id);
  if (!user) throw new Error("User not found");
  return user;
}
export function readAge(text) {
  throw "no number";
}
`;

function checkout(): string {
  const folder = temporaryFolder();
  writeFiles(folder, {
    "acme+server/src/users.js": SERVER,
    "acme+server/tests/users.js": SERVER,
    "acme+server/node_modules/users/index.js": SERVER,
  });
  return folder;
}

const run = (script: string, ...args: readonly string[]) =>
  runNode([path.join(TOOLS, script), ...args], { cwd: TOOLS });

const findings = (folder: string, ...args: readonly string[]) =>
  run("findings.js", folder, "--out", path.join(folder, "frozen.jsonl"), ...args);

it("freezes the findings of the code that a preset lints", async () => {
  const { status, stdout, stderr } = await findings(checkout());
  expect(status, stderr).toBe(0);
  expect(stdout).toContain("1 servers, 1 files");
  expect(stdout).toMatch(/\| no-raw-error\/rawThrow \| 2 \| 0 \| 1 \|/);
  expect(stdout).not.toContain("differences");
});

it("prints by kind what differs from the frozen run", async () => {
  const folder = checkout();
  await findings(folder);
  const same = await findings(folder);
  expect(same.stdout).toContain("## 0 differences to the last run");

  const changed = SERVER.replace("User not found", "Too many requests").replace('throw "no number";', "return text;");
  writeFiles(folder, { "acme+server/src/users.js": changed });
  const { stdout } = await findings(folder);
  expect(stdout).toMatch(/\| no-raw-error\/\w+: finding gone \| 1 \| 1 \|/);
  expect(stdout).toMatch(/\| no-raw-error\/rawThrow: suggestion useLikelyCode: text \| \d+ \| 1 \|/);
  expect(stdout).toMatch(/acme\/server src\/users\.js:4\n {2}before:\n {4}Use the code `NOT_FOUND`/);
});

it("prints the share of the linter that no file reached", async () => {
  const { stdout, stderr } = await run("cover.js", checkout(), "--preset", "recommended");
  expect(stdout, stderr).toMatch(/\| rules\/command\/apply \| (\d+) \| \1 \| 100 % \|/);
  expect(stdout).toMatch(/\| rules\/throws \| \d+ \| \d+ \| \d\d % \|/);
});

it("says which argument is wrong", async () => {
  const folder = checkout();
  const { status, stderr } = await findings(folder, "--preset", "recomended");
  expect(status).toBe(2);
  expect(stderr).toContain("--preset recomended: expected one of recommended, kaiza");
  const empty = await findings(path.join(folder, "acme+server"));
  expect(empty.stderr).toContain("expected checkouts as owner+name");
});
