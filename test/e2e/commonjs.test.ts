// The packed runtime in a project that knows no ES modules.
import fs from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { installedRuntime } from "../kit/installed.js";
import { root } from "../kit/page.js";
import { nodeModules, writeFiles } from "../kit/project.js";
import { runNode } from "../kit/run-node.js";
import { COMPILERS } from "../kit/scope.js";

const { exports } = JSON.parse(fs.readFileSync(path.join(root, "src/package.json"), "utf8")) as { exports: object };
/** Every module of the package, by the name under which it is imported. */
const modules = Object.keys(exports)
  .filter((subpath) => !subpath.endsWith(".json"))
  .map((subpath) => path.posix.join("error-contract", subpath));

const LOAD = `
const assert = require("node:assert/strict");
const names = ${JSON.stringify(modules)};
Promise.all(names.map(async (name) => {
  const [required, imported] = [require(name), await import(name)];
  assert.equal(require.resolve(name).includes("cjs"), true, name);
  assert.deepEqual(Object.keys(required).sort(), Object.keys(imported).sort(), name);
})).then(() => console.log(names.length));
`;

const SERVER_TEST = `
const assert = require("node:assert/strict");
const { test } = require("node:test");
const { ContractError } = require("error-contract");
const { SystemError, wrapHandler, parseEnvelope } = require("error-contract/kaiza");
const { detectError } = require("error-contract/detect");

const read = wrapHandler(async ({ path }) => {
  throw SystemError.toolFailure("FILE_NOT_FOUND", { human_message: "There is no " + path });
}, "read_file");

test("a failure leaves as the envelope", async () => {
  const error = await read({ path: "a.md" }).catch((thrown) => thrown);
  assert.ok(error instanceof SystemError && error instanceof ContractError);
  assert.equal(parseEnvelope(JSON.parse(error.message)).tool_name, "read_file");
  assert.equal(detectError(error).code, "FILE_NOT_FOUND");
});

test("an error of the ES modules is the same to it", async () => {
  const esm = await import("error-contract/kaiza");
  const error = esm.SystemError.toolFailure("FILE_NOT_FOUND");
  assert.notEqual(esm.SystemError, SystemError);
  assert.ok(error instanceof SystemError && error instanceof ContractError && SystemError.is(error));
  assert.ok(SystemError.toolFailure("FILE_NOT_FOUND") instanceof esm.SystemError);
});
`;

const USE_IN_TYPESCRIPT = `
import { SystemError, wrapHandler, type SystemErrorEnvelope } from "error-contract/kaiza";
import kaizaModule = require("error-contract/kaiza");

export const read = wrapHandler(async ({ path }: { path: string }) => path.length, "read");
export const size: Promise<number> = read({ path: "x" });
export const envelope: SystemErrorEnvelope = kaizaModule.SystemError.toolFailure("FILE_NOT_FOUND").toEnvelope();
// @ts-expect-error -- no code of the contract
SystemError.toolFailure("FILE_GONE");

interface Tool<Args> {
  parameters: { parse(text: string): Args };
  execute: (args: Args, context: { log(text: string): void }) => Promise<{ content: { type: "text"; text: string }[] }>;
}
declare function addTool<Args>(tool: Tool<Args>): void;
addTool({
  parameters: { parse: (text) => ({ text, size: text.length }) },
  execute: wrapHandler(async ({ text, size }, { log }) => {
    log(text.trim());
    return { content: [{ type: "text", text: size.toFixed() }] };
  }, "x"),
});
`;

const TSCONFIG = {
  compilerOptions: { strict: true, module: "node16", target: "es2022", noEmit: true, skipLibCheck: false, types: [] },
  include: ["*.ts"],
};

describe("the packed runtime in a CommonJS project", () => {
  let project: string;
  beforeAll(async () => {
    project = await installedRuntime();
    writeFiles(project, {
      "load.js": LOAD,
      "server.test.js": SERVER_TEST,
      "use.ts": USE_IN_TYPESCRIPT,
      "tsconfig.json": JSON.stringify(TSCONFIG),
    });
  }, 300_000);

  it("has every module by require, with the exports that it has by import", async () =>
    expect(await runNode(["load.js"], { cwd: project })).toEqual({
      status: 0,
      stdout: `${modules.length}\n`,
      stderr: "",
    }));

  it("loads without the help of a Node that can require ES modules", async () => {
    const { status, stderr } = await runNode(["--no-experimental-require-module", "load.js"], { cwd: project });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  });

  it("is one with its ES modules in a test", async () => {
    const { status, stdout } = await runNode(["--test", "server.test.js"], { cwd: project });
    expect(status, stdout).toBe(0);
  });

  it.each(COMPILERS)("has types for CommonJS: %s", async (compiler) => {
    const tsc = await runNode([path.join(nodeModules, compiler, "bin/tsc"), "--pretty", "false"], { cwd: project });
    expect(tsc).toMatchObject({ status: 0, stdout: "" });
  });
});
