import type { CodeOf } from "../contract/codes.js";
import type { ContractData } from "../contract/contract-data.js";
import { classAndContract, codeProblem, judgement, type ContractOrClass } from "./judgement.js";

/** What runners hand to a matcher as `this`, as far as it is used. */
export interface MatcherContext {
  readonly utils?: { printReceived?(value: unknown): string; printExpected?(value: unknown): string };
}

/** What a matcher answers to vitest, jest and every runner with their `expect.extend`. */
export interface MatcherResult {
  readonly pass: boolean;
  readonly message: () => string;
}

/** The matchers of {@link contractMatchers} as they are written in a test; `R` is what they return. */
export interface ContractMatchers<R = void> {
  /**
   * That a value is a failure which follows the contract, in any form: an error, an envelope or its JSON text, a tool result,
   * a JSON-RPC response. A function is called, and what it throws is looked at; a promise wants `rejects` or `resolves`.
   *
   * @param contract a contract, or its error class.
   * @param code the code that the failure must have, as it stands on the wire.
   *
   * @example
   * expect(await client.callTool({ name: "read_file", arguments: { path } })).toMatchErrorContract(kaiza, "FILE_NOT_FOUND");
   * await expect(readFile(path)).rejects.toMatchErrorContract(SystemError);
   */
  toMatchErrorContract<const C extends ContractData>(contract: ContractOrClass<C>, code?: CodeOf<C>): R;
}

/**
 * The matcher behind {@link ContractMatchers.toMatchErrorContract}, for `expect.extend`.
 *
 * @throws TypeError when `contract` is none, or does not register `code`: such a test says nothing, also with `not`.
 */
export function toMatchErrorContract(
  this: MatcherContext | undefined,
  received: unknown,
  contract: unknown,
  code?: unknown,
): MatcherResult {
  const { contract: data } = classAndContract(contract);
  const wrongCode = code === undefined ? undefined : codeProblem(data, code);
  if (wrongCode !== undefined) throw new TypeError(`toMatchErrorContract: ${wrongCode}`);

  const outcome = typeof received === "function" ? outcomeOf(received as () => unknown) : { value: received };
  const { problems, code: found } =
    "problem" in outcome ? { problems: [outcome.problem], code: undefined } : judgement(data, outcome.value);
  const isOther = code !== undefined && found !== code;
  const [expected, printed] = [printer(this, "printExpected"), printer(this, "printReceived")];
  const wanted = `a failure of ${data.name}${code === undefined ? "" : ` with the code ${expected(code)}`}`;
  const value = "value" in outcome ? outcome.value : undefined;
  return {
    pass: problems.length === 0 && !isOther,
    message: () =>
      problems.length === 0 && !isOther
        ? `expected anything but ${wanted}\n\nReceived: ${printed(value)}`
        : [
            `expected ${wanted}`,
            "",
            ...(isOther && found !== undefined ? [`The code is ${printed(found)}.`] : []),
            ...problems.map((problem) => `- ${problem}`),
            ...("value" in outcome ? [`Received: ${printed(value)}`] : []),
          ].join("\n"),
  };
}

/** For `expect.extend(contractMatchers)`. */
export const contractMatchers: { readonly toMatchErrorContract: typeof toMatchErrorContract } = Object.freeze({
  toMatchErrorContract,
});

function outcomeOf(run: () => unknown): { readonly value: unknown } | { readonly problem: string } {
  let result: unknown;
  try {
    result = run();
  } catch (thrown) {
    return { value: thrown };
  }
  if (Object.prototype.toString.call(result) === "[object Promise]") {
    (result as Promise<unknown>).catch(() => {
      // Its failure is somebody's to look at, here nobody's.
    });
    return { problem: "the function returned a promise: use `rejects` or `resolves`" };
  }
  return { value: result };
}

function printer(
  context: MatcherContext | undefined,
  name: "printReceived" | "printExpected",
): (value: unknown) => string {
  return (value) => {
    try {
      return context?.utils?.[name]?.(value) ?? String(value);
    } catch {
      return "a value that cannot be printed";
    }
  };
}
