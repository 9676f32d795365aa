import fs from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { legacyServerWith, writeFiles } from "../kit/project.js";
import { CONFIG, eslint, guide } from "./scale-commands.js";

/** A tool whose legacy error hides that it sends a raw error. */
const HIDING = `import { KaizaError, ERROR_CODES } from "../core/error.js";

export function countPlans(count) {
  try {
    return count();
  } catch (err) {
    throw new KaizaError({ error_code: ERROR_CODES.INTERNAL_ERROR, human_message: JSON.stringify(err), cause: err });
  }
}
`;

describe("suppressions, on the example server", () => {
  let folder: string;
  const file = (name: string) => path.join(folder, name);
  const read = (name: string) => fs.readFileSync(file(name), "utf8");
  const suppressions = () =>
    JSON.parse(read("eslint-suppressions.json")) as Record<string, Record<string, { count: number }>>;
  const countIn = (...folders: string[]) =>
    Object.entries(suppressions())
      .filter(([name]) => folders.length === 0 || folders.includes(name.split("/")[0]!))
      .flatMap(([, rules]) => Object.values(rules).map(({ count }) => count))
      .reduce((sum, count) => sum + count, 0);

  beforeAll(async () => {
    folder = legacyServerWith({ "eslint.config.js": CONFIG, "tools/count_plans.js": HIDING });
    expect(await guide("--suppress-all", folder)).toMatchObject({ status: 0 });
  });

  it("record what there is, and the lint is green", async () => {
    expect(countIn()).toBeGreaterThan(100);
    expect(await eslint(folder, ".")).toMatchObject({ status: 0, stdout: "" });
  });

  it("let one finding more fail, with all of that rule in the file", async () => {
    const text = read("tools/read_file.js");
    writeFiles(folder, { "tools/read_file.js": `${text}\nexport const fail = () => { throw new Error("gone"); };\n` });
    const { status, stdout } = await eslint(folder, ".");
    writeFiles(folder, { "tools/read_file.js": text });

    const known = suppressions()["tools/read_file.js"]!["error-contract/no-raw-error"]!.count;
    expect(status).toBe(1);
    expect(stdout.split("\n").filter((line) => line.includes("error-contract/"))).toHaveLength(known + 1);
  });

  it("shrink with a fixed folder, and nowhere else", async () => {
    const before = { tools: countIn("tools"), others: countIn("core", "session", "server.js") };
    const text = read("tools/read_file.js");
    const fixed = await guide("--prune-suppressions", folder);
    expect(read("tools/read_file.js")).not.toBe(text);
    expect(countIn("tools")).toBeLessThan(before.tools / 2);
    expect(countIn("core", "session", "server.js")).toBe(before.others);

    // A legacy error that became the contract's shows what it sends.
    expect(fixed.status).toBe(1);
    expect(fixed.stdout.match(/error-contract\/[a-z-]+/g)).toEqual(["error-contract/no-error-leak"]);
    const [suppressRule] = /--suppress-rule \S+(?=`)/.exec(guideText)!;
    expect(await eslint(folder, "tools", ...suppressRule.split(" "))).toMatchObject({ status: 0 });
    expect(await eslint(folder, ".")).toMatchObject({ status: 0, stdout: "" });
  });

  it("that are higher than what is left end with status 2", async () => {
    await eslint(folder, "core", "--fix");
    expect(await eslint(folder, "session", "core")).toMatchObject({ status: 2 });
  });
});

const guideText = fs.readFileSync(path.join(import.meta.dirname, "../../docs/guides/scale.md"), "utf8");
