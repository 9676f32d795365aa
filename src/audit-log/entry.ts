import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { AuditCause, AuditRecord } from "../boundary/boundary.js";
import type { JSONObject } from "../json/json-value.js";
import { isRecord } from "../json/read.js";
import type { Redaction } from "../json/redaction.js";
import { escapeMarks, toJSONSafe } from "../json/to-json-safe.js";

/** The log's own part of an entry. */
export interface AuditMember {
  /** The time at which the log received the entry: ISO 8601, UTC, milliseconds. */
  readonly time: string;
  /** The contract that the envelope belongs to. */
  readonly contract: string;
  /** The writer of the entry: the `writer` of the options and a part that is new for every opening of the log. */
  readonly writer: string;
  /** The id that the answer has too; absent where there is none. */
  readonly correlation_id?: string;
  /** With a chain: the entry's number among those of its writer, from 1. */
  readonly sequence?: number;
  /** With a chain: SHA-256, in hex, of the writer's entry before, of its first the line before it; null for none. */
  readonly previous?: string | null;
  /** SHA-256, in hex, of the torn line in front of this one, which another writer, or a full disk, has left. */
  readonly torn?: string;
  /** With a key: HMAC-SHA-256, in hex, of the bytes of the entry without this member. */
  readonly mac?: string;
  /** JSON pointers (RFC 6901) to what redaction replaced, at most a thousand; the empty one stands for the rest. */
  readonly redacted?: readonly string[];
  /** What was thrown and its causes, nearest first, with their stacks; absent where nothing was thrown. */
  readonly causes?: readonly AuditCause[];
  /** The envelope, if it has a member `audit` of its own; only then it does not stand beside this one. */
  readonly envelope?: JSONObject;
}

/** One line of the log: the members of the envelope as delivered (001 section 6), and the log's own under `audit`. */
export type AuditEntry<Envelope extends object = JSONObject> = { readonly audit: AuditMember } & Envelope;

/** The JSON Schema (draft 2020-12) of a line. The envelope's members are described by its contract's own schema. */
export const auditEntrySchema = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  $id: "urn:error-contract:audit-entry:1",
  type: "object",
  required: ["audit"],
  properties: {
    audit: {
      type: "object",
      required: ["time", "contract", "writer"],
      dependentRequired: { sequence: ["previous"], previous: ["sequence"] },
      additionalProperties: false,
      properties: {
        time: { type: "string", format: "date-time" },
        contract: { type: "string" },
        writer: { type: "string" },
        correlation_id: { type: "string" },
        sequence: { type: "integer", minimum: 1 },
        previous: { type: ["string", "null"], pattern: "^[0-9a-f]{64}$" },
        torn: { type: "string", pattern: "^[0-9a-f]{64}$" },
        mac: { type: "string", pattern: "^[0-9a-f]{64}$" },
        redacted: { type: "array", items: { type: "string", format: "json-pointer" }, minItems: 1 },
        causes: { $ref: "#/$defs/causes" },
        envelope: { type: "object" },
      },
    },
  },
  $defs: {
    causes: { type: "array", minItems: 1, items: { $ref: "#/$defs/cause" } },
    cause: {
      type: "object",
      properties: {
        name: { type: "string" },
        message: { type: "string" },
        code: { anyOf: [{ type: "string" }, { type: "number" }] },
        stack: { type: "string" },
        value: true,
        errors: { $ref: "#/$defs/causes" },
        causes: { $ref: "#/$defs/causes" },
      },
      additionalProperties: false,
    },
  },
} as const;

/** An entry that waits for its place in the file. The envelope is text already: later changes do not reach the log. */
export interface PreparedEntry {
  readonly time: string;
  readonly contract: string;
  readonly correlationId: string | undefined;
  readonly redacted: readonly string[];
  readonly causes: string | undefined;
  readonly envelope: string;
  readonly isNested: boolean;
  /** How long its line is at most, in bytes. */
  readonly bytes: number;
}

/** The longest line, in bytes: many times the largest envelope of a boundary. */
export const longestLine = 64 * 1024 * 1024;

/** Bytes of a line beside those of the record: the names of the log's own fields, time, writer, number and hash. */
const ownBytes = 2_000;

/** @throws TypeError when the record is not one, or its envelope cannot be written as JSON. */
export function prepareEntry(record: AuditRecord, time: string, redact: Redaction | undefined): PreparedEntry {
  const given: unknown = record;
  if (!isRecord(given)) throw new TypeError("audit record: expected { contract, envelope }");
  const { contract, envelope, correlation_id: id } = given;
  if (typeof contract !== "string" || contract === "") {
    throw new TypeError("audit record: `contract` must be the name of a contract");
  }
  if (!isRecord(envelope)) throw new TypeError("audit record: `envelope` must be an object");

  const text = toJSONText(envelope);
  const causes = toJSONSafe(given.causes);
  // The text is read back, so that nothing a `toJSON` method adds escapes the redaction.
  const sent = redact?.(JSON.parse(text) as JSONObject);
  const own = redact?.({ audit: { causes } });
  const redacted = [...(sent?.redacted ?? []), ...(own?.redacted ?? [])].slice(0, mostRedacted);
  const entry = {
    time,
    contract,
    correlationId: typeof id === "string" ? id : undefined,
    redacted,
    causes: writeCauses(own ? (own.value.audit as JSONObject).causes : causes),
    envelope: escapeMarks(sent ? JSON.stringify(sent.value) : text),
    isNested: Object.hasOwn(sent?.value ?? envelope, "audit"),
  };
  const others = escapeMarks(JSON.stringify([contract, entry.correlationId, redacted]));
  const texts = [entry.envelope, entry.causes ?? "", others];
  const bytes = texts.reduce((sum, each) => sum + Buffer.byteLength(each), ownBytes);
  if (bytes > longestLine) throw new TypeError(`audit record: a line has at most ${longestLine} bytes`);
  return { ...entry, bytes };
}

/** As many places as redaction lists in one object, and one that stands for the rest. */
const mostRedacted = 1_001;

const writeCauses = (causes: unknown): string | undefined =>
  Array.isArray(causes) && causes.length > 0 ? escapeMarks(JSON.stringify(causes)) : undefined;

function toJSONText(envelope: object): string {
  let text: unknown;
  try {
    text = JSON.stringify(envelope);
  } catch (cause) {
    throw new TypeError("audit record: `envelope` cannot be written as JSON", { cause });
  }
  // A `toJSON` method may return anything.
  if (typeof text === "string" && text.startsWith("{")) return text;
  throw new TypeError("audit record: `envelope` must be an object in JSON, too");
}

export interface Link {
  readonly sequence: number;
  readonly previous: string | null;
}

/** How every line begins. Inside a JSON string the quotes would be escaped, so it marks the start of an entry. */
export const entryStart = '{"audit":{"time":"';

interface Signature extends Partial<Link> {
  readonly writer: string;
  readonly torn?: string | undefined;
}

function createLine(entry: PreparedEntry, signature: Signature, key: Uint8Array | undefined): string {
  const { time, contract, correlationId, redacted, causes, envelope, isNested } = entry;
  const members = {
    time,
    contract,
    ...signature,
    correlation_id: correlationId,
    ...(redacted.length > 0 && { redacted }),
  };
  const head = escapeMarks(JSON.stringify(members)).slice(0, -1);
  const own = causes === undefined ? "" : `,"causes":${causes}`;
  const rest = envelope === "{}" ? "}" : `,${envelope.slice(1)}`;
  const tail = isNested ? `${own},"envelope":${envelope}}}` : `${own}}${rest}`;
  const mac = key ? formatMac(computeMac(`{"audit":${head}${tail}`, key)) : "";
  return `{"audit":${head}${mac}${tail}`;
}

export const isHash = (value: unknown): value is string => typeof value === "string" && /^[0-9a-f]{64}$/.test(value);

const formatMac = (mac: string): string => `,"mac":"${mac}"`;

const computeMac = (line: string | Uint8Array, key: Uint8Array): string =>
  createHmac("sha256", key).update(line).digest("hex");

export function isSigned(bytes: Uint8Array, mac: unknown, key: Uint8Array): boolean {
  if (!isHash(mac)) return false;
  const line = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // It stands in front of all that a record may hold, and the quotes within strings are escaped.
  const member = formatMac(mac);
  const start = line.indexOf(member);
  const unsigned = Buffer.concat([line.subarray(0, start), line.subarray(start + member.length)]);
  return start >= 0 && timingSafeEqual(Buffer.from(computeMac(unsigned, key)), Buffer.from(mac));
}

export const removeLink = (line: string): string =>
  line.replace(/,"sequence":\d+,"previous":(?:null|"[0-9a-f]{64}")/, "").replace(/,"(?:torn|mac)":"[0-9a-f]{64}"/g, "");

export function hashLine(line: string | Uint8Array): string {
  return createHash("sha256").update(line).digest("hex");
}

/** Its id is new every time, so that no two processes, and no restart, continue one chain in two ways. */
export class WriterLines {
  readonly id: string;
  readonly #isChained: boolean;
  readonly #key: Uint8Array | undefined;
  #next: Link | undefined;

  constructor({ writer, chain, key }: { writer: string; chain: boolean; key: Uint8Array | undefined }) {
    this.id = `${writer}/${randomBytes(6).toString("hex")}`;
    this.#isChained = chain;
    this.#key = key;
  }

  /** Begins the chain behind the last line of the log, where that is still to be done. */
  anchor(readLast: () => Uint8Array | undefined): void {
    if (!this.#isChained || this.#next) return;
    const last = readLast();
    this.#next = { sequence: 1, previous: last ? hashLine(last) : null };
  }

  createLines(entries: readonly PreparedEntry[], torn?: string): readonly string[] {
    let link = this.#next;
    return entries.map((entry, index) => {
      const line = createLine(entry, { writer: this.id, ...link, ...(index === 0 && torn && { torn }) }, this.#key);
      link &&= { sequence: link.sequence + 1, previous: hashLine(line) };
      return line;
    });
  }

  advance(lines: readonly string[]): void {
    const last = lines.at(-1);
    if (!this.#next || last === undefined) return;
    this.#next = { sequence: this.#next.sequence + lines.length, previous: hashLine(last) };
  }
}
