import * as kaiza from "error-contract/kaiza";
import * as aql from "error-contract/mcp-aql";
import * as rpc from "error-contract/json-rpc";
import * as resolve from "error-contract/context-resolve";
import * as standard from "error-contract/standard";
import * as typed from "error-contract/typed-mcp";
import { describe, expect, it } from "vitest";
import fc from "../kit/property.js";
import { fail } from "../kit/thrown.js";

const raise = fail(new Error("changed"));
const answers: readonly (() => unknown)[] = [
  () => "NOT_FOUND",
  () => 404,
  () => null,
  () => ({}),
  () => raise,
  () => Symbol("x"),
  () => new Error("x"),
  raise,
];

/** A value whose members answer in turn, also where it is asked for its text, its JSON or its prototype. */
function createChanging(turns: readonly number[], isError: boolean): object {
  let turn = 0;
  const answer = (): unknown => answers[turns[turn++ % turns.length]! % answers.length]!();
  const target = isError ? new Error("x") : {};
  return new Proxy(target, {
    get: answer,
    has: () => Boolean(answer()),
    getPrototypeOf: () => (answer() === null ? null : Error.prototype),
  });
}

const jsonAnswers: readonly (() => unknown)[] = [
  () => ({ id: 1 }),
  () => [1],
  () => "text",
  () => null,
  () => undefined,
  () => () => 1,
  () => 1n,
  raise,
];

/** An object whose JSON is another one each time, or fails. */
function createChangingJSON(turns: readonly number[]): object {
  let turn = 0;
  const toJSON = (): unknown => jsonAnswers[turns[turn++ % turns.length]! % jsonAnswers.length]!();
  return { message: "hello", code: "NOT_FOUND", toJSON };
}

/** Where a value stands that an error of another library, or of another contract, brings along. */
const holders: Readonly<Record<string, (value: object) => unknown>> = {
  "thrown itself": (value) => value,
  "as a cause": (value) => new Error("m", { cause: value }),
  "as details": (value) => Object.assign(new Error("m"), { details: value, data: value }),
  "within details": (value) => Object.assign(new Error("m"), { details: { value }, data: { value } }),
  "as details of a contract": (value) => standard.toolError("NOT_FOUND", "m", { details: { value } }),
};

/** Each member that a context may have. */
const contextOf = (value: object): object => {
  const names = ["message", "human_message", "details", "data", "cause", "fields", "code", "error_code", "phase_id"];
  return Object.fromEntries([...names, "retryable", "correlation_id", "next"].map((name) => [name, value]));
};

describe.each(Object.entries({ kaiza, aql, rpc, resolve, standard, typed }))("%s", (_, module: any) => {
  it("converts and serializes values that answer differently each time", () =>
    fc.assert(
      fc.property(fc.array(fc.nat(), { minLength: 1, maxLength: 12 }), fc.boolean(), (turns, isError) => {
        const fromUnknown = module.fromUnknown ?? module.SystemError.fromUnknown;
        const text = module.serialize(createChanging(turns, isError));
        expect(module.listEnvelopeProblems(JSON.parse(text))).toEqual([]);
        const error = fromUnknown(createChanging(turns, isError), createChanging(turns, false));
        expect(module.listEnvelopeProblems(error.toEnvelope())).toEqual([]);
      }),
    ));

  it.each(Object.entries(holders))("converts and serializes a `toJSON` that changes: %s", (__, hold) => {
    const fromUnknown = module.fromUnknown ?? module.SystemError.fromUnknown;
    fc.assert(
      fc.property(fc.array(fc.nat(), { minLength: 1, maxLength: 6 }), (turns) => {
        const create = () => createChangingJSON(turns);
        expect(module.listEnvelopeProblems(JSON.parse(module.serialize(hold(create()))))).toEqual([]);
        for (const context of [undefined, contextOf(create())]) {
          const error = fromUnknown(hold(create()), context);
          for (const read of [() => error.toEnvelope(), () => JSON.parse(JSON.stringify(error))])
            expect(module.listEnvelopeProblems(read())).toEqual([]);
        }
      }),
    );
  });
});
