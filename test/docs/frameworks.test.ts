// The pages of frameworks show lines of servers that test/frameworks runs; those of the SDKs are whole servers.
import fs from "node:fs";
import path from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { detectError } from "error-contract/detect";
import { expect, it } from "vitest";
import { codeBlocks, root } from "../kit/page.js";
import { temporaryFolder } from "../kit/project.js";

const PAGES = "docs/guides/frameworks";
const blocks = fs.readdirSync(path.join(root, PAGES)).flatMap((name) => codeBlocks(`${PAGES}/${name}`));
const withoutSpaces = (text: string) => text.replaceAll(/\s+/g, " ").trim();

/** The servers of a page, without needless spaces. */
function readServers(page: string): string {
  const servers = path.join(root, "test/fixtures/frameworks");
  const names: Readonly<Partial<Record<string, readonly string[]>>> = {
    "cloudflare-agents": ["agents.mjs"],
    "mcp-use": ["mcp-use.mjs", "mcp-use-1.mjs"],
    xmcp: ["xmcp/src/tools/own.ts"],
  };
  const name = path.basename(page, ".md");
  const files = names[name] ?? [`${name}.mjs`];
  return withoutSpaces(files.map((file) => fs.readFileSync(path.join(servers, file), "utf8")).join("\n"));
}

it.each(blocks.filter(({ page }) => !page.includes("/sdk-")))("$page, line $line: is of a tested server", (block) => {
  const servers = readServers(block.page);
  const lines = block.code.split("\n").map(withoutSpaces);
  expect(lines.filter((line) => line !== "" && !servers.includes(line))).toEqual([]);
});

it.each([
  ["sdk-1", "notes.js"],
  ["sdk-2", "notes-2.js"],
])("the server of %s sends envelopes", async (page, file) => {
  const server = path.join(root, "docs/examples/boundary", file);
  const [block] = codeBlocks(`${PAGES}/${page}.md`);
  expect(`${block!.code}\n`).toBe(fs.readFileSync(server, "utf8"));

  const client = new Client({ name: "client", version: "1.0.0" });
  const cwd = temporaryFolder();
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [server], cwd }));
  const ask = async (name: string, args: Record<string, unknown>) => {
    const answer: unknown = await client.callTool({ name, arguments: args }).catch((error: unknown) => error);
    return detectError(answer)?.code;
  };
  expect(await ask("read_note", { id: 1 })).toBe("NOT_FOUND");
  expect(await ask("read_note", {})).toBe("MISSING_INPUT");
  expect(await ask("no_such_tool", {})).toBe("UNKNOWN_OPERATION");
  await client.close();
  expect(fs.readFileSync(path.join(cwd, "audit-log.jsonl"), "utf8").trimEnd().split("\n")).toHaveLength(3);
});
