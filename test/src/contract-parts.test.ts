import { createContractParts, getEnvelopeSchema, createErrorClass, extend, type ErrorOf } from "error-contract";
import { kaiza, SystemError } from "error-contract/kaiza";
import { ToolError } from "error-contract/standard";
import { describe, expect, expectTypeOf, it, test } from "vitest";
import { detailed, literal, numeric } from "./sample-contracts.js";

const parts = createContractParts(detailed);
const { detailedError } = parts.factories;
const param = { param: "owner", operation: "get_repo" };

describe("a factory that is a function", () => {
  it("makes an error of the class, with the cause of its options", () => {
    const cause = new Error("down");
    const error = detailedError("MISSING_PARAM", param, { cause });
    expect(error).toBeInstanceOf(parts.errorClass);
    expect(error.cause).toBe(cause);
    expect(error.toEnvelope()).toEqual({
      success: false,
      error: { code: "MISSING_PARAM", message: "Missing 'owner' in get_repo", details: param },
    });
    expect(detailedError.name).toBe("detailedError");
    expectTypeOf(error).toEqualTypeOf<ErrorOf<typeof detailed>>();
  });

  it("refuses with an error that carries the cause", () => {
    const cause = new Error("down");
    for (const details of [{}, { names: [1] }, null]) {
      let error: unknown;
      try {
        detailedError("UNKNOWN_PARAMS", details as never, { cause });
      } catch (refusal) {
        error = refusal;
      }
      expect(error).toBeInstanceOf(TypeError);
      expect(error).toHaveProperty("cause", cause);
    }
  });

  it("is no static method, and the class no function of itself", () => {
    expect(parts.errorClass).not.toHaveProperty("detailedError");
    expect(Object.keys(parts.factories)).toEqual(["detailedError", "told"]);
    expect(Object.keys(createContractParts(kaiza).factories)).toEqual([]);
  });

  it("takes the codes of an extension", () => {
    const QUOTA_SPENT = { meaning: "Spent", section: "2", condition: "rate_limited" } as const;
    const own = createContractParts(extend(detailed, { name: "own", version: "2.0.0", codes: { QUOTA_SPENT } }));
    expect(own.factories.detailedError("QUOTA_SPENT").code).toBe("QUOTA_SPENT");
    expect(parts.errorClass.is(own.factories.told("OTHER"))).toBe(true);
  });
});

describe("a message from a template", () => {
  it("shows details, aliases and lists, and gives way to another text", () => {
    expect(detailedError("UNKNOWN_PARAMS", { names: ["a", "b"] }).message).toBe("Unknown: a, b");
    expect(detailedError("UNKNOWN_PARAMS", { names: [] }, { message: "None" }).message).toBe("None");
  });

  it("is the meaning where an error is constructed without details", () => {
    expect(new parts.errorClass({ code: "MISSING_PARAM" } as never).message).toBe("A parameter is missing");
    expect(() => new parts.errorClass({ code: "MISSING_PARAM", details: { param: 1 } })).toThrow(TypeError);
  });
});

describe("a literal message", () => {
  const { factories, fromUnknown } = createContractParts(literal);

  it("is refused where its type is not literal", () => {
    const text: string = ["There", "is", "nothing"].join(" ");
    // @ts-expect-error any string
    factories.literalError("NOT_THERE", text);
    // @ts-expect-error built from a string
    factories.literalError("NOT_THERE", `Nothing at ${text}` as const);
    expect(factories.literalError("NOT_THERE", "Gone", { cause: 1 }).message).toBe("Gone");
    expect(factories.literalError("NOT_THERE").message).toBe("There is nothing");
  });

  it.each([
    "Nothing at /var/cache",
    "Nothing (C:\\cache)",
    "ENOENT: nothing",
    "Hash d41d8cd98f00b204e9800998ecf8427e is wrong",
    "No 123e4567-e89b-12d3-a456-426614174000",
    "Nothing\n    at read (cache.js:1:1)",
  ])("is refused at run time with a diagnostic in it: %j", (message) => {
    expect(() => factories.literalError("NOT_THERE", message as "x")).toThrow(TypeError);
    expect(fromUnknown(new Error(message)).message).toBe("There is nothing");
    expect(fromUnknown(1, { message }).message).toBe("There is nothing");
  });

  it("falls back to the canonical one where it was changed", () => {
    const error = Object.assign(factories.literalError("NOT_THERE"), { message: "At /var/cache" });
    expect(error.toEnvelope().error.message).toBe("There is nothing");
  });
});

describe("fromUnknown", () => {
  const code = (thrown: unknown) => parts.fromUnknown(thrown).code;

  it("takes the code of the same condition from an error of another contract, and its message", () => {
    const error = parts.fromUnknown(SystemError.toolFailure("MISSING_REQUIRED_FIELD", { human_message: "No owner" }));
    expect(error).toMatchObject({ code: "MISSING_PARAM", message: "No owner" });
    expect(code(new ToolError({ code: "CONFLICT" }))).toBe("OTHER");
    expect(code(new (createErrorClass(numeric))({ code: -32602 }))).toBe("UNKNOWN_PARAMS");
    expect(code(new ToolError({ code: "TIMEOUT" }))).toBe("FAULT");
  });

  it("hides the message of what is foreign, where the contract says so", () => {
    expect(parts.fromUnknown(new Error("password=1")).message).toBe("A fault");
    expect(parts.fromUnknown(new Error("password=1"), { message: "Down" }).message).toBe("Down");
  });

  it("goes by errno and status, where the contract says so", () => {
    expect(code({ code: "ENOTEMPTY" })).toBe("OTHER");
    expect(code(new TypeError("fetch failed", { cause: { code: "EISDIR" } }))).toBe("UNKNOWN_PARAMS");
    for (const thrown of [{ status: 409 }, { statusCode: 409 }, { response: { status: 409 } }, { code: 409 }]) {
      expect(code(thrown)).toBe("OTHER");
    }
    expect(createErrorClass(numeric).fromUnknown({ code: "ENOENT" }).code).toBe(-32603);
  });
});

test("the parts are those of the contract", async () => {
  const error = detailedError("UNKNOWN_PARAMS", { names: ["a"] });
  expect(parts.codes).toBe(parts.errorClass.codes);
  expect(parts.serialize(error)).toBe(JSON.stringify(error));
  expect(parts.parseEnvelope(JSON.parse(parts.serialize("x")))?.error.code).toBe("FAULT");
  expect(parts.listEnvelopeProblems({ success: false })).toEqual(["error: missing"]);
  expect(await parts.wrapHandler(() => Promise.reject(error), "get")()).toEqual(error.toEnvelope());
  expect(parts.wrapHandler(() => 1, { tool_name: "get" })()).toBe(1);
  expect(() => parts.wrapHandler(() => 1, undefined as never)).toThrow(TypeError);
  expect(getEnvelopeSchema(detailed).$id).toBe(detailed.schemaId);
});
