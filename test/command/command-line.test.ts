import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "../kit/page.js";
import { legacyServerWith, projectWith } from "../kit/project.js";
import { runHere, runPlugin } from "./run-plugin.js";

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
  it("says that it is given no command, and lists its commands and exit codes", async () => {
    const { status, stdout, stderr } = await runPlugin(".");
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    const [sentence, usage] = stderr.split(/\n\n(?=Usage)/);
    expect(sentence).toBe("error: No command was named.");
    expect(usage).toMatch(/^Usage: [^]*report[^]*Exit codes: 0 /);
    expect(await runPlugin(".", "--help")).toEqual({ status: 0, stdout: usage, stderr: "" });
  });

  it("prints its version", async () => {
    const { version } = JSON.parse(fs.readFileSync(path.join(root, "rules/package.json"), "utf8"));
    expect(await runPlugin(".", "--version")).toEqual({ status: 0, stdout: `${version}\n`, stderr: "" });
  });

  it.each([
    ["a folder that is missing", "nowhere/report.html", /report\.html cannot be written: no such file or directory\.$/],
    ["a file in place of a folder", "package.json/report.html", /report\.html cannot be written: not a directory\.$/],
    ["a file that is read-only", "kept.html", /kept\.html is read-only, and was not written\.$/],
  ])("says in one sentence that it cannot write: %s", async (_, html, problem) => {
    const folder = project();
    fs.writeFileSync(path.join(folder, "kept.html"), "kept", { mode: 0o444 });
    const { status, stderr } = await runHere(folder, "report", "--html", html);
    expect(status).toBe(2);
    expect(stderr.trimEnd().split("\n").at(-1)).toMatch(problem);
    expect(fs.readFileSync(path.join(folder, "kept.html"), "utf8")).toBe("kept");
    expect(fs.readdirSync(folder).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  });

  it.each([
    [["repot"], "There is no command `repot`. Did you mean `report`?"],
    [["report", "--jsn"], "Unknown option '--jsn'. Did you mean --json?"],
    [["report", "--cwd"], "Option '--cwd <value>' argument missing."],
    [["report", "--cwd", "nowhere"], "--cwd expects a folder, and there is none at "],
  ])("refuses wrong arguments: %j", async (args, problem) => {
    const { status, stdout, stderr } = await runHere(".", ...args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toContain(`error: ${problem}`);
  });

  it("prints a failure as JSON too, where JSON is asked for", async () => {
    const { status, stdout } = await runHere(".", "report", "--json", "--cwd", "nowhere");
    expect(status).toBe(2);
    expect(JSON.parse(stdout)).toEqual({ error: { message: expect.stringContaining("--cwd expects a folder") } });
  });

  it.each(["report"])("explains the command %s", async (command) => {
    const { status, stdout } = await runHere(".", command, "--help");
    expect(status).toBe(0);
    expect(stdout).toMatch(/^Usage: npx eslint-plugin-error-contract \w+ [^]*--json[^]*--cwd|--cwd[^]*--json/);
  });
});

describe("a lint by a command", () => {
  const reportOf = async (cwd: string, ...args: string[]) =>
    JSON.parse((await runHere(cwd, "report", "--json", ...args)).stdout);

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
    expect(error.message).toMatch(/^The configuration of ESLint .* cannot be loaded: .*Unexpected key "rule" found\./);
  });
});
