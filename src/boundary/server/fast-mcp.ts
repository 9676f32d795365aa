import { hasFunctions, isFunction, isObject, readMember } from "../../json/read.js";
import type { Boundary } from "../boundary.js";
import { createGuard } from "../guard-handler.js";
import type { Handler } from "../options.js";
import { KeptFailures } from "./fast-mcp-failures.js";
import { claimItem, watchSessions, type GuardSession, type Session } from "./fast-mcp-sessions.js";
import { createRefusalError, explainInput, explainRefusedResult, type Refusal } from "./refusals.js";
import { listIssues, type StandardSchema } from "./schema-issues.js";
import { guardSdkServer, isSdkServer } from "./sdk-server.js";

export interface FastMCP {
  on?: (event: "connect", listener: (event: { readonly session: Session }) => void) => unknown;
}

interface Tool {
  readonly name: string;
  /** The limit of a call in milliseconds. */
  readonly timeoutMs?: number | undefined;
  readonly parameters?: object | undefined;
  readonly outputSchema?: object | undefined;
  readonly execute: Handler;
}

export const isFastMCP = (value: unknown): value is FastMCP => hasFunctions(value, "addTool", "start");

/** How a FastMCP gets what it serves: one of a kind, or, in newer versions, several. */
const adders = ["addTool", "addPrompt", "addResource", "addResourceTemplate"] as const;

/** Tools return failing results and check the input themselves: fastmcp would put words of its own around a failure. */
export function guardFastMCP(server: FastMCP, boundary: Boundary): void {
  const failures = new KeptFailures();
  const guard: GuardSession = ({ server: own }) => {
    if (!isSdkServer(own) || guardedSessions.has(own)) return;
    guardedSessions.add(own);
    // A tool of FastMCP checks its own input.
    guardSdkServer(own, undefined, { ...boundary, checkInput: false }, (method, handler) =>
      failures.restore(method, handler),
    );
  };
  const adapt = (name: string, item: unknown): unknown => {
    const adapted = name.startsWith("addTool")
      ? guardTool(boundary, item as Tool, failures)
      : failures.watch(name, item);
    claimItem(adapted, guard);
    return adapted;
  };
  for (const name of adders.flatMap((one) => [one, `${one}s`])) {
    const add = readMember(server, name);
    if (typeof add !== "function") continue;
    Reflect.set(server, name, (items: unknown): unknown => {
      const adapted = Array.isArray(items) ? items.map((item) => adapt(name, item)) : adapt(name, items);
      return Reflect.apply(add, server, [adapted]) as unknown;
    });
  }
  server.on?.("connect", ({ session }) => {
    guard(session);
  });
  watchSessions(server);
}

const guardedSessions = /* @__PURE__ */ new WeakSet<object>();

const guardedTools = /* @__PURE__ */ new WeakSet<object>();

function guardTool(boundary: Boundary, tool: Tool, failures: KeptFailures): Tool {
  // What is no tool fastmcp refuses itself.
  if (!isObject(tool) || !isFunction(tool.execute) || guardedTools.has(tool)) return tool;
  const bound: Boundary = {
    ...boundary,
    tool_name: tool.name,
    caller: "tool",
    deliver: "result",
    ...limitTime(boundary, tool),
  };
  const run = createGuard(bound, async (input: unknown, ...context: unknown[]) => {
    const checked = tool.parameters ? await checkInput(bound, tool.parameters, input) : input;
    const result: unknown = await Reflect.apply(tool.execute, tool, [checked, ...context]);
    await checkOutput(bound, tool, result);
    return result;
  });
  const execute = async (...args: unknown[]): Promise<unknown> => {
    const result = await run(...args);
    if (readMember(result, "isError") !== true) return result;
    failures.keep("tools/call", tool, result);
    return hideDetails(result as object);
  };
  const { timeoutMs: _, ...others } = tool;
  const guarded = { ...others, execute, ...(tool.parameters && { parameters: acceptAll(tool.parameters) }) };
  guardedTools.add(guarded);
  return guarded;
}

/** Older versions refuse a result with more than its content, so that what they do not know is not enumerable. */
function hideDetails(result: object): object {
  const copy = { ...result };
  for (const key of Object.keys(copy))
    if (key !== "content" && key !== "isError") Object.defineProperty(copy, key, { enumerable: false });
  return copy;
}

/** The boundary keeps the time of a tool: fastmcp would answer a call that takes too long by words of its own. */
function limitTime({ timeout = Infinity }: Boundary, { timeoutMs }: Tool): Pick<Boundary, "timeout"> | undefined {
  return typeof timeoutMs === "number" && timeoutMs > 0 ? { timeout: Math.min(timeout, timeoutMs) } : undefined;
}

async function checkInput(boundary: Boundary, schema: object, input: unknown): Promise<unknown> {
  const issues = await listIssues(schema, input);
  if (issues) refuse(boundary, explainInput(issues));
  const { "~standard": standard } = schema as StandardSchema;
  return readMember(await standard.validate(input), "value");
}

/** A client throws away a success that has no structured content which fits the output schema. */
async function checkOutput(boundary: Boundary, tool: Tool, result: unknown): Promise<void> {
  if (!tool.outputSchema || readMember(result, "isError") === true) return;
  // Of a text, of nothing and of a whole result fastmcp makes no structured content.
  const structuredContent = isObject(result) && !isWhole(result) ? result : readMember(result, "structuredContent");
  const refusal = await explainRefusedResult(tool.outputSchema, { structuredContent });
  if (refusal) refuse(boundary, refusal);
}

function isWhole(result: object): boolean {
  const content = readMember(result, "content");
  return Array.isArray(content) && content.every((item) => typeof readMember(item, "type") === "string");
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
