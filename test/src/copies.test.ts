// The ES modules and the CommonJS modules of the package are two copies in one process.
import { createRequire } from "node:module";
import { ContractError, createErrorClass, extend } from "error-contract";
import { jsonRpc } from "error-contract/json-rpc";
import { kaiza, SystemError, wrapHandler } from "error-contract/kaiza";
import { guardProcess } from "error-contract/process";
import { toolError } from "error-contract/standard";
import { contextResolve } from "error-contract/context-resolve";
import { McpError } from "@modelcontextprotocol/sdk/types.js";
import { describe, expect, it } from "vitest";
import { root } from "../kit/page.js";
import { runNode } from "../kit/run-node.js";
import { MemorySink, thrownBy } from "./boundary-contracts.js";
import { fail } from "../kit/thrown.js";

const require = createRequire(import.meta.url);
const other = require("error-contract") as typeof import("error-contract");
const otherKaiza = require("error-contract/kaiza") as typeof import("error-contract/kaiza");
const otherProcess = require("error-contract/process") as typeof import("error-contract/process");

const mine = SystemError.toolFailure("FILE_NOT_FOUND", { human_message: "No such file" });
const theirs = otherKaiza.SystemError.toolFailure("FILE_NOT_FOUND", { human_message: "No such file" });

describe("two copies", () => {
  it("are two: nothing below would be tested otherwise", () => {
    expect(otherKaiza.SystemError).not.toBe(SystemError);
    expect(otherKaiza.kaiza).not.toBe(kaiza);
  });

  it("have one class for `instanceof`, `is` and `fromUnknown`", () => {
    for (const [error, Class, Base] of [
      [theirs, SystemError, ContractError],
      [mine, otherKaiza.SystemError, other.ContractError],
    ] as const) {
      expect(error instanceof Class).toBe(true);
      expect(error instanceof Base).toBe(true);
      expect(Class.is(error)).toBe(true);
      expect(Base.is(error)).toBe(true);
      expect(Class.fromUnknown(error)).toBe(error);
    }
  });

  it("have other classes for `instanceof` as ever", () => {
    class FileError extends createErrorClass(kaiza) {}
    const error = toolError("NOT_FOUND", "x");
    expect(new FileError()).toBeInstanceOf(FileError);
    expect(new FileError()).toBeInstanceOf(otherKaiza.SystemError);
    for (const value of [theirs, mine, error, new Error("x"), null, undefined, "x", {}]) {
      expect(value).not.toBeInstanceOf(FileError);
    }
    expect(error).not.toBeInstanceOf(otherKaiza.SystemError);
    expect(new Error("x")).not.toBeInstanceOf(other.ContractError);
    expect(other.ContractError.prototype).not.toBeInstanceOf(ContractError);
  });
});

describe("what two copies share", () => {
  it("are the records of failures: boundaries inside each other write one", async () => {
    const audit = new MemorySink();
    const inner = wrapHandler(fail(new Error("x")), { tool_name: "x", audit });
    const outer = otherKaiza.wrapHandler(inner, { tool_name: "outer", audit });
    const thrown = await thrownBy(outer);
    expect(thrown).toBeInstanceOf(SystemError);
    expect(audit.envelopes).toEqual([JSON.parse(thrown.message)]);
  });

  it("is the boundary of the process", () => {
    const remove = guardProcess({ contract: kaiza });
    try {
      expect(() => otherProcess.guardProcess({ contract: kaiza })).toThrow("the process has a boundary already");
    } finally {
      remove();
    }
  });

  it("are contracts, and what they know of foreign errors", () => {
    expect(other.defineContract(kaiza)).toBe(kaiza);
    const timedOut = other.createErrorClass(jsonRpc).fromUnknown(new McpError(-32001, "late"));
    expect(timedOut).toMatchObject({ code: -32000, message: "late" });
    const acme = extend(contextResolve, { name: "acme", version: "1", schemaId: "urn:acme:1", codes: {} });
    const again = { name: "context-resolve", version: "2", schemaId: "urn:acme:2", codes: {} };
    expect(() => other.extend(acme, again)).toThrow("needs another name");
  });

  it("is nothing where the global object is frozen, and each copy works alone", async () => {
    const program = `
      Object.freeze(globalThis);
      const { SystemError } = await import("error-contract/kaiza");
      console.log(SystemError.toolFailure("FILE_NOT_FOUND") instanceof SystemError);
    `;
    const run = await runNode(["--input-type=module", "--eval", program], { cwd: root });
    expect(run).toEqual({ status: 0, stdout: "true\n", stderr: "" });
  });
});
