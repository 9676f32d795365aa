import type { CodeOf } from "../contract/codes.js";
import type { ContractData } from "../contract/contract-data.js";
import { resolveErrorClass } from "../error/resolve-error-class.js";
import { stringify } from "../json/to-json-safe.js";
import { checkCode, checkFailure, type ContractOrClass } from "./check-failure.js";

/** The result of a matcher for vitest, jest and every runner with their `expect.extend`. */
export interface MatcherResult {
  /** Whether the value is a failure of the contract. */
  readonly pass: boolean;
  /** Returns what the runner prints where the expectation is not met. */
  readonly message: () => string;
}

/** The matchers of {@link contractMatchers} as they are written in a test; `R` is their result. */
export interface ContractMatchers<R = void> {
  /**
   * Expects a failure of the contract in any form, with the code where one is given. A function is called, and its
   * error is checked; a promise needs `rejects` or `resolves`.
   */
  toMatchErrorContract<const C extends ContractData>(contract: ContractOrClass<C>, code?: CodeOf<C>): R;
}

/**
 * Compares a value with a contract, for `expect.extend`: it is an error or an envelope of the contract, with the code
 * where one is given.
 *
 * @throws TypeError where `contract` is no contract, or does not register `code`.
 * @example
 * ```js
 * import { toMatchErrorContract } from "error-contract/testing";
 * import { standard, toolError } from "error-contract/standard";
 *
 * console.log(toMatchErrorContract(toolError("NOT_FOUND", "There is no such note."), standard, "NOT_FOUND").pass);
 * // true
 * ```
 */
export function toMatchErrorContract(received: unknown, contract: unknown, code?: unknown): MatcherResult {
  const { contract: data } = resolveErrorClass("toMatchErrorContract", contract);
  const wrongCode = code === undefined ? undefined : checkCode(data, code);
  if (wrongCode !== undefined) throw new TypeError(`toMatchErrorContract: ${wrongCode}`);

  const outcome = typeof received === "function" ? getOutcome(received as () => unknown) : { value: received };
  const { problems, code: found } =
    "problem" in outcome ? { problems: [outcome.problem], code: undefined } : checkFailure(data, outcome.value);
  const isOther = code !== undefined && found !== code;
  const wanted = `a failure of ${data.name}${code === undefined ? "" : ` with the code ${stringify(code)}`}`;
  const shown = "value" in outcome ? [`Received: ${stringify(outcome.value)}`] : [];
  const pass = problems.length === 0 && !isOther;
  return {
    pass,
    message: () =>
      pass
        ? [`expected anything but ${wanted}`, "", ...shown].join("\n")
        : [
            `expected ${wanted}`,
            "",
            ...(isOther && found !== undefined ? [`The code is ${stringify(found)}.`] : []),
            ...problems.map((problem) => `- ${problem}`),
            ...shown,
          ].join("\n"),
  };
}

/** For `expect.extend(contractMatchers)`. */
export const contractMatchers: { readonly toMatchErrorContract: typeof toMatchErrorContract } = Object.freeze({
  toMatchErrorContract,
});

function getOutcome(run: () => unknown): { readonly value: unknown } | { readonly problem: string } {
  let result: unknown;
  try {
    result = run();
  } catch (thrown) {
    return { value: thrown };
  }
  if (Object.prototype.toString.call(result) === "[object Promise]") {
    (result as Promise<unknown>).catch(() => {
      // The rejection is not the subject of the test.
    });
    return { problem: "the function returned a promise: use `rejects` or `resolves`" };
  }
  return { value: result };
}
