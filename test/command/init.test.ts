import fs from "node:fs";
import path from "node:path";
import { outdent } from "outdent";
import { describe, expect, it } from "vitest";
import { type Files, filesOf, legacyServerWith, nodeModules, projectWith, writeFiles } from "../kit/project.js";
import { runHere } from "./run-plugin.js";

const { version: eslintVersion } = JSON.parse(fs.readFileSync(path.join(nodeModules, "eslint/package.json"), "utf8"));
const RAW = 'export function fail() {\n  throw new Error("There is no note");\n}\n';
const SERVER = { "@modelcontextprotocol/sdk": "^1.0.0" };
const manifest = (fields: object = {}) =>
  `${JSON.stringify({ name: "notes", type: "module", dependencies: SERVER, ...fields }, null, 2)}\n`;
const read = (folder: string, name: string) => fs.readFileSync(path.join(folder, name), "utf8");
const outcomeOf = async (folder: string, ...args: string[]) =>
  JSON.parse((await runHere(folder, "init", "--json", ...args)).stdout);

/** A project in which typescript-eslint is installed without TypeScript. */
function projectWithoutTypeScript(files: Files): string {
  const folder = projectWith({ "package.json": manifest(), ...files });
  const modules = path.join(folder, "node_modules");
  fs.rmSync(modules);
  writeFiles(modules, {
    "typescript-eslint/package.json": JSON.stringify({ version: "8.72.0" }),
    "typescript-eslint/index.js": 'require("typescript");\n',
  });
  for (const name of ["eslint", "eslint-plugin-error-contract", "error-contract"])
    fs.symlinkSync(path.join(nodeModules, name), path.join(modules, name), "junction");
  return folder;
}

describe("init", () => {
  it("sets a legacy server up, ends with the first lint, and changes nothing the second time", async () => {
    const folder = legacyServerWith({});
    const first = await runHere(folder, "init", "--yes");
    expect(first, first.stderr).toMatchObject({ status: 0 });
    expect(first.stdout).toMatch(/^preset +kaiza: /m);
    expect(first.stdout).toMatch(/^\d+ findings in \d+ files$/m);
    expect(first.stdout).toMatch(/^ {2}no-raw-error +52$/m);
    expect(read(folder, "eslint.config.js")).toBe(outdent`
      import { defineConfig } from "eslint/config";
      import errorContract from "eslint-plugin-error-contract";

      export default defineConfig([
        { ignores: ["**/dist/**", "**/build/**", "**/coverage/**"] },
        {
          files: ["*.js", "core/**/*.js", "policy/**/*.cjs", "session/**/*.js", "tools/**/*.js"],
          extends: [errorContract.configs.kaiza],
        },
      ]);\n
    `);
    expect(first.stdout).toContain(`development dependencies: eslint@^${eslintVersion}\n`);
    expect(first.stderr).toMatch(/^In no package\.json: eslint-plugin-error-contract\. https:.*README\.md#install/m);

    const before = filesOf(folder);
    const second = await runHere(folder, "init", "--yes");
    expect(second).toMatchObject({ status: 0, stdout: expect.stringContaining("There is nothing to change.") });
    expect(filesOf(folder)).toEqual(before);
  });

  it("proposes the line that puts the server behind the boundary", async () => {
    const create = 'import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";\nnew McpServer(info);\n';
    const files = { "package.json": manifest(), "src/index.js": RAW, "src/server.js": create };
    const { notes } = await outcomeOf(projectWith(files));
    const line = notes.find((note: string) => note.startsWith("src/server.js"));
    expect(line).toMatch(/^src\/server\.js: .*\n.*error-contract\/standard.*\n.*wrapServer\(new McpServer\(/u);
    const wrapped = create.replace("new McpServer(info)", "wrapServer(new McpServer(info))");
    const outcome = await outcomeOf(projectWith({ ...files, "src/server.js": wrapped }));
    expect(outcome.notes.filter((note: string) => note.includes("wrapServer"))).toEqual([]);
  });

  it("writes the file of failures, and leaves out what it names", async () => {
    const drop =
      "export async function count(list) {\n  try {\n    return await list();\n  } catch {\n    return 0;\n  }\n}\n";
    const folder = projectWith({
      "package.json": manifest({ imports: { "#notes": "./src/core/notes.js" } }),
      "src/server.js": outdent`
        import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
        import { wrapServer } from "error-contract/standard";
        import { addNote } from "#notes";
        export const server = wrapServer(new McpServer({ name: "notes", version: "1.0.0" }));
        server.registerTool("add", {}, addNote);\n
      `,
      "src/core/notes.js": 'export { fail as addNote } from "../store/index.js";\n',
      "src/store/index.js": RAW,
      "src/cli/main.js": `import { fail } from "../store/index.js";\n${RAW}${drop}fail();\n`.replace(
        "function fail",
        "function end",
      ),
      "src/types/names.js": "export const names = [];\n",
    });
    const { lint } = await outcomeOf(folder, "--yes");
    expect(JSON.parse(read(folder, "error-contract.failures.json"))).toMatchObject({
      tools: { add: ["raw src/store/index.js"] },
      exceptions: { "src/cli/main.js": "never called" },
    });
    expect(lint.findings).toEqual({ "no-raw-error": 1 });
  });

  it.each([
    ["no server", "node", {}, RAW],
    ["a client alone", "node", SERVER, 'import { Client } from "@modelcontextprotocol/sdk/client/index.js";\n'],
    ["a failure of a common shape", "node", {}, "export const a = { success: false, error: { code: 1 } };\n".repeat(9)],
    ["a server of a framework", "recommended", {}, 'import { FastMCP } from "fastmcp";\n'],
    ["a dependency, and no code yet", "recommended", SERVER, RAW],
    ["methods of the protocol", "recommended", {}, 'export const isCall = (method) => method === "tools/call";\n'],
  ])("proposes a preset without a contract where there is no server: %s", async (_, preset, dependencies, code) => {
    const folder = projectWith({ "package.json": manifest({ dependencies }), "src/index.js": code });
    expect(await outcomeOf(folder)).toMatchObject({ preset, reason: expect.any(String) });
  });

  it("sets the preset without a contract up without the runtime", async () => {
    const folder = projectWith({ "package.json": manifest({ dependencies: {} }), "src/index.js": RAW });
    const { notes } = await outcomeOf(folder, "--yes");
    expect(notes.join("\n")).not.toContain("Not linted");
    expect(notes.join("\n")).not.toContain("error-contract, eslint-plugin");
    expect(read(folder, "eslint.config.js")).toContain("extends: [errorContract.configs.node]");
  });

  it("writes nothing where nobody agrees", async () => {
    const folder = projectWith({ "package.json": manifest(), "src/index.js": RAW });
    const before = filesOf(folder);
    const { status, stdout, stderr } = await runHere(folder, "init", "--json");
    expect(status).toBe(1);
    expect(stderr).toContain("Nothing was written.");
    expect(JSON.parse(stdout)).toMatchObject({
      project: { isTypeScript: false, isModule: true },
      config: {
        file: "eslint.config.js",
        isNew: true,
        files: ["src/**/*.js"],
        isTyped: false,
        diff: expect.stringContaining("+  { ignores: ["),
      },
      preset: "recommended",
      written: false,
      lacking: [`eslint@^${eslintVersion}`],
    });
    expect(filesOf(folder)).toEqual(before);
  });

  it("gives TypeScript its parser and types", async () => {
    const folder = projectWith({
      "package.json": manifest({ devDependencies: { "@typescript-eslint/parser": "^8.0.0" } }),
      "tsconfig.json": JSON.stringify({ compilerOptions: { strict: true, module: "nodenext" }, include: ["src"] }),
      "src/index.ts": RAW,
      "src/index.test.ts": RAW,
    });
    const outcome = await outcomeOf(folder, "--yes");
    expect(outcome).toMatchObject({
      written: true,
      config: { isTyped: true },
      lacking: expect.arrayContaining([expect.stringMatching(/^typescript-eslint@\^8\.\d+\.\d+$/)]),
      lint: { findings: { "no-raw-error": 1 }, unreadable: [] },
    });
    expect(outcome.notes[0]).toBe("eslint.config.js: the rules are on for src/**/*.ts, with types.");
    expect(read(folder, "eslint.config.js")).toContain("projectService: true, tsconfigRootDir: import.meta.dirname");
  });

  it("formats what it writes as the project does, and goes by the language of most files", async () => {
    const folder = projectWith({
      "package.json": manifest({ devDependencies: { prettier: "*" } }),
      ".prettierrc": JSON.stringify({ singleQuote: true, semi: false }),
      "src/index.js": RAW,
      "src/read.js": RAW,
      "tools/build.ts": "export const build = true;\n",
    });
    expect(await outcomeOf(folder, "--yes")).toMatchObject({ written: true, project: { isTypeScript: false } });
    expect(read(folder, "eslint.config.js")).toMatch(/^import \{ defineConfig \} from 'eslint\/config'\n/);
  });

  it("says that `.js` files are CommonJS, in a configuration that any project can load", async () => {
    const folder = projectWith({
      "package.json": manifest({ type: undefined }),
      "index.js": 'module.exports = () => {\n  throw new Error("no");\n};\n',
    });
    expect(await outcomeOf(folder, "--yes")).toMatchObject({ lint: { findings: { "no-raw-error": 1 } } });
    expect(read(folder, "eslint.config.mjs")).toContain('languageOptions: { sourceType: "commonjs" }');
  });

  it("needs no TypeScript for JavaScript alone, and names what is missing beside a file of TypeScript", async () => {
    const alone = projectWithoutTypeScript({ "src/index.js": RAW });
    expect(await outcomeOf(alone, "--yes")).toMatchObject({ lint: { findings: { "no-raw-error": 1 } } });
    const mixed = { "src/index.js": RAW, "src/more.js": RAW, "src/build.ts": "export const build = true;\n" };
    const { status, stdout } = await runHere(projectWithoutTypeScript(mixed), "init", "--yes");
    expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringContaining("typescript cannot be loaded") });
  });

  it("names the folders of a monorepo, and leaves the runtime to its packages", async () => {
    const folder = projectWith({
      "package.json": manifest({ workspaces: ["packages/*"] }),
      "packages/one/package.json": manifest(),
      "packages/one/src/index.js": RAW,
    });
    const outcome = await outcomeOf(folder, "--yes");
    expect(outcome).toMatchObject({
      project: { workspaces: ["packages/*"] },
      notes: expect.arrayContaining(["Add `error-contract` to the dependencies of each package that throws."]),
      lint: { files: 1, findings: { "no-raw-error": 1 } },
    });
    expect(read(folder, "eslint.config.js")).toContain('files: ["packages/*/src/**/*.js"]');
  });

  it.each([
    ["kaiza", 'throw new KaizaError({ error_code: "A" });\nthrow new KaizaError({ error_code: "B" });'],
    [
      "typedMcp",
      'const a = { error: "not_found", message: "", details: null };\n' +
        'const b = { error: "rate_limited", message: text(1), details };',
    ],
    ["jsonRpc", "const a = { code: -32001 };\nconst b = { code: -32010 };"],
    ["mcpAql", "// MCP-AQL\nconst a = { success: false, error: { code } }; // as MCPAQL asks for"],
    ["contextResolve", 'const a = { code: "cache_missing" };\nconst b = { code: "io_error" };'],
    ["recommended", "const a = { code: -32601 };\nconst b = { code: -32603 };\nconst c = { code: -32000 };"],
    ["recommended", 'throw new Error("no");\nconst a = { code: -32001 };\nconst b = { error: "oops" };'],
    ["recommended", 'const a = { error: "not_found", message: "" };\n'.repeat(9)],
    ["recommended", "const a = { success: false, error: { code: 1 } };\n".repeat(9)],
  ])("proposes %s for code that resembles it", async (preset, code) => {
    const folder = projectWith({ "package.json": manifest(), "src/index.js": code });
    expect(await outcomeOf(folder)).toMatchObject({ preset, reason: expect.any(String) });
  });
});

describe("init refuses", () => {
  it.each([
    ["a folder without package.json", {}, [], 2, "has no package.json"],
    ["a package.json that is no JSON", { "package.json": "{" }, [], 2, "is expected to be a JSON object"],
    ["a project without code", { "package.json": manifest() }, [], 2, "no JavaScript or TypeScript"],
    [
      "another preset",
      { "package.json": manifest() },
      ["--preset", "standard"],
      2,
      "--preset expects one of recommended",
    ],
    ["files", { "package.json": manifest() }, ["src"], 2, "takes no files"],
    [
      "a script for which ESLint reads the old form of configurations",
      { "package.json": manifest({ scripts: { lint: "ESLINT_USE_FLAT_CONFIG=false eslint ." } }), "src/index.js": RAW },
      ["--yes"],
      2,
      "reads no flat configuration",
    ],
    [
      "TypeScript 7, which the parser does not load with",
      { "package.json": manifest({ devDependencies: { typescript: "~7.0.2" } }), "src/index.ts": RAW },
      ["--yes"],
      2,
      "docs/guides/typescript-7.md#typescript-on-typescript-7",
    ],
  ])("%s", async (_, files, args, status, problem) => {
    const folder = projectWith(files);
    const run = await runHere(folder, "init", ...args);
    expect(run).toMatchObject({ status, stderr: expect.stringContaining(problem) });
    expect(filesOf(folder)).toEqual(files);
  });

  it.each([
    ["no file is linted", 'export default [{ ignores: ["**/*"] }];\n', "No file was linted"],
    ["no rule runs", "export default [\n  { rules: {} }, // eslint-plugin-error-contract\n];\n", "No rule of"],
  ])("to call it a success where %s", async (_, config, problem) => {
    const folder = projectWith({ "package.json": manifest(), "eslint.config.js": config, "src/index.js": RAW });
    const { status, stderr } = await runHere(folder, "init", "--yes");
    expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining(problem) });
  });
});
