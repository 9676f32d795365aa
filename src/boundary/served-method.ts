import { readMember } from "../json/read.js";
import type { Call } from "./context.js";

/**
 * Finds the method of the MCP request that a failed call belongs to; `undefined` where nothing tells. SDK 2.x names it
 * in its context. `McpServer` of SDK 1.x calls tools, prompts and resources in the same way, and only the stack tells
 * its tools; V8 shows there the functions that await a promise too. Never throws.
 */
export function findServedMethod({ args, caller, method }: Call): string | undefined {
  if (caller === "function" || method !== undefined) return method;
  const announced = readMember(readMember(args.at(-1), "mcpReq"), "method");
  if (typeof announced === "string") return announced;
  // The arguments of a tool or prompt are JSON.
  if (args[0] instanceof URL) return "resources/read";
  const stack = readMember(new Error(), "stack");
  return typeof stack === "string" && toolCall.test(stack) ? "tools/call" : undefined;
}

/** The method of `McpServer` that calls a tool; bundlers keep its name. */
const toolCall = /\bexecuteToolHandler\b/u;
