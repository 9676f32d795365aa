import { countOf } from "./text.js";

/** How far work over many files is. */
export interface Step {
  /** How many files are done. */
  readonly done: number;
  readonly total: number;
  /** The file that is next. */
  readonly file: string;
}

/** Says how far work is; `doing` names it, such as `Linting`. */
type Describe = (doing: string, step?: Step) => string;

// An estimate from the first files would be none: they load the configuration and the parser.
const FIRST_ESTIMATE = 5_000;

/** Creates the function that words progress: `Linting 12 of 80, about 30 s left: src/read.ts`. */
export function createProgress(now: () => number = Date.now): Describe {
  let current = "";
  let start = 0;
  return (doing, step) => {
    if (doing !== current) [current, start] = [doing, now()];
    if (!step) return doing;
    const { done, total, file } = step;
    const passed = now() - start;
    const left = Math.ceil((passed / Math.max(done, 1)) * (total - done) * 0.001);
    const estimate = passed >= FIRST_ESTIMATE && done > 0 ? `, about ${describeSeconds(left)} left` : "";
    return `${doing} ${done + 1} of ${countOf(total, "file")}${estimate}: ${file}`;
  };
}

function describeSeconds(seconds: number): string {
  return seconds < 100 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}
