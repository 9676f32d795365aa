import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import type { Linter } from "eslint";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { codeBlocks } from "../kit/page.js";
import { projectWith } from "../kit/project.js";

const require = createRequire(import.meta.url);

const CONFIG = `import errorContract from "eslint-plugin-error-contract";

export default [...errorContract.configs.kaiza];
`;

const SERVER = `import fs from "node:fs";

export function readNote(file) {
  if (!file) throw new Error("file is required");
  try {
    return fs.readFileSync(file, "utf8");
  } catch (error) {
    console.error(error);
    return null;
  }
}

export function noteName(file) {
  if (!file.endsWith(".md")) throw new Error("INVALID_PATH: A note ends with .md");
  return file.slice(0, -3);
}
`;

interface Result {
  readonly filePath: string;
  readonly messages: readonly Linter.LintMessage[];
}

describe("an agent with ESLint's MCP server", () => {
  const folder = projectWith({ "eslint.config.js": CONFIG, "server.js": SERVER });
  const file = path.join(folder, "server.js");
  const client = new Client({ name: "agent", version: "1.0.0" });

  beforeAll(async () => {
    // Its package exports nothing but the command.
    const main = path.join(path.dirname(require.resolve("@eslint/mcp/package.json")), "src/mcp-cli.js");
    await client.connect(new StdioClientTransport({ command: process.execPath, args: [main], cwd: folder }));
  });
  afterAll(() => client.close());

  const lint = async (): Promise<readonly Linter.LintMessage[]> => {
    const { content, isError } = await client.callTool({ name: "lint-files", arguments: { filePaths: [file] } });
    expect(isError).not.toBe(true);
    const texts = (content as { text: string }[]).map(({ text }) => text).filter((text) => text.startsWith("{"));
    return texts.flatMap((text) => (JSON.parse(text) as Result).messages);
  };
  const apply = ({ range: [start, end], text }: { range: readonly [number, number]; text: string }) => {
    const code = fs.readFileSync(file, "utf8");
    fs.writeFileSync(file, code.slice(0, start) + text + code.slice(end));
  };

  it("is told of each failure, with the fix or with what to choose from, as text to write", async () => {
    const told = (await lint()).map(({ ruleId, line, message, fix, suggestions = [] }) => ({
      rule: ruleId,
      line,
      edits: fix ? [fix.text] : suggestions.map((suggestion) => suggestion.fix.text),
      texts: [message, ...suggestions.map(({ desc }) => desc)],
    }));
    expect(told.map(({ rule, line }) => [rule, line])).toEqual([
      ["error-contract/no-raw-error", 4],
      ["error-contract/no-swallowed-error", 7],
      ["error-contract/no-raw-error", 14],
    ]);
    for (const { edits, texts } of told) {
      expect(edits.length).toBeGreaterThan(0);
      expect(edits.some((text) => text.includes(`from "error-contract/kaiza"`))).toBe(true);
      expect(texts.every((text) => text !== "" && !text.includes("{{"))).toBe(true);
    }
  });

  it("has nothing left to do when it wrote the fix, or the first suggestion, of each finding in turn", async () => {
    for (let step = 0; step < 3; step++) {
      const [message] = await lint();
      const edit = message?.fix ?? message?.suggestions?.[0]?.fix;
      if (!edit) throw new Error(`nothing to write for ${message?.message}`);
      apply(edit);
    }
    expect(await lint()).toEqual([]);
  });
});

it("docs/guides/agents.md: the configuration of the MCP server starts it", () => {
  const [config] = codeBlocks("docs/guides/agents.md").filter(({ language }) => language === "json");
  const { mcpServers } = JSON.parse(config?.code ?? "{}") as Record<string, Record<string, { args: string[] }>>;
  const [, name] = mcpServers?.eslint?.args ?? [];
  expect(name).toMatch(/^@eslint\/mcp@\d/);
});
