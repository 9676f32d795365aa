// What clients above the SDKs, and fastmcp on a server, put around a failure: each shape was read off the package.
import { createDetector, detectError, withoutFrame } from "error-contract/detect";
import { fromUnknown, standard, toolError } from "error-contract/standard";
import { describe, expect, it } from "vitest";
import { hostileValues } from "./hostile-values.js";

const envelope = toolError("CONFLICT", "Changed").toEnvelope();
const json = JSON.stringify(envelope);
const named = (name: string, message: string, members: object = {}) =>
  Object.defineProperty(Object.assign(new Error(message), members), "name", { value: name });
const tool = (text: string) => named("ToolException", text);
const ofAI = (message: string, members?: object) => named("MCPClientError", message, members);
const failing = (text: string) => ({ isError: true, content: [{ type: "text", text }] });
const returned = "MCP tool 'read' on server 'notes' returned an error: ";
const posted = "MCP HTTP Transport Error: POSTing to endpoint (HTTP 409): ";

const detect = createDetector([standard]);

describe("an envelope in the frame of", () => {
  it.each<readonly [what: string, value: unknown]>([
    ["LangChain: a failing result", tool(returned + json)],
    ["LangChain: a failing result of several texts", tool(`${returned}${json}\nmore\nlines`)],
    ["LangChain: an error", tool(`Error calling tool read: McpError: MCP error -32603: ${json}`)],
    ["LangChain: a body", tool(`Error calling tool read: Error: Error POSTing to endpoint: ${json}`)],
    ["the AI SDK: data", ofAI("x", { code: -32603, data: envelope })],
    ["the AI SDK: a body", ofAI(posted + json, { statusCode: 409, responseBody: json })],
    [
      "the AI SDK: its last attempt",
      ofAI("Failed after 3 attempts. Last error: x", { cause: ofAI("x", { code: 1, data: envelope }) }),
    ],
    ["fastmcp: a tool", failing(`Tool 'read' execution failed: ${json}`)],
    ["fastmcp: a prompt", named("McpError", `MCP error -32603: Failed to load prompt 'a': ${json}`, { code: -32603 })],
    [
      "fastmcp: a resource",
      named("McpError", `MCP error -32603: Failed to load resource 'a' (file:///a): ${json}`, { code: -32603 }),
    ],
  ])("%s", (_what, value) => {
    expect(detectError(value)).toMatchObject({ certainty: "envelope", code: "CONFLICT", envelope });
    expect(detect(withoutFrame(value))).toMatchObject({ certainty: "envelope", code: "CONFLICT", envelope });
    if (value instanceof Error) expect(fromUnknown(value).code).toBe("CONFLICT");
  });

  it.each<readonly [what: string, value: unknown]>([
    ["a sentence that quotes it", tool(`The tool said: ${returned}${json}`)],
    ["an error with another name", new Error(returned + json)],
    ["a frame in a success", { content: failing(`Tool 'read' execution failed: ${json}`).content }],
    ["a frame with words before the envelope", failing(`Tool 'read' execution failed: x ${json}`)],
  ])("is none: %s", (_what, value) => {
    expect(detectError(value)?.contract).toBeUndefined();
  });
});

describe("a failure without an envelope", () => {
  it.each<readonly [what: string, value: Error, condition: string | undefined, converted: string]>([
    [
      "LangChain: a time limit",
      tool("Error calling tool read: McpError: MCP error -32001: Request timed out"),
      "timeout",
      "TIMEOUT",
    ],
    [
      "LangChain: no connection",
      tool("Error calling tool read: TypeError: fetch failed"),
      "unavailable",
      "UNAVAILABLE",
    ],
    ["LangChain: words of a tool", tool(`${returned}No such note`), undefined, "INTERNAL"],
    ["the AI SDK: a time limit", ofAI("Request timed out after 50ms"), "timeout", "TIMEOUT"],
    ["the AI SDK: no answer in time", ofAI("MCP client initialization timed out after 50ms"), "timeout", "TIMEOUT"],
    ["the AI SDK: an abort", ofAI("Request was aborted"), "cancelled", "CANCELLED"],
    [
      "the AI SDK: a signal with a time limit",
      ofAI("Request was aborted", { cause: named("TimeoutError", "x") }),
      "timeout",
      "TIMEOUT",
    ],
    ["the AI SDK: a result that is none", ofAI("Failed to parse server response"), "internal", "UPSTREAM_FAILED"],
    ["the AI SDK: a capability", ofAI("Server does not support resources"), "unknown_operation", "UPSTREAM_FAILED"],
    [
      "the AI SDK: a status",
      ofAI(`${posted}x`, { statusCode: 429, responseBody: "x" }),
      "rate_limited",
      "RATE_LIMITED",
    ],
    [
      "the AI SDK: a session that is forgotten",
      ofAI(`${posted}Not Found. The MCP session expired. Create a new client`, { statusCode: 404, responseBody: "x" }),
      "unavailable",
      "UNAVAILABLE",
    ],
    ["the AI SDK: any other words", ofAI("Unsupported or invalid transport configuration"), undefined, "INTERNAL"],
  ])("%s", (_what, value, condition, converted) => {
    expect(detectError(value)?.condition).toBe(condition);
    expect(fromUnknown(value).code).toBe(converted);
  });
});

it("an envelope in the cause of an error says what the error means, and is no answer to it", () => {
  const wrapped = new Error("The note was not written", { cause: ofAI("x", { code: -32603, data: envelope }) });
  expect(detectError(wrapped)).toMatchObject({ certainty: "none", condition: "conflict" });
  expect(fromUnknown(wrapped).code).toBe("CONFLICT");
});

it("returns any other value as it is", () => {
  for (const value of [...Object.values(hostileValues), new Error("x"), failing("x"), null]) {
    expect(withoutFrame(value) === value || value !== value).toBe(true);
  }
});
