import { existsSync, statSync } from "node:fs";
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
import { entryStart, hashLine } from "./entry.js";
import { readLines } from "./lines.js";
import { resolvePath } from "./options.js";
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
   * Beginnings of entries. A writer leaves one behind when it ends in the middle of a write, before it acknowledges the
   * entry. Where a later entry of the writer shows that this one was written whole, it is a problem; so is any other
   * line that is no entry.
   */
  readonly torn: readonly AuditPlace[];
  /** The chain of each writer that kept one. */
  readonly chains: readonly AuditChain[];
  /** The files that were read, oldest first, as absolute paths. */
  readonly files: readonly string[];
}

/** How {@link verifyAuditLog} reads a log. */
export interface AuditVerifyOptions {
  /** The `rotate.keep` of the log's writers: so many full files must be there where the first ones were deleted. */
  readonly keep?: number;
}

/**
 * Reads a whole audit log, the files that rotation left beside it included, and checks that every file is there, every
 * line an entry and every chain whole: no entry altered, missing, reordered, repeated or slipped in. The first of
 * `problems` is the first line concerned.
 *
 * A chain proves the entries between its ends. That its end was cut off shows only against `chains` of an earlier
 * check, kept elsewhere, or against a writer that was opened later: each begins with the hash of the line that stood
 * last. After `keep` has deleted files, a chain may begin with any number. Without a chain, only the files and the form
 * of the lines are checked.
 *
 * @param path the log as it was given to `openAuditLog`; or a list of files, oldest first, for example those that
 *   logrotate made. Such a list is taken for an excerpt, whose chains may begin anywhere.
 * @throws AuditLogError when a file cannot be read.
 * @throws TypeError when an argument is of the wrong kind.
 */
export async function verifyAuditLog(
  path: string | URL | readonly string[],
  options: AuditVerifyOptions = {},
): Promise<AuditVerification> {
  const keep = readKeep(options);
  if (Array.isArray(path)) return verifyFiles(path.map(readPath), { isWhole: false, problems: [] });
  const log = readPath(path);
  for (let attempt = 1; ; attempt++) {
    const rotated = listRotatedFiles(log);
    const isLast = (): boolean => attempt === attempts || isDeepStrictEqual(listRotatedFiles(log), rotated);
    try {
      const isWhole = (rotated[0]?.number ?? 1) === 1;
      const problems = findMissingFiles(log, rotated, keep);
      const result = await verifyFiles(listFiles(log, rotated), { isWhole, problems });
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

/** Finds the places at which files of a log are missing: their numbers follow each other, and none is empty. */
function findMissingFiles(log: string, rotated: readonly RotatedFile[], keep = Infinity): readonly AuditProblem[] {
  const problems: AuditProblem[] = [];
  const report = (index: number, file: string, message: string): void => {
    problems.push(createProblem("missing", { place: { file, index, line: 1 } }, message));
  };
  let last = rotated.length >= keep ? rotated[0]!.number - 1 : 0;
  for (const [index, { path, number }] of rotated.entries()) {
    if (number > last + 1) report(index, path, "The files that should stand before this one are gone.");
    if (statSync(path, { throwIfNoEntry: false })?.size === 0) report(index, path, "The file is empty.");
    last = number;
  }
  if (rotated.length > 0 && !existsSync(log)) report(rotated.length, log, "The newest file is gone.");
  return problems;
}

function readKeep({ keep }: AuditVerifyOptions): number | undefined {
  if (keep === undefined || (Number.isSafeInteger(keep) && keep > 0)) return keep;
  throw new TypeError("verifyAuditLog: `keep` must be a whole number above 0");
}

const readPath = (path: unknown): string =>
  resolvePath("verifyAuditLog", path, "the path of a file, its `file:` URL, or a list of paths");

interface Expected {
  /** Whether the files go back to the first entry of each writer. */
  readonly isWhole: boolean;
  /** The problems that the files themselves have. */
  readonly problems: readonly AuditProblem[];
}

async function verifyFiles(
  files: readonly string[],
  { isWhole, problems: fileProblems }: Expected,
): Promise<AuditVerification> {
  const reading = new Reading();
  for (const [index, file] of files.entries()) {
    for await (const line of readLines(file)) reading.add({ file, index, line: line.number }, line.bytes);
  }
  const { chain, entries, torn } = reading;
  const found = [
    ...fileProblems,
    ...reading.problems,
    ...(chain.isEmpty ? [] : reading.unchained.map(describeUnchained)),
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

class Reading {
  readonly chain = new ChainCheck();
  readonly problems: AuditProblem[] = [];
  readonly torn: Place[] = [];
  readonly unchained: Place[] = [];
  entries = 0;

  add(place: Place, bytes: Buffer): void {
    const value = isBeginning(bytes) ? parseLine(bytes) : null;
    const audit = readAuditMember(value);
    if (audit) this.#addEntry(place, audit, bytes);
    else if (value === undefined) this.#addTorn(place, bytes);
    else this.problems.push(createProblem("foreign", { place }, "The line is no entry of an audit log."));
  }

  #addEntry(place: Place, audit: Numbered, bytes: Buffer): void {
    this.entries++;
    if (audit.sequence !== undefined) this.chain.add(createChainEntry(place, audit, bytes));
    else this.unchained.push(place);
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
}

const describeUnchained = (place: Place): AuditProblem =>
  createProblem("unchained", { place }, "The entry has no number, though others have.");

/**
 * Returns whether a line begins as entries do, or is so short that it may have been torn before that could be seen. A
 * power failure may leave zeros.
 */
function isBeginning(bytes: Buffer): boolean {
  if (bytes[0] === 0) return true;
  const length = Math.min(bytes.length, entryStart.length);
  return bytes.toString("latin1", 0, length) === entryStart.slice(0, length);
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
  const isLinked =
    Number.isSafeInteger(sequence) &&
    (sequence as number) >= 1 &&
    (previous === null || (typeof previous === "string" && /^[0-9a-f]{64}$/.test(previous)));
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
  const found = new Set<ChainEntry>();
  for (const [index, file] of files.entries()) {
    if (wanted.size === 0) break;
    for await (const { number, bytes } of readLines(file)) {
      const place = { file, index, line: number };
      for (const entry of wanted.get(hashLine(bytes)) ?? []) if (isBefore(place, entry.place)) found.add(entry);
    }
  }
  const missed = [...wanted.values()].flat().filter((entry) => !found.has(entry));
  return missed.map((entry) => {
    const message = `The line that stood last when ${entry.writer} began was altered, moved or removed.`;
    return createProblem("missing", entry, message);
  });
}
