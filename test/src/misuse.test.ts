import { AqlError, aqlSuccess } from "error-contract/mcp-aql";
import { toolError, wrapHandler } from "error-contract/standard";
import { mcpError } from "error-contract/typed-mcp";
import { beforeAll, describe, expect, test } from "vitest";
import { listStrictProblems } from "../kit/strict-problems.js";

/** Calls that are wrong, each with what the compiler says of it. */
const calls: readonly (readonly [call: string, said: RegExp])[] = [
  ['toolError("NOT_FOUND", "x", error)', /pass an error as \{ cause: error \}/],
  ['toolError("NOT_FOUND", "x", { details: error })', /pass an error as \{ cause: error \}/],
  ['toolError("NOT_FOUND", "x", { details: new Date() })', /an object with members, and no date/],
  ['toolError("NOT_FOUND", "x", { details: [1] })', /an object with members, and no list/],
  ['toolError("NOT_FOUND", "x", caught)', /'unknown' .* 'ToolErrorOptions \| undefined'/],
  ['toolError("TEAPOT", "x")', /'"TEAPOT"' .* 'ToolErrorCode'/],
  ['mcpError("not_found", "x", error)', /pass an error as \{ cause: error \}/],
  ['mcpError("not_found", "x", undefined, error)', /pass an error as \{ cause: error \}/],
  ['mcpError("rate_limited", "x", { retry_after: 1 }, error)', /pass an error as \{ cause: error \}/],
  ['mcpError("not_found", "x", new Date())', /an object with members, and no date/],
  ['mcpError("not_found", "x", [1])', /an object with members, and no list/],
  ['mcpError("auth_required", "Run x")', /reauth_command: string/],
  ['mcpError("auth_required")', /reauth_command: string/],
  ['mcpError("auth_required", "Run x", {})', /Property 'reauth_command' is missing/],
  ['mcpError("teapot", "x")', /'"teapot"' .* 'McpErrorCode'/],
  ['aqlError("TEAPOT", {})', /'"TEAPOT"' .* '(?:AqlErrorCode|CodeOf<McpAqlContract>)'/],
  ['jsonRpcError(7, "x")', /'7' .* '(?:JsonRpcErrorCode|CodeOf<JsonRpcContract>)'|not assignable to type '-32700/],
  ['contextResolveError("teapot")', /'"teapot"' .* '(?:ContextResolveErrorCode|CodeOf<ContextResolveContract>)'/],
  ['aqlError("VALIDATION_MISSING_PARAM")', /param_name: string/],
  ['aqlError("NOT_FOUND_RESOURCE", {}, error)', /pass an error as \{ cause: error \}/],
  ['jsonRpcError(-32001, "x", undefined, error)', /pass an error as \{ cause: error \}/],
  ['contextResolveError("io_error", "x", error)', /pass an error as \{ cause: error \}/],
  ['SystemError.toolFailure("FILE_NOT_FOUND", error)', /pass an error as \{ cause: error \}/],
  ["new SystemError(error)", /pass an error as \{ cause: error \}/],
  [
    'jsonRpcError("Conflict")',
    /'"Conflict"' .* '(?:JsonRpcErrorCode|CodeOf<JsonRpcContract>)'|not assignable to .*-32700/,
  ],
  ["detectError(error, { contracts: [] })", /name a contract|not assignable/],
];

const right = [
  'toolError("NOT_FOUND", "x", { details: note, cause: caught })',
  'toolError("NOT_FOUND", "x", { details: { id: 7, name: "n", length: 1 }, tool: "read" })',
  'toolError("NOT_FOUND", "x", { details: null, cause: error })',
  'mcpError("not_found", "x", note, { cause: caught })',
  'mcpError("not_found", "x", undefined, { cause: error })',
  'mcpError("rate_limited", undefined, { retry_after: 1 }, { cause: error })',
  'mcpError("auth_required", "Run x", { reauth_command: "x" })',
  "aqlSuccess(caught)",
  'SystemError.toolFailure("FILE_NOT_FOUND", { cause: error })',
  'new AqlError({ code: "VALIDATION_MISSING_PARAM", details: { param_name: "x", operation: "y" } })',
  'new AqlError({ code: "INTERNAL_ERROR", message: "x", details: { upstream_error: "x" } })',
  "new AqlError()",
  'wrapHandler((size: number) => size, "read")',
  "wrapHandler((size: number) => size, name)",
  "detectError(error, { contracts: [kaiza] })",
  "detectError(error, { contracts })",
];

const source = `import { AqlError, aqlError, aqlSuccess } from "error-contract/mcp-aql";
import type { ContractData } from "error-contract";
import { detectError } from "error-contract/detect";
import { kaiza, SystemError } from "error-contract/kaiza";
import { contextResolveError } from "error-contract/context-resolve";
import { jsonRpcError } from "error-contract/json-rpc";
import { toolError, wrapHandler } from "error-contract/standard";
import { mcpError } from "error-contract/typed-mcp";
declare const name: string, contracts: readonly ContractData[];
interface Note { readonly id: number; readonly title?: string }
declare const error: Error, caught: unknown, note: Note;
export const calls = [
${[...calls.map(([call]) => call), ...right].map((call) => `  () => ${call},`).join("\n")}
];
`;
const firstLine = source.split("\n").findIndex((line) => line.startsWith("  () =>")) + 1;

describe.each([true, false])("exactOptionalPropertyTypes: %s", (exactOptionalPropertyTypes) => {
  const said = new Map<number, string>();
  beforeAll(() => {
    for (const problem of listStrictProblems({ "calls.ts": source }, { exactOptionalPropertyTypes, types: [] })) {
      const [, line, text] = /^calls\.ts:(\d+): ([^]*)/.exec(problem)!;
      said.set(Number(line), text!);
    }
  });

  test.each(calls.map(([call, expected], index) => [call, expected, index] as const))("%s", (_, expected, index) => {
    expect(said.get(firstLine + index)).toMatch(expected);
    expect(said.get(firstLine + index)).not.toMatch(/readonly name: "/);
  });

  test.each(right.map((call, index) => [call, calls.length + index] as const))("%s compiles", (_, index) => {
    expect(said.get(firstLine + index)).toBeUndefined();
  });
});

test("an empty message gives way to the code's own", () => {
  expect(toolError("NOT_FOUND", "").message).toBe("The thing that the request names does not exist");
  expect(mcpError("rate_limited", "", { retry_after: 7 }).message).toBe("Too many requests. Try again in 7 seconds.");
  expect(mcpError("auth_required", "", { reauth_command: "login" }).message).toContain("`login`");
});

test("required details and a name are asked for where no message can say it in a line", () => {
  // @ts-expect-error -- the code requires details
  expect(new AqlError({ code: "VALIDATION_MISSING_PARAM" }).code).toBe("VALIDATION_MISSING_PARAM");
  // @ts-expect-error -- a name is not empty
  expect(() => wrapHandler(() => 1, "")).toThrow(TypeError);
});

test("a success has data, whatever it is given", () => {
  expect(aqlSuccess(undefined)).toEqual({ success: true, data: null });
  expect(JSON.parse(JSON.stringify(aqlSuccess(undefined as unknown)))).toEqual({ success: true, data: null });
  expect(aqlSuccess<unknown>(0)).toEqual({ success: true, data: 0 });
});
