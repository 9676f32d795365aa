import { describe, expect, it, vi } from "vitest";
import { createErrorClass, listEnvelopeProblems, wrapHandler } from "error-contract";
import * as kaiza from "error-contract/kaiza";
import fc from "../kit/property.js";
import { toRows } from "../kit/to-rows.js";
import { fail, MemorySink, notFound, read, sdk1, sdk2, session, texts, thrownBy } from "./boundary-contracts.js";
import { anyValue } from "./hostile-values.js";
import { nested, numeric } from "./sample-contracts.js";

const { SystemError } = kaiza;
/** What SDK 1.x passes to a tool, as far as the boundary looks. */
const extra = sdk1();

describe("a success", () => {
  it("is the very value that the handler returned, at once", () => {
    const result = { content: [] };
    expect(kaiza.wrapHandler(() => result, "x")()).toBe(result);
    expect(kaiza.wrapHandler((value: number) => value + 1, "x")(1)).toBe(2);
  });

  it("keeps `this`, every argument, name, length and properties", () => {
    const handler = Object.assign(
      function named(this: unknown, first: unknown, ...rest: unknown[]) {
        return [this, first, rest];
      },
      { schema: { a: 1 } },
    );
    const wrapped = kaiza.wrapHandler(handler, "x");
    const self = {};
    expect(wrapped.call(self, 1, 2, 3)).toEqual([self, 1, [2, 3]]);
    expect(wrapped.call(self, 1)[0]).toBe(self);
    expect({ name: wrapped.name, length: wrapped.length, schema: (wrapped as typeof handler).schema }).toEqual({
      name: "named",
      length: 1,
      schema: handler.schema,
    });
  });

  it("of a promise or any thenable resolves to the same value", async () => {
    const result = {};
    expect(await kaiza.wrapHandler(() => Promise.resolve(result), "x")()).toBe(result);
    const thenable = { then: (resolve: (value: unknown) => void) => resolve(result) };
    expect(await kaiza.wrapHandler(() => thenable, "x")()).toBe(result);
  });

  it("may be anything that can be awaited, also what cannot be looked at otherwise", () => {
    const odd = Object.defineProperty({}, "next", { get: fail(new Error("hostile")) });
    expect(kaiza.wrapHandler(() => odd, "x")()).toBe(odd);
  });

  it("writes nothing, and asks for nothing but the session", async () => {
    const audit = new MemorySink();
    const options = { tool_name: "x", audit, session: vi.fn(), classify: vi.fn() };
    kaiza.wrapHandler(() => 1, options)();
    await kaiza.wrapHandler(() => Promise.resolve(1), options)();
    expect(audit.records).toEqual([]);
    expect(options.session).toHaveBeenCalledTimes(2);
    expect(options.classify).not.toHaveBeenCalled();
  });
});

describe("a failure under kaiza", () => {
  it("is thrown as a SystemError that carries the envelope in its message and data", async () => {
    const thrown = await thrownBy(kaiza.wrapHandler(fail(new TypeError("boom")), "read_file"));
    expect(thrown).toBeInstanceOf(SystemError);
    expect(thrown).toBeInstanceOf(Error);
    expect(thrown).toMatchObject({ name: "SystemError", error_code: "INTERNAL_ERROR", tool_name: "read_file" });
    expect(kaiza.parseEnvelope(read(thrown))).toEqual(thrown.toEnvelope());
    expect(thrown.data).toEqual(thrown.toEnvelope());
    expect(thrown.message).toBe(kaiza.serialize(thrown));
  });

  it("keeps cause, stack and fields of the error, and leaves the error alone", async () => {
    const cause = new Error("ENOENT");
    const error = SystemError.toolFailure("FILE_NOT_FOUND", { human_message: "No such file", cause });
    const before = { ...error.toDiagnostic(), message: error.message };
    const thrown = await thrownBy(kaiza.wrapHandler(fail(error), { tool_name: "read_file", session }));
    expect({ ...error.toDiagnostic(), message: error.message }).toEqual(before);
    expect(thrown.cause).toBe(cause);
    expect(thrown.stack).toBe(error.stack);
    expect(thrown).toMatchObject({ error_code: "FILE_NOT_FOUND", human_message: "No such file", ...session });
    expect(read(thrown)).toEqual({ ...error.toEnvelope(), ...session, tool_name: "read_file" });
  });

  it("is an instance of the project's own class", async () => {
    class FileError extends createErrorClass(kaiza.kaiza) {}
    const thrown = await thrownBy(kaiza.wrapHandler(fail(new FileError({ error_code: "FILE_NOT_FOUND" })), "x"));
    expect(thrown).toBeInstanceOf(FileError);
  });

  it("whose own envelope does not conform is repaired", async () => {
    class Broken extends createErrorClass(kaiza.kaiza) {
      override toEnvelope(): never {
        return { nonsense: 1n } as never;
      }
    }
    const thrown = await thrownBy(kaiza.wrapHandler(fail(new Broken({ error_code: "FILE_NOT_FOUND" })), "x"));
    expect(kaiza.parseEnvelope(read(thrown))).toMatchObject({ error_code: "FILE_NOT_FOUND" });
  });

  it("survives a class that cannot convert", async () => {
    class Stubborn extends createErrorClass(kaiza.kaiza) {
      static override fromUnknown = fail(new Error("no"));
    }
    const thrown = await thrownBy(wrapHandler(fail(new Error("x")), { contract: Stubborn, tool_name: "x" }));
    expect(kaiza.parseEnvelope(read(thrown))).toMatchObject({ error_code: "INTERNAL_ERROR", human_message: "x" });
  });

  it("takes its code from classify", async () => {
    const classify = (thrown: unknown) => (thrown === 7 ? "PLAN_NOT_FOUND" : undefined);
    const wrapped = kaiza.wrapHandler(fail(7), { tool_name: "x", classify });
    expect(await thrownBy(wrapped)).toMatchObject({ error_code: "PLAN_NOT_FOUND" });
  });
});

describe("a handler that waits", () => {
  it("rejects", async () => {
    const wrapped = kaiza.wrapHandler(async () => Promise.reject(notFound()), "x");
    expect(await thrownBy(wrapped)).toMatchObject({ error_code: "FILE_NOT_FOUND", tool_name: "x" });
  });

  it("has a thenable that fails in any way", async () => {
    const thenable = { then: fail(notFound()) };
    expect(await thrownBy(kaiza.wrapHandler(() => thenable, "x"))).toMatchObject({ error_code: "FILE_NOT_FOUND" });
  });

  it("is an async generator: values pass in and out, a failure is thrown", async () => {
    const returned = vi.fn();
    const wrapped = kaiza.wrapHandler(async function* (first: number) {
      try {
        await Promise.resolve();
        const second: number = yield first;
        yield first + second;
        throw notFound();
      } finally {
        returned();
      }
    }, "x");
    const generator = wrapped(1);
    expect(await generator.next(0)).toEqual({ value: 1, done: false });
    expect(await generator.next(2)).toEqual({ value: 3, done: false });
    expect(await thrownBy(() => generator.next(0))).toMatchObject({ error_code: "FILE_NOT_FOUND", tool_name: "x" });
    expect(returned).toHaveBeenCalledOnce();

    const abandoned = wrapped(1);
    await abandoned.next(0);
    expect(await abandoned.return(undefined as never)).toEqual({ value: undefined, done: true });
    expect(returned).toHaveBeenCalledTimes(2);
  });

  it("is a generator: a failure is thrown, or the last value under a contract that returns", () => {
    const values = function* () {
      yield 1;
      throw new Error("x");
    };
    expect(() => [...kaiza.wrapHandler(values, "x")()]).toThrow(SystemError);
    const [first, last] = [...wrapHandler(values, { contract: nested, tool_name: "x" })()];
    expect(first).toBe(1);
    expect(listEnvelopeProblems(nested, last)).toEqual([]);
  });

  const controller = new AbortController();
  controller.abort("the user left");
  const { signal } = controller;
  it.each(
    toRows<readonly [thrown: unknown, context: object, code: string]>({
      "was cancelled": [new DOMException("aborted", "AbortError"), extra, "stopped"],
      "timed out": [new DOMException("late", "TimeoutError"), extra, "too_slow"],
      "throws the reason of the call's signal": ["the user left", sdk1(signal), "stopped"],
      "throws it under SDK 2.x": ["the user left", sdk2("tools/call", signal), "stopped"],
      "has a cancelled call as its cause": [
        new Error("x", { cause: new DOMException("aborted", "AbortError") }),
        extra,
        "stopped",
      ],
      "has the reason as its cause": [new Error("x", { cause: "the user left" }), { signal }, "stopped"],
      "gives up with anything, once its client has": ["something else", sdk1(signal), "stopped"],
      "gives up with anything, and its context is none": ["something else", { signal, requestId: 1 }, "internal_error"],
      "has a code, and its client has gone": [
        Object.assign(new Error("x"), { code: "not_found" }),
        sdk1(signal),
        "not_found",
      ],
    }),
  )("%s: the code of that condition, where the contract has one", (_, thrown, context, code) => {
    const wrapped = wrapHandler(fail(thrown), { contract: texts, tool_name: "x", deliver: "json" });
    expect(JSON.parse(wrapped({}, context))).toMatchObject({ error: code });
  });

  it("was cancelled: the fallback, where the contract has no such code", async () => {
    const thrown = await thrownBy(kaiza.wrapHandler(fail(new DOMException("aborted", "AbortError")), "x"));
    expect(thrown).toMatchObject({ error_code: "INTERNAL_ERROR" });
  });
});

describe("whatever a handler throws", () => {
  const hostileOptions = {
    classify: fail(new Error("classify")),
    session: fail(new Error("session")),
  };

  it("leaves as a conforming envelope, from sync and async handlers alike", async () => {
    const audit = new MemorySink();
    const options = { tool_name: "x", audit, ...hostileOptions };
    await fc.assert(
      fc.asyncProperty(anyValue, async (recipe) => {
        const value = recipe.make();
        const thrown = [
          await thrownBy(kaiza.wrapHandler(fail(value), options)),
          await thrownBy(kaiza.wrapHandler(() => Promise.reject(value), options)),
        ];
        for (const error of thrown) {
          expect(error).toBeInstanceOf(SystemError);
          expect(kaiza.listEnvelopeProblems(read(error))).toEqual([]);
          expect(audit.envelopes).toContainEqual(read(error));
        }
        audit.records.length = 0;
      }),
    );
  });

  it("leaves as a conforming envelope under each way to deliver", () =>
    fc.assert(
      fc.asyncProperty(anyValue, async (recipe) => {
        const value = recipe.make();
        const returned = await wrapHandler(fail(value), { contract: nested, tool_name: "x" })();
        expect(listEnvelopeProblems(nested, returned)).toEqual([]);
        const text = await wrapHandler(fail(value), { contract: texts, tool_name: "x" })();
        expect(listEnvelopeProblems(texts, JSON.parse(text))).toEqual([]);
        const { code, message, data } = await thrownBy(wrapHandler(fail(value), { contract: numeric, tool_name: "x" }));
        const error = JSON.parse(JSON.stringify({ code, message, data }));
        expect(listEnvelopeProblems(numeric, error)).toEqual([]);
      }),
    ));

  it("or writes to a sink that fails with it", async () => {
    const audit = new MemorySink();
    await fc.assert(
      fc.asyncProperty(anyValue, async (recipe) => {
        audit.failure = recipe.make() ?? "nothing";
        const error = await thrownBy(kaiza.wrapHandler(fail(notFound()), { tool_name: "x", audit }));
        expect(kaiza.parseEnvelope(read(error))).toMatchObject({ error_code: "AUDIT_LOG_FAILED" });
      }),
    );
  });
});
