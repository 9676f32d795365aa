// How the times grow: with the files of a project, the causes of an error, the tools of a server, the calls at once.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { toolError, wrapHandler, wrapServer } from "../../src/dist/contracts/standard/index.js";
import { setImmediate } from "node:timers/promises";
import { median } from "../bench/median.js";
import { inTurn, runScript } from "./measure.js";

const WORKSPACE = path.resolve(import.meta.dirname, "../..");

/** Milliseconds of the processor that work takes. */
async function timed(work) {
  const start = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

/** For each size, the time of one unit in times of that of one size, the first if none is named. */
async function growth(sizes, measure, rounds, [base] = sizes) {
  const runs = await inTurn(Object.fromEntries(sizes.map((size) => [`of ${size}`, () => measure(size)])), rounds);
  const times = sizes.map((size) => median(runs[`of ${size}`]));
  return times.map((time) => (time / times[sizes.indexOf(base)]).toFixed(2));
}

const table = (head, sizes, columns) => [
  head,
  ...sizes.map((size, row) => [size.toLocaleString("en-US"), ...columns.map((column) => column[row])]),
];

const source = (index) => `import { readFile } from "node:fs/promises";
${index % 10 === 0 ? "" : `import { read${index - 1} } from "./file-${index - 1}.js";\n`}
export async function read${index}(path: string): Promise<string> {
  if (path === "") throw new Error("The path is missing");
  try {
    return (await readFile(path, "utf8")) + ${index % 10 === 0 ? '""' : `(await read${index - 1}(path))`};
  } catch (error) {
    console.error(error);
    return "";
  }
}
`;

function writeProject(files) {
  const folder = mkdtempSync(path.join(tmpdir(), "error-contract-growth-"));
  mkdirSync(path.join(folder, "src"));
  symlinkSync(path.join(WORKSPACE, "node_modules"), path.join(folder, "node_modules"), "junction");
  writeFileSync(path.join(folder, "package.json"), JSON.stringify({ name: "growth", type: "module" }));
  for (let index = 0; index < files; index++) writeFileSync(path.join(folder, `src/file-${index}.ts`), source(index));
  const config = `import tseslint from "typescript-eslint";
import errorContract from "eslint-plugin-error-contract";
export default [
  { files: ["**/*.ts"], languageOptions: { parser: tseslint.parser } },
  ...errorContract.configs.recommended];
`;
  writeFileSync(path.join(folder, "eslint.config.mjs"), config);
  return folder;
}

/** Rows: the time of a file, the start of the process left out, in times of that where there are 100. */
export async function growFiles() {
  const sizes = [10, 100, 1000, 10_000];
  const bins = {
    lint: [path.join(WORKSPACE, "node_modules/eslint/bin/eslint.js"), "src"],
    failures: [path.join(WORKSPACE, "rules/lib/main.js"), "failures"],
  };
  const columns = [];
  for (const args of Object.values(bins)) {
    const times = [];
    for (const size of [1, ...sizes]) {
      const folder = writeProject(size);
      try {
        times.push((await runScript(args, folder)).cpu);
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    }
    const [start, ...others] = times;
    const ofFile = others.map((time, index) => (time - start) / (sizes[index] - 1));
    columns.push(ofFile.map((time) => (time / ofFile[1]).toFixed(2)));
  }
  return table(["files", "a file of a lint", "a file of `failures`"], sizes, columns);
}

/** Rows: a failure that a boundary answers, by the causes behind it. */
export async function growCauses(rounds) {
  const sizes = [1, 4, 16, 64];
  const fail = (causes) => {
    let cause = new Error("disk full");
    for (let count = 1; count < causes; count++) cause = new Error(`step ${count}`, { cause });
    throw toolError("NOT_FOUND", "There is no such note", { cause });
  };
  const measure = (causes) => {
    const handler = wrapHandler(() => fail(causes), { tool_name: "read_note", deliver: "result", audit: "none" });
    return timed(async () => {
      for (let call = 0; call < 1000; call++) await handler();
    });
  };
  return table(["causes", "a failure"], sizes, [await growth(sizes, measure, rounds)]);
}

const REQUEST = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "tool_0", arguments: {} } };
const answer = { content: [{ type: "text", text: "done" }] };

function createServer(tools, handler = () => answer) {
  const server = wrapServer(new McpServer({ name: "growth", version: "1.0.0" }), { audit: "none" });
  for (let index = 0; index < tools; index++) server.registerTool(`tool_${index}`, {}, handler);
  return server;
}

function callTool(server) {
  const { signal } = new globalThis.AbortController();
  return server.server._requestHandlers.get("tools/call")(REQUEST, { signal, requestId: 1 });
}

/** Rows: a call of a wrapped server, and each tool that it registers with its share of the server, by its tools. */
export async function growTools(rounds) {
  const sizes = [1, 10, 100, 1000, 10_000];
  const call = async (tools) => {
    const server = createServer(tools);
    return timed(async () => {
      for (let count = 0; count < 2000; count++) await callTool(server);
    });
  };
  const made = new Map(sizes.map((size) => [size, Math.ceil(10_000 / size)]));
  const register = (tools) =>
    timed(() => {
      for (let count = 0; count < made.get(tools); count++) createServer(tools);
    }).then((time) => time / made.get(tools) / tools);
  const columns = [await growth(sizes, call, rounds), await growth(sizes, register, rounds, [100])];
  return table(["tools", "a call", "a tool, when it is registered"], sizes, columns);
}

/** Rows: a call among others that wait at the same time. */
export async function growCalls(rounds) {
  const sizes = [1, 10, 100, 1000];
  const server = createServer(1, () => setImmediate(answer));
  const measure = (atOnce) =>
    timed(async () => {
      for (let done = 0; done < 4000; done += atOnce)
        await Promise.all(Array.from({ length: atOnce }, () => callTool(server)));
    });
  return table(["calls at once", "a call"], sizes, [await growth(sizes, measure, rounds)]);
}
