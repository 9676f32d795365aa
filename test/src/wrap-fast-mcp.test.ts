import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import {
  CallToolRequestSchema,
  GetPromptRequestSchema,
  McpError,
  ReadResourceRequestSchema,
  type CallToolResult,
} from "@modelcontextprotocol/sdk/types.js";
import { detectError } from "error-contract/detect";
import { toolError, wrapServer } from "error-contract/standard";
import { beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { connect, info, sdk1 } from "../kit/sdks.js";
import { MemorySink } from "./boundary-contracts.js";
import { fail } from "../kit/thrown.js";

interface Tool {
  readonly name: string;
  readonly parameters?: z.ZodType;
  readonly outputSchema?: z.ZodType;
  readonly timeoutMs?: number;
  readonly execute: (input: any, context: any) => unknown;
}

/** What fastmcp does with a tool: it checks the input, calls it, and puts words of its own around what it throws. */
class FastMCP {
  readonly tools = new Map<string, Tool>();

  addTool(tool: Tool): void {
    this.tools.set(tool.name, tool);
  }

  addTools(tools: readonly Tool[]): void {
    for (const tool of tools) this.addTool(tool);
  }

  async start(): Promise<void> {
    await Promise.resolve();
  }

  async call(name: string, input: unknown): Promise<unknown> {
    const { parameters, execute } = this.tools.get(name)!;
    const parsed = await parameters?.["~standard"].validate(input);
    if (parsed?.issues) throw new Error(`Tool '${name}' parameter validation failed`);
    try {
      return await execute(parsed?.value, { sessionId: "s-1", signal: new AbortController().signal });
    } catch (error) {
      const text = `Tool '${name}' execution failed: ${String(error)}`;
      return { content: [{ type: "text", text }], isError: true };
    }
  }
}

const audit = new MemorySink();
let server: FastMCP;
beforeEach(() => {
  audit.records.length = 0;
  server = wrapServer(new FastMCP(), { audit });
});

describe("a FastMCP", () => {
  const parameters = z.object({ path: z.string(), size: z.number().default(3) });

  it("returns the failures of its tools, recorded once, with the fields of refused input", async () => {
    const execute = () => Promise.reject(toolError("CONFLICT", "Changed"));
    server.addTool({ name: "read", parameters, execute });
    server.addTools([{ name: "fail", execute }]);
    const found = [];
    for (const [name, input] of [
      ["read", { path: "x" }],
      ["read", {}],
      ["read", { path: 1 }],
      ["fail", undefined],
    ] as const) {
      const { code, envelope }: any = detectError(await server.call(name, input));
      found.push([code, envelope.error.tool, envelope.error.fields?.[0].name]);
    }
    expect(found).toEqual([
      ["CONFLICT", "read", undefined],
      ["MISSING_INPUT", "read", "path"],
      ["INVALID_INPUT", "read", "path"],
      ["CONFLICT", "fail", undefined],
    ]);
    expect(audit.envelopes).toHaveLength(4);
  });

  it("gives its tools the input as the schema has it, with its own this, and leaves successes alone", async () => {
    const tool = {
      name: "read",
      parameters,
      unit: "kB",
      execute({ path, size }: z.infer<typeof parameters>) {
        return `${path}, ${size} ${this.unit}`;
      },
    };
    server.addTool(tool);
    expect(await server.call("read", { path: "x" })).toBe("x, 3 kB");
    expect(await server.call("read", { path: "x", size: 4 })).toBe("x, 4 kB");
  });

  it("lists the same input, for it converts the schema", () => {
    server.addTool({ name: "read", parameters, execute: () => undefined });
    const [listed, own] = [server.tools.get("read")!.parameters!, parameters].map((each) => z.toJSONSchema(each));
    expect(listed).toEqual(own);
  });

  it.each([
    ["an object that its schema refuses", { size: "x" }, "INTERNAL"],
    ["structured content that its schema refuses", { content: [], structuredContent: { size: "x" } }, "INTERNAL"],
    ["an object that its schema accepts", { size: 1 }, undefined],
    ["a text where its schema wants an object", "x", "INTERNAL"],
    ["nothing where its schema wants an object", undefined, "INTERNAL"],
    ["content alone where its schema wants an object", { content: [{ type: "text", text: "x" }] }, "INTERNAL"],
    ["a failing result", { content: [], isError: true }, "INTERNAL"],
  ])("knows %s", async (_what, result, code) => {
    server.addTool({ name: "size", outputSchema: z.object({ size: z.number() }), execute: () => result });
    expect(detectError(await server.call("size", undefined))?.code).toBe(code);
  });

  it("gives up after the time that the tool has, or the server, recorded once, and stops the tool", async () => {
    const signals: AbortSignal[] = [];
    const execute = (_: unknown, { signal }: { signal: AbortSignal }) => {
      signals.push(signal);
      return new Promise((_resolve, reject) => setTimeout(reject, 60, new Error("late")));
    };
    server.addTool({ name: "slow", timeoutMs: 20, execute });
    expect(server.tools.get("slow")).not.toHaveProperty("timeoutMs");
    expect(detectError(await server.call("slow", undefined))?.code).toBe("TIMEOUT");
    const patient = wrapServer(new FastMCP(), { audit, timeout: 20 });
    patient.addTool({ name: "slower", timeoutMs: 60_000, execute });
    expect(detectError(await patient.call("slower", undefined))?.code).toBe("TIMEOUT");
    await new Promise((resolve) => setTimeout(resolve, 80));
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
    expect(audit.envelopes).toMatchObject([{ error: { tool: "slow" } }, { error: { tool: "slower" } }]);
  });

  it("refuses to be wrapped twice, and leaves what is no tool to itself", () => {
    expect(() => wrapServer(server)).toThrow(/is wrapped already/u);
    server.addTool({ name: "none" } as never);
    expect(server.tools.get("none")).toEqual({ name: "none" });
  });
});

describe("a session of a FastMCP", () => {
  /** What fastmcp does with a session: its server calls the tools, and gets a copy of what they return. */
  async function openSession() {
    const listeners: ((event: object) => void)[] = [];
    const framework = Object.assign(new FastMCP(), {
      on: (_event: "connect", listener: (event: object) => void) => listeners.push(listener),
    });
    const wrapped = wrapServer(framework, { audit });
    const session = new Server(info, { capabilities: { tools: {}, prompts: {} } });
    session.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
      if (!wrapped.tools.has(params.name)) throw new McpError(-32601, `Unknown tool: ${params.name}`);
      const { _meta, ...rest } = (await wrapped.call(params.name, params.arguments ?? {})) as CallToolResult;
      return { ...rest, ...(_meta && { _meta: { ..._meta } }) };
    });
    session.setRequestHandler(GetPromptRequestSchema, fail(new McpError(-32603, "Failed to load prompt")));
    const client = await connect(sdk1, session);
    for (const listener of listeners) listener({ session: { server: session } });
    return { wrapped, client };
  }

  it("has the envelope of what fastmcp refuses, and that of a tool recorded once", async () => {
    const { wrapped, client } = await openSession();
    wrapped.addTool({ name: "read", execute: () => Promise.reject(toolError("CONFLICT", "Changed")) });
    wrapped.addTool({ name: "list", execute: () => ({ content: [] }) });
    expect(await client.callTool({ name: "list" })).toEqual({ content: [] });
    const found = [
      await client.callTool({ name: "read" }),
      await client.callTool({ name: "unknown" }).catch((thrown: unknown) => thrown),
      await client.getPrompt({ name: "greet" }).catch((thrown: unknown) => thrown),
    ].map((answer) => detectError(answer));
    const codes = ["CONFLICT", "UNKNOWN_OPERATION", "INTERNAL"];
    expect(found.map((failure) => failure?.code)).toEqual(codes);
    expect(audit.envelopes).toMatchObject(codes.map((code) => ({ error: { code } })));
  });
});

describe("a FastMCP of before addTools", () => {
  const { addTool, start, call } = FastMCP.prototype;
  const contentOnly = z.object({ content: z.array(z.any()), isError: z.boolean().optional() }).strict();

  /** What it does with a result: it refuses all but content and `isError`, by words of its own. */
  async function openSession() {
    const listeners: ((event: object) => void)[] = [];
    const on = (_event: "connect", listener: (event: object) => void) => listeners.push(listener);
    const wrapped = wrapServer({ tools: new Map<string, Tool>(), addTool, start, call, on }, { audit });
    const session = new Server(info, { capabilities: { tools: {} } });
    session.setRequestHandler(CallToolRequestSchema, async ({ params }) =>
      contentOnly.parse(await wrapped.call(params.name, params.arguments ?? {})),
    );
    const client = await connect(sdk1, session);
    for (const listener of listeners) listener({ session: { server: session } });
    return { wrapped, client };
  }

  it("has the envelope of its tools, each recorded once, also of several calls at once", async () => {
    const { wrapped, client } = await openSession();
    const parameters = z.object({ id: z.number() });
    const execute = async ({ id }: { id: number }) => {
      await new Promise((resolve) => setTimeout(resolve, id === 1 ? 20 : 5));
      if (id === 3) return { content: [] };
      throw toolError(id === 1 ? "CONFLICT" : "NOT_FOUND", `No ${id}`);
    };
    wrapped.addTool({ name: "read", parameters, execute });
    const calls = [{ id: 1 }, { id: 2 }, { id: 3 }, {}].map((args) =>
      client.callTool({ name: "read", arguments: args }),
    );
    const codes = (await Promise.all(calls)).map((answer) => detectError(answer)?.code);
    expect(codes).toEqual(["CONFLICT", "NOT_FOUND", undefined, "MISSING_INPUT"]);
    expect(audit.envelopes).toHaveLength(3);
  });
});

describe("the prompts and resources of a FastMCP", () => {
  interface Item {
    readonly name?: string;
    readonly uri?: string;
    readonly load: (...args: any[]) => unknown;
  }

  /** What fastmcp does with what a prompt or a resource throws: it sends an error of its own with the message. */
  class Framework extends FastMCP {
    readonly items = new Map<string, Item>();

    addPrompt(item: Item): void {
      this.items.set(item.name!, item);
    }

    addResources(items: readonly Item[]): void {
      for (const item of items) this.items.set(item.uri!, item);
    }
  }

  async function openSession(add: (wrapped: Framework) => void) {
    const listeners: ((event: object) => void)[] = [];
    const on = (_event: "connect", listener: (event: object) => void) => listeners.push(listener);
    const wrapped = wrapServer(Object.assign(new Framework(), { on }), { audit });
    add(wrapped);
    const session = new Server(info, { capabilities: { prompts: {}, resources: {} } });
    const load = async (name: string, args: unknown): Promise<any> => {
      try {
        return await wrapped.items.get(name)!.load(args, undefined, {});
      } catch (error) {
        throw new McpError(
          -32603,
          `Failed to load '${name}': ${error instanceof Error ? error.message : String(error)}`,
        );
      }
    };
    session.setRequestHandler(GetPromptRequestSchema, ({ params }) => load(params.name, params.arguments));
    session.setRequestHandler(ReadResourceRequestSchema, ({ params }) => load(params.uri, undefined));
    const client = await connect(sdk1, session);
    for (const listener of listeners) listener({ session: { server: session } });
    return { wrapped, client };
  }

  it.each([
    ["an error of the contract", () => toolError("CONFLICT", "Changed"), "CONFLICT", "Changed"],
    [
      "an error with a status",
      () => Object.assign(new Error("slow down"), { status: 429 }),
      "RATE_LIMITED",
      "slow down",
    ],
    ["a string", () => "no", "INTERNAL", "no"],
  ])("keep the code of %s, recorded once", async (_what, create, code, message) => {
    const load = () => Promise.reject(create());
    const { client } = await openSession((wrapped) => {
      wrapped.addPrompt({ name: "greet", load });
      wrapped.addResources([{ uri: "file:///a", load }]);
    });
    for (const ask of [client.getPrompt({ name: "greet" }), client.readResource({ uri: "file:///a" })]) {
      const failure = detectError(await ask.catch((thrown: unknown) => thrown));
      expect(failure).toMatchObject({ contract: "standard", code, message });
    }
    expect(audit.envelopes).toHaveLength(2);
  });

  it("give each of several requests at once its own failure", async () => {
    const load = async ({ who }: { who: string }) => {
      await new Promise((resolve) => setTimeout(resolve, who === "1" ? 20 : 5));
      if (who === "3") return { messages: [] };
      throw toolError(who === "1" ? "CONFLICT" : "NOT_FOUND", `No ${who}`);
    };
    const { client } = await openSession((wrapped) => wrapped.addPrompt({ name: "greet", load }));
    const asked = ["1", "2", "3"].map((who) => client.getPrompt({ name: "greet", arguments: { who } }));
    const answers = await Promise.allSettled(asked);
    const codes = answers.map((each) => (each.status === "rejected" ? detectError(each.reason)?.code : undefined));
    expect(codes).toEqual(["CONFLICT", "NOT_FOUND", undefined]);
  });

  it("are loaded with their own this, and fail for a caller in the server as they are", async () => {
    const error = toolError("CONFLICT", "Changed");
    class Prompt {
      readonly name = "greet";
      readonly words = "Hello";
      load(args: unknown): unknown {
        if (!args) throw error;
        return { messages: [{ role: "user", content: { type: "text", text: this.words } }] };
      }
    }
    const { wrapped, client } = await openSession((server) => server.addPrompt(new Prompt()));
    const { messages } = await client.getPrompt({ name: "greet", arguments: {} });
    expect(messages[0].content.text).toBe("Hello");
    expect(wrapped.items.get("greet")).toBeInstanceOf(Prompt);
    await expect(wrapped.items.get("greet")!.load()).rejects.toBe(error);
  });
});

describe("the sessions of a FastMCP that is started", () => {
  /** What fastmcp does with a session: it gets the tools, and the SDK's server of its own answers. */
  class Session {
    readonly server = new Server(info, { capabilities: { tools: {}, prompts: {} } });

    constructor(tools: readonly Tool[], call: FastMCP["call"]) {
      this.setupToolHandlers(tools, call);
    }

    setupToolHandlers(tools: readonly Tool[], call: FastMCP["call"]): void {
      this.server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
        const isKnown = tools.some(({ name }) => name === params.name);
        if (!isKnown) throw new McpError(-32601, `Unknown tool: ${params.name}`);
        return (await call(params.name, params.arguments ?? {})) as CallToolResult;
      });
    }

    async connect(transport: any): Promise<void> {
      await this.server.connect(transport);
    }

    async close(): Promise<void> {
      await this.server.close();
    }
  }

  /** In its stateless mode, fastmcp makes a session for each request, and reports none. */
  class Framework extends FastMCP {
    readonly heard: unknown[] = [];
    isStarted = false;

    emit(event: string): boolean {
      this.heard.push(event);
      return true;
    }

    createSession(): Session {
      return new Session([...this.tools.values()], this.call.bind(this));
    }

    async connect(transport: any): Promise<Session> {
      const session = this.createSession();
      await session.connect(transport);
      this.emit("connect");
      return session;
    }

    override async start(options?: object): Promise<void> {
      this.isStarted = "transportType" in options!;
      return Promise.resolve();
    }
  }

  const stateless = { transportType: "httpStream", httpStream: { stateless: true } };

  it("have the envelope of what fastmcp refuses, also where a session is made for one request", async () => {
    const framework = wrapServer(new Framework(), { audit });
    framework.addTool({ name: "read", execute: () => Promise.reject(toolError("CONFLICT", "Changed")) });
    await framework.start(stateless);
    expect([framework.isStarted, framework.heard]).toEqual([true, []]);
    for (const name of ["read", "unknown"]) {
      const client = await connect(sdk1, framework.createSession());
      await client.callTool({ name }).catch(() => undefined);
    }
    expect(audit.envelopes).toMatchObject([{ error: { code: "CONFLICT" } }, { error: { code: "UNKNOWN_OPERATION" } }]);
  });

  it("are those of a wrapped server alone", async () => {
    await wrapServer(new Framework(), { audit }).start(stateless);
    const other = new Framework();
    other.addTool({ name: "read", execute: () => "read" });
    const client = await connect(sdk1, other.createSession());
    expect(detectError(await client.callTool({ name: "unknown" }).catch((thrown: unknown) => thrown))).toMatchObject({
      contract: undefined,
    });
    expect(audit.envelopes).toEqual([]);
  });

  it("refuse the stateless mode where no boundary reaches them, and no other mode", async () => {
    const early: Framework = wrapServer(new Framework(), { audit });
    Object.assign(early, { connect: undefined });
    await expect(early.start(stateless)).rejects.toThrow(/^wrapServer: .+ start it with sessions/u);
    expect(early.isStarted).toBe(false);
    await early.start({ transportType: "stdio" });
    expect(early.isStarted).toBe(true);
  });
});
