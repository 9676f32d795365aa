import * as kaiza from "error-contract/kaiza";
import * as aql from "error-contract/mcp-aql";
import * as rpc from "error-contract/json-rpc";
import * as resolve from "error-contract/context-resolve";
import * as standard from "error-contract/standard";
import * as typed from "error-contract/typed-mcp";
import { describe, expect, it } from "vitest";
import fc from "../kit/property.js";

const raise = (): never => {
  throw new Error("changed");
};
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

describe.each(Object.entries({ kaiza, aql, rpc, resolve, standard, typed }))("%s", (_, module: any) => {
  it("converts and serializes values that answer differently each time", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { minLength: 1, maxLength: 12 }), fc.boolean(), (turns, isError) => {
        const fromUnknown = module.fromUnknown ?? module.SystemError.fromUnknown;
        const text = module.serialize(createChanging(turns, isError));
        expect(module.listEnvelopeProblems(JSON.parse(text))).toEqual([]);
        const error = fromUnknown(createChanging(turns, isError), createChanging(turns, false));
        expect(module.listEnvelopeProblems(error.toEnvelope())).toEqual([]);
      }),
    );
  });
});
