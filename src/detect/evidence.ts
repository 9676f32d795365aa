import { findErrorEntry, getWireCode } from "../contract/codes.js";
import { conditionRecoveries, getRecovery } from "../contract/conditions.js";
import type { ContractData } from "../contract/contract-data.js";
import { isEnvelope } from "../contract/is-envelope.js";
import { getLastPart, listLeafFields, matchesSchema } from "../contract/schema.js";
import { withoutPrefix, withoutWrapper } from "../libraries/mcp-clients.js";
import { findWait } from "../http/headers.js";
import type { JSONObject, JSONValue } from "../json/json-value.js";
import { decode, isObject, readAt } from "../json/read.js";
import { toSafeText } from "../json/to-json-safe.js";
import type { Failure, FailureSource, ForeignFailure } from "./failure.js";

export interface Place {
  readonly source: FailureSource;
  readonly value: unknown;
  readonly decode: () => unknown;
}

/** @param isFailed whether the place belongs to a failure, so that an SDK may have put words before its text. */
export function createPlace(source: FailureSource, value: unknown, isFailed = false): Place {
  let decoded: { readonly value: unknown } | undefined;
  const read = (): unknown =>
    (decoded ??= { value: decode(isFailed && typeof value === "string" ? withoutWrapper(value) : value) }).value;
  return { source, value, decode: read };
}

/** Best evidence first. A place holds the failure whole: what a text quotes is data. */
export const findStatedFailure: Search = (contracts, places) =>
  findConformingFailure(contracts, places) ??
  findCodedFailure(contracts, places) ??
  findUnregisteredFailure(contracts, places);

type Search = (contracts: readonly ContractData[], places: readonly Place[]) => Failure | undefined;

const createSearch =
  (
    fits: (contract: ContractData, value: object) => boolean,
    describe: (contract: ContractData, value: object, source: FailureSource) => Failure,
  ): Search =>
  (contracts, places) => {
    for (const place of places) {
      const envelope = place.decode();
      const contract = isObject(envelope) && findMostSpecific(contracts.filter((each) => fits(each, envelope)));
      if (contract) return describe(contract, envelope, place.source);
    }
    return undefined;
  };

export const findConformingFailure = /* @__PURE__ */ createSearch(isEnvelope, describeEnvelope);

/** Servers of an open contract add codes of their own, which a client does not know. */
export const findUnregisteredFailure = /* @__PURE__ */ createSearch(hasForm, describeOtherCode);

/** A longer text is no code; the pattern of a project's contract may take long for it. */
const longestCode = 200;

function hasForm({ registry, codePattern, fields, envelopes }: ContractData, value: object): boolean {
  if (registry === "closed" || codePattern === undefined) return false;
  const code = readAt(value, fields.code);
  if (typeof code !== "string" || code.length > longestCode) return false;
  return new RegExp(`^(?:${codePattern})$`, "u").test(code) && matchesSchema(envelopes.failure, value);
}

/** `[CODE] message` is all that the MCP SDK keeps of a thrown error. The code may be that of an earlier contract. */
export const findCodedFailure: Search = (contracts, places) => {
  for (const { source, value } of places) {
    const text = typeof value === "string" ? withoutPrefix(value).text : "";
    const name = /^\[([^\]\s]{1,200})\] /.exec(text)?.[1];
    if (name === undefined) continue;
    const fitting = contracts.filter((contract) => findCodeNamed(contract, name) !== undefined);
    const contract = findMostSpecific(fitting.filter(hasCodeInMessage)) ?? findMostSpecific(fitting);
    if (!contract) continue;
    const code = findCodeNamed(contract, name)!;
    const message = toSafeText(text.slice(name.length + 3));
    return { certainty: "text", contract: contract.name, code, message, ...getRecovery(contract, code)!, source };
  }
  return undefined;
};

const hasCodeInMessage = ({ fields }: ContractData): boolean => getLastPart(fields.message) !== "message";

function findCodeNamed(contract: ContractData, name: string): string | number | undefined {
  const registered = [name, Number(name)].find((code) => findErrorEntry(contract, code));
  if (registered !== undefined) return registered;
  const successors = contract.legacy?.codes ?? {};
  return Object.hasOwn(successors, name) ? getWireCode(contract, successors[name]!) : undefined;
}

/** Prefers an extension to its base, then the contract with more required fields, then the first of the list. */
function findMostSpecific(contracts: readonly ContractData[]): ContractData | undefined {
  return contracts.slice(1).reduce((best, other) => (isMoreSpecific(other, best) ? other : best), contracts[0]!);
}

function isMoreSpecific(contract: ContractData, than: ContractData): boolean {
  return contract.extends?.includes(than.name) === true || countRequired(contract) > countRequired(than);
}

function countRequired({ envelopes }: ContractData): number {
  return listLeafFields(envelopes.failure).filter((field) => field.required).length;
}

function describeEnvelope(contract: ContractData, envelope: object, source: FailureSource): Failure {
  const parts = readParts(contract, envelope);
  return {
    certainty: "envelope",
    contract: contract.name,
    ...getRecovery(contract, parts.code)!,
    ...parts,
    message: toSafeText(parts.message),
    envelope: envelope as JSONObject,
    source,
  };
}

function describeOtherCode(contract: ContractData, envelope: object, source: FailureSource): Failure {
  const { code, message, ...others } = readParts(contract, envelope);
  return {
    ...describeForeign({ foreignCode: code, message, condition: undefined, source }),
    ...others,
    envelope: envelope as JSONObject,
  };
}

function readParts({ fields }: ContractData, envelope: object) {
  const [details, wait, retryable] = [fields.details, fields.retryAfter, fields.retryable].map(
    (path) => path && readAt(envelope, path),
  );
  const retry_after = typeof wait === "number" ? wait : findWait(details, Date.now());
  return {
    code: readAt(envelope, fields.code) as string | number,
    message: readAt(envelope, fields.message) as string,
    ...(details !== undefined && { details }),
    ...(retry_after !== undefined && { retry_after }),
    ...(typeof retryable === "boolean" && { retryable }),
  };
}

/** @param stated the error, or the content of the result, which may say how long to wait. */
export function describeForeign(
  known: Pick<ForeignFailure, "foreignCode" | "message" | "condition" | "source"> &
    Partial<Pick<ForeignFailure, "retryable" | "recovery">> & { details?: JSONValue | undefined },
  stated?: unknown,
): ForeignFailure {
  const { condition, message, details, ...others } = known;
  const { retryable, recovery } = condition ? conditionRecoveries[condition] : unknownRecovery;
  const retry_after = findWait(stated, Date.now());
  return {
    certainty: "none",
    contract: undefined,
    code: undefined,
    retryable,
    recovery,
    ...others,
    message: toSafeText(message),
    condition,
    ...(retry_after !== undefined && { retry_after }),
    ...(details !== undefined && { details }),
  };
}

const unknownRecovery = {
  retryable: false,
  recovery: "Read the message; no contract says what to do.",
};
