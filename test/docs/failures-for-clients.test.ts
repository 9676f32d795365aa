import path from "node:path";
import { expect, it } from "vitest";
import { connect, sdk1 } from "../kit/sdks.js";
import { projectWith } from "../kit/project.js";
import { codeBlocks } from "../kit/page.js";
import { listStrictProblems } from "../kit/strict-problems.js";

const blocks = codeBlocks("docs/guides/failures-for-clients.md");

it("docs/guides/failures-for-clients.md: the client compiles with the types that the page shows", () => {
  const [types, client] = blocks.filter(({ language, section }) => language === "ts" && section === "Types");
  const files = { "failures.ts": types!.code, "client.ts": client!.code };
  expect(listStrictProblems(files)).toEqual([]);
  const more = types!.code.replace('"NOT_FOUND"', '"NOT_FOUND" | "CONFLICT"');
  expect(listStrictProblems({ ...files, "failures.ts": more })).toHaveLength(1);
});

it("docs/guides/failures-for-clients.md: the server lists what the page shows", async () => {
  const [server, shown] = blocks.filter(({ section }) => section === "In the list of tools");
  const failures = JSON.stringify({ version: 1, tools: { read_note: ["NOT_FOUND"] }, resources: {}, prompts: {} });
  const cwd = projectWith({ "server.mjs": server!.code, "error-contract.failures.json": failures });
  const loaded = (await import(path.join(cwd, "server.mjs"))) as { server: any };
  loaded.server.registerTool("read_note", {}, () => ({ content: [] }));
  const { tools } = await (await connect(sdk1, loaded.server)).listTools();
  expect(tools[0]._meta["error-contract/failures"]).toEqual(JSON.parse(shown!.code));
});
