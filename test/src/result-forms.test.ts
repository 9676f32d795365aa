// Results of resources and prompts that no client can read: no SDK checks them before it sends them.
import { wrapServer } from "error-contract/standard";
import { detectError } from "error-contract/detect";
import { describe, expect, it } from "vitest";
import { connect, info, sdks, type Any } from "../kit/sdks.js";
import { MemorySink } from "./boundary-contracts.js";

const uri = "note://all";
const CONTENTS = "an object with uri, and text or blob";
const MESSAGES = "an object with role, and content of a type";

/** What a handler returns, and what is said of it. */
const resources: Readonly<Record<string, readonly [result: unknown, problem?: string]>> = {
  "no list": [{}, "contents: expected an array"],
  "one item in place of a list": [{ contents: { uri, text: "x" } }, "contents: expected an array"],
  "a text that is a number": [{ contents: [{ uri, text: 5 }] }, `contents[0]: expected ${CONTENTS}`],
  "an item without an address": [
    { contents: [{ uri, text: "x" }, { text: "x" }] },
    `contents[1]: expected ${CONTENTS}`,
  ],
  "an item without content": [{ contents: [{ uri, mimeType: "text/plain" }] }, `contents[0]: expected ${CONTENTS}`],
  "an item that is none": [{ contents: [null] }, `contents[0]: expected ${CONTENTS}`],
  "a list": [
    {
      contents: [
        { uri, text: "" },
        { uri, blob: "" },
      ],
    },
  ],
  "an empty list": [{ contents: [] }],
};
const prompts: typeof resources = {
  "no list": [{}, "messages: expected an array"],
  "a text in place of content": [{ messages: [{ role: "user", content: "x" }] }, `messages[0]: expected ${MESSAGES}`],
  "a message without a role": [
    { messages: [{ content: { type: "text", text: "x" } }] },
    `messages[0]: expected ${MESSAGES}`,
  ],
  "a list": [{ messages: [{ role: "user", content: { type: "text", text: "x" } }] }],
};

describe.each(sdks)("a server of SDK $version", (sdk) => {
  const ask = async (register: (server: Any) => void, request: (client: Any) => Promise<unknown>) => {
    const audit = new MemorySink();
    const server: Any = wrapServer(new sdk.McpServer(info), { audit });
    register(server);
    const answer = await request(await connect(sdk, server)).catch((thrown: unknown) => thrown);
    const { code, message } = detectError(answer) ?? {};
    return { code, message, recorded: audit.records.length };
  };
  const expected = (method: string, problem: string | undefined) =>
    problem === undefined
      ? { code: undefined, message: undefined, recorded: 0 }
      : { code: "INTERNAL", message: `Invalid ${method} result: ${problem}`, recorded: 1 };

  it.each(Object.entries(resources))("answers for a resource that returns %s", async (_, [result, problem]) => {
    const register = (server: Any) => server.registerResource("note", uri, {}, () => result);
    const answer = await ask(register, (client) => client.readResource({ uri }));
    expect(answer).toEqual(expected("resources/read", problem));
  });

  it.each(Object.entries(prompts))("answers for a prompt that returns %s", async (_, [result, problem]) => {
    const register = (server: Any) => server.registerPrompt("note", {}, () => result);
    const answer = await ask(register, (client) => client.getPrompt({ name: "note" }));
    expect(answer).toEqual(expected("prompts/get", problem));
  });
});
