import { readMember } from "../../json/read.js";
import { stringify } from "../../json/to-json-safe.js";

/** A failure as a client finds it: by its key alone, so the code may be one that nobody has registered. */
export interface FoundMcpError {
  readonly error: string;
  readonly message: string;
  readonly details: unknown;
}

/**
 * The failure in what a tool answered, told by the presence of an `error` key and by nothing else (specification 003,
 * MCPClient error detection); `undefined` for a success. Takes the JSON text, the parsed object, or the MCP result around
 * them. `detectError` is stricter: it asks for the whole shape. Never throws, whatever the value.
 *
 * @example
 * const failure = mcpErrorIn(await client.callTool({ name: "search_mail", arguments: { query } }));
 * if (failure?.error === "auth_required") return fallback();
 */
export function mcpErrorIn(answer: unknown): FoundMcpError | undefined {
  const content = readMember(answer, "content");
  const held = [answer, readMember(answer, "structuredContent"), readOnlyText(content)].map(parse);
  const found = held.find((value) => isPresent(readMember(value, "error")));
  if (found === undefined) return undefined;
  const [error, message] = [readMember(found, "error"), readMember(found, "message")];
  return {
    error: typeof error === "string" ? error : stringify(error),
    message: typeof message === "string" ? message : "",
    details: readMember(found, "details") ?? null,
  };
}

/** As Python's `result.get("error")` has it. */
const isPresent = (value: unknown): boolean => value !== undefined && value !== null && value !== "" && value !== false;

/** The text of a result with one item: among several, a failure is something that the tool talks about. */
function readOnlyText(content: unknown): unknown {
  return readMember(content, "length") === 1 ? readMember(readMember(content, "0"), "text") : undefined;
}

function parse(value: unknown): unknown {
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}
