import { findCodeByCondition } from "../contract/codes.js";
import {
  canFill,
  compileContract,
  findCounterpart,
  isRelative,
  type CompiledContract,
  type Field,
} from "../contract/compile-contract.js";
import type { Condition } from "../contract/condition-statuses.js";
import type { ContractData } from "../contract/contract-data.js";
import { features, getKnowledge, type LibraryMeaning, type StatedWait } from "../contract/features.js";
import { getShared } from "../contract/shared.js";
import { isUnexposed, readStatus } from "../http/status.js";
import {
  callSafely,
  findFirstFailure,
  handleRejection,
  listCauses,
  listErrors,
  listPrototypes,
  readAt,
  readMember,
  tryTo,
} from "../json/read.js";
import { leaveOutQuoted } from "../json/quoted-values.js";
import { ContractError, type FailureClass } from "./contract-error.js";
import { hasContract, readLineage } from "./lineage.js";
import { findSentCode, readUnframed } from "./sent-code.js";
import type { Given } from "./factory-arguments.js";
import { withoutPrefix } from "../libraries/mcp-clients.js";
import { Reading } from "../libraries/originals.js";
import { readSentence } from "../libraries/sentence.js";

/** How much of a foreign message reaches the caller: all, all but what it quotes, or nothing. */
export type ForeignMessages = "kept" | "unquoted" | "hidden";

/** The context's member by which a boundary says how much that is. */
export const foreignMessages = Symbol("foreignMessages");

/** The context's member with what a boundary reads of the value, for all of its parts. */
export const knownReading = Symbol("knownReading");

function findReading(context: unknown): Reading | undefined {
  const reading = readMember(context, knownReading);
  return Reading.is(reading) ? reading : undefined;
}

export const isInBoundary = (context: unknown): boolean => findReading(context) !== undefined;

/** Reads a foreign value, where the boundary has not read it. */
export function readForeign(value: unknown, context: unknown): Reading {
  const reading = findReading(context);
  // A project's class may convert another value.
  return reading && reading.value === value ? reading : new Reading(value);
}

/** The boundary asks for it, or the error says so itself (`expose: false` of http-errors, `isServer` of Boom). */
export function isHidden({ lineage, value }: ThrownValue, context: unknown): boolean {
  return !lineage && (readMember(context, foreignMessages) === "hidden" || isUnexposed(value));
}

export const isKept = ({ lineage }: ThrownValue, context: unknown): boolean =>
  lineage !== undefined || readMember(context, foreignMessages) === "kept";

const hiders = /* @__PURE__ */ getShared("hiders", () => new WeakMap<object, () => ContractError>());

export function setHidden(error: object, hide: () => ContractError): void {
  hiders.set(error, hide);
}

export function hideForeign(error: ContractError): ContractError {
  return hiders.get(error)?.() ?? error;
}

export interface ThrownValue {
  readonly value: unknown;
  readonly lineage: readonly string[] | undefined;
  readonly origin: CompiledContract | undefined;
}

export function describeThrown(thrown: unknown): ThrownValue {
  for (const link of listCauses(thrown)) [link, ...listErrors(link)].forEach(handleRejection);
  const value = findFirstFailure(thrown);
  const lineage = readLineage(value);
  return { value, lineage, origin: lineage && readOrigin(value as object) };
}

function readOrigin(error: object): CompiledContract | undefined {
  const contract = readMember(readMember(error, "constructor"), "contract") as ContractData | undefined;
  const compiled = contract && tryTo(() => compileContract(contract));
  return compiled?.isReadable === true ? compiled : undefined;
}

export function getContractOf(error: ContractError, errorClass: FailureClass): CompiledContract {
  return describeThrown(error).origin ?? compileContract(errorClass.contract);
}

function getCondition({ value, origin }: ThrownValue): Condition | undefined {
  return origin?.findEntry(readMember(value, origin.code.name))?.condition;
}

/** Members alone make no relative: an API may answer with fields of these names and the session of somebody else. */
export function readForeignFields(compiled: CompiledContract, thrown: ThrownValue, context: unknown): Given {
  const { contract, code, message } = compiled;
  const knowledge = getKnowledge(contract);
  const given = callSafely(knowledge.recognise, [thrown.value, context, contract]);
  const recognised = isHidden(thrown, context) ? { [code.name]: readMember(given, code.name) } : given;
  const fields: Record<string, unknown> = {};
  for (const field of compiled.settable) {
    if (field === code || field === message) continue;
    const { name } = field;
    const candidates = [readMember(context, name), readMember(recognised, name), ...readField(compiled, thrown, field)];
    fields[name] = candidates.find((candidate) => canFill(field, candidate));
  }
  const reading = readForeign(thrown.value, context);
  const wait = contract.foreign?.isClassified
    ? features.libraries?.findWait(reading, Date.now(), readMember(context, "libraries"))
    : undefined;
  fields[code.name] = chooseCode(compiled, thrown, context, recognised, reading, wait);
  setWait(compiled, fields, wait);
  const fits = (text: unknown): text is string => typeof text === "string" && text !== "" && message.canHold(text);
  const own = readMember(context, message.name);
  const foreign = fits(own) || isHidden(thrown, context) ? [] : readMessages(compiled, thrown);
  const text = [own, readMember(recognised, message.name), ...foreign].find(fits);
  fields[message.name] = text === undefined || isKept(thrown, context) ? text : withoutQuoted(text, own, thrown);

  const known = callSafely(knowledge.fields, [fields[code.name], thrown.value, context]);
  for (const field of compiled.settable) {
    const candidate = readMember(known, field.name);
    if (field !== code && canFill(field, candidate)) fields[field.name] ??= candidate;
  }
  return moveMessageToDetails(compiled, thrown, context, fields);
}

/** A message of the project's own stays, but for what it repeats of the foreign one. */
function withoutQuoted(text: string, own: unknown, { value }: ThrownValue): string {
  if (text !== own) return leaveOutQuoted(text);
  const foreign = typeof value === "string" ? value : readMember(value, "message");
  return typeof foreign === "string" && foreign !== "" ? text.replaceAll(foreign, leaveOutQuoted) : text;
}

/** A failure that lasts has no wait. */
function setWait(
  { retryAfter, code, findEntry }: CompiledContract,
  fields: Record<string, unknown>,
  wait: StatedWait | undefined,
): void {
  if (!retryAfter || !wait) return;
  const entry = findEntry(fields[code.name]);
  if (entry && features.libraries?.takesWait(entry.condition)) fields[retryAfter.name] ??= wait.seconds;
}

function isRelated({ contract }: CompiledContract, { value, lineage }: ThrownValue): boolean {
  if (lineage) return [contract.name, ...(contract.extends ?? [])].some((name) => hasContract(lineage, name));
  return contract.legacy?.classes !== undefined && isOfClass(value, contract.legacy.classes);
}

const isOfClass = (value: unknown, names: readonly string[]): boolean =>
  listPrototypes(value)
    .map((prototype) => readMember(readAt(prototype, ["constructor"]), "name"))
    .some((name) => names.includes(name as string));

function readField(compiled: CompiledContract, thrown: ThrownValue, field: Field): readonly unknown[] {
  const { contract } = compiled;
  const isShared = hasContract(thrown.lineage, contract.name) || Object.hasOwn(contract.context, field.name);
  if (!isShared || !isRelated(compiled, thrown)) return readCounterparts(compiled, thrown, field);
  const own = readMember(thrown.value, field.name);
  const earlier = contract.legacy?.fields[field.name];
  if (!earlier) return [own];
  const value = readMember(thrown.value, earlier.from);
  return [own, earlier.lowerCase === true && typeof value === "string" ? value.toLowerCase() : value];
}

function readCounterparts(
  compiled: CompiledContract,
  { value, origin }: ThrownValue,
  field: Field,
): readonly unknown[] {
  if (!origin || isRelative(origin.contract, compiled.contract)) return [];
  const toolDefault = origin.tool && origin.contract.context[origin.tool.name]?.default;
  return origin.fields
    .filter((candidate) => findCounterpart(origin.contract, candidate, compiled) === field)
    .map(({ name }) => readMember(value, name))
    .filter((candidate) => candidate !== toolDefault);
}

/** An error of another contract has its own name for its message, and may say more in the native one. */
function readMessages(compiled: CompiledContract, thrown: ThrownValue): readonly unknown[] {
  const { contract, code, message } = compiled;
  const { value, lineage, origin } = thrown;
  if (contract.message === "literal" || (contract.foreign?.message === "hidden" && !lineage)) return [];
  const hasCode = ["string", "number"].includes(typeof readMember(value, code.name));
  const name = hasCode ? message.name : "message";
  const texts = typeof value === "string" ? [value] : [readMember(value, name), readMember(value, "message")];
  if (lineage) return [origin && readMember(value, origin.message.name), ...texts];
  // The client's SDK adds the code of a protocol's error itself.
  const sentences = texts.map((text) => (typeof text === "string" ? withoutPrefix(text).text : text));
  return sentences.map((text) => (text === readMember(value, "message") ? readSentence(value) : text));
}

function chooseCode(
  compiled: CompiledContract,
  thrown: ThrownValue,
  context: unknown,
  recognised: unknown,
  reading: Reading,
  wait: StatedWait | undefined,
): unknown {
  const { contract, code, fallback } = compiled;
  const { value } = thrown;
  const isRegistered = (candidate: unknown): boolean => code.canHold(candidate);
  const requested = readMember(context, code.name);
  if (isRegistered(requested)) return requested;

  const own = readMember(value, code.name);
  const successors = contract.legacy?.codes ?? {};
  const found = [
    callSafely(readMember(context, "classify"), [value]),
    readMember(recognised, code.name),
    own,
    typeof own === "string" && Object.hasOwn(successors, own) ? successors[own] : undefined,
    readMember(value, "code"),
  ].find(isRegistered);
  if (found !== undefined) return found;

  const known = callSafely(getKnowledge(contract).code, [value, context, getCondition(thrown)]);
  return isRegistered(known) ? known : (findCodeInCauses(compiled, thrown, context, reading, wait) ?? fallback.unknown);
}

/** An error of a contract settles it by its code or condition, any other by what is known of libraries. */
function findCodeInCauses(
  compiled: CompiledContract,
  thrown: ThrownValue,
  context: unknown,
  { links }: Reading,
  wait: StatedWait | undefined,
): string | number | undefined {
  const { contract, code } = compiled;
  const isClassified = contract.foreign?.isClassified === true;
  let general: LibraryMeaning | undefined;
  for (const known of links) {
    const link = known.value;
    const each = link === thrown.value ? thrown : describeThrown(link);
    const own = hasContract(each.lineage, contract.name) ? readMember(link, code.name) : undefined;
    if (code.canHold(own)) return own as string | number;
    const condition = getCondition(each);
    if (condition) return findCodeByCondition(contract, condition);
    const listed = compiled.foreignCodes.size > 0 ? findCodeInTable(compiled.foreignCodes, link) : undefined;
    if (listed !== undefined) return listed;
    const failure = isClassified ? readUnframed(link) : undefined;
    const sent = failure && findSentCode(contract, failure);
    if (sent !== undefined) return sent;
    const held = failure && failure !== link ? new Reading(failure).links[0]! : known;
    const meaning = isClassified ? features.libraries?.classify(held, readMember(context, "libraries")) : undefined;
    if (meaning && !meaning.isGeneral) return toCode(contract, meaning.condition, wait);
    general ??= meaning;
  }
  return isClassified ? toCode(contract, general?.condition, wait) : undefined;
}

function toCode(
  contract: ContractData,
  condition: Condition | undefined,
  wait: StatedWait | undefined,
): string | number | undefined {
  const adjusted = wait ? features.libraries?.adjust(condition, wait) : condition;
  return adjusted && findCodeByCondition(contract, adjusted);
}

function findCodeInTable(codes: CompiledContract["foreignCodes"], thrown: unknown): string | number | undefined {
  const [errno, syscall] = [readMember(thrown, "code"), readMember(thrown, "syscall")];
  if (typeof errno === "string") {
    // Node adds the program to `spawn`, and says `spawnSync` where it waits.
    const call = typeof syscall === "string" ? syscall.split(" ")[0]!.replace(/Sync$/u, "") : "";
    const code = codes.get(`${errno} ${call}`) ?? codes.get(errno);
    if (code !== undefined) return code;
  }
  const status = readStatus(thrown);
  return status === undefined ? undefined : (codes.get(`${status}`) ?? codes.get(`${Math.floor(status / 100)}xx`));
}

/** All of the error's own, the context's message, and the context's values for what is empty. Never throws. */
export function readReworded(compiled: CompiledContract, error: object, context: unknown): Given | undefined {
  const { contract, message } = compiled;
  const text = readMember(context, message.name);
  if (typeof text !== "string" || text === "" || !canFill(message, text)) return undefined;
  const fields: Record<string, unknown> = {};
  for (const field of compiled.settable) {
    const { name } = field;
    const [own, given] = [readMember(error, name), field === compiled.code ? undefined : readMember(context, name)];
    // The error may have been changed since it was created.
    const isOwn = canFill(field, own) && own !== contract.context[name]?.default;
    fields[name] = [isOwn ? own : given, own].find((value) => canFill(field, value));
  }
  return { ...fields, [message.name]: text };
}

function moveMessageToDetails(
  { code, message, details, findEntry }: CompiledContract,
  { lineage }: ThrownValue,
  context: unknown,
  fields: Given,
): Given {
  const detail = findEntry(fields[code.name])?.foreign;
  const text = fields[message.name];
  if (detail === undefined || !details || text === undefined || lineage) return fields;
  if (fields[details.name] !== undefined || readMember(context, message.name) !== undefined) return fields;
  return { ...fields, [details.name]: { [detail]: text }, [message.name]: undefined };
}
