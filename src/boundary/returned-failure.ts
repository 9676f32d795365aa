import { envelopeKey, mostTexts, type ContractData } from "../contract/contract-data.js";
import { listEnvelopeProblems } from "../contract/envelope-schema.js";
import type { JSONObject, JSONValue } from "../json/json-value.js";
import { isError, isObject, parseJSON, putAt, readAt, readMember, tryTo } from "../json/read.js";
import { toJSONSafe } from "../json/to-json-safe.js";
import type { Boundary, ErrorResult } from "./boundary.js";
import { getOwnEnvelope } from "./tool-result.js";

export type ReturnedFailure = (
  { readonly envelope: JSONObject; readonly source: unknown } | { readonly thrown: unknown }
) & {
  readonly result?: ErrorResult | undefined;
};

/** Finds the failure in a result: one with `isError`, or a claimed envelope under a contract that returns. */
export function findReturnedFailure(boundary: Boundary, result: unknown): ReturnedFailure | undefined {
  const { claim, contract } = boundary.compiled;
  try {
    let claiming: unknown;
    if (isObject(result)) {
      if ((result as { isError?: unknown }).isError === true && readMember(result, "isError") === true) {
        return readErrorResult(boundary, result as ErrorResult);
      }
      if (claim !== undefined) claiming = findClaim(contract, claim, result);
    } else if (claim !== undefined && typeof result === "string" && contract.delivery === "return-json") {
      claiming = parseClaim(contract, claim, result);
    }
    return claiming === undefined ? undefined : toReturnedFailure(boundary, claiming, result);
  } catch {
    // A value that cannot be read claims nothing, unless it has said that it is a failure.
    return readMember(result, "isError") === true ? { thrown: result } : undefined;
  }
}

/** The same of what a handler of a server has answered: for an error that it returns, an SDK sends a success. */
export function findAnsweredFailure(boundary: Boundary, result: unknown): ReturnedFailure | undefined {
  return isError(result) ? { thrown: result } : findReturnedFailure(boundary, result);
}

/** Among several items an envelope is a subject of the tool, not its failure. */
function findClaim(contract: ContractData, claim: string, result: object): unknown {
  if (isClaim(contract, claim, result)) return result;
  const content = readMember(result, "content");
  if (!Array.isArray(content)) return undefined;
  const structuredContent = readMember(result, "structuredContent");
  if (structuredContent !== undefined && isClaim(contract, claim, structuredContent)) return structuredContent;
  const text = content.length === 1 ? readMember(content[0], "text") : undefined;
  return typeof text === "string" ? parseClaim(contract, claim, text) : undefined;
}

function isClaim({ fields: { discriminant } }: ContractData, claim: string, value: unknown): boolean {
  if (!isObject(value) || !Object.hasOwn(value, claim)) return false;
  return discriminant
    ? readAt(value, discriminant.path) === discriminant.value
    : (value as Record<string, unknown>)[claim] !== undefined;
}

/** Parses a text that claims to be a failure. Successes are large and many: one without the mark is not parsed. */
function parseClaim(contract: ContractData, claim: string, text: string): unknown {
  const { discriminant } = contract.fields;
  // JSON has one way to write `false`, and only an attacker writes a letter as an escape.
  const value = discriminant?.path === claim && typeof discriminant.value === "boolean" ? discriminant.value : "";
  const mark = new RegExp(`"${claim.replace(/\W/g, "\\$&")}"\\s*:\\s*${value}|\\\\u00[4-7]`, "i");
  if (!/^\s*\{/.test(text) || !mark.test(text)) return undefined;
  const parsed = parseJSON(text, Infinity);
  return isClaim(contract, claim, parsed) ? parsed : undefined;
}

function toReturnedFailure({ compiled }: Boundary, value: unknown, source: unknown): ReturnedFailure {
  const safe = toJSONSafe(value);
  return listEnvelopeProblems(compiled.contract, safe).length === 0
    ? { envelope: safe as JSONObject, source }
    : { thrown: value };
}

/**
 * The first envelope, else the stated code and the words of the texts. An envelope in `_meta` that no boundary here has
 * written is another server's, and becomes the cause. One in a text may be, too: its session and tool do not count.
 */
function readErrorResult(boundary: Boundary, returned: ErrorResult): ReturnedFailure {
  const { code, message } = boundary.compiled;
  const copy = copyMembers(returned);
  const result = copy ?? returned;
  const texts = listTexts(result);
  const own = getOwnEnvelope(returned);
  const upstream = own ? undefined : readMember(result._meta, envelopeKey);
  // The code settles nearly every value, and structured content may be large.
  const coded = [own, ...texts.map((text) => parseJSON(text)), result.structuredContent].filter((value) =>
    code.canHold(readAt(value, code.parts)),
  );
  const words = texts.join("\n");
  const stated = coded.slice(0, 1).map((value) => ({
    [code.name]: readAt(value, code.parts),
    [message.name]: readAt(value, message.parts) ?? words,
  }));
  const envelope =
    upstream === undefined
      ? coded
          .map((value) => (value === own ? value : clearContext(boundary, value)))
          .map((value) => toReturnedFailure(boundary, value, returned))
          .find((each) => "envelope" in each)
      : undefined;
  const cause = upstream === undefined ? undefined : { cause: upstream };
  const failure = envelope ?? { thrown: { ...parseReason(words), ...stated[0], ...cause } };
  return { ...failure, result: copy && isToolResult(copy) ? copy : undefined };
}

function clearContext({ compiled }: Boundary, value: unknown): unknown {
  const copy = toJSONSafe(value);
  for (const { name, parts, unset } of compiled.fields) {
    // What is undefined is left out when the envelope is read.
    if (compiled.contextFields.includes(name)) putAt(copy as JSONObject, parts, unset as JSONValue);
  }
  return copy;
}

function copyItem(item: unknown): unknown {
  if (typeof item === "function") return null;
  return isObject(item) && !ArrayBuffer.isView(item) ? { ...item } : item;
}

/** Reads a result and its items once: what is recorded is delivered. `undefined` where one cannot be read. */
const copyMembers = (returned: ErrorResult): ErrorResult | undefined =>
  tryTo(() => {
    const copy = { ...returned, isError: true } as const;
    const { content, structuredContent, _meta } = copy;
    // Kept as they are, where they can be read at all.
    [structuredContent, _meta].forEach(copyItem);
    if (!Array.isArray(content) || content.length > mostItems) return copy;
    return { ...copy, content: content.map(copyItem) };
  });

/** More items than any result has; a sparse array may claim billions. */
const mostItems = 10_000;

function isToolResult({ content, structuredContent }: ErrorResult): boolean {
  if (Array.isArray(content)) return content.length <= mostItems;
  return content === undefined && isObject(structuredContent);
}

function listTexts({ content }: ErrorResult): readonly string[] {
  const blocks: readonly unknown[] = Array.isArray(content) ? content.slice(0, mostTexts) : [];
  return blocks.map((block) => readMember(block, "text")).filter((text) => typeof text === "string");
}

function parseReason(text: string): object {
  const value = parseJSON(text);
  return isObject(value) ? value : { message: text };
}
