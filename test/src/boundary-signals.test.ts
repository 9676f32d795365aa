import http from "node:http";
import type { AddressInfo } from "node:net";
import vm from "node:vm";
import { ProtocolError, UrlElicitationRequiredError as Elicitation2 } from "@modelcontextprotocol/server";
import { McpError, UrlElicitationRequiredError as Elicitation1 } from "@modelcontextprotocol/sdk/types.js";
import { createExpressErrorHandler, createHonoErrorHandler, wrapHandler, wrapHttpHandler } from "error-contract";
import * as kaiza from "error-contract/kaiza";
import { describe, expect, it } from "vitest";
import { fail, MemorySink, sdk1, sdk2, thrownBy } from "./boundary-contracts.js";
import { unhandledDuring } from "../kit/thrown.js";
import { hostileValues } from "./hostile-values.js";

const { SystemError } = kaiza;
const reject =
  (value: unknown): ((...args: any[]) => any) =>
  async () => {
    await Promise.resolve();
    throw value;
  };

const envelopeKey = "error-contract/envelope";
const elicitations = [{ mode: "url" as const, elicitationId: "1", url: "https://example.com/?t=1", message: "Visit" }];
const members = { code: -32042, data: { elicitations } };

/** A copy of the SDK, as a bundler leaves it: classes without their names. */
const copy = (() => {
  const Above = class extends Error {
    readonly code: number;
    readonly data: unknown;
    constructor(code: number, message: string, data: unknown) {
      super(message);
      [this.code, this.data, this.name] = [code, data, "McpError"];
    }
    static fromError(code: number, message: string, data: unknown): Error {
      return new Above(code, message, data);
    }
  };
  return class extends Above {};
})();

const signals: readonly [string, () => Error, sdk: typeof sdk1 | typeof sdk2][] = [
  ["the class of SDK 1.x", () => new Elicitation1(elicitations), sdk1],
  ["the class above it", () => new McpError(-32042, "Visit", { elicitations }), sdk1],
  ["a project's class below it", () => new (class Visit extends Elicitation1 {})(elicitations), sdk1],
  ["the class of SDK 2.x", () => new Elicitation2(elicitations), sdk2],
  ["the class above that", () => new ProtocolError(-32042, "Visit", { elicitations }), sdk2],
  ["a bundled copy", () => new copy(-32042, "Visit", { elicitations }), sdk1],
];

const lookalikes: readonly [string, () => unknown][] = [
  ["members", () => Object.assign(new Error("w"), members)],
  ["members and a name", () => Object.assign(new Error("w"), members, { name: "McpError" })],
  [
    "members and a brand",
    () =>
      Object.defineProperty(Object.assign(new Error("w"), members), Symbol.for("mcp.sdk.errorBrands"), {
        value: new Set(["mcp.ProtocolError", "mcp.UrlElicitationRequiredError"]),
      }),
  ],
  [
    "a class of the same name",
    () => {
      class McpError extends Error {}
      class UrlElicitationRequiredError extends McpError {}
      return Object.assign(new UrlElicitationRequiredError("w"), members);
    },
  ],
  ["members of its own prototype", () => Object.assign(Object.create({ constructor: McpError }) as object, members)],
  ["a parsed answer", () => JSON.parse(JSON.stringify({ ...members, message: "w", name: "McpError" })) as unknown],
  ["another code", () => new McpError(-32000, "w", { elicitations })],
  ["no address", () => new McpError(-32042, "w", {})],
  [
    "a proxy that does not tell",
    () => new Proxy(Object.assign(new Error("w"), members), { getPrototypeOf: fail("x") }),
  ],
];

const all: readonly (readonly [name: string, create: () => unknown])[] = [
  ...signals.map(([name, create]) => [name, create] as const),
  ...lookalikes,
];

describe("an error by which the SDK asks for a visit to an address", () => {
  it.each(signals)("passes its SDK as it is, and is recorded: %s", async (_name, create, sdk) => {
    for (const around of [fail, reject]) {
      const audit = new MemorySink();
      const signal = create();
      const wrapped = kaiza.wrapHandler(around(signal), { tool_name: "pay", audit });
      expect(await thrownBy(() => wrapped({}, sdk()))).toBe(signal);
      expect(audit.envelopes).toMatchObject([{ tool_name: "pay", cause: { code: -32042 } }]);
    }
  });

  it.each(signals)("is a failure for a server that has another class: %s", async (_name, create, sdk) => {
    const fastmcp = { reportProgress: reject("x"), streamContent: reject("x") };
    for (const context of [sdk === sdk1 ? sdk2() : sdk1(), fastmcp]) {
      const audit = new MemorySink();
      const wrapped = kaiza.wrapHandler(reject(create()), { tool_name: "pay", audit, deliver: "result" });
      expect(await wrapped({}, context)).toMatchObject({
        isError: true,
        _meta: { [envelopeKey]: { tool_name: "pay" } },
      });
      expect(audit.records).toHaveLength(1);
    }
  });

  it("is recorded once behind two boundaries with one log", async () => {
    const audit = new MemorySink();
    const inner = kaiza.wrapHandler(fail(signals[0]![1]()), { tool_name: "inner", audit });
    const outer = kaiza.wrapHandler((args: object, context: object) => inner(args, context), { tool_name: "x", audit });
    expect(await thrownBy(() => outer({}, sdk1()))).toBeInstanceOf(Elicitation1);
    expect(audit.records).toHaveLength(1);
  });

  it("gives way where it cannot be recorded", async () => {
    const audit = new MemorySink();
    audit.failure = new Error("full");
    const wrapped = kaiza.wrapHandler(reject(signals[0]![1]()), { tool_name: "pay", audit });
    const answer = await wrapped({}, sdk1()).catch((error: unknown) => error);
    expect(JSON.stringify(answer)).toContain("AUDIT_LOG_FAILED");
  });

  it.each(all)("is a failure like any other in a function: %s", async (_name, create) => {
    const audit = new MemorySink();
    const wrapped = kaiza.wrapHandler(fail(create()), { tool_name: "pay", audit });
    for (const args of [[], [{ requestId: 1, signal: new AbortController().signal }], [create()]]) {
      expect(await thrownBy(() => wrapped(...args))).toBeInstanceOf(SystemError);
    }
    expect(audit.records).toHaveLength(3);
  });

  it.each(lookalikes)("is not one by %s", async (_name, create) => {
    const audit = new MemorySink();
    const wrapped = wrapHandler(fail(create()), { contract: SystemError, tool_name: "pay", audit, deliver: "throw" });
    expect(await thrownBy(() => wrapped({}, sdk1()))).toBeInstanceOf(SystemError);
    expect(audit.records).toHaveLength(1);
  });

  it.each(all)("is answered by an HTTP server: %s", async (_name, create) => {
    const audit = new MemorySink();
    const options = { contract: kaiza.kaiza, tool_name: "pay", audit };
    const express = createExpressErrorHandler(options);
    const listeners: http.RequestListener[] = [
      wrapHttpHandler(fail(create()), options),
      wrapHttpHandler(reject(create()), options),
      (request, response) => void express(create(), request, response, undefined),
    ];
    for (const listener of listeners) {
      const server = http.createServer(listener);
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
      expect(response.status).toBeGreaterThanOrEqual(400);
      expect(kaiza.parseEnvelope(await response.json())).toMatchObject({ tool_name: "pay" });
      server.close();
    }
    const response = await createHonoErrorHandler(options)(create(), { req: { method: "GET", path: "/" } });
    expect(kaiza.parseEnvelope(await response.json())).toMatchObject({ tool_name: "pay" });
    expect(audit.records).toHaveLength(4);
  });
});

describe("a thrown promise", () => {
  const late = async (value: unknown): Promise<never> => {
    await new Promise(setImmediate);
    throw value;
  };
  const notFound = (): Error => SystemError.toolFailure("FILE_NOT_FOUND", { human_message: "No such file" });
  const wrap = (handler: (...args: any[]) => any) => kaiza.wrapHandler(handler, { tool_name: "x", audit: "none" });

  it.each<[string, (promise: Promise<unknown>) => (...args: any[]) => any]>([
    ["thrown at once", fail],
    ["thrown later", reject],
    ["as the reason of a rejection", (promise) => () => Promise.reject(promise)],
    [
      "in an async generator",
      (promise) =>
        async function* () {
          yield* [];
          await Promise.resolve();
          throw promise;
        },
    ],
  ])("is awaited: %s", async (_name, around) => {
    for (const create of [() => late(notFound()), () => Promise.reject(late(notFound()))]) {
      const result: any = wrap(around(create()));
      const answer = await thrownBy(async () => {
        const value: any = await result();
        return value?.next === undefined ? value : await value.next();
      });
      expect(answer).toMatchObject({ error_code: "FILE_NOT_FOUND", tool_name: "x" });
    }
  });

  it("that is fulfilled is a failure with its value", async () =>
    expect(await thrownBy(wrap(reject(Promise.resolve("The disk is full"))))).toMatchObject({
      error_code: "INTERNAL_ERROR",
      human_message: "The disk is full",
    }));

  it("is not awaited for ever", async () => {
    const handler = reject(new Promise(() => {}));
    const wrapped = kaiza.wrapHandler(handler, { tool_name: "x", audit: "none", auditTimeout: 20 });
    expect((await thrownBy(wrapped)).human_message).toContain("20 ms");
  });

  it("ends no process, wherever it is converted and whoever waits", async () => {
    const unhandled = await unhandledDuring(() => {
      wrap(fail(Promise.reject(new Error("a"))))();
      expect(() => [
        ...wrap(function* () {
          yield* [];
          throw Promise.reject(new Error("b"));
        })(),
      ]).toThrow(SystemError);
      SystemError.fromUnknown(Promise.reject(new Error("c")));
      SystemError.fromUnknown(new Error("around", { cause: Promise.reject(new Error("d")) }));
      SystemError.fromUnknown(new AggregateError([Promise.reject(new Error("e"))]));
      SystemError.fromUnknown(Promise.reject(Promise.reject(new Error("f"))));
    });
    expect(unhandled).toEqual([]);
  });

  const rejectNow = (): Promise<never> => Promise.reject(new Error("x"));
  const tag = (descriptor: PropertyDescriptor) => (): object =>
    Object.defineProperty(rejectNow(), Symbol.toStringTag, descriptor);

  it.each<[string, () => object]>([
    ["whose class is Error", () => Object.setPrototypeOf(rejectNow(), Error.prototype) as object],
    ["without a class", () => Object.setPrototypeOf(rejectNow(), null) as object],
    ["whose class is a proxy", () => Object.setPrototypeOf(rejectNow(), new Proxy(Error.prototype, {})) as object],
    ["that says it is an error", tag({ value: "Error" })],
    [
      "that says so the second time",
      () => {
        const tags = [undefined, "Error"];
        return tag({ get: () => tags.shift() })();
      },
    ],
    ["without `then`", () => Object.assign(rejectNow(), { then: undefined })],
    ["of another realm", () => vm.runInNewContext(`Promise.reject(new Error("far"))`) as object],
  ])("ends no process %s, nor as a cause", async (_, create) => {
    const unhandled = await unhandledDuring(() => {
      wrap(fail(create()))();
      kaiza.serialize(create());
      SystemError.fromUnknown(new Error("around", { cause: create() }));
      SystemError.fromUnknown(new Error("a", { cause: new Error("b", { cause: create() }) }));
      SystemError.fromUnknown(new AggregateError([create(), hostileValues["revoked proxy"]]));
    });
    expect(unhandled).toEqual([]);
  });

  it.each(["revoked proxy", "revoked function proxy"])("may be looked for behind a %s", async (name) => {
    const error = new Error("disk full", { cause: new Error("inner", { cause: hostileValues[name] }) });
    expect(JSON.parse(kaiza.serialize(error))).toMatchObject({ human_message: "disk full" });
    expect(await thrownBy(wrap(fail(error)))).toMatchObject({ human_message: "disk full" });
  });

  it("is a promise: another thenable is not run", async () => {
    let runs = 0;
    const query = {
      then: () => {
        runs++;
      },
    };
    expect(await thrownBy(wrap(fail(query)))).toMatchObject({ error_code: "INTERNAL_ERROR" });
    expect(await thrownBy(wrap(reject(query)))).toMatchObject({ error_code: "INTERNAL_ERROR" });
    expect(runs).toBe(0);
  });
});

describe("the session", () => {
  it("is the one that the call began with", async () => {
    const current = { session_id: "first", role: null, workspace_root: "/first" };
    const begin = new Map([["now", current]]);
    for (const session of [
      () => begin.get("now"),
      current,
      (...args: unknown[]) => (args.length > 0 ? current : null),
    ]) {
      Object.assign(current, { session_id: "first", workspace_root: "/first" });
      const handler = async (): Promise<never> => {
        Object.assign(current, { session_id: "second", workspace_root: "/second" });
        await Promise.resolve();
        throw new Error("x");
      };
      const wrapped: (...args: unknown[]) => unknown = wrapHandler(handler as never, {
        contract: SystemError,
        tool_name: "x",
        audit: "none",
        session: session as never,
      });
      expect(await thrownBy(() => wrapped(1))).toMatchObject({ session_id: "first", workspace_root: "/first" });
    }
  });
});
