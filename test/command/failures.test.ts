// What each tool can answer when it fails, followed over the files of a project.
import { outdent } from "outdent";
import fs from "node:fs";
import path from "node:path";
import { describe, expect, it, vi } from "vitest";
import { type Files, projectWith } from "../kit/project.js";
import { runHere } from "./run-plugin.js";

const HEAD = `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
const server = new McpServer({ name: "notes", version: "1.0.0" });
`;

const MANIFEST = {
  "package.json": JSON.stringify({
    name: "notes",
    type: "module",
    dependencies: { "@modelcontextprotocol/sdk": "1" },
  }),
};

const serverOf = (handler: string, head = "") =>
  `${head}${HEAD}server.registerTool("read_note", { inputSchema: {} }, ${handler});\n`;

const FAILING = `export function load(id) { if (!id) throw new Error("no id"); return id; }\n`;

/** Runs the command, and returns what it wrote. */
async function writeFile(files: Files, ...args: readonly string[]): Promise<any> {
  const cwd = projectWith({ ...MANIFEST, ...files });
  const { status, stderr } = await runHere(cwd, "failures", ...args);
  expect({ status, stderr }).toMatchObject({ status: 0 });
  return JSON.parse(fs.readFileSync(path.join(cwd, "error-contract.failures.json"), "utf8"));
}

const linesOf = async (files: Files, name = "read_note"): Promise<readonly string[]> =>
  (await writeFile(files)).tools[name];

/** How a failure in `src/store.ts` comes to the tool, or not. */
const WAYS: Readonly<Record<string, Files>> = {
  "a call": {
    "src/a.ts": serverOf("async ({ id }) => load(id)", 'import { load } from "./store.js";\n'),
    "src/store.ts": FAILING,
  },
  "a re-export": {
    "src/a.ts": serverOf("async ({ id }) => load(id)", 'import { load } from "./index.js";\n'),
    "src/index.ts": 'export * from "./store.js";\n',
    "src/store.ts": FAILING,
  },
  "a method of a class that is given to a constructor": {
    "src/a.ts": serverOf(
      "async ({ id }) => new Reader(new Store()).read(id)",
      'import { Reader } from "./reader.js";\nimport { Store } from "./store.js";\n',
    ),
    "src/reader.ts": outdent`
      import type { Store } from "./store.js";
      export class Reader {
        constructor(private readonly store: Store) {}
        read(id: string) { return this.store.load(id); }
      }
    `,
    "src/store.ts": 'export class Store { load(id: string) { if (!id) throw new Error("no id"); return id; } }\n',
  },
  "an interface that a class implements": {
    "src/a.ts": serverOf("async ({ id }) => read(id)", 'import { read } from "./reader.js";\n'),
    "src/reader.ts": outdent`
      import type { Notes } from "./notes.js";
      let notes: Notes;
      export const use = (given: Notes) => { notes = given; };
      export const read = (id: string) => notes.load(id);
    `,
    "src/notes.ts": "export interface Notes { load(id: string): string }\n",
    "src/store.ts": outdent`
      import type { Notes } from "./notes.js";
      export class Store implements Notes { load(id: string): string { throw new Error("no id"); } }
    `,
  },
  "an object of functions": {
    "src/a.ts": serverOf("async ({ id }) => notes.load(id)", 'import { notes } from "./notes.js";\n'),
    "src/notes.ts": 'import { load } from "./store.js";\nexport const notes = { load };\n',
    "src/store.ts": FAILING,
  },
  "a module that is its function, as the handler of a tool in a list": {
    "package.json": JSON.stringify({ name: "notes", dependencies: { "@modelcontextprotocol/sdk": "1.0.0" } }),
    "src/a.js": outdent`
      const load = require("./store.ts");
      const tools = [{ name: "read_note", description: "Reads", inputSchema: {}, handler: load }];
      module.exports = { tools };
    `,
    "src/store.ts": 'function load(id) { throw new Error("no id"); }\nmodule.exports = load;\n',
  },
  "a function that is passed on": {
    "src/a.ts": serverOf("async ({ ids }) => ids.map((id) => load(id))", 'import { load } from "./store.js";\n'),
    "src/store.ts": FAILING,
  },
  "a promise that rejects": {
    "src/a.ts": serverOf("({ id }) => load(id)", 'import { load } from "./store.js";\n'),
    "src/store.ts": "export const load = (id) => new Promise((resolve, reject) => reject(new Error(id)));\n",
  },
  "a catch that tests a code and throws on": {
    "src/a.ts": serverOf(
      'async ({ id }) => { try { return load(id); } catch (error) { if (error.code === "A") return null; throw error; } }',
      'import { load } from "./store.js";\n',
    ),
    "src/store.ts": FAILING,
  },
  "a catch that makes text of it": {
    "src/a.ts": serverOf(
      "async ({ id }) => { try { return load(id); } catch (error) { return String(error); } }",
      'import { load } from "./store.js";\n',
    ),
    "src/store.ts": FAILING,
  },
  "a promise that is returned out of a try": {
    "src/a.ts": serverOf(
      "async ({ id }) => { try { return load(id); } catch { return null; } }",
      'import { load } from "./store.js";\n',
    ),
    "src/store.ts": `export async function load(id) { throw new Error("no id"); }\n`,
  },
};

/** What ends it on the way. */
const ENDS: Readonly<Record<string, string>> = {
  "a catch that gives something else": "async ({ id }) => { try { return await load(id); } catch { return null; } }",
  "a catch that only logs":
    "async ({ id }) => { try { return await load(id); } catch (error) { console.error(error); return null; } }",
  "a .catch() that gives something else": "async ({ id }) => load(id).catch(() => null)",
  "nobody waits": "async ({ id }) => { void load(id); return null; }",
  "a finally that returns": "async ({ id }) => { try { return await load(id); } finally { return null; } }",
};

const STORE = {
  "src/store.ts": outdent`
    export const load = async (id) => { throw new Error("no id"); };
    export const list = async () => [];
  `,
};
const IMPORTED = 'import { list, load } from "./store.js";\n';
const LOW = outdent`
  import { Server } from "@modelcontextprotocol/sdk/server/index.js";
  import { CallToolRequestSchema } from "@modelcontextprotocol/sdk/types.js";
  const server = new Server({ name: "notes", version: "1.0.0" }, {});
`;

/** How the name of a tool comes to what registers it, and its handler with it. */
const NAMES: Readonly<Record<string, string>> = {
  "a constant of an enum": `${HEAD}enum Name { Read = "read_note", List = "list_notes" }
    server.registerTool(Name.Read, {}, load);
    server.registerTool(Name.List, {}, list);`,
  "an object that is passed to a function": `${HEAD}
    const register = ({ name, handler }) => server.registerTool(name, {}, handler);
    register({ name: "read_note", handler: load });
    register({ name: "list_notes", handler: list });`,
  "a wrapper that calls the handler": `${HEAD}
    function tool(name, handler) {
      server.registerTool(name, {}, async (input) => handler(input));
    }
    tool("read_note", load);
    tool("list_notes", list);`,
  "a wrapper around another one": `${HEAD}
    const traced = (run) => async (input) => run(input);
    function tool(name, handler) { server.registerTool(name, {}, traced(handler)); }
    tool("read_note", load);
    tool("list_notes", list);`,
  "a loop over what a factory makes": `${HEAD}
    const create = (name, handler) => ({ name, handler });
    const tools = [create("read_note", load), create("list_notes", list)];
    for (const tool of tools) server.registerTool(tool.name, {}, (input) => tool.handler(input));`,
  "a template that a loop fills, within a wrapper that others share": `${HEAD}
    const traced = (run) => async (input) => run(input);
    const add = (tool) => server.registerTool(tool.name, {}, tool.run);
    const tables = [{ id: "read", end: "note", work: load }, { id: "list", end: "notes", work: list }];
    for (const { id, end, work } of tables) {
      const name = \`\${id}_\${end}\`;
      add({ name, run: traced(async (input) => work(input)) });
    }`,
  "a callback that takes entries apart": `${HEAD}
    const tools = [{ name: "read_note", handler: load }, { name: "list_notes", handler: list }];
    tools.forEach(({ name, handler }) => server.registerTool(name, {}, handler));`,
  "the keys of an object": `${LOW}
    const handlers = { read_note: load, list_notes: list };
    server.setRequestHandler(CallToolRequestSchema, ({ params }) => handlers[params.name](params.arguments));`,
  "the keys of a map": `${LOW}
    const handlers = new Map([["read_note", load], ["list_notes", list]]);
    server.setRequestHandler(CallToolRequestSchema, ({ params }) => handlers.get(params.name)(params.arguments));`,
  "what is set in a map": `${LOW}
    const handlers = new Map();
    handlers.set("read_note", load);
    handlers.set("list_notes", list);
    server.setRequestHandler(CallToolRequestSchema, ({ params }) => handlers.get(params.name)(params.arguments));`,
  "a list that is searched": `${LOW}
    const tools = [{ name: "read_note", run: (input) => load(input) }, { name: "list_notes", run: () => list() }];
    server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
      const tool = tools.find((each) => each.name === params.name);
      return tool?.run(params.arguments);
    });`,
  "the cases of a function that is given the name": `${LOW}
    async function dispatch(name, input) {
      switch (name) {
        case "read_note": return load(input);
        case "list_notes": return list();
      }
    }
    server.setRequestHandler(CallToolRequestSchema, ({ params }) => dispatch(params.name, params.arguments));`,
  "a field of classes below a base": `${HEAD}
    class Tool {
      register() { server.registerTool(this.name, {}, (input) => this.run(input)); }
    }
    class Read extends Tool { name = "read_note"; run(input) { return load(input); } }
    class List extends Tool { name = "list_notes"; run() { return list(); } }
    for (const tool of [new Read(), new List()]) tool.register();`,
  "an argument of a constructor": `${HEAD}
    class Tool {
      constructor(name, handler) { this.name = name; this.handler = handler; }
      register() { server.registerTool(this.name, {}, (input) => this.handler(input)); }
    }
    for (const tool of [new Tool("read_note", load), new Tool("list_notes", list)]) tool.register();`,
};

describe("failures", () => {
  it.each(Object.entries(NAMES))("tells tools apart by %s", async (_, text) => {
    const { tools } = await writeFile({ "src/a.ts": `${IMPORTED}${text}\n`, ...STORE });
    const shared = tools["(every tool)"] ?? [];
    expect([...tools.read_note, ...shared]).toContain("raw src/store.ts");
    expect({ ...tools, "(every tool)": [] }).toEqual({
      "(every tool)": [],
      list_notes: [],
      read_note: ["raw src/store.ts"],
    });
  });

  it.each<[string, string, object]>([
    [
      "a name that is worked out",
      `const tool = (name, handler) => server.registerTool(name, {}, async (input) => handler(input));
       tool("list_notes", list);
       tool(prefix() + "read", load);`,
      { list_notes: [], "(every tool)": ["raw src/store.ts"] },
    ],
    [
      "a name that a spread may replace",
      `const tools = [{ name: "list_notes", handler: list }, { name: "read_note", ...more, handler: load }];
       for (const tool of tools) server.registerTool(tool.name, {}, tool.handler);`,
      { list_notes: [], "(every tool)": ["raw src/store.ts"] },
    ],
    [
      "a handler that may be another",
      `const tool = (name, handler) => server.registerTool(name, {}, async (input) => handler(input));
       tool("list_notes", test ? list : other(load));
       tool("read_note", load);`,
      { list_notes: ["raw src/store.ts"], read_note: ["raw src/store.ts"] },
    ],
  ])("keeps what is not followed: %s", async (_, code, expected) => {
    const { tools } = await writeFile({ "src/a.ts": `${IMPORTED}${HEAD}${code}\n`, ...STORE });
    expect(tools).toMatchObject(expected);
  });

  it("leaves the refusal of all other names to these", async () => {
    const text = `${IMPORTED}${LOW}
      server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
        if (params.name !== "read_note") throw new McpError(ErrorCode.MethodNotFound, "no such tool");
        return load(params.arguments);
      });`;
    const head = 'import { ErrorCode, McpError } from "@modelcontextprotocol/sdk/types.js";\n';
    const files = { "src/a.ts": head + text, ...STORE };
    expect((await writeFile(files)).tools).toEqual({
      "(every tool)": ["MethodNotFound"],
      read_note: ["raw src/store.ts"],
    });
    const { stdout, stderr } = await runHere(projectWith({ ...MANIFEST, ...files }), "failures");
    expect(stdout + stderr).toContain("1 tool, resource or prompt, 0 of them");
  });

  it("reads scripts that the server imports, and the names of tools that one function serves", async () => {
    const text = `${LOW}
      import { work } from "../scripts/work.js";
      const TOOLS = [{ name: "read_note", inputSchema: {} }, { name: "list_notes", inputSchema: {} }];
      server.setRequestHandler(CallToolRequestSchema, ({ params }) => work(params));`;
    const files = { "src/a.ts": text, "scripts/work.ts": 'export const work = () => { throw new Error("no"); };\n' };
    expect((await writeFile(files)).tools).toEqual({
      "(every tool)": ["raw scripts/work.ts"],
      list_notes: [],
      read_note: [],
    });
  });

  it.each(Object.entries(WAYS))("follows %s", async (_, files) => {
    expect(await linesOf(files)).toEqual(["raw src/store.ts"]);
  });

  it.each(Object.entries(ENDS))("knows that it ends: %s", async (_, handler) => {
    const files = {
      "src/a.ts": serverOf(handler, 'import { load } from "./store.js";\n'),
      "src/store.ts": `export async function load(id) { throw new Error("no id"); }\n`,
    };
    expect(await linesOf(files)).toEqual([]);
  });

  it("names the codes of the protocol, and the failing results that a tool makes", async () => {
    const handler = `async ({ id }) => {
      if (id === 0) throw new McpError(ErrorCode.InvalidParams, "no id");
      return { isError: true, content: [] };
    }`;
    const head = 'import { ErrorCode, McpError } from "@modelcontextprotocol/sdk/types.js";\n';
    expect(await linesOf({ "src/a.ts": serverOf(handler, head) })).toEqual(["InvalidParams", "result src/a.ts"]);
  });

  it("says where a failure gets the code of what is converted", async () => {
    const head = 'import { fromUnknown } from "error-contract/standard";\n';
    const handler = "async () => { const got = await fetch(url); if (!got.ok) throw fromUnknown(got); return got; }";
    expect(await linesOf({ "src/a.ts": serverOf(handler, head) })).toEqual(["converted src/a.ts", "library fetch"]);
  });

  it("knows a result that is marked after it was made", async () => {
    const handler = `async ({ id }) => {
      const result = { isError: false, content: [] };
      if (!id) result.isError = true;
      return result;
    }`;
    expect(await linesOf({ "src/a.ts": serverOf(handler) })).toEqual(["result src/a.ts"]);
  });

  it("keeps a failure that a function may give as it is", async () => {
    const handler = "async ({ id }) => { try { return load(id); } catch (error) { throw normalize(error); } }";
    const files = {
      "src/a.ts": serverOf(handler, 'import { load, normalize } from "./store.js";\n'),
      "src/store.ts": `${FAILING}export const normalize = (error) => error;\n`,
    };
    expect(await linesOf(files)).toEqual(["raw src/a.ts", "raw src/store.ts"]);
  });

  it("says what it could not follow", async () => {
    const handler = "async ({ id }) => { const made = make(); return made.run(id); }";
    const head = "declare function make(): { run(id: string): string };\n";
    expect(await linesOf({ "src/a.ts": serverOf(handler, head) })).toEqual(["unknown src/a.ts"]);
  });

  it("says that a module of the project is missing", async () => {
    const files = { "src/a.ts": serverOf("async ({ id }) => load(id)", 'import { load } from "./gone.js";\n') };
    expect(await linesOf(files)).toEqual(["unknown src/a.ts"]);
  });

  it("tells the tools of one handler apart, and has what they share once", async () => {
    const text = outdent`
      import { Server } from "@modelcontextprotocol/sdk/server/index.js";
      import { CallToolRequestSchema } from "@modelcontextprotocol/sdk/types.js";
      const server = new Server({ name: "notes", version: "1.0.0" }, {});
      server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
        switch (params.name) {
          case "read_note": return read();
          case "list_notes": return [];
          default: throw new Error("no such tool");
        }
      });
      function read() { throw new Error("no note"); }
    `;
    const { tools } = await writeFile({ "src/a.ts": text });
    expect(tools).toEqual({ "(every tool)": ["raw src/a.ts"], list_notes: [], read_note: ["raw src/a.ts"] });
  });

  it("is the same in each run, and has at most ten lines of a tool", async () => {
    const modules = Array.from({ length: 14 }, (_, at) => [`src/m${at}.ts`, FAILING.replace("load", `load${at}`)]);
    const imports = modules.map((_, at) => `import { load${at} } from "./m${at}.js";\n`).join("");
    const calls = modules.map((_, at) => `load${at}(id);`).join(" ");
    const files = { "src/a.ts": serverOf(`async ({ id }) => { ${calls} }`, imports), ...Object.fromEntries(modules) };
    const lines = await linesOf(files);
    expect(lines).toHaveLength(10);
    expect(lines.at(-1)).toBe("and 5 more");
    expect(await linesOf(files)).toEqual(lines);
  });

  it("--check says in words what has changed, and by which line", async () => {
    const cwd = projectWith({ ...MANIFEST, ...WAYS["a call"]! });
    expect((await runHere(cwd, "failures")).status).toBe(0);
    expect((await runHere(cwd, "failures", "--check")).status).toBe(0);
    fs.writeFileSync(path.join(cwd, "src/store.ts"), "export const load = (id: string) => id;\n");
    fs.appendFileSync(
      path.join(cwd, "src/a.ts"),
      "server.registerTool('drop_note', {}, async () => { throw new Error('x'); });\n",
    );
    const { status, stderr } = await runHere(cwd, "failures", "--check");
    expect(status).toBe(1);
    expect(stderr).toContain("`read_note` can no longer answer raw src/store.ts");
    expect(stderr).toContain("tool `drop_note` is new, and can answer raw src/a.ts");
    expect(stderr).toContain("is old");
  });

  it("takes the settings of the files for which the project has some", async () => {
    const config = `import errorContract from "eslint-plugin-error-contract";
      export default [{ files: ["server/**"], ...errorContract.configs.kaiza[0] }];`;
    const written = await writeFile({
      "eslint.config.js": config,
      "a/first.js": "export const first = 1;\n",
      "server/a.js": serverOf("async () => ({ content: [] })"),
    });
    expect(written.contract).toBe("kaiza");
  });

  it("--check annotates the file in GitHub Actions", async () => {
    const cwd = projectWith({ ...MANIFEST, ...WAYS["a call"]! });
    expect((await runHere(cwd, "failures")).status).toBe(0);
    fs.writeFileSync(path.join(cwd, "src/store.ts"), "export const load = (id: string) => id;\n");
    vi.stubEnv("GITHUB_ACTIONS", "true");
    const { stdout } = await runHere(cwd, "failures", "--check");
    vi.unstubAllEnvs();
    expect(stdout.trim().split("\n")).toEqual([
      "::error file=error-contract.failures.json::`read_note` can no longer answer raw src/store.ts",
    ]);
  });

  it("--explain prints the way to each failure", async () => {
    const cwd = projectWith({ ...MANIFEST, ...WAYS["a re-export"]! });
    const { stdout } = await runHere(cwd, "failures", "--explain", "read_note");
    expect(stdout).toContain("raw src/store.ts  src/a.ts:4 > src/store.ts:1");
  });

  it("--explain prints the shortest way to one failure", async () => {
    const far = 'import { load } from "./store.js";\nexport const open = (id) => load(id);\n';
    const head = 'import { open } from "./far.js";\nimport { load } from "./store.js";\n';
    const handler = "async ({ id }) => { open(id); load(id); return fetch(id); }";
    const files = { "src/a.ts": serverOf(handler, head), "src/far.ts": far, "src/store.ts": FAILING };
    const cwd = projectWith({ ...MANIFEST, ...files });
    const { stdout } = await runHere(cwd, "failures", "--explain", "read_note", "raw src/store.ts");
    expect(stdout).toBe("tool read_note\n  raw src/store.ts  src/a.ts:5 > src/store.ts:1\n");
  });

  it("--json prints the file with the ways", async () => {
    const cwd = projectWith({ ...MANIFEST, ...WAYS["a call"]! });
    const { stdout } = await runHere(cwd, "failures", "--json");
    expect(JSON.parse(stdout)).toMatchObject({
      tools: { read_note: ["raw src/store.ts"] },
      ways: { read_note: { "raw src/store.ts": ["src/a.ts:4", "src/store.ts:1"] } },
    });
  });

  it.each([
    ["a file", ["src/a.ts"], "takes no files: src/a.ts is not expected"],
    ["a name that is not served", ["--explain", "nothing"], "`nothing` is none of read_note"],
    ["a failure that it has not", ["--explain", "read_note", "GONE"], "`GONE` is none of raw src/store.ts"],
    ["no file to compare with", ["--check"], "there is none: run `failures` once"],
  ])("refuses %s", async (_, args, message) => {
    const cwd = projectWith({ ...MANIFEST, ...WAYS["a call"]! });
    const { status, stderr } = await runHere(cwd, "failures", ...args);
    expect(status).toBe(2);
    expect(stderr).toContain(message);
  });

  it("refuses a configuration that cannot be loaded, and writes nothing", async () => {
    const cwd = projectWith({ ...MANIFEST, ...WAYS["a call"], "eslint.config.js": 'import "./gone.js";\n' });
    const { status, stderr } = await runHere(cwd, "failures");
    expect(status).toBe(2);
    expect(stderr).toContain("The configuration of ESLint for");
    expect(fs.existsSync(path.join(cwd, "error-contract.failures.json"))).toBe(false);
  });

  it("refuses a file of another form, and a project that serves nothing", async () => {
    const cwd = projectWith({ ...MANIFEST, "src/a.ts": FAILING, "error-contract.failures.json": '{ "version": 7 }\n' });
    expect((await runHere(cwd, "failures")).stderr).toContain("No tool, resource or prompt was found");
    fs.writeFileSync(path.join(cwd, "src/b.ts"), serverOf("async () => []"));
    const { status, stderr } = await runHere(cwd, "failures", "--check");
    expect(status).toBe(2);
    expect(stderr).toContain("expected to be version 1");
  });
});
