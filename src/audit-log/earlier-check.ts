import {
  createProblem,
  type AuditChain,
  type AuditProblem,
  type ChainCheck,
  type ChainEntry,
  type Place,
} from "./chain-check.js";

/** Compares a log with the chains of an earlier check: the last entry of each must stand in it still. */
export class EarlierCheck {
  readonly #chains = new Map<string, AuditChain[]>();
  readonly #found = new Set<AuditChain>();
  readonly #problems: AuditProblem[] = [];

  constructor(chains: readonly AuditChain[]) {
    for (const chain of chains) {
      const others = this.#chains.get(chain.writer);
      if (others) others.push(chain);
      else this.#chains.set(chain.writer, [chain]);
    }
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
    return [
      ...this.#problems,
      ...missing.map(({ writer, last }) =>
        createProblem(
          "missing",
          { place: end, writer },
          `Entry ${last} of ${writer} stood in the log at the earlier check.`,
        ),
      ),
    ];
  }
}
