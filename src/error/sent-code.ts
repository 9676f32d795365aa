import { findCodeByCondition, findErrorEntry } from "../contract/codes.js";
import type { Condition } from "../contract/condition-statuses.js";
import type { ContractData } from "../contract/contract-data.js";
import { isEnvelope } from "../contract/is-envelope.js";
import { listKnownContracts } from "../contract/known-contracts.js";
import { decode, isError, isObject, readAt, readMember, tryTo } from "../json/read.js";
import { readFrame } from "../libraries/client-frames.js";
import { listData, readClientError, withoutWrapper } from "../libraries/mcp-clients.js";

/** What a server says of the request that it was sent says nothing of the own call: that server has failed. */
const ofRequest: ReadonlySet<Condition> = new Set(["invalid_input", "missing_input", "unknown_operation", "internal"]);

/**
 * Finds the code for the envelope that another server has sent in an error: in its data, as its message, and in the
 * body of a failed answer of HTTP. It may be one of any contract that is known here.
 */
export function findSentCode(contract: ContractData, error: object): string | number | undefined {
  const { text, sent } = readClientError(error);
  const places = [...listPlaces(readMember(error, "data"), text), ...(sent ? readSent(sent) : [])];
  for (const place of places.map(decode)) {
    const sender = isObject(place) && [contract, ...listKnownContracts()].find((each) => isEnvelope(each, place));
    if (!sender) continue;
    const code = readAt(place, sender.fields.code) as string | number;
    const condition = findErrorEntry(sender, code)!.condition;
    if (ofRequest.has(condition)) return findCodeByCondition(contract, "upstream_failed");
    return sender === contract ? code : findCodeByCondition(contract, condition);
  }
  return undefined;
}

/** Returns an error as a client of the SDKs has it, also out of the frame of a program above it. Never throws. */
export function readUnframed(thrown: unknown): object | undefined {
  const frame = tryTo(() => readFrame(thrown));
  if (!frame) return isError(thrown) ? thrown : undefined;
  if ("error" in frame) {
    const { error } = frame;
    // A number is that of another side, whose answers are no errors of this program.
    return typeof error.code === "number" ? error : Object.assign(new Error(error.message), error);
  }
  return { message: readMember(readMember(readMember(frame.result, "content"), "0"), "text") };
}

const readSent = (sent: object): readonly unknown[] =>
  listPlaces(readMember(sent, "data"), readMember(sent, "message"));

const listPlaces = (data: unknown, text: unknown): readonly unknown[] => [
  ...listData(data),
  typeof text === "string" ? withoutWrapper(text) : text,
];
