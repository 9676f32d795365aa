import {
  createContractParts,
  createExpressErrorHandler,
  createHonoErrorHandler,
  wrapHandler,
  wrapHttpHandler,
} from "error-contract";
import { openAuditLog } from "error-contract/audit-log";
import { contextResolveError, wrapHandler as wrapContextResolve } from "error-contract/context-resolve";
import { createDetector, detectError } from "error-contract/detect";
import { jsonRpcError, wrapHandler as wrapJsonRpc } from "error-contract/json-rpc";
import { wrapHandler as wrapKaiza } from "error-contract/kaiza";
import { aqlError, aqlWarning, createBatchFailure, wrapHandler as wrapAql } from "error-contract/mcp-aql";
import { guardProcess } from "error-contract/process";
import { createRedactor } from "error-contract/redact";
import { standard, toolError, wrapHandler as wrapStandard } from "error-contract/standard";
import { mcpError, wrapHandler as wrapTyped } from "error-contract/typed-mcp";
import { describe, expect, it, test } from "vitest";

/** A public function with its options, one of them with a typo, and the option that is meant. */
type Row = readonly [name: string, call: (options: object) => unknown, right: object, typo: string, meant: string];

const handler = (): number => 1;
const tool = { tool_name: "read" };
const { wrapHandler: wrapOwn } = createContractParts(standard);

/** Calls a function as JavaScript does. */
const loosely =
  (run: (...args: never[]) => unknown, ...before: readonly unknown[]) =>
  (options: object): unknown =>
    Reflect.apply(run, undefined, [...before, options]);

const rows: readonly Row[] = [
  ["wrapHandler", loosely(wrapHandler, handler), { ...tool, contract: standard }, "foreignMesages", "foreignMessages"],
  ["wrapHandler of kaiza", loosely(wrapKaiza, handler), tool, "sesion", "session"],
  ["wrapHandler of standard", loosely(wrapStandard, handler), tool, "foreign_messages", "foreignMessages"],
  ["wrapHandler of json-rpc", loosely(wrapJsonRpc, handler), tool, "redactor", "redact"],
  ["wrapHandler of mcp-aql", loosely(wrapAql, handler), tool, "audits", "audit"],
  ["wrapHandler of typed-mcp", loosely(wrapTyped, handler), tool, "reauthCommand", "reauth_command"],
  ["wrapHandler of context-resolve", loosely(wrapContextResolve, handler), tool, "cache_path", "cachePath"],
  ["wrapHandler of createContractParts", loosely(wrapOwn, handler), tool, "clasify", "classify"],
  [
    "wrapHttpHandler",
    loosely(wrapHttpHandler, handler),
    { ...tool, contract: standard },
    "auditTimeOut",
    "auditTimeout",
  ],
  ["createExpressErrorHandler", loosely(createExpressErrorHandler), { contract: standard }, "toolName", "tool_name"],
  ["createHonoErrorHandler", loosely(createHonoErrorHandler), { contract: standard }, "contracts", "contract"],
  ["guardProcess", loosely(guardProcess), { contract: standard }, "exitcode", "exitCode"],
];

const usage = { metric: "requests_per_hour", current: 4100, warn_threshold: 4000 };

const others: readonly Row[] = [
  ["openAuditLog", loosely(openAuditLog, "/nowhere/log.jsonl"), {}, "fsyncs", "fsync"],
  ["createRedactor", loosely(createRedactor), {}, "value", "values"],
  ["detectError", loosely(detectError, new Error("x")), {}, "contract", "contracts"],
  ["a detector", loosely(createDetector([standard]), new Error("x")), {}, "isfailed", "isFailed"],
  ["aqlWarning", loosely(aqlWarning, "RATE_LIMIT_QUOTA_WARNING", usage), {}, "mesage", "message"],
  ["createBatchFailure", loosely(createBatchFailure, []), {}, "causes", "cause"],
  ["toolError", loosely(toolError, "NOT_FOUND", "x"), {}, "detail", "details"],
  ["mcpError", loosely(mcpError, "not_found", "x", {}), {}, "caused", "cause"],
  ["aqlError", loosely(aqlError, "NOT_FOUND_RESOURCE", {}), {}, "Message", "message"],
  ["jsonRpcError", loosely(jsonRpcError, -32001, "x", {}), {}, "casue", "cause"],
  ["contextResolveError", loosely(contextResolveError, "io_error", "x"), {}, "caus", "cause"],
];

/** Options of other functions, which these would ignore. */
const foreign: readonly (readonly [name: string, call: (options: object) => unknown, right: object, option: object])[] =
  [
    ["the contract's own wrapHandler: contract", loosely(wrapKaiza, handler), tool, { contract: standard }],
    [
      "wrapHttpHandler: deliver",
      loosely(wrapHttpHandler, handler),
      { ...tool, contract: standard },
      { deliver: "throw" },
    ],
    ["guardProcess: classify", loosely(guardProcess), { contract: standard }, { classify: handler }],
    ["createHonoErrorHandler: exitCode", loosely(createHonoErrorHandler), { contract: standard }, { exitCode: 2 }],
  ];

describe("an option that a function does not have", () => {
  test.each([...rows, ...others])("%s names the one that is meant", (_, call, right, typo, meant) => {
    const options = { ...right, [typo]: "hidden" };
    expect(() => call(options)).toThrow(TypeError);
    expect(() => call(options)).toThrow(`${typo}: no such option; did you mean ${meant}?`);
  });

  test.each(rows)("%s lists all where none is near", (_, call, right) => {
    expect(() => call({ ...right, zzzzzzzzzzzz: 1 })).toThrow(
      /zzzzzzzzzzzz: no such option; it takes .*foreignMessages/u,
    );
  });

  test.each(foreign)("%s is one of another function", (_, call, right, option) => {
    expect(() => call({ ...right, ...option })).toThrow(TypeError);
  });

  it.each(
    Object.entries<() => object>({
      "stands on shared options": () => Object.create({ foreignMesages: "hidden" }) as object,
      "is a member of a class": () =>
        new (class {
          foreignMesages = "hidden";
        })(),
      "is in a proxy": () => new Proxy({ foreignMesages: "hidden" }, {}),
      "has a getter that throws": () => ({
        get foreignMesages() {
          throw new Error("x");
        },
      }),
      "is the longest of names": () => ({ ["x".repeat(100_000)]: 1 }),
    }),
  )("is refused where it %s", (_, create) => {
    const options = Object.assign(create(), { tool_name: "read" });
    expect(() => wrapStandard(handler, options)).toThrow(/^wrapHandler: .{1,300}$/u);
  });

  it("is named within another option", () => {
    const open = loosely(openAuditLog, "/nowhere/log.jsonl");
    expect(() => open({ rotate: { sise: 1 } })).toThrow(
      "openAuditLog: rotate.sise: no such option; did you mean size?",
    );
    expect(() => open({ redact: { key: [] } })).toThrow("openAuditLog: redact.key: no such option; did you mean keys?");
  });

  it("of a factory costs no cause, also where that is what was mistyped", () => {
    const cause = new Error("disk");
    for (const options of [{ cause, detials: 1 }, { casue: cause }]) {
      const refusal = catchError(() => loosely(toolError, "NOT_FOUND", "x")(options));
      expect(refusal).toBeInstanceOf(TypeError);
      expect(refusal).toHaveProperty("cause", cause);
    }
  });

  it.each<[string, object]>([
    ["undefined and null are left out", { session: undefined, audit: null, foreignMesages: undefined, other: null }],
    ["symbols are no options", { [Symbol("note")]: 1 }],
    ["hidden members are no options", Object.defineProperty({}, "note", { value: 1 })],
    [
      "methods of a class are no options",
      new (class {
        describe(): number {
          return 1;
        }
        get note(): unknown {
          return this.describe();
        }
      })(),
    ],
    ["a frozen object without a prototype", Object.freeze(Object.assign(Object.create(null) as object, tool))],
    ["a proxy", new Proxy({ ...tool }, {})],
  ])("%s", (_, options) => {
    const given = Object.isFrozen(options) ? options : Object.assign(options, tool);
    expect(wrapStandard(handler, given as typeof tool)()).toBe(1);
  });

  it("is not read where it cannot be", () => {
    const { proxy, revoke } = Proxy.revocable({ ...tool }, {});
    revoke();
    expect(() => wrapStandard(handler, proxy)).toThrow(/wrapHandler: options: cannot be read/u);
  });
});

function catchError(run: () => unknown): unknown {
  try {
    return run();
  } catch (thrown) {
    return thrown;
  }
}

describe("a call that says too little", () => {
  it.each<[string, (value: any) => unknown, unknown, string]>([
    ["no name", (name) => wrapStandard(handler, name), "", 'tool_name: expected a name, found ""'],
    ["no options", (options) => wrapHandler(handler, options), undefined, "options: expected an object"],
    ["no contract in a list", (contracts) => detectError("x", { contracts }), [], "contracts: expected a list of one"],
    ["no contract", (contract) => detectError("x", { contracts: [contract] }), undefined, "contracts: expected a list"],
    ["the name of a code", jsonRpcError, "Conflict", '"Conflict" is the name of -32002; pass the code'],
    ["nearly the name of a code", jsonRpcError, "Conflct", "did you mean Conflict (-32002)?"],
    [
      "no path of a cache",
      (cachePath) => wrapContextResolve(handler, { tool_name: "x", cachePath }),
      "",
      "cachePath: ",
    ],
  ])("is refused for %s", (_, call, value, problem) => {
    expect(() => call(value)).toThrow(TypeError);
    expect(() => call(value)).toThrow(problem);
  });
});
