import { listEnvelopeProblems, createErrorClass, extend, wrapHandler } from "error-contract";
import type { ContractData, WrapHandler } from "error-contract";
import { contextResolve, wrapHandler as wrapContextResolve } from "error-contract/context-resolve";
import { builtInContracts, detectError } from "error-contract/detect";
import { jsonRpc } from "error-contract/json-rpc";
import { kaiza, parseEnvelope, SystemError, wrapHandler as wrapKaiza } from "error-contract/kaiza";
import { mcpAql, wrapHandler as wrapAql } from "error-contract/mcp-aql";
import { standard, wrapHandler as wrapStandard } from "error-contract/standard";
import { typedMcp, wrapHandler as wrapTyped } from "error-contract/typed-mcp";
import { describe, expect, it, test } from "vitest";
import { MemorySink, sdk1, texts, thrownBy } from "./boundary-contracts.js";
import { hostileValues } from "./hostile-values.js";

const key = "error-contract/envelope";
const text = (value: string) => ({ type: "text", text: value });
const image = { type: "image", data: "AAAA", mimeType: "image/png" };
/** One item of each kind that MCP has, with what may stand on an item. */
const everyKind = [
  { ...text("There is no such note"), annotations: { audience: ["assistant"] } },
  image,
  { type: "audio", data: "AAAA", mimeType: "audio/wav" },
  { type: "resource", resource: { uri: "file:///n", text: "{}" }, _meta: { a: 1 } },
  { type: "resource_link", uri: "file:///n", name: "n" },
];
const result = {
  content: everyKind,
  isError: true,
  structuredContent: { size: 0, notes: [] },
  _meta: { trace: { id: 7 } },
} as const;
/** What SDK 1.x passes to a tool, as far as the boundary looks. */
const extra = sdk1();
const parse = (item: unknown): unknown => JSON.parse((item as { text: string }).text);

describe("a failing result that the handler wrote", () => {
  const wrap = {
    standard: wrapStandard(() => result, "x"),
    "json-rpc": wrapHandler(() => result, { contract: jsonRpc, tool_name: "x" }),
    kaiza: wrapKaiza(() => result, "x"),
    "typed-mcp": wrapTyped(() => result, "x"),
    "mcp-aql": wrapAql(() => result, "x"),
  };

  it.each(["standard", "json-rpc"] as const)("is returned with the envelope in `_meta` (%s)", (name) => {
    const contract: ContractData = builtInContracts.find((each) => each.name === name)!;
    for (const args of [[], [{}, extra]] as const) {
      const delivered: any = (wrap[name] as (...args: unknown[]) => unknown)(...args);
      const envelope = delivered._meta[key];
      expect(listEnvelopeProblems(contract, envelope)).toEqual([]);
      expect(delivered).toEqual({ ...result, _meta: { ...result._meta, [key]: envelope } });
      expect(detectError(delivered, { contracts: [contract] })).toMatchObject({
        contract: name,
        message: "There is no such note",
        source: "_meta",
      });
    }
  });

  it.each(["kaiza", "typed-mcp", "mcp-aql"] as const)("is returned with the envelope as first text (%s)", (name) => {
    const contract: ContractData = builtInContracts.find((each) => each.name === name)!;
    for (const args of [[], [{}, extra]] as const) {
      const delivered: any = (wrap[name] as (...args: unknown[]) => unknown)(...args);
      const [first, ...others] = delivered.content;
      expect(listEnvelopeProblems(contract, parse(first))).toEqual([]);
      const meta = { ...result._meta, [key]: parse(first) };
      expect({ ...delivered, content: others }).toEqual({ ...result, _meta: meta });
      expect(detectError(delivered)).toMatchObject({ contract: name, source: "_meta" });
    }
  });

  it("is not returned under specification 000: an error response has one key, no diagnostics and no company", () => {
    const wrapped = wrapContextResolve(() => result as unknown, "x") as (...args: unknown[]) => any;
    const envelope = { error: { code: "internal_error", message: "Internal error" } };
    expect(wrapped()).toEqual(envelope);
    expect(wrapped({}, extra)).toEqual({
      content: [text(JSON.stringify(envelope))],
      isError: true,
      _meta: { [key]: envelope },
    });
  });

  it("is found by the key of specification 003", () => {
    const { content } = wrap["typed-mcp"]() as { content: readonly { text: string }[] };
    expect(JSON.parse(content[0]!.text)).toMatchObject({ error: "internal_error" });
  });

  it("is not changed itself, and may be one constant", () => {
    const audit = new MemorySink();
    const constant = Object.freeze({ content: Object.freeze([text("no")]), isError: true, _meta: Object.freeze({}) });
    for (const wrapper of [wrapKaiza, wrapStandard] as readonly WrapHandler<any>[]) {
      const wrapped = wrapper(() => constant, { tool_name: "x", audit });
      expect([wrapped(), wrapped()]).toHaveLength(2);
    }
    expect(constant).toEqual({ content: [text("no")], isError: true, _meta: {} });
    expect(audit.records.map(({ contract }) => contract)).toEqual(["kaiza", "kaiza", "standard", "standard"]);
  });

  it("may have no text, no content, or `_meta` that is no object", () => {
    for (const own of [
      { isError: true, content: [image] },
      { isError: true, content: [] },
      { isError: true, structuredContent: { size: 0 } },
      { isError: true, content: [], _meta: "x" },
    ]) {
      expect(wrapStandard(() => own, "x")()).toEqual({ ...own, _meta: { [key]: expect.anything() } });
      const { content }: any = wrapKaiza(() => own as { content: object[] }, "x")();
      expect(parseEnvelope(parse(content[0]))).toMatchObject({ human_message: "An unexpected error occurred" });
      expect(content.slice(1)).toEqual(own.content ?? []);
    }
  });

  it("is awaited", async () => {
    const { content } = await wrapKaiza(() => Promise.resolve(result as { content: object[] }), "x")();
    expect(parseEnvelope(parse(content[0]))).toMatchObject({ tool_name: "x", human_message: "There is no such note" });
  });

  it("is recorded as it is delivered, before it is delivered", async () => {
    const audit = new MemorySink();
    const options = { tool_name: "x", audit, session: { session_id: "s-1" } };
    const sync: any = wrapKaiza(() => result, options)();
    const later: any = await wrapKaiza(() => Promise.resolve(result), options)();
    expect(audit.envelopes).toEqual([parse(sync.content[0]), parse(later.content[0])]);
    expect(audit.envelopes).toMatchObject([{ session_id: "s-1", cause: { message: "There is no such note" } }, {}]);
  });

  it("gives way to AUDIT_LOG_FAILED where it cannot be recorded", async () => {
    const audit = new MemorySink();
    audit.failure = new Error("disk full");
    const thrown = await thrownBy(wrapKaiza(() => result, { tool_name: "x", audit }));
    expect(thrown).toMatchObject({ error_code: "AUDIT_LOG_FAILED" });
  });

  it("takes its code from classify, and from a code that it states", () => {
    const stated = { isError: true, content: [text("no such note"), image], structuredContent: { error: {} } };
    const coded = { ...stated, structuredContent: { error: { code: "NOT_FOUND" } } };
    const classify = () => "CONFLICT" as const;
    const read = (own: object, options: object = {}): any =>
      (wrapStandard(() => own, { tool_name: "x", ...options })() as any)._meta[key].error;
    expect(read(stated, { classify })).toMatchObject({ code: "CONFLICT", message: "no such note" });
    expect(read(stated)).toMatchObject({ code: "INTERNAL", message: "no such note" });
    const numeric = { isError: true, content: [text("no")], structuredContent: { code: -32602 } };
    const delivered: any = wrapHandler(() => numeric, { contract: jsonRpc, tool_name: "x" })();
    expect(delivered._meta[key]).toMatchObject({ code: -32602, message: "no" });
    expect(read(coded)).toMatchObject({ code: "NOT_FOUND", message: "no such note" });
  });

  it("is delivered in another form where one is asked for", async () => {
    const thrown = await thrownBy(wrapKaiza(() => result, { tool_name: "x", deliver: "throw" }));
    expect(thrown).toMatchObject({ human_message: "There is no such note" });
    const wrapped = (deliver: "result" | "json") =>
      wrapStandard(() => result as unknown, { tool_name: "x", deliver })();
    expect(wrapped("result")).toMatchObject({ ...result, _meta: { [key]: {} } });
    expect(JSON.parse(wrapped("json") as string)).toMatchObject({ error: { code: "INTERNAL" } });
  });

  test.each([
    ["without the members of a result", { isError: true, reason: "x" }],
    ["with content that is no list", { isError: true, content: "x" }],
  ])("is no MCP result %s, and thrown", async (_, value) => {
    expect(await thrownBy(wrapKaiza(() => value, "x"))).toBeInstanceOf(SystemError);
  });

  it("gives the client a conforming envelope, whatever it holds", async () => {
    for (const [name, value] of Object.entries(hostileValues)) {
      for (const own of [
        { isError: true, content: [value, text("no")] },
        { isError: true, content: [text("no")], _meta: value },
        { isError: true, content: [text("no")], _meta: { [key]: value } },
        { isError: true, content: [{ type: "text", text: value }], structuredContent: value },
        { isError: true, content: value, structuredContent: {} },
      ]) {
        const delivered = await Promise.resolve()
          .then(() => wrapKaiza(() => own, "x")())
          .catch((thrown: unknown) => ({ isError: true, content: [text((thrown as Error).message)] }));
        expect(detectError(delivered, { contracts: [kaiza] }), name).toMatchObject({ certainty: "envelope" });
      }
    }
  });

  it("is delivered without what cannot be read", async () => {
    const hostile = { isError: true, content: [text("no")] };
    Object.defineProperty(hostile, "odd", {
      enumerable: true,
      get() {
        throw new Error("hostile");
      },
    });
    expect(await thrownBy(wrapKaiza(() => hostile, "x"))).toMatchObject({ human_message: "no" });
  });
});

describe("an envelope that stands in the result already", () => {
  const session = { session_id: "s-1", role: "WINDSURF", workspace_root: "/work" } as const;
  const own = SystemError.toolFailure("FILE_NOT_FOUND", { human_message: "No such file" }).toEnvelope();
  const filled = { ...own, ...session, tool_name: "x" };

  it("is filled in its place, where it is the first text", () => {
    const item = { ...text(JSON.stringify(own)), annotations: { priority: 1 } };
    const delivered: any = wrapKaiza(() => ({ isError: true, content: [image, item, text("more")] }), {
      tool_name: "x",
      session,
    })();
    expect(delivered.content).toEqual([image, { ...item, text: JSON.stringify(filled) }, text("more")]);
  });

  it("is read wherever it stands", () => {
    for (const value of [
      { content: [text("It failed"), text(JSON.stringify(own))] },
      { content: [text("It failed")], structuredContent: { ...own } },
    ]) {
      const delivered: any = wrapKaiza(() => ({ ...value, isError: true }), { tool_name: "x", session })();
      expect(parse(delivered.content[0])).toEqual(filled);
      expect(delivered.content.slice(1)).toEqual(value.content);
    }
  });

  it("says nothing of the call, since it may be that of another server", () => {
    const theirs = {
      ...own,
      session_id: "theirs",
      role: "ANTIGRAVITY",
      tool_name: "their_tool",
      plan_hash: "p",
    } as const;
    for (const value of [{ content: [text(JSON.stringify(theirs))] }, { content: [], structuredContent: theirs }]) {
      const audit = new MemorySink();
      const delivered: any = wrapKaiza(() => ({ ...value, isError: true }), { tool_name: "x", audit, session })();
      expect(audit.records[0]!.envelope).toEqual(filled);
      expect(parse(delivered.content[0])).toEqual(filled);
      wrapKaiza(() => ({ ...value, isError: true }), { tool_name: "x", audit })();
      expect(audit.records[1]!.envelope).toEqual({ ...own, tool_name: "x" });
    }
  });

  it("is that of another server in `_meta`: it says nothing of this call, and is the cause", () => {
    const audit = new MemorySink();
    const theirs = { ...own, session_id: "theirs", tool_name: "their_tool" };
    for (const content of [[text("It failed")], [text(JSON.stringify(theirs))]]) {
      const answer = { content, _meta: { [key]: theirs, other: 1 }, isError: true };
      const delivered: any = wrapKaiza(() => answer, { tool_name: "x", audit })();
      const { envelope, causes } = audit.records.pop()!;
      expect(envelope).toMatchObject({ tool_name: "x", session_id: null });
      expect(causes).toContainEqual({ value: theirs });
      expect(delivered._meta).toMatchObject({ [key]: { tool_name: "x", session_id: null }, other: 1 });
    }
  });

  it("comes from an inner boundary: it stays one failure, with one record and one envelope", () => {
    const audit = new MemorySink();
    for (const wrapper of [wrapKaiza, wrapStandard, wrapAql] as readonly WrapHandler<any>[]) {
      const inner = wrapper(() => result, { tool_name: "x", audit });
      const outer = wrapper(inner, { tool_name: "outer", audit });
      const delivered: any = outer();
      expect(delivered.content.filter((item: any) => item.text?.startsWith("{")).length).toBeLessThanOrEqual(1);
      expect(audit.records).toHaveLength(1);
      expect(detectError(delivered)!.envelope).toEqual(audit.records.pop()!.envelope);
    }
  });
});

describe("the place of the envelope", () => {
  const { resultEnvelope: _, ...data } = kaiza;

  it("is that of the contract that is extended", () => {
    const acme = extend(contextResolve, { name: "acme", version: "1", schemaId: "urn:acme:1", codes: {} });
    expect(wrapHandler(() => result as unknown, { contract: acme, tool_name: "x" })()).toHaveProperty("error");
  });

  it("is `_meta` unless a contract names another", () => {
    for (const contract of [texts, { ...data, name: "plain" }]) {
      expect(wrapHandler(() => result, { contract, tool_name: "x" })()).toMatchObject({
        ...result,
        _meta: { [key]: {} },
      });
    }
    expect(() => createErrorClass({ ...data, name: "odd", resultEnvelope: "first" as never })).toThrow(
      "resultEnvelope",
    );
  });

  it("is documented for every contract", () => {
    const places = builtInContracts.map((contract: ContractData) => [contract.name, contract.resultEnvelope]);
    expect(Object.fromEntries(places)).toEqual({
      [standard.name]: undefined,
      [jsonRpc.name]: undefined,
      [kaiza.name]: "text",
      [typedMcp.name]: "text",
      [mcpAql.name]: "text",
      [contextResolve.name]: "alone",
    });
  });
});
