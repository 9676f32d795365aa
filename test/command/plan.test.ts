import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { outdent } from "outdent";
import { describe, expect, it } from "vitest";
import { runLine } from "../kit/run-node.js";
import { PLAN, TSCONFIG, decide, editFile, planProject, readFile, runAsJson } from "./plan-project.js";
import { BIN, runHere } from "./run-plugin.js";

const READ = `import fs from "node:fs";

export function readNote(name) {
  if (!fs.existsSync(name)) throw new Error(\`File not found: \${name}\`);
  return fs.readFileSync(name, "utf8");
}

export function checkName(name) {
  if (name === "") throw new TypeError("name must be a string");
}
`;
const LIST = `export function openList(lists, name) {
  if (!lists.has(name)) throw new Error(\`File not found: \${name}\`);
  throw new Error("BATH_TOO_HOT: wait a little");
}
`;
const files = { "src/read.js": READ, "src/list.js": LIST };

const kindsOf = (json: any) => json.groups.map(({ kind }: any) => kind);
const groupOf = (json: any, kind: string) => json.groups.find((group: any) => group.kind.includes(kind));

describe("plan", () => {
  it("names components with findings, which it leaves alone", async () => {
    const parser = createRequire(import.meta.url).resolve("vue-eslint-parser");
    const folder = planProject({
      "src/read.js": READ,
      "src/Note.vue":
        "<template><p /></template>\n<script>\nexport const f = () => { throw new Error('x'); };\n</script>\n",
      "eslint.config.js": outdent`
        import errorContract from "eslint-plugin-error-contract";
        import vue from ${JSON.stringify(parser)};
        const [preset] = errorContract.configs.kaiza;
        export default [preset, { ...preset, files: ["**/*.vue"], languageOptions: { parser: vue } }];
      `,
    });
    const { json } = await runAsJson(folder, "plan");
    expect(json.unplanned).toEqual(["src/Note.vue"]);
    expect((await runHere(folder, "plan")).stdout).toContain("settle these in the editor: src/Note.vue");
  });

  it("groups findings by class and sure code, with places, proposal and example", async () => {
    const { status, json } = await runAsJson(planProject(files), "plan");
    expect(status).toBe(1);
    expect(json).toMatchObject({ findings: 4, open: 3 });
    expect(groupOf(json, "NOT_FOUND")).toMatchObject({
      rule: "no-raw-error",
      kind: "Error that says NOT_FOUND",
      proposed: "NOT_FOUND",
      why: "the message says `not found`",
      places: [
        { file: "src/list.js", line: 2, within: "openList", detail: '"File not found: {}"' },
        { file: "src/read.js", line: 4, within: "readNote" },
      ],
      example: expect.stringMatching(/^\+import \{ toolError[^]*\n-.*new Error.*\n\+.*NOT_FOUND/),
    });
  });

  it("joins the answers where codes end, however many functions each file has", async () => {
    const read = (name: string) =>
      `export async function ${name}(id) { try { return await load(id); } catch (error) {
        return { isError: true, content: [{ type: "text", text: error.message }] }; } }\n`;
    const folder = planProject({ "src/one.js": read("one"), "src/three.js": ["a", "b", "c"].map(read).join("") });
    const { json } = await runAsJson(folder, "plan");
    expect(json.groups).toHaveLength(1);
    expect(json.groups[0].places).toMatchObject([
      { file: "src/one.js", line: 2 },
      { file: "src/three.js", line: 2 },
      { file: "src/three.js", line: 4 },
      { file: "src/three.js", line: 6 },
    ]);
    expect(json.groups[0]).toMatchObject({
      kind: "{ isError: true } with the text of each error",
      message: expect.stringMatching(/^Each code ends here as text; throw/),
    });
  });

  it("names the tests and scripts that look at failures of what changes", async () => {
    const folder = planProject({
      ...files,
      "src/lists.js": "export const lists = new Map();",
      "test/read.test.js":
        'import { readNote } from "../src/read.js";\nexpect(() => readNote("x")).toThrow("File not found");',
      "scripts/check.mjs":
        'const { openList } = await import("../src/list.js");\ntry { openList(); } catch { done(); }',
      "scripts/print.mjs": 'import { readNote } from "../src/read.js";\nprint(readNote("x"));',
      "test/lists.test.js": 'import { lists } from "../src/lists.js";\nexpect(() => lists.get()).toThrow();',
    });
    const { json } = await runAsJson(folder, "plan");
    expect(json.watchers).toEqual(["scripts/check.mjs", "test/read.test.js"]);
    const { stdout } = await runHere(folder, "plan");
    expect(stdout).toContain(
      "Expect failures of files that change, run them afterwards: scripts/check.mjs, test/read.test.js",
    );
  });

  it("proposes the codes that messages name and the contract lacks", async () => {
    const folder = planProject(files);
    const { json } = await runAsJson(folder, "plan");
    expect(json.codes).toEqual([
      { code: "BATH_TOO_HOT", condition: expect.any(String), settles: 1, places: ["src/list.js:3"] },
    ]);
    expect(readFile(folder, PLAN)).toContain("code: BATH_TOO_HOT");
  });

  it("makes one group of messages about the same where no code is sure, with a decision for one of them", async () => {
    const text = `export function connect(options) {
  if (options.config) throw new Error("--config is not supported for uplinks");
  if (options.headers) throw new Error("--headers is not supported here: use \\"env\\"");
}
`;
    const folder = planProject({ "src/connect.js": text });
    const { json } = await runAsJson(folder, "plan");
    expect(json.groups).toMatchObject([{ kind: "Error about invalid_input", places: [{ line: 2 }, { line: 3 }] }]);
    decide(folder, "invalid_input", "INVALID_INPUT");
    editFile(folder, PLAN, (plan) => plan.replace(/(- .*"--config.*"'?)( #.*)?$/m, "$1: UNKNOWN_OPERATION"));
    const applied = await runAsJson(folder, "apply", "--write");
    expect(applied).toMatchObject({ status: 0, json: { settled: 2 } });
    expect(readFile(folder, "src/connect.js")).toMatch(/UNKNOWN_OPERATION, "--config[^]*INVALID_INPUT, "--headers/);
  });

  it("decides what is sure, and leaves the rest open", async () => {
    const folder = planProject(files);
    const { json } = await runAsJson(folder, "plan", "--accept", "0.8");
    expect(groupOf(json, "NOT_FOUND").decision).toBe("NOT_FOUND");
    expect(groupOf(json, "BATH_TOO_HOT").decision).toBeUndefined();
    decide(folder, "BATH_TOO_HOT", "UNAVAILABLE");
    expect((await runAsJson(folder, "plan", "--accept", "0")).status).toBe(0);
  });

  it("writes the same table again where nothing changed, in an order of its own", async () => {
    const folder = planProject(files);
    await runHere(folder, "plan");
    const first = readFile(folder, PLAN);
    await runHere(folder, "plan");
    expect(readFile(folder, PLAN)).toBe(first);
    const others = planProject({ "src/a/list.js": LIST, "src/read.js": READ });
    expect(kindsOf((await runAsJson(others, "plan")).json)).toEqual(kindsOf((await runAsJson(folder, "plan")).json));
  });

  it("keeps decisions in a second run, adds what is new, and marks what is gone", async () => {
    const folder = planProject(files);
    await runHere(folder, "plan");
    decide(folder, "must be a string", "keep\n    reason: only a programmer reads it");
    decide(folder, "File not found", "NOT_FOUND");
    editFile(folder, PLAN, (text) => text.replace(/('src\/list.js:2 in openList.*')/, "$1: INTERNAL"));
    editFile(folder, "src/read.js", (text) => `// moved\n${text.replace(/.*must be a string.*\n/, "")}`);
    editFile(folder, "src/list.js", (text) => text.replace("BATH_TOO_HOT: wait a little", "No such list"));
    const { json } = await runAsJson(folder, "plan");
    expect(kindsOf(json)).toEqual([
      "Error about something else",
      "Error that says NOT_FOUND",
      "TypeError that says INVALID_INPUT",
    ]);
    expect(groupOf(json, "NOT_FOUND")).toMatchObject({
      decision: "NOT_FOUND",
      places: [{ file: "src/list.js", decision: "INTERNAL" }, { line: 5 }],
    });
    expect(groupOf(json, "TypeError")).toMatchObject({ decision: "keep", isGone: true });
    expect(readFile(folder, PLAN)).toContain("gone: true");
  });

  it("drops decisions that are not possible any more, and says so", async () => {
    const found = 'throw new Error("NOT_FOUND: There is no note");';
    const text = (first: string) =>
      `export const one = () => {\n  ${first}\n};\n` +
      'export const two = () => {\n  throw new TypeError("name must be a string");\n};\n' +
      'export const three = () => {\n  throw new RangeError("limit must be a number");\n};\n';
    const folder = planProject({ "src/one.js": text(found) });
    expect(groupOf((await runAsJson(folder, "plan")).json, "NOT_FOUND: …").proposed).toBe("fix");
    decide(folder, "NOT_FOUND: …", "fix");
    decide(folder, "TypeError", "REMOVED_CODE");
    decide(folder, "RangeError", "DATA_CORRUPT");
    editFile(folder, "src/one.js", () =>
      text(`try {\n    ${found}\n  } catch (error) {\n    if (late) throw error;\n  }`),
    );
    const { status, stdout } = await runHere(folder, "plan");
    expect(status).toBe(1);
    expect(stdout).toMatch(/NOT_FOUND .*; `fix` is not possible any more$/m);
    expect(stdout).toMatch(/TypeError .*; `REMOVED_CODE` is not possible any more$/m);
    expect(readFile(folder, PLAN).match(/(?:decision|dropped):.+/g)).toEqual([
      "dropped: fix",
      "decision: DATA_CORRUPT",
      "dropped: REMOVED_CODE",
    ]);
  });

  it("takes decisions from JSON, by the ids that it prints", async () => {
    const folder = planProject(files);
    const { json } = await runAsJson(folder, "plan");
    const decisions = Object.fromEntries(json.groups.map(({ id }: any) => [id, "skip"]));
    const { id } = groupOf(json, "TypeError");
    const kept = { ...decisions, [id]: { decision: "keep", reason: "only a programmer reads it" } };
    fs.writeFileSync(path.join(folder, "decisions.json"), JSON.stringify(kept));
    const told = await runAsJson(folder, "plan", "--decisions", path.join(folder, "decisions.json"));
    expect(told.status).toBe(0);
    const typed = await runLine(`node "${BIN}" plan --decisions - --json < decisions.json`, { cwd: folder });
    expect({ status: typed.status, json: JSON.parse(typed.stdout) }).toMatchObject(told);
    expect(groupOf(told.json, "TypeError")).toMatchObject({ decision: "keep", reason: expect.any(String) });
    fs.writeFileSync(path.join(folder, "decisions.json"), JSON.stringify({ [id]: "keep", nowhere: "skip" }));
    const wrong = await runAsJson(folder, "plan", "--decisions", path.join(folder, "decisions.json"));
    expect(wrong).toMatchObject({
      status: 2,
      json: { error: { message: expect.stringContaining("needs a `reason`") } },
    });
  });

  it("leaves out what a directive silences", async () => {
    const text = LIST.replace("  throw", "  // eslint-disable-next-line error-contract/no-raw-error -- known\n  throw");
    const { json } = await runAsJson(planProject({ "src/list.js": text }), "plan");
    expect(kindsOf(json)).toEqual(["Error that says NOT_FOUND"]);
  });

  it("asks about the conversion of an error that was made elsewhere: other code may look for its class", async () => {
    const text = "export function open(error: Error): void {\n  throw error;\n}\n";
    const folder = planProject({ "src/open.ts": text, ...TSCONFIG });
    editFile(folder, "eslint.config.js", (config) =>
      config.replace(
        "{ parser: tseslint.parser }",
        "{ parser: tseslint.parser, parserOptions: { projectService: true } }",
      ),
    );
    const { json } = await runAsJson(folder, "plan", "--accept", "0.8");
    expect(json).toMatchObject({ open: 1, groups: [{ kind: "Error", proposed: "fromUnknown", confidence: 0.75 }] });
  });

  it("reads a message in any script", async () => {
    const text = 'export const fail = () => {\n  throw new Error("半径は正の数で指定してください");\n};\n';
    const { json } = await runAsJson(planProject({ "src/fail.js": text }), "plan");
    expect(json.groups).toMatchObject([
      { kind: "Error about something else", places: [{ detail: '"半径は正の数で指定してください"' }] },
    ]);
  });

  it("groups throws of a class of the project, and offers to map it", async () => {
    const { json } = await runAsJson(
      planProject({
        "src/plan.js": 'class PlanError extends Error {}\nexport const fail = () => { throw new PlanError("no"); };\n',
      }),
      "plan",
    );
    expect(json.groups).toMatchObject([{ kind: "class PlanError", alternatives: ["map", "keep", "skip"] }]);
  });

  it.each([
    ["groups: [", 1, "Flow sequence in block collection"],
    ["version: 2\ngroups: []\n", 1, "expected `version: 1`; found 2"],
    ["version: 1\ngroups:\n  - rule: no-raw-error\n", 3, "expected a group to have `rule` and `kind`"],
    ["version: 1\ngroups:\n  - rule: a\n    kind: b\n    decision: keep\n", 5, "`keep` needs a `reason`"],
    ["version: 1\ngroups:\n  - rule: a\n    kind: b\n    decision: [c]\n", 5, "expected `decision` to be a text"],
    ["version: 1\ngroups:\n  - { rule: a, kind: b }\n  - { rule: a, kind: b }\n", 4, "the group stands here twice"],
  ])("names the line of a wrong table: %j", async (text, line, problem) => {
    const folder = planProject({ ...files, [PLAN]: text });
    for (const command of ["plan", "apply"]) {
      const { status, json } = await runAsJson(folder, command);
      expect(status).toBe(2);
      expect(json.error.message).toContain(`${PLAN}:${line}: `);
      expect(json.error.message).toMatch(problem);
    }
    expect(readFile(folder, PLAN)).toBe(text);
  });

  it("refuses a confidence that is none", async () => {
    const { status, stderr } = await runHere(planProject(files), "plan", "--accept", "sure");
    expect(status).toBe(2);
    expect(stderr).toContain('--accept expects a number from 0 to 1; found "sure"');
  });
});
