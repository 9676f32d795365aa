import type { AuditSink, SessionFields } from "../boundary/boundary.js";
import type { Handler } from "../boundary/options.js";
import { getWireCode, listErrorCodes, type CodeOf } from "../contract/codes.js";
import type { ContractData } from "../contract/contract-data.js";
import { getLastPart } from "../contract/schema.js";
import { oneOf, readOptions, type OptionRows } from "../error/refusal.js";
import { resolveErrorClass } from "../error/resolve-error-class.js";
import { isFunction } from "../json/read.js";
import { stringify, toSafeText } from "../json/to-json-safe.js";
import { checkFailure, type CheckedFailure, type ContractOrClass } from "./check-failure.js";
import { assertSame, createSink, fail, listDemands, type Failure, type Outcome, type Trial } from "./demands.js";
import { callAsServer, type TestedCaller } from "./served-call.js";

type Run = () => unknown;
type Describe = (name: string, body: () => void) => unknown;
type Test = (name: string, body: () => Promise<unknown>) => unknown;

/** The audit sink and the session of a handler under test. */
export interface Surroundings<C extends ContractData> {
  /** The sink in which the boundary must record failures. */
  readonly audit: AuditSink;
  /** The session that the boundary must use; `undefined` before there is one. */
  readonly session: SessionFields<C> | undefined;
}

/** The options of {@link defineContractTests}: `produce`, `handler`, or both. */
export interface ContractTestOptions<C extends ContractData> {
  /**
   * Makes the project fail with the code, and returns or throws the failure as its clients get it. May be async.
   * Without it no code is produced.
   */
  readonly produce?: ((code: CodeOf<C>) => unknown) | undefined;
  /**
   * Wraps a function as the project wraps its handlers. It is called as a server does, and what that sends is tested.
   * Without it no boundary is tested.
   */
  readonly handler?: ((run: Run, surroundings: Surroundings<C>) => Handler) | undefined;
  /** Who calls the handler. Default: a tool of an MCP server; under a contract of JSON-RPC errors another request. */
  readonly caller?: TestedCaller | undefined;
  /** The codes that the project can fail with. Default: all of the contract. */
  readonly codes?: readonly CodeOf<C>[] | undefined;
  /** The runner's function for a group of tests. Default: the global `describe`. */
  readonly describe?: Describe | undefined;
  /** The runner's function for one test. Default: the global `test`, else `it`. */
  readonly test?: Test | undefined;
}

const optionRows: OptionRows<ContractTestOptions<ContractData>> = {
  produce: { expected: "a function", fits: isFunction },
  handler: { expected: "a function", fits: isFunction },
  caller: oneOf(["tool", "request"]),
  codes: { expected: "a list of codes", fits: Array.isArray },
  describe: { expected: "a function", fits: isFunction },
  test: { expected: "a function", fits: isFunction },
};

/**
 * Defines the tests of a contract: one for each code, and for a handler what the contract asks of its boundary: what a
 * server sends, and what the audit log has. Works with vitest, jest, mocha and `node:test`.
 *
 * @throws TypeError when there is nothing to test, no runner, an option that is unknown or wrong, or an unknown code.
 * @example
 * ```js
 * import { describe, test } from "node:test";
 * import { standard, wrapHandler } from "error-contract/standard";
 * import { defineContractTests } from "error-contract/testing";
 *
 * defineContractTests(standard, {
 *   handler: (run, { audit, session }) => wrapHandler(run, { tool_name: "search", audit, session }),
 *   describe,
 *   test,
 * });
 * ```
 */
export function defineContractTests<const C extends ContractData>(
  contract: ContractOrClass<C>,
  options: ContractTestOptions<C>,
): void {
  const errorClass = resolveErrorClass("defineContractTests", contract);
  const data = errorClass.contract;
  const given = readOptions("defineContractTests", options, optionRows);
  const globals = globalThis as { describe?: Describe; test?: Test; it?: Test };
  const [describe, test] = [given.describe ?? globals.describe, given.test ?? globals.test ?? globals.it];
  const { produce, handler, caller = data.delivery === "protocol" ? "request" : "tool" } = given;
  if (!describe || !test) throw new TypeError("defineContractTests: no runner: pass `describe` and `test`");
  if (!produce && !handler) throw new TypeError("defineContractTests: pass `produce`, `handler` or both");
  const registered = listErrorCodes(data);
  const wanted: readonly (string | number)[] = given.codes ?? registered;
  const unknown = wanted.filter((code) => !registered.includes(code));
  if (unknown.length > 0)
    throw new TypeError(`defineContractTests: not registered in ${data.name}: ${unknown.join(", ")}`);

  describe(`the contract ${data.name}`, () => {
    for (const code of wanted) {
      test(`${formatCode(data, code)} follows the contract`, async () => {
        if (produce) {
          const outcome = await getOutcome(() => produce(code as never));
          assertSame(readEnvelope(data, checkFailure(data, outcome), outcome).code, code, "the code");
        }
        if (!handler) return;
        const failing = new errorClass({ [getLastPart(data.fields.code)]: code } as never);
        const outcome = await tryHandler(data, handler, caller, { run: () => fail(failing) });
        assertSame(outcome.readFailure().code, code, "the code");
      });
    }
    if (!handler) return;
    for (const { name, check, ...trial } of listDemands(errorClass)) {
      test(name, async () => check(await tryHandler(data, handler, caller, trial)));
    }
  });
}

async function tryHandler(
  contract: ContractData,
  handler: (run: Run, surroundings: Surroundings<ContractData>) => Handler,
  caller: TestedCaller,
  { run, session, sink = "prompt" }: Trial,
): Promise<Outcome> {
  const { audit, getState } = createSink(sink);
  const sent = await callAsServer(caller, handler(run, { audit, session }));
  const readFailure = (): Failure => readEnvelope(contract, checkFailure(contract, sent, false), sent);
  return { ...getState(), sent, readFailure };
}

function readEnvelope(contract: ContractData, checked: CheckedFailure, value: unknown): Failure {
  const { problems, code, envelope } = checked;
  if (envelope && problems.length === 0) return { code, envelope };
  const text = toSafeText(stringify(value), mostShown);
  throw new Error(
    [
      `expected a failure of ${contract.name}`,
      ...problems.map((problem) => `- ${problem}`),
      `The client has: ${text}`,
    ].join("\n"),
  );
}

const mostShown = 2_000;

async function getOutcome(run: Run): Promise<unknown> {
  try {
    return await run();
  } catch (thrown) {
    return thrown;
  }
}

function formatCode(contract: ContractData, code: string | number): string {
  const named = Object.keys(contract.codes).find((name) => getWireCode(contract, name) === code)!;
  return named === code ? named : `${named} (${code})`;
}
