import { envelopeKey } from "../../contract/contract-data.js";
import { hasFunctions, isFunction, isObject, readMember } from "../../json/read.js";
import type { Boundary } from "../boundary.js";
import { createGuard } from "../guard-handler.js";
import type { Handler } from "../options.js";
import { createRefusalError, explainInput, explainRefusedResult, type Refusal } from "./refusals.js";
import { listIssues, type StandardSchema } from "./schema-issues.js";
import { guardSdkServer, isSdkServer, type SdkServer } from "./sdk-server.js";

export interface FastMCP {
  addTool: (tool: Tool) => unknown;
  addTools: (tools: readonly Tool[]) => unknown;
  on?: (event: "connect", listener: (event: { readonly session: { readonly server: unknown } }) => void) => unknown;
}

interface Tool {
  readonly name: string;
  readonly parameters?: object | undefined;
  readonly outputSchema?: object | undefined;
  readonly execute: Handler;
}

export const isFastMCP = (value: unknown): value is FastMCP => hasFunctions(value, "addTool", "addTools");

/** Tools return failing results and check the input themselves: fastmcp would put words of its own around a failure. */
export function guardFastMCP(server: FastMCP, boundary: Boundary): void {
  const { addTool, addTools } = server;
  server.addTool = (tool) => addTool.call(server, guardTool(boundary, tool));
  server.addTools = (tools) =>
    addTools.call(
      server,
      tools.map((tool) => guardTool(boundary, tool)),
    );
  server.on?.("connect", ({ session }) => {
    if (isSdkServer(session.server)) guardSession(session.server, boundary);
  });
}

/** The failing results that guarded tools have returned, by the envelope in `_meta`: fastmcp copies all else. */
const answers = /* @__PURE__ */ new WeakMap<object, object>();

const readEnvelope = (result: unknown): object => readMember(readMember(result, "_meta"), envelopeKey) as object;

/** What a guarded tool has returned passes, in place of the copy that fastmcp has made of it. */
function guardSession(server: SdkServer, boundary: Boundary): void {
  const { _requestHandlers: handlers } = server;
  const call = handlers.get("tools/call");
  if (call) {
    handlers.set("tools/call", async (request, context) => {
      const result = await call(request, context);
      return answers.get(readEnvelope(result)) ?? result;
    });
  }
  guardSdkServer(server, undefined, boundary);
}

const guardedTools = /* @__PURE__ */ new WeakSet<object>();

function guardTool(boundary: Boundary, tool: Tool): Tool {
  // What is no tool fastmcp refuses itself.
  if (!isObject(tool) || !isFunction(tool.execute) || guardedTools.has(tool)) return tool;
  const bound: Boundary = { ...boundary, tool: tool.name, caller: "tool", deliver: "result" };
  const run = createGuard(bound, async (input: unknown, ...context: unknown[]) => {
    const checked = tool.parameters ? await checkInput(bound, tool.parameters, input) : input;
    const result: unknown = await Reflect.apply(tool.execute, tool, [checked, ...context]);
    await checkOutput(bound, tool, result);
    return result;
  });
  const execute = async (...args: unknown[]): Promise<unknown> => {
    const result = await run(...args);
    if (readMember(result, "isError") === true) answers.set(readEnvelope(result), result as object);
    return result;
  };
  const guarded = { ...tool, execute, ...(tool.parameters && { parameters: acceptAll(tool.parameters) }) };
  guardedTools.add(guarded);
  return guarded;
}

async function checkInput(boundary: Boundary, schema: object, input: unknown): Promise<unknown> {
  const issues = await listIssues(schema, input);
  if (issues) refuse(boundary, explainInput(issues));
  const { "~standard": standard } = schema as StandardSchema;
  return readMember(await standard.validate(input), "value");
}

async function checkOutput(boundary: Boundary, tool: Tool, result: unknown): Promise<void> {
  if (!isObject(result) || readMember(result, "isError") === true) return;
  const isWhole = Array.isArray(readMember(result, "content"));
  const structuredContent = isWhole ? readMember(result, "structuredContent") : result;
  if (!tool.outputSchema || structuredContent === undefined) return;
  const refusal = await explainRefusedResult(tool.outputSchema, { structuredContent });
  if (refusal) refuse(boundary, refusal);
}

function refuse(boundary: Boundary, refusal: Refusal): never {
  // eslint-disable-next-line error-contract/no-raw-error -- an error of the contract that the boundary has
  throw createRefusalError(boundary, refusal, undefined);
}

function acceptAll(schema: object): object {
  const { "~standard": standard } = schema as StandardSchema;
  const accepting = { ...standard, validate: (value: unknown) => ({ value }) };
  return new Proxy(schema, {
    get: (target, key) => (key === "~standard" ? accepting : (Reflect.get(target, key, target) as unknown)),
  });
}
