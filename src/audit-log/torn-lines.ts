import { isRecord, parseJSON } from "../json/read.js";
import { addTo, createProblem, type AuditProblem, type Place } from "./chain-check.js";
import { entryStart, hashLine, isHash, removeLink, type AuditMember } from "./entry.js";

export interface WrittenEntry {
  readonly audit: AuditMember;
  readonly bytes: Buffer;
}

export interface WrittenLine {
  readonly bytes: Buffer;
  readonly entry: WrittenEntry | undefined;
  readonly hasFragment: boolean;
}

export function findWritten(bytes: Buffer): WrittenLine | undefined {
  const zeros = bytes.findIndex((byte) => byte !== 0);
  // A power failure may leave zeros.
  const rest = zeros < 0 ? Buffer.alloc(0) : bytes.subarray(zeros);
  const isBeginning = startsLikeEntry(rest);
  if (!isBeginning) return undefined;
  const value = parseJSON(rest.toString(), Infinity);
  const audit = readAuditMember(value);
  if (audit) return { bytes, entry: { audit, bytes: rest }, hasFragment: zeros !== 0 };
  if (value !== undefined) return undefined;
  return { bytes, entry: findHiddenEntry(rest), hasFragment: true };
}

/** Returns whether bytes begin as entries do, or are so few that they may have been torn before that could be seen. */
function startsLikeEntry(bytes: Buffer): boolean {
  const length = Math.min(bytes.length, entryStart.length);
  return bytes.toString("latin1", 0, length) === entryStart.slice(0, length);
}

function readAuditMember(value: unknown): AuditMember | undefined {
  const audit = isRecord(value) ? value.audit : undefined;
  if (!isRecord(audit)) return undefined;
  const { time, contract, writer, sequence, previous } = audit;
  const isComplete = [time, contract, writer].every((text) => typeof text === "string");
  const isLinked =
    Number.isSafeInteger(sequence) && (sequence as number) >= 1 && (previous === null || isHash(previous));
  const isPlain = sequence === undefined && previous === undefined;
  return isComplete && (isLinked || isPlain) ? (audit as unknown as AuditMember) : undefined;
}

/** How many beginnings of an entry are looked at in a torn line; more than a few torn entries do not meet in one. */
const mostBeginnings = 20;

function findHiddenEntry(bytes: Buffer): WrittenEntry | undefined {
  let start = 0;
  for (let seen = 0; seen < mostBeginnings; seen++) {
    start = bytes.indexOf(entryStart, start + 1);
    if (start < 0) return undefined;
    const rest = bytes.subarray(start);
    const audit = readAuditMember(parseJSON(rest.toString(), Infinity));
    if (audit) return { audit, bytes: rest };
  }
  return undefined;
}

/**
 * The lines that are no whole entry. One was torn where the file ends with it, where the entry behind it has its hash,
 * or where a later entry of its writer has its number. Nothing vouches for a line that somebody cut or hid.
 */
export class TornLines {
  readonly #places: Place[] = [];
  #last: { readonly place: Place; readonly hash: string; readonly sign: string | undefined } | undefined;
  readonly #waiting = new Map<string, Place[]>();
  readonly #unexplained: Place[] = [];

  add(place: Place, { bytes, entry, hasFragment }: WrittenLine, hasEnd: boolean): void {
    if (entry && this.#last && entry.audit.torn === this.#last.hash) this.#last = undefined;
    this.endRun();
    if (entry && this.#waiting.size > 0) {
      for (const sign of [toCopySign(entry), toNumberSign(entry.audit)]) this.#waiting.delete(sign);
    }
    if (!hasFragment) return;
    this.#places.push(place);
    if (!hasEnd) return;
    if (entry) addTo(this.#waiting, toCopySign(entry), place);
    else this.#last = { place, hash: hashLine(bytes), sign: readNumberSign(bytes) };
  }

  /** Takes note that the line before is vouched for by no line behind it, but perhaps by a later one. */
  endRun(): void {
    const last = this.#last;
    this.#last = undefined;
    if (last?.sign !== undefined) addTo(this.#waiting, last.sign, last.place);
    else if (last) this.#unexplained.push(last.place);
  }

  findProblems(others: readonly Place[], entries: number): readonly AuditProblem[] {
    if (entries === 0 && this.#places.length > 0) {
      return [createProblem("altered", { place: this.#places[0]! }, "No entry of the log is whole.")];
    }
    const named = new Set(others.map(toKey));
    const places = [...this.#unexplained, ...[...this.#waiting.values()].flat()];
    const message = "The line is no whole entry, and no writer has left it so.";
    return places
      .filter((place) => !named.has(toKey(place)))
      .map((place) => createProblem("altered", { place }, message));
  }

  listLeft(problems: readonly Place[]): readonly Place[] {
    const named = new Set(problems.map(toKey));
    return this.#places.filter((place) => !named.has(toKey(place)));
  }
}

const toKey = ({ index, line }: Place): string => `${index}:${line}`;

const toNumberSign = ({ writer, sequence }: Pick<AuditMember, "writer" | "sequence">): string =>
  `${sequence} ${writer}`;

const toCopySign = ({ bytes }: WrittenEntry): string => hashLine(removeLink(bytes.toString()));

const text = String.raw`"((?:[^"\\]|\\.)*)"`;
const beginning = new RegExp(
  String.raw`^\{"audit":\{"time":${text},"contract":${text},"writer":${text},"sequence":(\d+),`,
);

function readNumberSign(bytes: Buffer): string | undefined {
  const [, , , writer, sequence] = beginning.exec(bytes.toString("utf8", 0, 5_000)) ?? [];
  const name = parseJSON(`"${writer}"`);
  return typeof name === "string" && sequence !== undefined
    ? toNumberSign({ writer: name, sequence: Number(sequence) })
    : undefined;
}
