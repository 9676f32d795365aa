import { factMark, findHeld, goLine, lastFact, type Build, type Needs } from "./namespaces.js";
import type { WallName } from "./walls.js";

/** Judges walls by what they tell, before what runs behind them starts. */
export class WallGate {
  /** The walls that hold, once they have told all. */
  held: readonly WallName[] = [];
  readonly #build: Build;
  readonly #needs: Needs;
  readonly #expected: readonly WallName[];
  readonly #facts: string[] = [];

  /** @param expected the walls without which nothing is started. */
  constructor(build: Build, needs: Needs, expected: readonly WallName[] = []) {
    this.#build = build;
    this.#needs = needs;
    this.#expected = expected;
  }

  /** Whether all walls hold that are expected to. */
  get holds(): boolean {
    return this.#facts.at(-1) === lastFact && this.#expected.every((name) => this.held.includes(name));
  }

  /**
   * Takes a line of stderr.
   *
   * @returns whether it is one of the walls'; at the last one, `start` is called with the line that starts the server.
   */
  read(line: string, start: (line: string) => void): boolean {
    if (!line.startsWith(factMark)) return false;
    const fact = line.slice(factMark.length);
    this.#facts.push(fact);
    if (fact === lastFact) {
      this.held = findHeld(this.#build, this.#needs, this.#facts);
      start(goLine);
    }
    return true;
  }
}
