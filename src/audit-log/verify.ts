import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { parseJSON } from "../json/read.js";
import {
  ChainCheck,
  createProblem,
  isBefore,
  type AuditChain,
  type AuditPlace,
  type AuditProblem,
  type ChainEntry,
  type Place,
} from "./chain-check.js";
import { hashLine } from "./chain.js";
import { entryStart } from "./entry.js";
import { readLines, type Line } from "./lines.js";
import { listRotatedFiles, type RotatedFile } from "./rotation.js";

/** The result of {@link verifyAuditLog}. */
export interface AuditVerification {
  /** Whether there are no problems. */
  readonly ok: boolean;
  /** How many entries can be read. */
  readonly entries: number;
  /** The lines that the writers did not leave in this way, in the order of the log. */
  readonly problems: readonly AuditProblem[];
  /**
   * Lines that are no JSON. A writer leaves one behind when it ends in the middle of a write, before it acknowledges
   * the entry; where the chains are whole, they are no problem. Without a chain they cannot be distinguished from
   * damage.
   */
  readonly torn: readonly AuditPlace[];
  /** The chain of each writer that kept one. */
  readonly chains: readonly AuditChain[];
  /** The files that were read, oldest first, as absolute paths. */
  readonly files: readonly string[];
}

/**
 * Reads a whole audit log, the files that rotation left beside it included, and checks that every line is an entry and
 * every chain whole: no entry altered, missing, reordered, repeated or slipped in. The first of `problems` is the first
 * line concerned.
 *
 * A chain proves the entries between its ends. That its end was cut off shows only against `chains` of an earlier
 * check, kept elsewhere, or against a writer that was opened later: each begins with the hash of the line that stood
 * last. After `keep` has deleted files, a chain may begin with any number. Without a chain, only the form of the lines
 * is checked.
 *
 * @param path the log as it was given to `openAuditLog`; or a list of files, oldest first, for example those that
 *   logrotate made. Such a list is taken for an excerpt, whose chains may begin anywhere.
 * @throws AuditLogError when a file cannot be read.
 */
export async function verifyAuditLog(path: string | URL | readonly string[]): Promise<AuditVerification> {
  if (Array.isArray(path)) return verifyFiles(path.map(resolvePath), false);
  const log = resolvePath(path);
  for (let attempt = 1; ; attempt++) {
    const rotated = listRotatedFiles(log);
    const isLast = (): boolean => attempt === attempts || isDeepStrictEqual(listRotatedFiles(log), rotated);
    try {
      const result = await verifyFiles(listFiles(log, rotated), (rotated[0]?.number ?? 1) === 1);
      if (isLast()) return result;
    } catch (error) {
      if (isLast()) throw error;
    }
  }
}

/** How often a log is read anew that was rotated while it was read. */
const attempts = 10;

/** Lists the files of a log, without the newest where rotation has moved it away and no writer has begun another. */
function listFiles(log: string, rotated: readonly RotatedFile[]): readonly string[] {
  const paths = rotated.map(({ path }) => path);
  return paths.length > 0 && !existsSync(log) ? paths : [...paths, log];
}

function resolvePath(path: unknown): string {
  if (path instanceof URL && path.protocol === "file:") return fileURLToPath(path);
  if (typeof path === "string" && path !== "" && !path.includes("\0")) return resolve(path);
  throw new TypeError("verifyAuditLog: `path` must be the path of a file, its `file:` URL, or a list of paths");
}

async function verifyFiles(files: readonly string[], isWhole: boolean): Promise<AuditVerification> {
  const reading = new Reading();
  for (const [index, file] of files.entries()) {
    for await (const line of readLines(file)) reading.add({ file, index, line: line.number }, line.bytes);
  }
  const { chain, entries, torn } = reading;
  const found = [
    ...reading.problems,
    ...chain.findProblems(isWhole),
    ...(await findMissingAnchors(files, chain, isWhole)),
  ];
  const problems = found.map((item) => item as AuditProblem & Place).sort((a, b) => (isBefore(b, a) ? 1 : -1));
  return {
    ok: problems.length === 0,
    entries,
    problems: problems.map(({ index, ...rest }) => rest),
    torn: torn.map(({ index, ...rest }) => rest),
    chains: chain.describeChains(),
    files,
  };
}

/** The lines as they go by. */
class Reading {
  readonly chain = new ChainCheck();
  readonly problems: AuditProblem[] = [];
  readonly torn: Place[] = [];
  entries = 0;

  add(place: Place, bytes: Buffer): void {
    const value = parseLine(bytes);
    const audit = readAuditMember(value);
    if (audit) this.#addEntry(place, audit, bytes);
    else if (value === undefined) this.#addTorn(place, bytes);
    else this.#addProblem("foreign", place, "The line is JSON, but no entry of an audit log.");
  }

  #addEntry(place: Place, audit: Numbered, bytes: Buffer): void {
    this.entries++;
    if (audit.sequence !== undefined) this.chain.add(createChainEntry(place, audit, bytes));
    else if (!this.chain.isEmpty) this.#addProblem("unchained", place, "The entry has no number, though others have.");
  }

  /**
   * Adds a torn line. An entry can stand behind the torn entry of a killed writer. Its own writer noticed and wrote a
   * copy, with a number of its own; the spoiled one keeps its place in the chain.
   */
  #addTorn(place: Place, bytes: Buffer): void {
    this.torn.push(place);
    const spoiled = findSpoiledEntry(bytes);
    if (spoiled) this.chain.add(createChainEntry(place, spoiled.audit, spoiled.bytes));
    else this.chain.addUnreadable(place);
  }

  #addProblem(kind: "foreign" | "unchained", place: Place, message: string): void {
    this.problems.push(createProblem(kind, { place }, message));
  }
}

interface Numbered {
  readonly writer: string;
  readonly sequence?: number;
  readonly previous?: string | null;
}

function createChainEntry(place: Place, { writer, sequence, previous }: Numbered, bytes: Buffer): ChainEntry {
  return { place, writer, sequence: sequence!, previous: previous ?? null, hash: hashLine(bytes) };
}

function parseLine(bytes: Buffer): unknown {
  return parseJSON(bytes.toString(), Infinity);
}

function readAuditMember(value: unknown): Numbered | undefined {
  const audit = (value as { audit?: Record<string, unknown> } | null | undefined)?.audit;
  if (typeof audit !== "object" || (audit as unknown) === null) return undefined;
  const { time, contract, writer, sequence, previous } = audit;
  const isSigned = [time, contract, writer].every((text) => typeof text === "string");
  const isLinked = Number.isSafeInteger(sequence) && (previous === null || typeof previous === "string");
  const isPlain = sequence === undefined && previous === undefined;
  return isSigned && (isLinked || isPlain) ? (audit as unknown as Numbered) : undefined;
}

/** How many beginnings of an entry are looked at in a torn line; more than a few torn entries do not meet in one. */
const mostBeginnings = 20;

function findSpoiledEntry(bytes: Buffer): { readonly audit: Numbered; readonly bytes: Buffer } | undefined {
  let start = 0;
  for (let seen = 0; seen < mostBeginnings; seen++) {
    start = bytes.indexOf(entryStart, start + 1);
    if (start < 0) return undefined;
    const rest = bytes.subarray(start);
    const audit = readAuditMember(parseLine(rest));
    if (audit?.sequence !== undefined) return { audit, bytes: rest };
  }
  return undefined;
}

/** Finds chains whose first hash has no line. The lines are read again for that, so that no hash need be kept. */
async function findMissingAnchors(
  files: readonly string[],
  chain: ChainCheck,
  isWhole: boolean,
): Promise<readonly AuditProblem[]> {
  const wanted = new Map<string, ChainEntry[]>();
  for (const entry of chain.listBeginnings()) {
    const { previous, place } = entry;
    if (previous === null || (!isWhole && place.index === 0)) continue;
    const waiting = wanted.get(previous);
    if (waiting) waiting.push(entry);
    else wanted.set(previous, [entry]);
  }
  for (const file of files) {
    if (wanted.size === 0) break;
    for await (const line of readLines(file)) dropFound(wanted, line);
  }
  return [...wanted.values()].flat().map((entry) => {
    const message = `The line that stood last when ${entry.writer} began was altered or removed.`;
    return createProblem("missing", entry, message);
  });
}

function dropFound(wanted: Map<string, unknown>, { bytes }: Line): void {
  wanted.delete(hashLine(bytes));
}
