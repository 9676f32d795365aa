import * as kaiza from "error-contract/kaiza";
import * as standard from "error-contract/standard";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { thrownBy } from "./boundary-contracts.js";

const raw = (): never => {
  throw new Error("disk full", { cause: { reason: "quota" } });
};
const own = (): never => {
  throw standard.toolError("NOT_FOUND", "No such note", { cause: new Error("ENOENT") });
};
const wrap = (handler: () => never) => standard.wrapHandler(handler, { tool_name: "x", audit: "none" });

/** Reads nothing of what is thrown. */
async function drop(run: () => unknown): Promise<void> {
  try {
    await run();
  } catch {
    // Intended: whoever fails may be ignored.
  }
}

describe("a failure whose stack nobody reads", () => {
  const { prepareStackTrace } = Error;
  const format = vi.fn(() => "");
  beforeEach(() => {
    format.mockClear();
    Error.prepareStackTrace = format;
  });
  afterEach(() => {
    Error.prepareStackTrace = prepareStackTrace as never;
  });

  it.each<[string, () => unknown]>([
    ["a call that throws an Error", () => wrap(raw)()],
    ["a call that throws an error of the contract", () => wrap(own)()],
    ["a call that rejects", () => wrap((() => Promise.resolve().then(raw)) as never)()],
    ["serialize", () => standard.serialize(new Error("disk full", { cause: new Error("quota") }))],
    [
      "serialize of an error of the contract",
      () => kaiza.serialize(kaiza.SystemError.toolFailure("FILE_NOT_FOUND", {})),
    ],
  ])("has none formatted: %s", async (_, run) => {
    await drop(run);
    expect(format).not.toHaveBeenCalled();
  });

  it("has it where somebody does", async () => {
    Error.prepareStackTrace = prepareStackTrace as never;
    const thrown = await thrownBy(() => wrap(raw)());
    expect(thrown.stack).toMatch(/^\w+: disk full\n {4}at raw /u);
  });
});

describe("the stack of a converted error", () => {
  const secret = (): never => {
    throw new Error("disk full\n    at the end of /etc/secret");
  };
  const convert = async (handler: () => never) => (await thrownBy(() => wrap(handler)())) as standard.ToolError;

  it("shows where the original was thrown, for the server's own log", async () => {
    expect((await convert(raw)).toDiagnostic().stack).toMatch(/^\w+: disk full\n {4}at raw /u);
  });

  it("has frames alone of the original, whatever its message looks like", async () => {
    const wrapped = standard.wrapHandler(secret, { tool_name: "x", audit: "none", foreignMessages: "hidden" });
    const { stack } = await thrownBy(() => wrapped());
    expect(stack).toMatch(/\n {4}at secret /u);
    expect(stack).not.toContain("/etc/secret");
  });

  it("is that of the conversion where the program converts", () => {
    const convertHere = () => standard.fromUnknown(new Error("disk full"));
    expect(convertHere().stack).toContain("convertHere");
  });
});

describe("Error.stackTraceLimit", () => {
  const limit = Object.getOwnPropertyDescriptor(Error, "stackTraceLimit")!;
  afterEach(() => void Object.defineProperty(Error, "stackTraceLimit", limit));

  it.each<[string, PropertyDescriptor | undefined]>([
    ["a number", { ...limit, value: 3 }],
    ["one that cannot be changed", { ...limit, value: 4, writable: false }],
    ["none", undefined],
    ["no number", { ...limit, value: "all" }],
  ])("stays as it is: %s", async (_, descriptor) => {
    delete (Error as { stackTraceLimit?: unknown }).stackTraceLimit;
    if (descriptor) Object.defineProperty(Error, "stackTraceLimit", descriptor);
    await drop(() => wrap(raw)());
    standard.serialize({ reason: "quota" });
    expect(Object.getOwnPropertyDescriptor(Error, "stackTraceLimit")).toEqual(descriptor);
  });

  it("holds for an error that is created while a promise is looked for", () => {
    const stacks: (string | undefined)[] = [];
    const promise = Object.defineProperty(Promise.reject(new Error("x")), "constructor", {
      get: () => void stacks.push(new Error("y").stack),
    });
    standard.serialize(promise);
    expect(Error.stackTraceLimit).toBe(limit.value);
  });
});
