import {
  getCodes,
  defineContract,
  getEnvelopeSchema,
  extend,
  createErrorClass,
  findNearestCode,
  type ContractData,
  type Extension,
} from "error-contract";
import { builtInContracts } from "error-contract/detect";
import { jsonRpc } from "error-contract/json-rpc";
import { kaiza } from "error-contract/kaiza";
import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, expectTypeOf, test } from "vitest";
import { nested, numeric } from "./sample-contracts.js";

const entry = { meaning: "Something", section: "handbook", condition: "internal" } as const;

/** A copy of kaiza's data with one part replaced. */
function changed(change: (data: any) => void): ContractData {
  const data: unknown = JSON.parse(JSON.stringify(kaiza));
  change(data);
  return data as ContractData;
}

describe("defineContract", () => {
  test("answers the data itself, frozen through and through", () => {
    const data = changed(() => {});
    expect(defineContract(data)).toBe(data);
    expect(Object.isFrozen(data.envelopes.failure.properties)).toBe(true);
  });

  // They are not checked when they are imported.
  test.each([...builtInContracts, jsonRpc])("accepts $name, which is frozen already", (contract: ContractData) => {
    expect(defineContract(structuredClone(contract))).toEqual(contract);
    expect(Object.isFrozen(contract.vocabulary.factories)).toBe(true);
    expect(Object.isFrozen(Object.values(contract.codes)[0])).toBe(true);
  });

  test.each<[string, (data: any) => void, RegExp]>([
    ["a missing member", (data) => delete data.fallback, /^contract\.fallback: missing/],
    ["an unknown member", (data) => (data.fallbak = {}), /^contract\.fallbak: .*did you mean "fallback"/],
    ["a name that is none", (data) => (data.name = "My Contract"), /^contract\.name: /],
    ["no codes", (data) => (data.codes = {}), /^contract\.codes: /],
    ["a code of another form", (data) => (data.codes["BAD-CODE"] = entry), /^contract\.codes\.BAD-CODE: .*codePattern/],
    ["an unknown condition", (data) => (data.codes.PLAN_NOT_FOUND.condition = "lost"), /PLAN_NOT_FOUND\.condition: /],
    ["a code without a meaning", (data) => (data.codes.X = { ...entry, meaning: "" }), /codes\.X\.meaning: /],
    ["a status that HTTP does not have", (data) => (data.codes.X = { ...entry, http: [42] }), /codes\.X\.http\[0\]: /],
    ["an unknown fallback", (data) => (data.fallback.unknown = "NOPE"), /^contract\.fallback\.unknown: "NOPE"/],
    [
      "a warning as fallback",
      (data) => {
        data.codes.WARNED = { ...entry, kind: "warning" };
        data.fallback.construct = "WARNED";
      },
      /^contract\.fallback\.construct: WARNED/,
    ],
    ["a field that is not in the schema", (data) => (data.fields.tool = "tool"), /^contract\.fields\.tool: .*"tool"/],
    [
      "an unknown keyword",
      (data) => (data.envelopes.failure.properties.role.format = "x"),
      /properties\.role\.format: /,
    ],
    ["properties that are none", (data) => (data.envelopes.failure.properties = null), /failure\.properties: /],
    ["a schema that is none", (data) => (data.envelopes.failure.properties.role = []), /properties\.role: /],
    ["a keyword of another kind", (data) => (data.envelopes.failure.required = "x"), /failure\.required: /],
    ["no alternatives", (data) => (data.envelopes.failure.properties.cause.anyOf = []), /properties\.cause\.anyOf: /],
    [
      "an alternative that is none",
      (data) => (data.envelopes.failure.properties.cause.anyOf[1] = { type: "text" }),
      /properties\.cause\.anyOf\[1\]\.type: /,
    ],
    [
      "an unknown type name",
      (data) => (data.envelopes.failure.properties.role.type = "text"),
      /properties\.role\.type: /,
    ],
    [
      "a pattern that is none",
      (data) => (data.envelopes.failure.properties.timestamp.pattern = "("),
      /timestamp\.pattern: /,
    ],
    ["a code pattern that is none", (data) => (data.codePattern = "["), /^contract\.codePattern: /],
    [
      "a context field without a place",
      (data) => (data.context.user = { meaning: "u", default: null }),
      /context\.user: /,
    ],
    ["a default that the schema rejects", (data) => (data.context.role.default = "ADMIN"), /context\.role\.default: /],
    ["a required field that nothing fills", (data) => delete data.context.tool_name, /properties\.tool_name: required/],
    [
      "a factory of unknown fields",
      (data) => data.vocabulary.factories[0].reads.push("tol"),
      /factories\[0\]: .*"tol"/,
    ],
    [
      "a placeholder of no field",
      (data) => (data.vocabulary.factories[1].defaults.human_message = "{x}"),
      /factories\[1\]/,
    ],
    [
      "a fixed code of no entry",
      (data) => (data.vocabulary.factories[1].fixed.error_code = "X"),
      /factories\[1\]\.fixed/,
    ],
    [
      "a legacy field without a place",
      (data) => (data.legacy.fields.x = { from: "y" }),
      /^contract\.legacy\.fields\.x: /,
    ],
    ["a legacy code without a successor", (data) => (data.legacy.codes.OLD = "NEW"), /^contract\.legacy\.codes\.OLD: /],
    ["a field that every error has", (data) => (data.envelopes.failure.properties.stack = {}), /properties\.stack: /],
    [
      "a placeholder of no detail",
      (data) => (data.codes.X = { ...entry, message: "No {x}", details: {} }),
      /codes\.X\.message: .*"x"/,
    ],
    [
      "a wording of no detail",
      (data) => (data.codes.X = { ...entry, wordings: { short: "{x}" }, details: {} }),
      /codes\.X\.message: .*"x"/,
    ],
    [
      "a placeholder that stands for no detail",
      (data) => (data.codes.X = { ...entry, placeholders: { x: "y.first" } }),
      /codes\.X\.placeholders\.x: /,
    ],
    ["a foreign message in no detail", (data) => (data.codes.X = { ...entry, foreign: "x" }), /codes\.X\.foreign: /],
    ["a code of no category", (data) => (data.categories = {}), /codes\.SESSION_NOT_INITIALIZED\.category: /],
    [
      "a category without statuses",
      (data) => (data.categories = { X: { meaning: "x", condition: "internal" } }),
      /^contract\.categories\.X\.http: missing/,
    ],
    ["what is no JSON", (data) => (data.codes.X = { ...entry, http: () => 1 }), /codes\.X\.http: .*function/],
  ])("refuses %s, and names it", (_, change, problem) => {
    expect(() => defineContract(changed(change))).toThrow(TypeError);
    expect(() => defineContract(changed(change))).toThrow(problem);
  });

  test("refuses two codes of one value, and two fields of one name", () => {
    const twice = { ...numeric, codes: { ...numeric.codes, Other: { ...entry, value: -32603 } } };
    expect(() => defineContract(twice)).toThrow(/codes\.Other\.value: InternalError/);

    const { failure } = nested.envelopes;
    const doubled = { ...failure, properties: { ...failure.properties, message: { type: "string" } } } as const;
    expect(() => defineContract({ ...nested, envelopes: { failure: doubled } })).toThrow(/"message"/);
  });

  test("refuses what is no contract at all", () => {
    for (const value of [null, undefined, 1, [], "kaiza"]) {
      expect(() => defineContract(value as unknown as ContractData)).toThrow(/^contract: /);
    }
  });
});

describe("extend", () => {
  test("adds codes to an open contract, under its name and id or new ones", () => {
    const same = extend(kaiza, { codes: { MORE: entry } });
    expect(same).toMatchObject({ name: "kaiza", schemaId: kaiza.schemaId });
    expect(Object.keys(same.codes)).toEqual([...Object.keys(kaiza.codes), "MORE"]);

    const own = extend(kaiza, { name: "acme", version: "2.0.0", codes: { MORE: entry } });
    expect(own).toMatchObject({ schemaId: "urn:error-contract:acme:2.0.0", extends: ["kaiza"] });
    expect(extend(own, { name: "third", codes: {} }).extends).toEqual(["acme", "kaiza"]);
    expect(extend(own, { schemaId: "https://acme.example/error.json", codes: {} }).schemaId).toContain("https");
    expectTypeOf(own.name).toEqualTypeOf<"acme">();
    expectTypeOf(getCodes(own).MORE).toEqualTypeOf<"MORE">();
    expectTypeOf(getCodes(own).FILE_NOT_FOUND).toEqualTypeOf<"FILE_NOT_FOUND">();
  });

  test("leaves the base as it was", () => {
    extend(kaiza, { codes: { MORE: entry } });
    expect(kaiza.codes).not.toHaveProperty("MORE");
  });

  test("refuses codes of another form, and an existing code with other facts", () => {
    expect(() => extend(kaiza, { codes: { more: entry } })).toThrow(/contract\.codes\.more: /);
    expect(() => extend(kaiza, { codes: { FILE_NOT_FOUND: entry } })).toThrow(/contract\.codes\.FILE_NOT_FOUND: /);
    expect(extend(kaiza, { codes: { FILE_NOT_FOUND: kaiza.codes.FILE_NOT_FOUND } }).codes).toEqual(kaiza.codes);
  });

  test.each<[string, unknown, RegExp]>([
    ["nothing", undefined, /^extension: expected object, found undefined$/],
    ["a list", [], /^extension: expected object, found array$/],
    ["no codes", {}, /^extension\.codes: missing$/],
    ["codes that failed to be imported", { name: "acme", codes: undefined }, /^extension\.codes: missing$/],
    ["codes that are none", { codes: ["MORE"] }, /^extension\.codes: expected object, found array$/],
    ["a code that is none", { codes: { MORE: undefined } }, /^extension\.codes\.MORE: /],
    ["a member that is not read", { codes: {}, versoin: "2.0.0" }, /^extension\.versoin: .*did you mean "version"/],
    ["a name that is none", { name: 7, codes: {} }, /^extension\.name: expected string, found 7$/],
  ])("refuses an extension with %s", (_, extension, problem) => {
    const build = () => extend(kaiza, extension as Extension);
    expect(build).toThrow(TypeError);
    expect(build).toThrow(problem);
  });

  test("refuses a base that is no contract", () => {
    for (const base of [undefined, null, {}, "kaiza"]) {
      expect(() => extend(base as ContractData, { codes: {} })).toThrow(/^contract/);
    }
  });

  test("takes a new name without codes, and undefined for not given", () => {
    const own = extend(kaiza, { name: "acme", version: undefined as never, codes: {} });
    expect(own).toMatchObject({ name: "acme", version: kaiza.version, extends: ["kaiza"], codes: kaiza.codes });
  });

  test("extends a closed contract only under another name, version and id", () => {
    const codes = { MORE: entry };
    expect(() => extend(nested, { codes })).toThrow(/closed.*name, version, schemaId/);
    expect(() => extend(nested, { name: "mine", codes })).toThrow(/closed.*version/);
    expect(() => extend(nested, { name: "mine", version: "2.0.0", schemaId: nested.schemaId, codes })).toThrow(
      /schemaId/,
    );
    expect(extend(nested, { name: "mine", version: "2.0.0", codes }).schemaId).toBe("urn:error-contract:mine:2.0.0");
  });
});

describe("codes", () => {
  test("map each name to itself or to its number", () => {
    expect(getCodes(numeric)).toEqual({ InvalidParams: -32602, InternalError: -32603 });
    expect(Object.isFrozen(getCodes(numeric))).toBe(true);
  });

  test("have a nearest one for a typo, and none for something else", () => {
    const { toolFailure } = createErrorClass(kaiza) as unknown as Record<string, (code: string) => unknown>;
    expect(() => toolFailure!("PREFLIGHT_FAILURE")).toThrow("did you mean PREFLIGHT_FAILED");
    expect(() => toolFailure!("file-not-found")).toThrow("did you mean FILE_NOT_FOUND");
    expect(() => toolFailure!("TEAPOT")).toThrow(/^(?!.*did you mean)/);
    expect(() => toolFailure!("")).toThrow(/^(?!.*did you mean)/);
  });

  test("name no nearest one by `findNearestCode` any more, which says what does", () =>
    expect(() => findNearestCode()).toThrow(/^findNearestCode: it has ended; the factories /));
});

describe("getEnvelopeSchema", () => {
  test.each([...builtInContracts, jsonRpc, nested, numeric])(
    "of $name is complete and compiles strictly",
    (contract) => {
      const schema = getEnvelopeSchema(contract);
      expect(schema.$schema).toBe("https://json-schema.org/draft/2020-12/schema");
      expect(schema.$id).toBe(contract.schemaId);
      expect(() => new Ajv2020({ strict: true }).compile(schema)).not.toThrow();
    },
  );

  test("has the error codes where the code stands, and no warnings", () => {
    expect(getEnvelopeSchema(kaiza).properties?.error_code?.enum).toEqual(Object.keys(kaiza.codes));
    expect(getEnvelopeSchema(nested).properties?.error?.properties?.code?.enum).toEqual(["MISSING_PARAM", "NOT_THERE"]);
    expect(getEnvelopeSchema(numeric).properties?.code?.enum).toEqual([-32602, -32603]);
  });

  test("refuses an envelope that the contract does not have", () =>
    expect(() => getEnvelopeSchema(kaiza, "batch")).toThrow(TypeError));

  test.each(
    builtInContracts.flatMap((contract: ContractData) =>
      Object.keys(contract.envelopes).map((which) => {
        const name = which === "failure" ? contract.name : `${contract.name}-${which}`;
        return [name, contract, which as keyof ContractData["envelopes"]] as const;
      }),
    ),
  )("of %s ships as a file", (name, contract, which) => {
    const file = new URL(`../../src/schemas/${name}.json`, import.meta.url);
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual(
      JSON.parse(JSON.stringify(getEnvelopeSchema(contract, which))),
    );
    expect(import.meta.resolve(`error-contract/schemas/${name}.json`)).toMatch(/\.json$/);
  });
});
