// The module of `failures --types`, and what a client's compiler makes of it.
import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { type Files, projectWith } from "../kit/project.js";
import { listStrictProblems } from "../kit/strict-problems.js";
import { wrapServer } from "error-contract/standard";
import { connect, info, sdk1, type Any } from "../kit/sdks.js";
import { runHere } from "./run-plugin.js";

const HEAD = `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { toolError } from "error-contract/standard";
const server = new McpServer({ name: "notes", version: "1.0.0" });
`;
const manifest = `${JSON.stringify({ name: "notes", type: "module" })}\n`;
const fail = (...codes: readonly string[]) =>
  codes.map((code, at) => `if (id === ${at}) throw toolError("${code}", "No");`).join(" ");
const SERVER = `${HEAD}server.registerTool("read_note", {}, ({ id }) => { ${fail("NOT_FOUND", "RATE_LIMITED")} });
server.registerTool("list-notes", {}, ({ id }) => { if (id) throw new Error("No"); });
server.registerResource("today", "note://today", {}, async ({ id }) => { ${fail("INTERNAL")} });
`;

async function writeTypes(files: Files): Promise<string> {
  const cwd = projectWith({ "package.json": manifest, ...files });
  const { status, stderr } = await runHere(cwd, "failures", "--types", "failures.ts");
  expect({ status, stderr }).toMatchObject({ status: 0 });
  return fs.readFileSync(path.join(cwd, "failures.ts"), "utf8");
}

const CLIENT = `import { createDetector, matchFailure } from "error-contract/detect";
import { standard } from "error-contract/standard";
import type { Failures } from "./failures.js";

const detect = createDetector([standard]);

export function read(answer: unknown): string {
  const failure = detect<Failures["read_note"]>(answer);
  if (!failure) return "done";
  return matchFailure(failure, {
    NOT_FOUND: () => "nothing there",
    RATE_LIMITED: ({ retry_after = 30 }) => \`again in \${retry_after} seconds\`,
    _: ({ recovery }) => recovery,
  });
}
`;

describe("failures --types", () => {
  it("writes the codes of each tool, and why it may answer others", async () => {
    const text = await writeTypes({ "src/server.ts": SERVER });
    expect(text).toContain('  read_note: "NOT_FOUND" | "RATE_LIMITED";\n');
    expect(text).toContain(`   * An error without a code is thrown in src/server.ts.
   */
  "list-notes": never;
`);
    expect(text).not.toContain("today");
  });

  it("a client does not compile until it handles each code of the tool", async () => {
    const text = await writeTypes({ "src/server.ts": SERVER });
    expect(listStrictProblems({ "failures.ts": text, "client.ts": CLIENT })).toEqual([]);
    const more = SERVER.replace(fail("NOT_FOUND", "RATE_LIMITED"), fail("NOT_FOUND", "RATE_LIMITED", "CONFLICT"));
    const [problem] = listStrictProblems({
      "failures.ts": await writeTypes({ "src/server.ts": more }),
      "client.ts": CLIENT,
    });
    expect(problem).toMatch(/^client\.ts:\d+: .*CONFLICT/s);
  });

  it("gives each tool what all tools of one handler share, and writes the numbers of a contract", async () => {
    const text = `import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { CallToolRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { JSON_RPC_CODES, jsonRpcError } from "error-contract/json-rpc";
const server = new Server({ name: "notes", version: "1.0.0" }, {});
server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
  switch (params.name) {
    case "read_note": throw jsonRpcError(JSON_RPC_CODES.NotFound, "No note");
    default: throw jsonRpcError(JSON_RPC_CODES.InvalidParams, "No such tool");
  }
});
`;
    const config = `import errorContract from "eslint-plugin-error-contract";
export default errorContract.configs.jsonRpc;
`;
    const types = await writeTypes({ "src/server.js": text, "eslint.config.js": config });
    expect(types).toContain('  "(every tool)": -32602;\n');
    expect(types).toContain("  read_note: -32001 | -32602;\n");
  });

  it("writes a long union as a formatter does, and --check does not ask which one", async () => {
    const codes = ["NOT_FOUND", "RATE_LIMITED", "CONFLICT", "UNAVAILABLE", "TIMEOUT", "INTERNAL", "ALREADY_EXISTS"];
    const server = `${HEAD}server.registerTool("read_note", {}, ({ id }) => { ${fail(...codes)} });\n`;
    const cwd = projectWith({ "package.json": manifest, "src/server.ts": server });
    const run = (...args: readonly string[]) => runHere(cwd, "failures", "--types", "failures.ts", ...args);
    await run();
    const file = path.join(cwd, "failures.ts");
    const text = fs.readFileSync(file, "utf8");
    expect(text).toContain('  read_note:\n    | "ALREADY_EXISTS"\n    | "CONFLICT"\n');
    fs.writeFileSync(file, text.replaceAll(/:\n {4}\| /g, ": ").replaceAll(/\n {4}\| /g, " | "));
    expect((await run("--check")).status).toBe(0);
    fs.writeFileSync(file, text.replace('"CONFLICT"', '"CANCELLED"'));
    expect((await run("--check")).status).toBe(1);
  });
});

describe("failures --tools-list", () => {
  it("writes what wrapServer puts into the list of a server with the same file", async () => {
    const cwd = projectWith({ "package.json": manifest, "src/server.ts": SERVER });
    await runHere(cwd, "failures", "--tools-list", "tools.json");
    const read = (name: string): Any => JSON.parse(fs.readFileSync(path.join(cwd, name), "utf8"));
    const written = Object.fromEntries(read("tools.json").tools.map(({ name, _meta }: Any) => [name, _meta]));
    const failures = read("error-contract.failures.json");
    const server = wrapServer(new sdk1.McpServer(info), { audit: "none", failures });
    for (const name of Object.keys(failures.tools)) server.registerTool(name, {}, () => ({ content: [] }));
    const { tools } = await (await connect(sdk1, server)).listTools();
    expect(Object.fromEntries(tools.map(({ name, _meta }: Any) => [name, _meta]))).toEqual(written);
    expect(written.read_note["error-contract/failures"].codes).toHaveLength(2);
  });
});
