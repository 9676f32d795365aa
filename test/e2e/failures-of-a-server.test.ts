import path from "node:path";
import type { ContractData } from "error-contract";
import { builtInContracts, detectError } from "error-contract/detect";
import { afterAll, describe, expect, it } from "vitest";
import { isWhole } from "../kit/scope.js";
import { tables } from "./failures/guide.js";
import { kept } from "./failures/kept.js";
import { rows, type Ask, type Client } from "./failures/rows.js";

/** The servers and clients are plain JavaScript, as a process runs it. */
const load = (file: string): Promise<any> => import(path.join(import.meta.dirname, "failures", file));
const { revisions } = await load("sdks.js");
const { createFactory } = await load("server.js");
const { serveHttp } = await load("http.js");
const { connectClient } = await load("clients.js");

interface Pair {
  readonly version: string;
  readonly revision: string;
}

const pairs: readonly Pair[] = Object.entries<string[]>(revisions).flatMap(([version, known]) =>
  known.map((revision) => ({ version, revision })),
);
const latest = pairs.filter(({ version, revision }) => revisions[version].at(-1) === revision);
/** SDK 1.26 differs from 1.32 in what MCP keeps, and in little else: the gate asks it over HTTP alone. */
const current = isWhole ? latest : latest.filter(({ version }) => version !== "1.26");
const last2025 = pairs.filter(({ revision }) => revision === "2025-11-25");

const ends: (() => unknown)[] = [];
afterAll(async () => {
  for (const end of ends.reverse()) await end();
});

interface Served {
  readonly client: Client;
  readonly url: URL | undefined;
}

/** Connects a client to a server of the kind: to a process of its own over stdio, to one of this process over HTTP. */
async function open(pair: Pair, transport: string, kind: string, contract = "standard"): Promise<Served> {
  const served = transport === "stdio" ? undefined : await serveHttp(await createFactory(pair.version, contract, kind));
  if (served) ends.push(served.close);
  const client = await connectClient({ ...pair, contract, kind }, served?.url);
  ends.push(() => client.close());
  return { client, url: served?.url };
}

/** Says in the words of the guide how a failure came, and which contract and code the client finds. */
async function describeFailure(client: Client, ask: Ask, contracts?: readonly ContractData[]) {
  const answer: any = await ask(client).catch((thrown: unknown) => thrown);
  const form = answer instanceof Error ? String((answer as any).code) : answer.isError ? "result" : "success";
  const failure = detectError(answer, contracts && { contracts });
  return { form, contract: failure?.contract, code: failure?.code };
}

/** The tables whose rows have an envelope. */
const answered = [...tables].filter(([heading]) => heading in rows);
const keptLines = tables.get("What MCP keeps")!;
const getForm = ({ version }: Pair) => (version.startsWith("1.") ? 0 : 1);

describe("the tables of the guide", () => {
  it("have the failures that are brought about here", () => {
    const listed = answered.map(([heading, lines]) => [heading, lines.map(({ failure }) => failure)]);
    expect(listed).toEqual(Object.entries(rows).map(([heading, each]) => [heading, Object.keys(each)]));
    expect(keptLines.map(({ failure }) => failure)).toEqual(Object.keys(kept));
    expect([...tables.keys()]).toEqual([...Object.keys(rows), "What MCP keeps"]);
  });
});

const served = isWhole ? pairs : latest;
const http = served.map((pair) => ({ ...pair, transport: "HTTP" }));
const stdio = (isWhole ? pairs : current).map((pair) => ({ ...pair, transport: "stdio" }));

describe.each([...http, ...stdio])("a server of SDK $version with $revision over $transport", (pair) => {
  it.each(["tools", "low"])("gives the client the envelope of every failure (%s)", async (kind) => {
    const { client } = await open(pair, pair.transport, kind);
    for (const [heading, lines] of answered) {
      const expected: Record<string, unknown> = {};
      const found: Record<string, unknown> = {};
      for (const { failure, forms, code } of lines) {
        const { asks, kind: wanted = "tools", until } = rows[heading]![failure]!;
        const form = forms[getForm(pair)];
        if (form === "" || kind !== wanted || (until && pair.revision > until)) continue;
        expected[failure] = asks.map(() => ({ form, contract: "standard", code }));
        found[failure] = await Promise.all(asks.map((ask) => describeFailure(client, ask)));
      }
      expect(found, heading).toEqual(expected);
    }
  });

  it("lists what its tools can answer", async () => {
    const { client } = await open(pair, pair.transport, "tools");
    const { tools } = await client.listTools();
    const listed = tools.flatMap(({ name, _meta }: any) =>
      _meta ? [[name, _meta["error-contract/failures"].complete]] : [],
    );
    expect(listed).toEqual([
      ["own", true],
      ["error", false],
    ]);
  });
});

describe.each(last2025)("a server of SDK $version", (pair) => {
  it("leaves to MCP what MCP keeps", async () => {
    const { client, url } = await open(pair, "HTTP", "tools");
    const setting = { ...pair, url: url!, client, session: client.transport.sessionId };
    const isOn = (failure: string, form: string) =>
      form !== "" && !(pair.version === "1.26" && failure.includes("1.32"));
    const lines = keptLines.filter(({ failure, forms }) => isOn(failure, forms[getForm(pair)]));
    const found: [string, string][] = [];
    for (const { failure } of lines) found.push([failure, await kept[failure]!(setting)]);
    expect(found).toEqual(lines.map(({ failure, forms }) => [failure, forms[getForm(pair)]]));
  });
});

/** A row of each kind. */
const kinds: readonly [heading: string, failure: string][] = [
  ["A tool fails", "it throws, rejects with or returns an error of the contract"],
  ["A tool fails", "it throws or rejects with another error"],
  ["A tool fails", "it returns a result with `isError`"],
  ["A tool fails", "its result is not what its output schema wants"],
  ["A tool is not called", "a field of the input is missing, or all are"],
  ["A tool is not called", "a field has the wrong type"],
  ["A tool is not called", "there is no such tool"],
  ["A handler of `tools/call` fails", "it throws another error"],
  ["A task fails", "it cannot be created"],
  ["A resource fails", "it, or its template, throws another error"],
  ["A resource fails", "there is no such resource"],
  ["A prompt or a completion fails", "a prompt throws another error"],
  ["A prompt or a completion fails", "an argument is missing, or all are"],
  ["A prompt or a completion fails", "a completion throws"],
  ["Another method fails", "its handler throws an error of the contract"],
];

/** The codes that other contracts have in place of those of `standard` in these rows. */
const codes: Readonly<Record<string, Readonly<Record<string, string | number>>>> = {
  kaiza: {
    NOT_FOUND: "PATH_NOT_FOUND",
    INTERNAL: "INTERNAL_ERROR",
    MISSING_INPUT: "MISSING_REQUIRED_FIELD",
    INVALID_INPUT: "INVALID_INPUT_TYPE",
    UNKNOWN_OPERATION: "INVALID_INPUT_VALUE",
  },
  "typed-mcp": {
    NOT_FOUND: "not_found",
    INTERNAL: "internal_error",
    MISSING_INPUT: "parse_error",
    INVALID_INPUT: "parse_error",
    UNKNOWN_OPERATION: "not_found",
  },
  "mcp-aql": {
    NOT_FOUND: "NOT_FOUND_RESOURCE",
    INTERNAL: "INTERNAL_ERROR",
    MISSING_INPUT: "VALIDATION_MISSING_PARAM",
    INVALID_INPUT: "VALIDATION_INVALID_TYPE",
    UNKNOWN_OPERATION: "NOT_FOUND_OPERATION",
  },
  "context-resolve": {
    NOT_FOUND: "cache_missing",
    INTERNAL: "internal_error",
    MISSING_INPUT: "invalid_query",
    INVALID_INPUT: "invalid_query",
    UNKNOWN_OPERATION: "cache_missing",
  },
  // What leaves is the envelope itself, and MCP has -32602 for a tool that SDK 2.x does not know.
  "json-rpc": {
    NOT_FOUND: -32001,
    INTERNAL: -32603,
    MISSING_INPUT: -32602,
    INVALID_INPUT: -32602,
    UNKNOWN_OPERATION: -32601,
    "UNKNOWN_OPERATION -32602": -32602,
  },
};

describe.each(builtInContracts.filter(({ name }) => name !== "standard"))("a server under $name", (data) => {
  const contract: ContractData = data;

  it.each(current)("gives the client the envelope of each kind of failure (SDK $version)", async (pair) => {
    const clients: Record<string, Client> = {
      tools: (await open(pair, "HTTP", "tools", contract.name)).client,
      low: (await open(pair, "HTTP", "low", contract.name)).client,
    };
    for (const [heading, failure] of kinds) {
      const line = tables.get(heading)!.find((each) => each.failure === failure)!;
      const form = line.forms[getForm(pair)];
      if (form === "") continue;
      const { asks, kind = "tools" } = rows[heading]![failure]!;
      const found = await Promise.all(asks.map((ask) => describeFailure(clients[kind], ask, [contract])));
      const own = codes[contract.name]!;
      const code = own[`${line.code} ${form}`] ?? own[line.code!];
      expect(found, failure).toMatchObject(asks.map(() => ({ contract: contract.name, code })));
    }
  });

  it.each(contract.delivery.startsWith("return") ? current : [])(
    "gives the client the envelope that a tool returns (SDK $version)",
    async (pair) => {
      const { client } = await open(pair, "HTTP", "tools", contract.name);
      const name = contract.delivery === "return" ? "envelope" : "json";
      const found = await describeFailure(client, () => client.callTool({ name }), [contract]);
      expect(found).toEqual({ form: "result", contract: contract.name, code: codes[contract.name]!.NOT_FOUND });
    },
  );
});
