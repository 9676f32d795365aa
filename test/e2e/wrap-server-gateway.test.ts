import { wrapServer, toolError } from "error-contract/standard";
import { afterEach, describe, expect, it } from "vitest";
import { connect, createLow, info, sdks, type Any } from "../kit/sdks.js";
import { MemorySink } from "../src/boundary-contracts.js";

const audit = new MemorySink();
afterEach(() => void (audit.records.length = 0));

const wait = () => new Promise((resolve) => setTimeout(resolve, 1));
const names = ["first", "second", "third"];

/** Each of these tools fails after a while, with a code, details and a cause of its own. */
const codes = { first: "CONFLICT", second: "NOT_FOUND", third: "RATE_LIMITED" } as const;

async function failAs(name: keyof typeof codes): Promise<never> {
  await wait();
  throw toolError(codes[name], `${name} has failed`, { details: { of: name }, cause: new Error(`cause of ${name}`) });
}

const envelopeOf = (result: Any): Any => result._meta["error-contract/envelope"];

type Run = (name: string) => Promise<Any>;
type Ask = (run: Run) => Promise<readonly Any[]>;

/** Calls a tool of a server by its own request handler, with the context of another call. */
const caller =
  (server: Any, context: Any): Run =>
  (name) =>
    server._requestHandlers.get("tools/call")({ method: "tools/call", params: { name, arguments: {} } }, context);

function expectEach(answers: readonly Any[]): void {
  expect(answers.map((answer) => envelopeOf(answer).error)).toMatchObject(
    names.map((name) => ({ code: codes[name as keyof typeof codes], details: { of: name } })),
  );
  const causes = audit.records.map(({ causes: [, cause] = [] }) => cause?.message);
  expect(causes.sort()).toEqual(names.map((name) => `cause of ${name}`));
}

describe.each(sdks)("a gateway of SDK $version", (sdk) => {
  async function callAll(ask: Ask): Promise<readonly Any[]> {
    const server = new sdk.McpServer(info);
    for (const name of names) server.registerTool(name, {}, () => failAs(name as keyof typeof codes));
    let answers: readonly Any[] = [];
    server.registerTool("gateway", {}, async (context: Any) => {
      answers = await ask(caller(server.server, context));
      return { content: [] };
    });
    wrapServer(server, { audit });
    const client = await connect(sdk, server);
    await client.callTool({ name: "gateway", arguments: {} });
    return answers;
  }

  const orders: readonly [string, Ask][] = [
    ["at once", (run) => Promise.all(names.map(run))],
    ["one after the other", async (run) => [await run("first"), await run("second"), await run("third")]],
    [
      "one in the midst of another",
      async (run) => {
        const first = run("first");
        const second = run("second");
        await first;
        return Promise.all([first, second, run("third")]);
      },
    ],
  ];

  it.each(orders)("keeps code, details and cause of each tool that it calls %s", async (_, ask) => {
    expectEach(await callAll(ask));
  });

  it.each(orders)("keeps them where the handler of all tools calls itself %s", async (_, ask) => {
    const server = createLow(sdk);
    wrapServer(server, { audit });
    let answers: readonly Any[] = [];
    server.setRequestHandler(sdk.calls, async ({ params }: Any, context: Any) => {
      if (params.name !== "gateway") return failAs(params.name);
      answers = await ask(caller(server, context));
      return { content: [] };
    });
    const client = await connect(sdk, server);
    await client.callTool({ name: "gateway", arguments: {} });
    expectEach(answers);
  });

  it("keeps its own failure, and gives each tool a signal that is aborted with its own", async () => {
    const server = new sdk.McpServer(info);
    const signals: AbortSignal[] = [];
    for (const name of ["first", "second"])
      server.registerTool(name, {}, async (context: Any) => {
        signals.push((context.mcpReq ?? context).signal);
        return failAs(name as keyof typeof codes);
      });
    server.registerTool("gateway", {}, async (context: Any) => {
      const own = new AbortController();
      const { signal } = own;
      const given = context.mcpReq ? { ...context, mcpReq: { ...context.mcpReq, signal } } : { ...context, signal };
      await Promise.all(["first", "second"].map(caller(server.server, given)));
      own.abort();
      throw toolError("DATA_CORRUPT", "Not one of them has answered");
    });
    wrapServer(server, { audit });
    const client = await connect(sdk, server);
    const answer = await client.callTool({ name: "gateway", arguments: {} });
    expect(envelopeOf(answer).error).toMatchObject({ code: "DATA_CORRUPT", tool: "gateway" });
    expect(new Set(signals).size).toBe(2);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
    expect(audit.records.map(({ envelope }: Any) => envelope.error.code)).toEqual([
      "CONFLICT",
      "NOT_FOUND",
      "DATA_CORRUPT",
    ]);
  });
});
