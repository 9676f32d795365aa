/// <reference lib="es2024.string" />
import {
  ContractError,
  createErrorClass,
  getEnvelopeSchema,
  listEnvelopeProblems,
  type ContractData,
} from "error-contract";
import { builtInContracts } from "error-contract/detect";
import { SystemError, type SystemErrorContext } from "error-contract/kaiza";
// Their modules know more of foreign errors than their data.
import "error-contract/context-resolve";
import "error-contract/json-rpc";
import "error-contract/typed-mcp";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import fc from "../kit/property.js";
import { anyMembers, anyValue, hostileValues } from "./hostile-values.js";
import { nested, numeric } from "./sample-contracts.js";

beforeAll(() => void vi.useFakeTimers({ now: Date.UTC(2026, 0, 19), toFake: ["Date"] }));
afterAll(() => void vi.useRealTimers());

const ajv = new Ajv2020({ strict: true });
const contracts: readonly ContractData[] = [...builtInContracts, nested, numeric];
const classes = contracts.map((contract) => ({
  name: contract.name,
  contract,
  validate: ajv.compile(getEnvelopeSchema(contract)),
  Class: createErrorClass(contract),
}));

/** Holds for every envelope of the contract, whatever led to it. */
function expectConforming({ contract, validate }: (typeof classes)[number], error: ContractError): string {
  const envelope = error.toEnvelope();
  const text = JSON.stringify(error);
  expect(listEnvelopeProblems(contract, envelope)).toEqual([]);
  expect(validate(envelope)).toBe(true);
  expect(text.isWellFormed()).toBe(true);
  expect(JSON.stringify(JSON.parse(text))).toBe(text);
  expect(JSON.stringify(error.toEnvelope())).toBe(text);
  expect(error.toDiagnostic()).toHaveProperty("stack");
  return text;
}

describe.each(classes)("an error of $name", (made) => {
  test("conforms for any thrown value and any context", () => {
    const own = ["cachePath", "reauth_command", "details", "error", "error_code", "code", "message", "data"];
    const names = [...Object.keys(made.contract.context), ...own, "classify", "cause"];
    const property = fc.property(anyValue, anyMembers(...names), (thrown, context) => {
      const convert = () => made.Class.fromUnknown(thrown.make(), context.make() as object);
      expect(expectConforming(made, convert())).toBe(expectConforming(made, convert()));
    });
    fc.assert(property);
  });

  test.each(Object.entries(hostileValues))("survives as thrown value, as context and in it: %s", (_, value) => {
    expectConforming(made, made.Class.fromUnknown(value));
    expectConforming(made, made.Class.fromUnknown(new Error("x"), value as object));
    const own = ["cachePath", "reauth_command", "details", "error_code", "human_message", "data", "classify"];
    const names = [...Object.keys(made.contract.context), ...own];
    const context = Object.fromEntries(names.map((name) => [name, value]));
    expectConforming(made, made.Class.fromUnknown(new Error("x"), context));
  });

  test("is returned by fromUnknown as it is, and gives its code out of a wrapper", () => {
    const error = new made.Class();
    expect(made.Class.fromUnknown(error)).toBe(error);
    expect(made.Class.fromUnknown(new Error("around", { cause: error })).code).toBe(error.code);
  });

  test.each(Object.entries(hostileValues))("survives as cause: %s", (_, cause) => {
    expectConforming(made, new made.Class({ cause }));
  });

  test.each(Object.entries(hostileValues))("conforms or is refused with the cause it was given: %s", (_, value) => {
    const cause = new Error("first");
    for (const name of ["error_code", "human_message", "role", "timestamp", "code", "message", "details", "data"]) {
      try {
        expectConforming(made, new made.Class({ [name]: value, cause }));
      } catch (error) {
        expect(error).toBeInstanceOf(TypeError);
        expect((error as Error).cause).toBe(cause);
      }
    }
  });

  test("conforms after its fields were overwritten with anything", () => {
    const property = fc.property(anyMembers(...Object.keys(new made.Class())), (members) => {
      const error = Object.assign(new made.Class(), members.make());
      expectConforming(made, error);
    });
    fc.assert(property);
  });
});

describe("a factory", () => {
  test("keeps every field that the envelope can hold", () => {
    const text = fc.string({ unit: "grapheme", maxLength: 200 });
    const fields = fc.record<Partial<SystemErrorContext>>(
      {
        human_message: text,
        role: fc.constantFrom("ANTIGRAVITY", "WINDSURF", null),
        session_id: fc.option(text),
        workspace_root: fc.option(text),
        tool_name: text,
        phase_id: fc.option(text),
        plan_hash: fc.option(text),
        timestamp: fc
          .date({ noInvalidDate: true, min: new Date(0), max: new Date("9999-12-31") })
          .map((at) => at.toISOString()),
      },
      { requiredKeys: [] },
    );
    const property = fc.property(fields, (given) => {
      expect(SystemError.toolFailure("INVALID_PATH", given).toEnvelope()).toMatchObject(given);
    });
    fc.assert(property);
  });
});

describe("ContractError.is", () => {
  test("knows the errors of every contract and nothing else", () => {
    for (const { Class } of classes) expect(ContractError.is(new Class())).toBe(true);
    for (const value of Object.values(hostileValues)) expect(ContractError.is(value)).toBe(false);
  });

  test("a class knows only the errors of its contract", () => {
    const [first, second] = classes;
    expect(first?.Class.is(new second!.Class())).toBe(false);
  });
});
