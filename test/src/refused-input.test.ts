// What validators refuse in a tool's own code. Zod and Ajv are the real packages; the others are the shapes of theirs.
import { Ajv } from "ajv";
import { wrapHandler } from "error-contract/standard";
import { describe, expect, it, test } from "vitest";
import { z } from "zod";
import * as mini from "zod/mini";

type Item = Readonly<Record<string, unknown>>;

type Validate = (input: any) => unknown;

const raise = (error: object): never => {
  throw error;
};
const named = (members: object): object => Object.assign(new Error("m"), members);

const check = new Ajv({ allErrors: true }).compile({
  $async: true,
  type: "object",
  required: ["id", "name"],
  properties: { id: { type: "string" }, name: { type: "string" } },
});

/** Each refuses an `id` that is no string. */
const validators: Readonly<Record<string, Validate>> = {
  "zod 4": (input) => z.object({ id: z.string(), name: z.string() }).parse(input),
  "zod 4 mini": (input) => mini.parse(mini.object({ id: mini.string(), name: mini.string() }), input),
  "zod 3": ({ id }: Item) =>
    raise(
      named({
        name: "ZodError",
        issues: [
          {
            code: "invalid_type",
            expected: "string",
            received: id === undefined ? "undefined" : typeof id,
            path: ["id"],
            message: "Required",
          },
        ],
      }),
    ),
  "ajv 8": (input) => check(input),
  "valibot 1": (input: Item) =>
    raise(
      named({
        issues: [
          {
            kind: "schema",
            type: "string",
            input: input.id,
            message: "m",
            path: [{ type: "object", origin: "value", input, key: "id", value: input.id }],
          },
        ],
      }),
    ),
  "yup 1": (value: Item) =>
    raise(named({ name: "ValidationError", value, path: "id", inner: [], params: { path: "id" } })),
  "joi 18": (input: Item) => raise(named({ _original: input, details: [{ message: "m", path: ["id"], context: {} }] })),
  "superstruct 2": (input: Item) => {
    const failure = { path: ["id"], message: "m" };
    return raise(named({ ...failure, branch: [input, input.id], failures: () => [failure] }));
  },
  "arktype 2": (input: Item) =>
    raise(
      named({
        arkErrors: [
          { path: ["id"], message: "m", code: input.id === undefined ? "required" : "domain", data: input.id ?? input },
        ],
      }),
    ),
  "typebox 1": (value: Item) =>
    raise(
      new Error("Parse", {
        cause: {
          value,
          errors: [
            value.id === undefined
              ? { instancePath: "", params: { requiredProperties: ["id"] }, message: "m" }
              : { instancePath: "/id", params: { type: "string" }, message: "m" },
          ],
        },
      }),
    ),
};

const call = async (input: object, run: Validate) => {
  const wrapped = wrapHandler((given: object) => Promise.resolve(run(given)), {
    tool_name: "t",
    audit: "none",
    deliver: "envelope",
  });
  const { error } = (await wrapped(input)) as { error: { code: string; fields?: readonly { name: string }[] } };
  return [error.code, error.fields?.map(({ name }) => name)];
};

describe.each(Object.entries(validators))("%s", (_, validate) => {
  const wrong = { id: true, name: "x" };

  it("names the fields of the call's arguments that it refuses", async () =>
    expect(await call(wrong, validate)).toEqual(["INVALID_INPUT", ["id"]]));

  it("names them in a part of the arguments", async () =>
    expect(await call({ items: [wrong] }, ({ items }) => validate(items[0]))).toEqual([
      "INVALID_INPUT",
      ["items[0].id"],
    ]));

  it("says that a field is missing", async () =>
    expect(await call({ name: "x" }, validate)).toEqual(["MISSING_INPUT", ["id"]]));

  it("is a fault of the server where it refuses something else", async () =>
    expect(await call({ query: "x" }, () => validate(wrong))).toEqual(["INTERNAL", undefined]));

  it("is found behind an error of the tool", async () => {
    const wrapping: Validate = async (input) => {
      try {
        await validate(input);
      } catch (cause) {
        throw new Error("The order cannot be read", { cause });
      }
    };
    expect(await call(wrong, wrapping)).toEqual(["INVALID_INPUT", ["id"]]);
  });
});

test("what the project says of an error comes first", () => {
  const classify = () => "CONFLICT" as const;
  const wrapped = wrapHandler((input: object) => validators["zod 4"]!(input), {
    tool_name: "t",
    audit: "none",
    deliver: "envelope",
    classify,
  });
  expect(wrapped({ id: 1, name: "x" })).toMatchObject({ error: { code: "CONFLICT" } });
});

test("a field that is missing in what a tool of the SDK has fetched is none of its input", () => {
  const context = { signal: new AbortController().signal, sendRequest: () => 1, sendNotification: () => 1 };
  const read: (...given: object[]) => unknown = () => z.object({ id: z.string() }).parse({});
  const wrapped = wrapHandler(read, { tool_name: "t", audit: "none", deliver: "envelope" });
  expect(wrapped({ query: "x" }, context)).toMatchObject({ error: { code: "INTERNAL" } });
});
