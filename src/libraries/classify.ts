import { conditionRecoveries } from "../contract/conditions.js";
import type { Condition } from "../contract/condition-statuses.js";
import { findConditionOfStatus, hasResponse, isOwnHttpError, readStatus } from "../http/status.js";
import { isError, isObject, listErrors, readMember } from "../json/read.js";
import {
  findName,
  findRows,
  findSaid,
  findWritten,
  getTable,
  readPath,
  type KnownRow,
  type Table,
  type Link,
} from "./find-rows.js";
import { findConditionOfProtocol, isMissingResource, readClientError } from "./mcp-clients.js";
import { deepestList, listOriginals } from "./originals.js";
import { isFromPeer, isOfBody } from "./stack-frames.js";
import { isProgramThere } from "./programs.js";
import type { LibraryMeaning as Meaning } from "../contract/features.js";
import type { LibraryRow } from "../contract/library-row.js";
import { libraryRows } from "./table.js";

/**
 * Finds what a thrown value says by itself, without its causes: by the rows of the project, then those of the table, an
 * errno, an HTTP status, a JSON-RPC code. Never throws.
 */
export function classifyForeign(link: Link, own?: readonly LibraryRow[], depth = 0): Meaning | undefined {
  const classifyOriginal = (original: unknown): Condition | undefined =>
    depth < deepestList ? classifyChain(original, own, depth + 1) : undefined;
  return (
    (own && findInTable(link, getTable(own), classifyOriginal)) ??
    findMeaning(link, classifyOriginal) ??
    findAgreement(link.value, own, depth)
  );
}

type ClassifyOriginal = (original: unknown) => Condition | undefined;

function findMeaning(link: Link, classifyOriginal: ClassifyOriginal): Meaning | undefined {
  const client = findClientMeaning(link.value);
  if (client) return { condition: client, isGeneral: false };
  return findInTable(link, getTable(libraryRows), classifyOriginal) ?? findCommonMeaning(link.value);
}

/** What the causes of a value agree on that has several, such as those of a call that was repeated. */
function findAgreement(thrown: unknown, own: readonly LibraryRow[] | undefined, depth: number): Meaning | undefined {
  const errors = depth < deepestList ? listErrors(thrown) : [];
  if (errors.length === 0 || readMember(thrown, "name") === "SuppressedError") return undefined;
  const conditions = errors.map((error) => classifyChain(error, own, depth + 1));
  const [first] = conditions;
  if (first !== undefined && conditions.every((condition) => condition === first))
    return { condition: first, isGeneral: false };
  const isPassing = conditions.every((each) => each !== undefined && conditionRecoveries[each].retryable);
  return isPassing ? { condition: "upstream_failed", isGeneral: true } : undefined;
}

function classifyChain(thrown: unknown, own: readonly LibraryRow[] | undefined, depth: number): Condition | undefined {
  let general: Condition | undefined;
  for (const link of listOriginals(thrown)) {
    const meaning = classifyForeign(link, own, depth);
    if (meaning && !meaning.isGeneral) return meaning.condition;
    general ??= meaning?.condition;
  }
  return general;
}

/** MCP's clients, and the codes of JSON-RPC. */
function findClientMeaning(thrown: unknown): Condition | undefined {
  const code = readMember(thrown, "code");
  if (!isObject(thrown)) return undefined;
  if (isMissingResource(thrown)) return "not_found";
  const { text, failure, sent } = readClientError(thrown);
  if (failure) {
    const { condition } = failure;
    return ofRequest.has(condition) || (sent && condition === "conflict") ? "upstream_failed" : condition;
  }
  if (typeof code !== "number" || (code > -32000 && code !== -1) || code < -32768) return undefined;
  const condition = findConditionOfProtocol(code, text);
  if (!isFromPeer(thrown)) {
    // The numbers of MCP are those of its SDKs alone.
    const isOfProtocol = code <= -32600 || sdkErrors.has(readMember(thrown, "name"));
    return isOfProtocol && condition !== "internal" ? condition : undefined;
  }
  // By the specification of sampling: the user has said no.
  if (code === -1) return "permission_denied";
  return condition === "unauthenticated" ? condition : "upstream_failed";
}

const sdkErrors: ReadonlySet<unknown> = new Set(["McpError", "ProtocolError"]);

/** What a peer says of the request that it was sent says nothing of this call. */
const ofRequest: ReadonlySet<Condition> = new Set(["invalid_input", "unknown_operation", "internal"]);

function findInTable(link: Link, table: Table, classifyOriginal: ClassifyOriginal): Meaning | undefined {
  const thrown = link.value;
  let general: Meaning | undefined;
  for (const row of findRows(table, link)) {
    const meaning = readRow(row, thrown);
    if (meaning?.condition === "unavailable" && isProgramThere(thrown)) return { ...meaning, condition: "not_found" };
    if (meaning && !meaning.isGeneral) return meaning;
    const original = row.original && readPath(thrown, row.original);
    if (isObject(original)) {
      const condition = classifyOriginal(original);
      if (condition) return { condition, isGeneral: false };
      if (meaning) return meaning;
    }
    general ??= meaning;
  }
  const [name, code, message] = ["name", "code", "message"].map((member) => readMember(thrown, member));
  const word =
    (code === undefined ? undefined : findName(table.codes, code)) ??
    (name === "Error" ? undefined : findName(table.names, name));
  if (word && !word.isGeneral) return word;
  general ??= word;
  const status = findStatusMeaning(thrown, general !== undefined);
  if (status && !status.isGeneral) return status;
  general ??= status;
  const said = findSaid(table.says, message);
  if (said) return said;
  const written = findWritten(table, message);
  return (written && readRow(written, thrown)) ?? general;
}

function readRow({ row, at, means, says, status }: KnownRow, thrown: unknown): Meaning | undefined {
  const isGeneral = row.isGeneral ?? false;
  const said = says && findSaid(says, readMember(thrown, "message"));
  if (said) return { ...said, isGeneral: false };
  if (means) {
    for (const path of at) {
      const condition = findName(means, readPath(thrown, path));
      if (condition) return { condition, isGeneral };
    }
  }
  const condition = status && toUpstream(findConditionOfStatus(toStatus(readPath(thrown, status))));
  if (condition) return { condition, isGeneral };
  return row.otherwise && { condition: row.otherwise, isGeneral };
}

/** A number, the text of one, or what ends in one. */
function toStatus(value: unknown): number | undefined {
  if (typeof value === "number") return value;
  const digits = typeof value === "string" ? /(?:^|\s)(\d{3})$/u.exec(value)?.[1] : undefined;
  return digits === undefined ? undefined : Number(digits);
}

/** A general server error is that of another server. */
const toUpstream = (condition: Condition | undefined): Condition | undefined =>
  condition === "internal" ? "upstream_failed" : condition;

/** A status that stands there without a response may be an invention of the library for a call that never arrived. */
function findStatusMeaning(thrown: unknown, isKnown: boolean): Meaning | undefined {
  const status = readStatus(thrown);
  const condition = findConditionOfStatus(status);
  if (condition === undefined) return undefined;
  if (isOwnHttpError(thrown)) return { condition, isGeneral: false };
  return {
    condition: toUpstream(condition)!,
    isGeneral: !isKnown && status! >= 500 && !hasResponse(thrown) && readMember(thrown, "cause") !== undefined,
  };
}

/** A JSON text that no program of this server has written. */
function findCommonMeaning(thrown: unknown): Meaning | undefined {
  const message = readMember(thrown, "message");
  const isUnreadable = readMember(thrown, "name") === "SyntaxError" && typeof message === "string" && isError(thrown);
  if (!isUnreadable || !message.includes("JSON")) return undefined;
  const response = readMember(thrown, "response") ?? readMember(thrown, "$response");
  return isObject(response) || isOfBody(thrown) ? { condition: "upstream_failed", isGeneral: false } : undefined;
}
