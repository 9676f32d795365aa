import path from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder, writeFiles } from "../kit/project.js";
import { runNode } from "../kit/run-node.js";

const SERVER = `
export function readUser(users, id) {
  const user = users.get(id);
  if (!user) throw new Error("User not found");
  return user;
}
export function readSettings(load, report) {
  try {
    return load();
  } catch (error) {
    console.error(error);
    return {};
  }
}
export const save = { name: "save", inputSchema: {}, call: (write) => {
  try {
    write();
    return { success: true };
  } catch (error) {
    return { success: false, error: error.message };
  }
} };
export function readAge(text) {
  return { valid: false, reason: "no number" };
}
`;

const place = (line: number, endLine: number, label: object) =>
  JSON.stringify({ repo: "acme/server", file: "index.js", line, endLine, weight: 2, reason: "as written", ...label });

function corpus(): string {
  const folder = temporaryFolder();
  writeFiles(folder, {
    "servers/acme+server/package.json": JSON.stringify({ dependencies: { fastmcp: "3.0.0" } }),
    "servers/acme+server/index.js": SERVER,
    "labels/labels-throw.jsonl": place(4, 4, { label: "RAW", sub: "new-Error", best_code: "FILE_NOT_FOUND" }),
    "labels/labels-standard.jsonl": place(4, 4, { standard_code: "CONFLICT", standard_alts: ["NOT_FOUND"] }),
    "labels/labels-catch.jsonl": [
      place(10, 13, { label: "SWALLOWED", sub: "defect:log-and-default" }),
      place(19, 21, { label: "HANDLED", sub: "handled:error-object" }),
    ].join("\n"),
    "labels/labels-return.jsonl": [
      place(20, 20, { label: "ERROR_RESULT", sub: "plain" }),
      place(24, 24, { label: "NOT_ERROR", sub: "verdict", borderline: true }),
      place(18, 18, { label: "ERROR_RESULT", sub: "typed", reason: "wrong on purpose" }),
    ].join("\n"),
  });
  return folder;
}

const score = (folder: string, ...args: readonly string[]) =>
  runNode(
    [
      path.join(import.meta.dirname, "../../tools/corpus/score.js"),
      path.join(folder, "servers"),
      ...["--labels", path.join(folder, "labels"), "--last", path.join(folder, "last.json"), "--types", "off"],
      ...args,
    ],
    { cwd: folder },
  );

it("compares findings and offered codes with labels, and a run with the last one", async () => {
  const folder = corpus();

  const first = await score(folder, "--wrong");
  expect(first.status, first.stderr).toBe(0);
  const shares = (name: string) =>
    new RegExp(`## ${name} .*\\n\\n.*\\n.*\\n\\| labels that are not borderline \\| (.*) \\|`).exec(first.stdout)?.[1];
  expect(shares("raw errors")).toMatch(/^1\.00 .*of 1\) \| 1\.00 .*of 1\) \| -$/);
  expect(shares("defects")).toMatch(/^1\.00 .*of 1\) \| 1\.00 .*of 1\) \| 0\.00 .*of 1\)$/);
  expect(shares("returned failures")).toMatch(/^1\.00 .*of 1\) \| 0\.50 .*of 2\) \| -$/);
  expect(first.stdout).toContain("missed: acme/server index.js:18-18 typed: wrong on purpose");
  expect(first.stdout).toMatch(/the first is the reader's \| 0\.00/);
  expect(first.stdout).toMatch(/the first is one that the reader accepts \| 1\.00/);
  expect(first.stdout).toMatch(/where one is offered first \| 1\.00 .*of 1\)/);
  expect(first.stdout).not.toContain("Since the last run");

  writeFiles(folder, { "servers/acme+server/index.js": SERVER.replace("console.error(error);", "throw error;") });
  const second = await score(folder);
  expect(second.stdout).toContain("- defects: now wrong: acme/server index.js:10-13");
});

it("measures rules of others by handlers and by the `try` of a handler", async () => {
  const run = await score(corpus(), "--peers");
  const others = run.stdout.slice(run.stdout.indexOf("## Rules of others: swallowed"));
  expect(others, run.stderr).toMatch(/`no-catch-all\/no-catch-all` \| 0\.50 .*of 2\) \| 1\.00 .*of 1\)/);
  expect(others).toMatch(/`functional\/no-try-statements` \| 0\.50 .*of 2\) \| 1\.00 .*of 1\)/);
  expect(others).toMatch(/`no-empty` \| - \| 0\.00 .*of 1\)/);
});

it("measures detectors of a folder, and each set of labels", async () => {
  const folder = corpus();
  writeFiles(folder, {
    "others/labels-throw.jsonl": place(4, 4, { label: "RAW", sub: "new-Error", best_code: "NOT_FOUND" }),
    "detectors/raw.mjs": `export const rule = {
      meta: { schema: [] },
      create: (context) => ({ ThrowStatement: (node) => context.report({ node, message: "raw" }) }),
    };`,
    "detectors/codes.mjs": 'export const TABLE = [[/not found/i, "not_found"]];',
  });
  const run = await score(
    folder,
    ...["--labels", path.join(folder, "others"), "--detectors", path.join(folder, "detectors")],
  );
  expect(run.stdout, run.stderr).toMatch(
    /## raw errors, per set of labels\n\n.*\n.*\n\| labels \| 1\.00.*\n\| others \|/,
  );
  expect(run.stdout).toMatch(/## Rules of others: raw errors, all sets\n\n.*\n.*\n.*\n\| `detector\/raw` \| 1\.00/);
  expect(run.stdout).toMatch(/by the detector for 2 [^#]*\| the first is one that the reader accepts \| 1\.00/);
});

it("counts what is reported of the handlers that maintainers changed, and of those that they kept", async () => {
  const folder = corpus();
  writeFiles(folder, {
    "verdicts/labels-verdict.jsonl": [
      place(10, 13, { label: "changed", sub: "changed:narrowed" }),
      place(19, 21, { label: "kept", sub: "kept:boundary" }),
    ].join("\n"),
  });
  const run = await score(folder, "--labels", path.join(folder, "verdicts"));
  expect(run.stdout, run.stderr).toMatch(
    /## verdicts of maintainers .*\n\n.*\n.*\n\| labels .* \| 1\.00 .* \| 1\.00 .* \| 0\.00 .*of 1\)/,
  );
  expect(run.stdout).toMatch(/\| changed:narrowed \| 1 \| 1 \| 1\.00 /);
});

it("says which argument is wrong", async () => {
  const folder = corpus();
  const run = await score(folder, "--preset", "recomended");
  expect(run.status).toBe(2);
  expect(run.stderr).toContain("--preset recomended: expected one of recommended, kaiza");
});

it("counts the throw of a class whose declaration is reported", async () => {
  const folder = temporaryFolder();
  writeFiles(folder, {
    "servers/acme+server/index.js": 'import { PlanError } from "./errors.js";\nthrow new PlanError("no");\n',
    "servers/acme+server/errors.js": "export class PlanError extends Error {}\n",
    "labels/labels-throw.jsonl": [
      place(2, 2, { label: "RAW", sub: "own-class", best_code: "NOT_FOUND" }),
      JSON.stringify({ ...JSON.parse(place(1, 1, { label: "OK", sub: "none" })), file: "errors.js" }),
    ].join("\n"),
    "labels/labels-standard.jsonl": "",
    "labels/labels-catch.jsonl": "",
    "labels/labels-return.jsonl": "",
  });
  const run = await score(folder, "--wrong");
  expect(run.stdout, run.stderr).not.toContain("missed: acme/server index.js:2-2");
});
