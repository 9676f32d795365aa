import type { PlatformURL } from "../json/platform-types.js";
import { isRecord } from "../json/read.js";
import { readOptions, type OptionRows } from "../error/refusal.js";
import {
  addTo,
  ChainCheck,
  createProblem,
  EarlierCheck,
  isBefore,
  type AuditChain,
  type AuditPlace,
  type AuditProblem,
  type ChainEntry,
  type Place,
} from "./chain-check.js";
import { hashLine, isHash, isSigned } from "./entry.js";
import { readLines } from "./lines.js";
import { closeFiles, openFiles, openLog, type LogSnapshot } from "./log-snapshot.js";
import { isCount, isSecret, resolvePath, toKeyBytes } from "./options.js";
import { findWritten, TornLines, type WrittenEntry } from "./torn-lines.js";

/** The result of {@link verifyAuditLog}. */
export interface AuditVerification {
  /** Whether there are no problems. */
  readonly ok: boolean;
  /** How many entries can be read. */
  readonly entries: number;
  /** The lines that the writers did not leave in this way, in the order of the log. */
  readonly problems: readonly AuditProblem[];
  /** Lines that a writer has left unfinished, and entries behind such a beginning. */
  readonly torn: readonly AuditPlace[];
  /** The chain of each writer that kept one. */
  readonly chains: readonly AuditChain[];
  /** The files that were read, oldest first, as absolute paths. */
  readonly files: readonly string[];
}

/** How {@link verifyAuditLog} reads a log. */
export interface AuditVerifyOptions {
  /**
   * The `rotate.keep` of the log's writers: the number of full files that must be there where the first ones were
   * deleted. Default: any number.
   */
  readonly keep?: number;
  /**
   * The `chains` of an earlier check, or its whole result: the last entry of each writer must stand there still.
   * Default: the end of a chain is not checked.
   */
  readonly earlier?: readonly AuditChain[] | { readonly chains: readonly AuditChain[] };
  /** The `key` of the log's writers: each entry must be signed with it. Without it no signature is checked. */
  readonly key?: string | Uint8Array;
}

/**
 * Checks an audit log with the files that rotation left beside it, as they are at one moment: every file is there,
 * every line an entry and every chain whole. A chain proves the entries between its ends; its end takes `earlier`, a
 * log that was written anew a `key`. Without a chain, only the files and the form of the lines are checked.
 *
 * @param path as it was given to `openAuditLog`; or a list of files, oldest first, whose chains may begin anywhere.
 * @throws AuditLogError when a file cannot be read.
 * @throws TypeError when an argument is of the wrong kind.
 * @example
 * ```js
 * import { openAuditLog, verifyAuditLog } from "error-contract/audit-log";
 *
 * openAuditLog("failures.jsonl", { chain: true });
 * console.log((await verifyAuditLog("failures.jsonl")).ok); // true
 * ```
 */
export async function verifyAuditLog(
  path: string | PlatformURL | readonly string[],
  options: AuditVerifyOptions = {},
): Promise<AuditVerification> {
  const given = readOptions(caller, options, optionRows);
  const snapshot = Array.isArray(path) ? openFiles(path.map(readPath)) : await openLog(readPath(path), given.keep);
  try {
    return await verifySnapshot(snapshot, given);
  } finally {
    closeFiles(snapshot.files);
  }
}

const optionRows: OptionRows<AuditVerifyOptions> = {
  keep: { expected: "a whole number above 0", fits: isCount },
  earlier: { expected: "the chains of an earlier check", fits: (value) => readChains(value) !== undefined },
  key: { expected: "a text or bytes, not empty", fits: isSecret },
};

export function readChains(earlier: unknown): readonly AuditChain[] | undefined {
  const chains: unknown = isRecord(earlier) ? earlier.chains : earlier;
  return Array.isArray(chains) && chains.every(isChain) ? chains : undefined;
}

function isChain(value: unknown): value is AuditChain {
  if (!isRecord(value)) return false;
  const { writer, last, hash } = value;
  return typeof writer === "string" && isCount(last) && isHash(hash);
}

const caller = "verifyAuditLog";

const readPath = (path: unknown): string =>
  resolvePath(caller, path, "the path of a log, its `file:` URL, or a list of paths");

async function verifySnapshot(snapshot: LogSnapshot, given: AuditVerifyOptions): Promise<AuditVerification> {
  const { files, isWhole } = snapshot;
  const key = given.key === undefined ? undefined : toKeyBytes(given.key);
  const [chain, torn, earlier] = [new ChainCheck(), new TornLines(), new EarlierCheck(readChains(given.earlier) ?? [])];
  const seen: AuditProblem[] = [...snapshot.problems];
  const unchained: Place[] = [];
  let end = snapshot.start;
  let entries = 0;

  const addEntry = (place: Place, { audit, bytes }: WrittenEntry, isCopied: boolean): void => {
    const { writer, sequence, previous, mac } = audit;
    if (!isCopied) entries++;
    if (key && !isSigned(bytes, mac, key)) {
      const message = "The entry was not signed with this key, or altered since.";
      seen.push(createProblem("unsigned", { place, writer }, message));
    }
    if (sequence === undefined) {
      if (!isCopied) unchained.push(place);
      return;
    }
    const entry = { place, writer, sequence, previous: previous ?? null, hash: hashLine(bytes) };
    chain.add(entry);
    earlier.add(entry);
  };
  for (const file of files) {
    for await (const { number, bytes, hasEnd } of readLines(file)) {
      const place = (end = { file: file.path, index: file.index, line: number });
      const written = bytes && findWritten(bytes);
      if (!written) {
        torn.endRun();
        seen.push(createProblem("foreign", { place }, "The line is no entry of an audit log."));
        continue;
      }
      torn.add(place, written, hasEnd);
      if (written.entry) addEntry(place, written.entry, written.hasFragment);
      else chain.addUnreadable(place);
    }
    torn.endRun();
  }

  const found = [
    ...seen,
    ...(chain.isEmpty ? [] : unchained.map(describeUnchained)),
    ...chain.findProblems(isWhole),
    ...(await findMissingAnchors(snapshot, chain)),
    ...earlier.findProblems(chain, { isWhole, end }),
  ] as (AuditProblem & Place)[];
  const problems = [...found, ...(torn.findProblems(found, entries) as typeof found)].sort(comparePlaces);
  return {
    ok: problems.length === 0,
    entries,
    problems: problems.map(({ index, ...rest }) => rest),
    torn: torn.listLeft(problems).map(({ index, ...rest }) => rest),
    chains: chain.describeChains(),
    files: files.map(({ path }) => path),
  };
}

const comparePlaces = (a: Place, b: Place): number => (isBefore(a, b) ? -1 : isBefore(b, a) ? 1 : 0);

const describeUnchained = (place: Place): AuditProblem =>
  createProblem("unchained", { place }, "The entry has no number, though others have.");

/** Finds chains whose first hash has no line. The lines are read again for that, so that no hash need be kept. */
async function findMissingAnchors(
  { files, isWhole }: LogSnapshot,
  chain: ChainCheck,
): Promise<readonly AuditProblem[]> {
  const wanted = new Map<string, ChainEntry[]>();
  for (const entry of chain.listBeginnings()) {
    const { previous, place } = entry;
    if (previous === null || (!isWhole && place.index === 0)) continue;
    addTo(wanted, previous, entry);
  }
  const found = new Set<ChainEntry>();
  for (const file of files) {
    if (wanted.size === 0) break;
    for await (const { number, bytes } of readLines(file)) {
      const place = { file: file.path, index: file.index, line: number };
      const waiting = (bytes && wanted.get(hashLine(bytes))) ?? [];
      for (const entry of waiting) if (isBefore(place, entry.place)) found.add(entry);
    }
  }
  const missed = [...wanted.values()].flat().filter((entry) => !found.has(entry));
  return missed.map((entry) => {
    const message = `The line that stood last when ${entry.writer} began was altered, moved or removed.`;
    return createProblem("missing", entry, message);
  });
}
