import { expect, it } from "vitest";
import noSwallowedError from "../../rules/dist/no-swallowed-error.js";
import { findings } from "../kit/marked-code.js";
import fc from "../kit/property.js";

// Random functions, each of which is run with every outcome of its calls, tests and yields. A handler drops its failure
// in a run that comes to its end, or returns, after the handler without a throw. The rule has to report just those.

interface Place {
  readonly inLoop: boolean;
  readonly isBreakable: boolean;
  /** Whether a jump here would make the loop around it one that tries again, which the rule knows. */
  readonly isAttempt: boolean;
  readonly label: string | undefined;
  readonly mayReturn: boolean;
}

/** A jump out of `finally` undoes a throw; the rule takes each throw as one that the caller gets. */
const FINALLY = { inLoop: false, isBreakable: false, label: undefined, mayReturn: false };

type Statement = (place: Place) => string;

const body = (statements: readonly Statement[], place: Place) => statements.map((each) => each(place)).join(" ");
const inLoop = (place: Place): Place => ({ ...place, inLoop: true, isBreakable: true });

let numbers = 0;

const { block, attempt } = fc.letrec<{ block: Statement[]; statement: Statement; attempt: Statement }>((tie) => {
  const many = tie("block");
  const jump = (text: string, isAllowed: (place: Place) => unknown): fc.Arbitrary<Statement> =>
    fc.constant((place) => (isAllowed(place) && !(place.isAttempt && place.inLoop) ? text : "a();"));
  return {
    block: fc.array(tie("statement"), { minLength: 1, maxLength: 3, size: "max" }),
    statement: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom<Statement>(
        () => "a();",
        () => "throw thrown();",
        () => "yield 1;",
        () => "n() > 0 && a();",
        () => "n() > 0 ? a() : n();",
        () => "if (!(n() > 0 || n() > 0) && n() > 0) throw thrown();",
      ),
      jump("return 1;", ({ mayReturn }) => mayReturn),
      jump("break;", ({ isBreakable }) => isBreakable),
      jump("continue;", (place) => place.inLoop),
      fc.constant<Statement>(({ label, inLoop, isAttempt }) =>
        label && !(isAttempt && inLoop) ? `break ${label};` : "a();",
      ),
      fc.tuple(many, many).map<Statement>(
        ([yes, no]) =>
          (place) =>
            `if (n() > 0) { ${body(yes, place)} } else { ${body(no, place)} }`,
      ),
      many.map<Statement>((each) => (place) => `while (n() > 0) { ${body(each, inLoop(place))} }`),
      many.map<Statement>((each) => (place) => `do { ${body(each, inLoop(place))} } while (n() > 0);`),
      many.map<Statement>((each) => (place) => `for (const x of some()) { ${body(each, inLoop(place))} }`),
      many.map<Statement>((each) => (place) => {
        const label = `l${numbers++}`;
        return `${label}: { ${body(each, { ...place, label })} }`;
      }),
      fc.tuple(many, many, many).map<Statement>(([one, other, third]) => (outer) => {
        const place = { ...outer, isBreakable: true };
        const cases = `case 0: ${body(one, place)} default: ${body(other, place)} case 1: ${body(third, place)}`;
        return `switch (n() + n()) { ${cases} }`;
      }),
      { arbitrary: tie("attempt"), weight: 4 },
    ),
    attempt: fc
      .tuple(many, many, fc.option(many), fc.boolean())
      .map<Statement>(([attempt, handler, finalizer, isCaught]) => (place) => {
        const number = numbers++;
        const tried = `try { ${body(attempt, { ...place, isAttempt: true })} ended(${number}); }`;
        const caught = isCaught || !finalizer ? `catch { caught(${number}); ${body(handler, place)} }` : "";
        return `${tried} ${caught} ${finalizer ? `finally { ${body(finalizer, { ...place, ...FINALLY })} }` : ""}`;
      }),
  };
});

const program = fc.tuple(attempt, block).map(([first, others]) => {
  const statements = [first, ...others];
  numbers = 0;
  const place = { inLoop: false, isBreakable: false, isAttempt: false, label: undefined, mayReturn: true };
  return `function* f() { ${body(statements, place)} }`;
});

/** What the runs of a function show: handlers that dropped a failure, and those whose attempts came to a plain end. */
interface Runs {
  readonly dropping: Set<number>;
  readonly ended: Set<number>;
  readonly endedPlainly: Set<number>;
  isComplete: boolean;
}

const MOST_CHOICES = 9;
const MOST_RUNS = 600;

function runAll(code: string): Runs {
  const runs: Runs = { dropping: new Set(), ended: new Set(), endedPlainly: new Set(), isComplete: true };
  const make = new Function("a", "n", "some", "thrown", "caught", "ended", `${code} return f();`) as (
    ...given: readonly unknown[]
  ) => Generator;
  const waiting: boolean[][] = [[]];
  for (let count = 0; waiting.length > 0; count++) {
    if (count === MOST_RUNS) {
      runs.isComplete = false;
      break;
    }
    const prefix = waiting.pop()!;
    const length = runOnce(make, prefix, runs);
    runs.isComplete &&= length <= MOST_CHOICES;
    for (let index = prefix.length; index < Math.min(length, MOST_CHOICES); index++)
      waiting.push([...prefix, ...Array.from({ length: index - prefix.length }, () => false), true]);
  }
  return runs;
}

/** Runs a function with choices; the others are no. Returns how many there were. */
function runOnce(make: (...given: readonly unknown[]) => Generator, choices: readonly boolean[], runs: Runs): number {
  let asked = 0;
  const caught = new Set<number>();
  const ended = new Set<number>();
  const choose = () => choices[asked++] ?? false;
  const fail = () => {
    caught.clear();
    ended.clear();
    return new Error("a failure");
  };
  const generator = make(
    () => {
      if (choose()) throw fail();
    },
    () => (choose() ? 1 : 0),
    function* () {
      while (choose()) yield 1;
    },
    fail,
    (number: number) => {
      const failure = fail();
      if (choose()) throw failure;
      caught.add(number);
    },
    (number: number) => {
      if (choose()) throw fail();
      ended.add(number);
      runs.ended.add(number);
    },
  );
  try {
    let step = generator.next();
    while (!step.done) {
      if (!choose()) step = generator.next();
      else step = choose() ? generator.throw(fail()) : (fail(), generator.return(1));
    }
  } catch {
    return asked;
  }
  for (const number of caught) runs.dropping.add(number);
  for (const number of ended) runs.endedPlainly.add(number);
  return asked;
}

it("reports the handlers after which a run goes on as if nothing had failed, and no others", () => {
  fc.assert(
    fc.property(program, (code) => {
      const { dropping, ended, endedPlainly, isComplete } = runAll(code);
      const reported = findings({ name: "no-swallowed-error", rule: noSwallowedError }, code).map(({ column }) =>
        Number(/caught\((\d+)\)/.exec(code.slice(column - 1))![1]),
      );
      expect(reported, code).toEqual(expect.arrayContaining([...dropping]));
      if (!isComplete) return;
      // Where the code fails after the attempt has worked, the strict presets do not ask what it does after a failure.
      const asked = reported.filter((number) => !ended.has(number) || endedPlainly.has(number));
      expect([...dropping], code).toEqual(expect.arrayContaining(asked));
    }),
  );
});
