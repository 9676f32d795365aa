// What `failures` writes of code whose failures reach no client, and what each host of the rules makes of it.
import fs from "node:fs";
import path from "node:path";
import type { ESLint } from "eslint";
import { outdent } from "outdent";
import { beforeAll, describe, expect, it } from "vitest";
import { runHere } from "../command/run-plugin.js";
import { Editor } from "../kit/lsp-client.js";
import { oxlint } from "../kit/oxlint.js";
import { type Files, nodeModules, projectWith, writeFiles } from "../kit/project.js";
import { runNode } from "../kit/run-node.js";

const FAILURES = "error-contract.failures.json";
const SERVER = outdent`
  import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
  import { checkAll, findTitle, load, Store } from "./store.js";

  const server = new McpServer({ name: "notes", version: "1.0.0" });
  checkAll();
  server.registerTool("read_note", { inputSchema: {} }, async ({ id }) => {
    const text = new Store().read(id);
    return { content: [{ type: "text", text: titleOf(id) + load(text) }] };
  });

  function titleOf(id) {
    try {
      return findTitle(id);
    } catch {
      return "untitled";
    }
  }
`;
const STORE = outdent`
  export function load(text) {
    if (!text) throw new Error("no text");
    return text;
  }

  export function findTitle(id) {
    if (!id) throw new Error("no id");
    return id;
  }

  export function checkAll() {
    if (!process.env.NOTES) throw new Error("NOTES is not set");
  }

  export class Store {
    read(id) {
      return this.notes[id] ?? "";
    }

    repair(id) {
      if (!id) throw new Error("no id");
      try {
        return this.read(id);
      } catch (error) {
        return { ok: false };
      }
    }
  }
`;
const BUILD = outdent`
  import { program } from "commander";

  program.command("build").action(async (id) => {
    if (!id) throw new Error("no id");
  });
`;
const FILES: Files = {
  "package.json": JSON.stringify({
    name: "notes",
    type: "module",
    dependencies: { "@modelcontextprotocol/sdk": "1", commander: "14" },
  }),
  "eslint.config.js": `import errorContract from "eslint-plugin-error-contract";
    export default [...errorContract.configs.recommended];`,
  "src/server.js": SERVER,
  "src/store.js": STORE,
  "src/cli/build.js": BUILD,
  "src/cli/clean.js": `export function clean(id) {\n  if (!id) throw new Error("no id");\n}\n`,
};

/** What a lint says of the files of the server, with the places. */
async function lint(folder: string, ...args: readonly string[]): Promise<readonly string[]> {
  const eslint = path.join(nodeModules, "eslint/bin/eslint.js");
  const { stdout, stderr } = await runNode([eslint, "src", "--format", "json", ...args], { cwd: folder });
  if (!stdout.startsWith("[")) throw new Error(stderr);
  const results = JSON.parse(stdout) as ESLint.LintResult[];
  return results.flatMap(({ filePath, messages }) =>
    messages
      .filter(({ ruleId }) => /no-raw-error|no-swallowed-error|no-error-result/.test(ruleId ?? ""))
      .map(({ line, ruleId }) => `${path.basename(filePath)}:${line} ${String(ruleId).replace("error-contract/", "")}`),
  );
}

const writeFailures = async (folder: string) => {
  const { status, stderr } = await runHere(folder, "failures");
  expect({ status, stderr }).toMatchObject({ status: 0 });
  return JSON.parse(fs.readFileSync(path.join(folder, FAILURES), "utf8"));
};

const ALL = [
  "build.js:4 no-raw-error",
  "clean.js:2 no-raw-error",
  "store.js:2 no-raw-error",
  "store.js:7 no-raw-error",
  "store.js:12 no-raw-error",
  "store.js:21 no-raw-error",
];
const REACHED = ["store.js:2 no-raw-error"];

describe("what reaches no client", () => {
  let folder: string;
  let written: any;
  let before: readonly string[];
  beforeAll(async () => {
    folder = projectWith(FILES);
    before = await lint(folder);
    written = await writeFailures(folder);
  });

  it("is written with why: folders, files and functions", () => {
    expect(written).toMatchObject({ version: 1, contract: "standard", tools: { read_note: ["raw src/store.js"] } });
    expect(written.exceptions).toEqual({
      "src/cli/": "called by the command line alone",
      "src/store.js#Store.repair": "never called",
      "src/store.js#checkAll": "called by the start alone",
      "src/store.js#findTitle": "errors end in src/server.js#titleOf",
    });
  });

  it("leaves out what a published package exports", async () => {
    const manifest = { ...JSON.parse(FILES["package.json"]!), exports: { "./store": "./src/store.js" } };
    const own = projectWith({ ...FILES, "package.json": JSON.stringify(manifest) });
    expect(Object.keys((await writeFailures(own)).exceptions)).toEqual(["src/cli/"]);
    const kept = projectWith({ ...FILES, "package.json": JSON.stringify({ ...manifest, private: true }) });
    expect(Object.keys((await writeFailures(kept)).exceptions).length).toBe(4);
  });

  it("is nothing where the handler of a tool is not found, which is said", async () => {
    const other = 'import { find } from "./elsewhere.js";\nserver.registerTool("other", {}, find("other"));';
    const server = `${SERVER}\n${other}\n`;
    const own = projectWith({ ...FILES, "src/server.js": server });
    const { stderr } = await runHere(own, "failures");
    expect(JSON.parse(fs.readFileSync(path.join(own, FAILURES), "utf8")).exceptions).toEqual({});
    expect(stderr).toMatch(
      /No exceptions: what serves src\/server\.js:\d+ could not be found, and may call anything\./,
    );
  });

  it("is no finding of ESLint, and each is one without the file", async () => {
    expect(before).toEqual(expect.arrayContaining(ALL));
    expect(await lint(folder)).toEqual(REACHED);
  });

  it("is no finding of oxlint", async () => {
    const plugin = path.join(nodeModules, "eslint-plugin-error-contract");
    const config = { jsPlugins: [plugin], categories: { correctness: "off" } };
    const rules = { "error-contract/no-raw-error": "error" };
    const settings = { errorContract: { contract: "standard", strictness: "recommended" } };
    writeFiles(folder, { ".oxlintrc.json": JSON.stringify({ ...config, rules, settings }) });
    const { findings } = await oxlint(folder, ["src"]);
    expect(findings.map(({ file }) => file)).toEqual(["src/store.js"]);
  });

  it("is no finding of the editor, which reads the file again when it changes", async () => {
    const own = projectWith(FILES);
    const editor = await Editor.start(own);
    const count = async () => (await editor.diagnostics("src/cli/clean.js")).length;
    await editor.open("src/cli/clean.js");
    const first = await count();
    writeFiles(own, { [FAILURES]: JSON.stringify(written) });
    await editor.edit("src/cli/clean.js", `${FILES["src/cli/clean.js"]}\n`);
    expect([first, await count()]).toEqual([1, 0]);
    await editor.close();
  });

  it("is asked of a caller that comes: `--check` says that clients are told now", async () => {
    const own = projectWith({ ...FILES, [FAILURES]: JSON.stringify(written) });
    writeFiles(own, { "src/server.js": SERVER.replace("return findTitle(id);", "return new Store().repair(id);") });
    const { status, stderr } = await runHere(own, "failures", "--check");
    expect(status).toBe(1);
    expect(stderr).toContain("src/store.js#findTitle: never called");
    expect(stderr).toContain("src/store.js#Store.repair: errors end in src/server.js#titleOf");
  });

  it("makes `--cache` begin anew", async () => {
    const own = projectWith(FILES);
    expect((await lint(own, "--cache")).length).toBeGreaterThan(REACHED.length);
    writeFiles(own, { [FAILURES]: JSON.stringify(written) });
    expect(await lint(own, "--cache")).toEqual(REACHED);
    fs.rmSync(path.join(own, FAILURES));
    expect(await lint(own, "--cache")).toEqual(before);
  });

  it("is read of the nearest file, by paths from there", async () => {
    const inner = Object.entries(FILES).filter(([name]) => name.startsWith("src/"));
    const packages = Object.fromEntries(
      inner.flatMap(([name, text]) => [
        [`src/one/${name}`, text],
        [`src/two/${name}`, text],
      ]),
    );
    const own = projectWith({
      ...packages,
      "package.json": FILES["package.json"]!,
      "eslint.config.js": FILES["eslint.config.js"]!,
    });
    writeFiles(own, { [`src/one/${FAILURES}`]: JSON.stringify(written) });
    const found = await lint(own);
    expect(found.length).toBe(REACHED.length + before.length);
  });
});

describe("a file of failures that does not fit", () => {
  const written = (other: object) =>
    JSON.stringify({ version: 1, contract: "standard", exceptions: { "src/cli/": "never called" }, ...other });

  it.each([
    ["another version", written({ version: 2 }), "it is of version 2, and expected is 1"],
    [
      "another contract",
      written({ contract: "kaiza" }),
      "it is about the contract kaiza, and the settings say standard",
    ],
    ["no JSON", "{", "it is no JSON"],
  ])("%s: is not used, and that is said once", async (_, text, why) => {
    const folder = projectWith({ ...FILES, [FAILURES]: text });
    const eslint = path.join(nodeModules, "eslint/bin/eslint.js");
    const { stdout, stderr } = await runNode([eslint, "src"], { cwd: folder });
    expect(stdout).toContain("clean.js");
    expect(stderr.split(why).length).toBe(2);
  });

  it("a path of the settings where there is no file: is said", async () => {
    const config = `import errorContract from "eslint-plugin-error-contract";
      export default [...errorContract.configs.recommended,
        { settings: { errorContract: { failures: "./none.json" } } }];`;
    const folder = projectWith({ ...FILES, "eslint.config.js": config });
    const eslint = path.join(nodeModules, "eslint/bin/eslint.js");
    const { stderr } = await runNode([eslint, "src"], { cwd: folder });
    expect(stderr).toContain("none.json is not used: there is no such file");
  });
});
