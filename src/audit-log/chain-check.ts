/** A line of the log. */
export interface AuditPlace {
  /** The file, as an absolute path. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
}

/**
 * - `altered`: the line is not what was written, or no whole entry though no writer has left it so.
 * - `missing`: entries or files before this line, or those of an earlier check, are gone.
 * - `reordered`: entries with lower numbers stand after this line.
 * - `repeated`: the number stands in the log already.
 * - `unchained`: an entry without number and hash in a log with entries that have them.
 * - `unsigned`: an entry without the signature of the key.
 * - `foreign`: no entry of an audit log, nor the beginning of one; or a file that no log has.
 */
export type AuditProblemKind = "altered" | "missing" | "reordered" | "repeated" | "unchained" | "unsigned" | "foreign";

/** A line of the log that its writers did not leave in this way. */
export interface AuditProblem extends AuditPlace {
  /** What is wrong. */
  readonly kind: AuditProblemKind;
  /** The writer of the entries concerned. */
  readonly writer?: string;
  /** The problem in a sentence. */
  readonly message: string;
}

/** The entries of one writer. Kept elsewhere, `last` and `hash` show later whether the end was cut off. */
export interface AuditChain {
  /** The name of the writer, as `AuditLogOptions.writer` gave it. */
  readonly writer: string;
  /** The lowest number in the log; above 1 where older files are gone. */
  readonly first: number;
  /** The highest number. */
  readonly last: number;
  /** The SHA-256 of the entry with the highest number, in hex. */
  readonly hash: string;
}

export interface ChainEntry {
  readonly place: Place;
  readonly writer: string;
  readonly sequence: number;
  readonly previous: string | null;
  readonly hash: string;
}

export interface Place extends AuditPlace {
  readonly index: number;
}

interface Run {
  readonly first: ChainEntry;
  last: ChainEntry;
}

interface BrokenLink {
  readonly from: ChainEntry;
  readonly to: ChainEntry;
}

/** Remembers runs alone: a log in order has one for each writer and file, however long it is. */
export class ChainCheck {
  readonly #runs = new Map<string, Run[]>();
  readonly #broken: BrokenLink[] = [];
  readonly #unreadable: Place[] = [];

  add(entry: ChainEntry): void {
    const run = this.#runs.get(entry.writer)?.at(-1);
    if (run?.last.place.index !== entry.place.index || entry.sequence !== run.last.sequence + 1) {
      addTo(this.#runs, entry.writer, { first: entry, last: entry });
      return;
    }
    this.#link(run.last, entry);
    run.last = entry;
  }

  addUnreadable(place: Place): void {
    this.#unreadable.push(place);
  }

  get isEmpty(): boolean {
    return this.#runs.size === 0;
  }

  listBeginnings(): readonly ChainEntry[] {
    return [...this.#runs.values()].map((runs) => sortRuns(runs)[0]!.first).filter(({ sequence }) => sequence === 1);
  }

  describeChains(): readonly AuditChain[] {
    return [...this.#runs].map(([writer, runs]) => {
      const last = runs.map((run) => run.last).reduce((a, b) => (b.sequence > a.sequence ? b : a));
      return { writer, first: sortRuns(runs)[0]!.first.sequence, last: last.sequence, hash: last.hash };
    });
  }

  findProblems(isWhole: boolean): readonly AuditProblem[] {
    const found = [...this.#runs.values()].flatMap((runs) => [
      ...this.#checkRuns(sortRuns(runs), isWhole),
      ...findReordered(runs),
    ]);
    return [...found, ...this.#findAlterations()];
  }

  #link(from: ChainEntry, to: ChainEntry): void {
    if (to.previous !== from.hash) this.#broken.push({ from, to });
  }

  #checkRuns([start, ...rest]: readonly Run[], isWhole: boolean): readonly AuditProblem[] {
    let { last } = start!;
    const problems = isWhole && start!.first.sequence > 1 ? [this.#describeGap(undefined, start!.first)] : [];
    for (const run of rest) {
      const { sequence } = run.first;
      if (sequence <= last.sequence)
        problems.push(createProblem("repeated", run.first, `${formatName(run.first)} is there twice.`));
      else if (sequence > last.sequence + 1) problems.push(this.#describeGap(last, run.first));
      else this.#link(last, run.first);
      if (run.last.sequence > last.sequence) last = run.last;
    }
    return problems;
  }

  #describeGap(before: ChainEntry | undefined, after: ChainEntry): AuditProblem {
    const [from, to] = [(before?.sequence ?? 0) + 1, after.sequence - 1];
    const what = from === to ? `Entry ${from} of ${after.writer}` : `Entries ${from} to ${to} of ${after.writer}`;
    const damaged = this.#findUnreadable(before?.place, after.place);
    if (!damaged) return createProblem("missing", after, `${what} should stand before this line.`);
    const message = `${what} should stand here, but the line is not whole.`;
    return createProblem("altered", { ...after, place: damaged }, message);
  }

  /** Finds the first unreadable line between two places, by halves: a damaged log may have many of both. */
  #findUnreadable(before: Place | undefined, after: Place): Place | undefined {
    let [low, high] = [0, before ? this.#unreadable.length : 0];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isBefore(before!, this.#unreadable[middle]!)) high = middle;
      else low = middle + 1;
    }
    const found = this.#unreadable[low];
    return found && isBefore(found, after) ? found : undefined;
  }

  /** A line whose text was altered breaks the link behind it; one whose recorded hash was altered breaks both links. */
  #findAlterations(): readonly AuditProblem[] {
    const links = this.#broken.sort((a, b) =>
      a.from.writer === b.from.writer ? a.from.sequence - b.from.sequence : a.from.writer < b.from.writer ? -1 : 1,
    );
    const stretches: BrokenLink[][] = [];
    for (const link of links) {
      const stretch = stretches.at(-1);
      if (stretch?.at(-1)!.to === link.from) stretch.push(link);
      else stretches.push([link]);
    }
    const altered = stretches.flatMap((stretch) =>
      stretch.length === 2 ? [stretch[0]!.to] : stretch.map(({ from }) => from),
    );
    const isAltered = "or what its neighbours say of it, is not what was written.";
    return altered.map((entry) => createProblem("altered", entry, `${formatName(entry)}, ${isAltered}`));
  }
}

function findReordered(runs: readonly Run[]): readonly AuditProblem[] {
  let lowest = Infinity;
  const early = runs.toReversed().filter(({ first }) => {
    const isEarly = first.sequence > lowest;
    lowest = Math.min(lowest, first.sequence);
    return isEarly;
  });
  return early.map(({ first }) =>
    createProblem("reordered", first, `${formatName(first)} stands before entries with lower numbers.`),
  );
}

const sortRuns = (runs: readonly Run[]): readonly Run[] => runs.toSorted((a, b) => a.first.sequence - b.first.sequence);

const formatName = ({ sequence, writer }: ChainEntry): string => `Entry ${sequence} of ${writer}`;

export function isBefore(a: Place, b: Place): boolean {
  return a.index === b.index ? a.line < b.line : a.index < b.index;
}

type Subject = Pick<ChainEntry, "place"> & Partial<Pick<ChainEntry, "writer">>;

export function createProblem(kind: AuditProblemKind, { place, writer }: Subject, message: string) {
  return { ...place, kind, ...(writer !== undefined && { writer }), message };
}

/** Compares a log with the chains of an earlier check: the last entry of each must stand in it still. */
export class EarlierCheck {
  readonly #chains = new Map<string, AuditChain[]>();
  readonly #found = new Set<AuditChain>();
  readonly #problems: AuditProblem[] = [];

  constructor(chains: readonly AuditChain[]) {
    for (const chain of chains) addTo(this.#chains, chain.writer, chain);
  }

  add(entry: ChainEntry): void {
    const { writer, sequence, hash } = entry;
    for (const chain of this.#chains.get(writer) ?? []) {
      if (chain.last !== sequence) continue;
      this.#found.add(chain);
      if (chain.hash === hash) continue;
      const message = `Entry ${sequence} of ${writer} is not the one of the earlier check.`;
      this.#problems.push(createProblem("altered", entry, message));
    }
  }

  findProblems(check: ChainCheck, { isWhole, end }: { isWhole: boolean; end: Place }): readonly AuditProblem[] {
    const firsts = new Map(check.describeChains().map(({ writer, first }) => [writer, first]));
    const missing = [...this.#chains.values()]
      .flat()
      .filter((chain) => !this.#found.has(chain) && (isWhole || chain.last > (firsts.get(chain.writer) ?? Infinity)));
    const described = missing.map(({ writer, last }) => {
      const message = `Entry ${last} of ${writer} stood in the log at the earlier check.`;
      return createProblem("missing", { place: end, writer }, message);
    });
    return [...this.#problems, ...described];
  }
}

export function addTo<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}
