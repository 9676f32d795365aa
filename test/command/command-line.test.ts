import { describe, expect, it } from "vitest";
import { legacyServerWith, projectWith } from "../kit/project.js";
import { runPlugin } from "./run-plugin.js";

const CONFIG = `import errorContract from "eslint-plugin-error-contract";

export default [{ files: ["src/**/*.js"], extends: [errorContract.configs.recommended] }];
`;
const DEFINED = CONFIG.replace("[{", "defineConfig([{").replace("}]", "}])");
const project = () =>
  projectWith({
    "package.json": JSON.stringify({ type: "module" }),
    "eslint.config.js": `import { defineConfig } from "eslint/config";\n${DEFINED}`,
    "src/index.js": 'export const fail = () => {\n  throw new Error("no");\n};\n',
    "other/index.js": 'throw new Error("no");\n',
  });

describe("the plugin's bin", () => {
  it("lists its commands and exit codes where it is given none", async () => {
    const { status, stdout, stderr } = await runPlugin(".");
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toMatch(/^Usage: [^]*report[^]*Exit codes: 0 /);
    expect(await runPlugin(".", "--help")).toEqual({ status: 0, stdout: stderr, stderr: "" });
  });

  it.each([
    [["repot"], "There is no command `repot`. Did you mean `report`?"],
    [["report", "--jsn"], "Unknown option '--jsn'. Did you mean --json?"],
    [["report", "--cwd"], "Option '--cwd <value>' argument missing."],
    [["report", "--cwd", "nowhere"], "--cwd expects a folder, and there is none at "],
  ])("refuses wrong arguments: %j", async (args, problem) => {
    const { status, stdout, stderr } = await runPlugin(".", ...args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toContain(`error: ${problem}`);
  });

  it("prints a failure as JSON too, where JSON is asked for", async () => {
    const { status, stdout } = await runPlugin(".", "report", "--json", "--cwd", "nowhere");
    expect(status).toBe(2);
    expect(JSON.parse(stdout)).toEqual({ error: { message: expect.stringContaining("--cwd expects a folder") } });
  });

  it.each(["report"])("explains the command %s", async (command) => {
    const { status, stdout } = await runPlugin(".", command, "--help");
    expect(status).toBe(0);
    expect(stdout).toMatch(/^Usage: npx eslint-plugin-error-contract \w+ [^]*--json[^]*--cwd|--cwd[^]*--json/);
  });
});

describe("a lint by a command", () => {
  const reportOf = async (cwd: string, ...args: string[]) =>
    JSON.parse((await runPlugin(cwd, "report", "--json", ...args)).stdout);

  it("runs the rules of the plugin alone, by the configuration of the project", async () => {
    expect(await reportOf(project())).toMatchObject({
      totals: { files: 1, uncheckedFiles: 2 },
      rules: [{ rule: "no-raw-error", findings: 1 }],
    });
  });

  it("says that no file was linted", async () => {
    const { error } = await reportOf(project(), "nothing");
    expect(error.message).toContain("No file was linted");
  });

  it("says that no rule is on for what was linted", async () => {
    const { error } = await reportOf(project(), "other");
    expect(error.message).toContain("No rule of error-contract is on for the 1 file");
  });

  it("says what ESLint says of a configuration that is wrong", async () => {
    const { error } = await reportOf(legacyServerWith({ "eslint.config.js": "export default [{ rule: {} }];" }));
    expect(error.message).toContain('ESLint stopped: Config (unnamed): Unexpected key "rule" found.');
  });
});
