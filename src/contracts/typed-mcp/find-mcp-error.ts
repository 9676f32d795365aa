import { parseJSON, readMember } from "../../json/read.js";
import { stringify, toSafeText } from "../../json/to-json-safe.js";

/** A failure as a client finds it: by its key alone, so the code may be unregistered. */
export interface FoundMcpError {
  readonly error: string;
  readonly message: string;
  readonly details: unknown;
}

/**
 * Finds the failure in the answer of a tool by the presence of an `error` key alone (specification 003, MCPClient error
 * detection); `undefined` for a success. Takes the JSON text, the parsed object, or the MCP result around them. Never
 * throws.
 *
 * @example
 * const failure = findMcpError(await client.callTool({ name: "search_mail", arguments: { query } }));
 */
export function findMcpError(answer: unknown): FoundMcpError | undefined {
  const held = [answer, readMember(answer, "structuredContent"), readText(answer)].map(parse);
  const found = held.find((value) => isPresent(readMember(value, "error")));
  if (found === undefined) return undefined;
  const [error, message] = [readMember(found, "error"), readMember(found, "message")];
  return {
    error: typeof error === "string" ? toSafeText(error) : stringify(error),
    message: typeof message === "string" ? toSafeText(message) : "",
    details: readMember(found, "details") ?? null,
  };
}

/** As Python's `result.get("error")` has it. */
const isPresent = (value: unknown): boolean => value !== undefined && value !== null && value !== "" && value !== false;

/** Among several items an envelope is a subject of the tool, not its failure. */
function readText(answer: unknown): unknown {
  const content = readMember(answer, "content");
  const isRead = readMember(answer, "isError") === true || readMember(content, "length") === 1;
  return isRead ? readMember(readMember(content, "0"), "text") : undefined;
}

const parse = (value: unknown): unknown => (typeof value === "string" ? parseJSON(value) : value);
