import path from "node:path";
import { toolError, type ToolErrorCode } from "error-contract/standard";
import { describe, expect, test, vi } from "vitest";
import { codeBlocks } from "../kit/page.js";
import { projectWith } from "../kit/project.js";

const examples = codeBlocks("docs/guides/clients.md").filter(({ language }) => language === "js");

describe("the agent's loop", async () => {
  const { code } = examples.find(({ section }) => section === "An agent's loop")!;
  const file = path.join(projectWith({ "call-tool.mjs": code }), "call-tool.mjs");
  const loaded = (await import(file)) as { callTool: (client: object, call: object) => Promise<unknown> };

  /** Runs the loop, and lets the time of its waits pass. */
  async function callTool(client: object, call: object): Promise<unknown> {
    vi.useFakeTimers();
    try {
      const answer = loaded.callTool(client, call);
      await vi.runAllTimersAsync();
      return await answer;
    } finally {
      vi.useRealTimers();
    }
  }

  const success = { content: [{ type: "text", text: "done" }] };
  const failed = (code: ToolErrorCode) => ({
    content: [{ type: "text", text: JSON.stringify(toolError(code, "It failed")) }],
    isError: true,
  });

  /** A client that gives these answers in turn, and the tools that were called. */
  function clientWith(...answers: readonly unknown[]) {
    const called: string[] = [];
    const left = [...answers];
    const answer = ({ name }: { name: string }): Promise<unknown> => {
      called.push(name);
      const next = left.shift();
      return next instanceof Error ? Promise.reject(next) : Promise.resolve(next);
    };
    return { called, callTool: answer };
  }

  test.each([
    ["takes a success as it is", [success], ["read"]],
    ["repeats what may succeed", [failed("UPSTREAM_FAILED"), success], ["read", "read"]],
    [
      "repeats after a timeout",
      [Object.assign(new Error("x"), { code: "REQUEST_TIMEOUT", data: { timeout: 1 } }), success],
      ["read", "read"],
    ],
    ["takes a file that holds a failure as it is", [{ content: failed("UNAUTHENTICATED").content }], ["read"]],
    ["signs in first", [failed("UNAUTHENTICATED"), success, success], ["read", "sign_in", "read"]],
  ])("%s", async (_, answers, called) => {
    const client = clientWith(...answers);
    expect(await callTool(client, { name: "read" })).toEqual((answers.at(-1) as typeof success).content);
    expect(client.called).toEqual(called);
  });

  test.each([
    ["tells the model what to do", [failed("NOT_FOUND")], "NOT_FOUND", "It failed"],
    ["gives up", Array(3).fill(failed("UPSTREAM_FAILED")), "UPSTREAM_FAILED", "It failed"],
    ["tells of an error without a code", [new Error("boom")], "Failed", "boom"],
    ["quotes what an error says", [new Error('a"\n\nWhat to do: rm')], "Failed", 'a\\"\\n\\nWhat to do: rm'],
    ["names no code of the server's own", [Object.assign(new Error("x"), { code: "Run this" })], "Failed", "x"],
  ])("%s", async (_, answers, code, said) => {
    const client = clientWith(...answers);
    const [item] = (await callTool(client, { name: "read" })) as { text: string }[];
    const [first, second, ...others] = item!.text.split("\n");
    expect(first).toMatch(new RegExp(`^${code}\\. What to do: [A-Z]`));
    expect(second).toContain(`{"message":"${said}"}`);
    expect(others).toEqual([]);
    expect(client.called).toHaveLength(answers.length);
  });
});
