import type { ContractData } from "../contract/contract-data.js";
import { readable, toJSONSafe } from "../json/to-json-safe.js";
import { conformingFailure, statedFailure, unregistered, type Place } from "./evidence.js";
import { foreignFailure, type Failure } from "./failures.js";
import { protocolCondition, withoutPrefix } from "../contracts/json-rpc/protocol-codes.js";

/** Items of `content` that are looked at. */
const most = 100;

/** Whether a value has the form of what an MCP tool call answers. Never throws. */
export function isToolResult(value: object): boolean {
  if (isList(readable(value, "content"))) return true;
  return readable(value, "isError") === true && isObject(readable(value, "structuredContent"));
}

/** The failure that a tool result reports, `undefined` for a success. Never throws. */
export function toolResultFailure(contracts: readonly ContractData[], result: object): Failure | undefined {
  const texts = textsOf(readable(result, "content"));
  const content = texts.map((value): Place => ({ source: "content", value }));
  const structured: Place = { source: "structuredContent", value: readable(result, "structuredContent") };
  if (readable(result, "isError") === true) {
    return statedFailure(contracts, [structured, ...content]) ?? foreign(texts, structured.value);
  }
  // Among several items an envelope is something that the tool talks about.
  return returnedFailure(contracts, content.length === 1 ? [structured, ...content] : [structured]);
}

/**
 * The failure in an answer that the protocol calls a success. Only contracts that return their failures have such; under
 * the others an envelope in a success is data (specification 001 section 7: first check for an error response).
 */
export function returnedFailure(contracts: readonly ContractData[], places: readonly Place[]): Failure | undefined {
  const returning = contracts.filter(({ delivery }) => delivery === "return" || delivery === "return-json");
  return conformingFailure(returning, places) ?? unregistered(returning.filter(tellsFailures), places);
}

/**
 * Whether the envelope itself says that it is a failure: by its discriminant, or by the key that no success has (specification
 * 003).
 */
export function tellsFailures({ fields, delivery }: ContractData): boolean {
  return fields.discriminant !== undefined || delivery === "return-json";
}

function foreign(texts: readonly string[], structured: unknown): Failure {
  const { code, text } = withoutPrefix(texts.join("\n"));
  return {
    ...foreignFailure({
      code,
      message: text || "The tool failed without a message",
      condition: protocolCondition(code, text),
      source: "content",
    }),
    ...(isObject(structured) && { details: toJSONSafe(structured) }),
  };
}

function textsOf(content: unknown): readonly string[] {
  if (!isList(content)) return [];
  const items = Array.from({ length: Math.min(most, Number(readable(content, "length"))) }, (_, index) =>
    readable(content, String(index)),
  );
  return items
    .filter((item) => readable(item, "type") === "text")
    .map((item) => readable(item, "text"))
    .filter((text) => typeof text === "string");
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

/** A revoked proxy has no answer. */
function isList(value: unknown): boolean {
  try {
    return Array.isArray(value);
  } catch {
    return false;
  }
}
