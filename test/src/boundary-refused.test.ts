// What each boundary refuses where it is set up, with the option that is wrong.
import { createExpressErrorHandler, createHonoErrorHandler, wrapHandler, wrapHttpHandler } from "error-contract";
import * as contextResolve from "error-contract/context-resolve";
import * as kaiza from "error-contract/kaiza";
import { guardProcess } from "error-contract/process";
import * as typedMcp from "error-contract/typed-mcp";
import { describe, expect, it } from "vitest";
import { explode, thrownBy } from "./boundary-contracts.js";
import { hostileValues } from "./hostile-values.js";

type Wrap = (handler: any, options: any) => unknown;
const { kaiza: contract } = kaiza;
const tool_name = "x";
const [wrap, ofKaiza, ofResolve, ofTyped, ofHttp] = [
  wrapHandler,
  kaiza.wrapHandler,
  contextResolve.wrapHandler,
  typedMcp.wrapHandler,
  wrapHttpHandler,
] as [Wrap, Wrap, Wrap, Wrap, Wrap];

const WRONG: readonly (readonly [name: string, option: string, call: () => unknown])[] = [
  ["wrapHandler", "handler", () => wrap(undefined, { contract, tool_name })],
  ["wrapHandler", "handler", () => wrap({}, { contract, tool_name })],
  ["wrapHandler", "options", () => wrap(explode, undefined)],
  ["wrapHandler", "contract", () => wrap(explode, { tool_name })],
  ["wrapHandler", "contract", () => wrap(explode, { contract: () => 1, tool_name })],
  ["wrapHandler", "tool_name", () => wrap(explode, { contract })],
  ["wrapHandler", "tool_name", () => wrap(explode, { contract, tool_name: "" })],
  ["wrapHandler", "tool_name", () => wrap(explode, { contract, tool_name: 7 })],
  ["wrapHandler", "session", () => wrap(explode, { contract, tool_name, session: "s-1" })],
  ["wrapHandler", "audit", () => wrap(explode, { contract, tool_name, audit: {} })],
  ["wrapHandler", "audit", () => wrap(explode, { contract, tool_name, audit: "audit.jsonl" })],
  ["wrapHandler", "audit", () => wrap(explode, { contract, tool_name, audit: hostileValues["revoked proxy"] })],
  ["wrapHandler", "auditTimeout", () => wrap(explode, { contract, tool_name, auditTimeout: 0 })],
  ["wrapHandler", "auditTimeout", () => wrap(explode, { contract, tool_name, auditTimeout: 2 ** 31 })],
  ["wrapHandler", "auditTimeout", () => wrap(explode, { contract, tool_name, auditTimeout: "1s" })],
  ["wrapHandler", "classify", () => wrap(explode, { contract, tool_name, classify: {} })],
  ["wrapHandler", "deliver", () => wrap(explode, { contract, tool_name, deliver: "email" })],
  ["wrapHandler", "tool_name", () => ofKaiza(explode, undefined)],
  ["wrapHandler", "handler", () => ofKaiza("x", "x")],
  ["wrapHandler", "audit", () => ofKaiza(explode, { tool_name, audit: hostileValues["revoked proxy"] })],
  ["wrapHandler", "audit", () => ofResolve(explode, { tool_name, audit: hostileValues["revoked proxy"] })],
  ["wrapHandler", "audit", () => ofTyped(explode, { tool_name, audit: hostileValues["revoked proxy"] })],
  ["wrapHttpHandler", "handler", () => ofHttp(7, { contract, tool_name })],
  ["wrapHttpHandler", "tool_name", () => ofHttp(explode, { contract })],
  ["createExpressErrorHandler", "contract", () => createExpressErrorHandler({} as never)],
  ["createHonoErrorHandler", "options", () => createHonoErrorHandler(undefined as never)],
  ["createHonoErrorHandler", "tool_name", () => createHonoErrorHandler({ contract, tool_name: 7 } as never)],
  ["guardProcess", "options", () => guardProcess(undefined as never)],
  ["guardProcess", "contract", () => guardProcess({} as never)],
  ["guardProcess", "audit", () => guardProcess({ contract, audit: {} } as never)],
  ["guardProcess", "session", () => guardProcess({ contract, session: 1 } as never)],
  ["guardProcess", "exitCode", () => guardProcess({ contract, exitCode: 0 })],
  ["guardProcess", "exitCode", () => guardProcess({ contract, exitCode: "1" } as never)],
];

it.each(WRONG)("%s names the option that is wrong: %s", (name, option, call) => {
  expect(call).toThrow(TypeError);
  expect(call).toThrow(`${name}: ${option}: expected `);
});

describe("what cannot be read", () => {
  const unreadable = (name: string, given: object): object =>
    Object.defineProperty({ ...given }, name, { get: explode });
  const unreadableOnes = (
    given: object,
  ): readonly (readonly [option: string, handler: unknown, options: unknown])[] => [
    ["handler", hostileValues["revoked function proxy"], given],
    ["options", explode, hostileValues["revoked proxy"]],
    ...["tool_name", "session", "audit", "auditTimeout", "classify", "deliver"].map(
      (name) => [name, explode, unreadable(name, given)] as const,
    ),
  ];

  it.each<readonly [string, Wrap, object]>([
    ["the root's", wrap, { contract, tool_name }],
    ["kaiza's", ofKaiza, { tool_name }],
    ["Context Resolve's", ofResolve, { tool_name }],
    ["typed MCP's", ofTyped, { tool_name }],
  ])("is refused by name: %s", async (_, set, given) => {
    for (const [option, handler, options] of unreadableOnes(given)) {
      const refusal = await thrownBy(() => set(handler, options));
      expect(refusal).toBeInstanceOf(TypeError);
      expect(refusal.message).toBe(`wrapHandler: ${option}: cannot be read`);
      expect(refusal.cause).toBeInstanceOf(Error);
    }
  });

  it.each([
    ["that throws where it is asked for", unreadable("contract", { contract, tool_name })],
    ["that is a revoked proxy", { contract: hostileValues["revoked proxy"], tool_name }],
    ["that is a revoked function", { contract: hostileValues["revoked function proxy"], tool_name }],
    ["that contradicts itself", { contract: {}, tool_name }],
  ])("is no contract %s", (_, options) => {
    const call = () => wrap(explode, options);
    expect(call).toThrow(TypeError);
    expect(call).toThrow(/\bcontract[.:]/);
  });
});
