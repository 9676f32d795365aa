import fs from "node:fs";
import path from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { ESLint, type Linter } from "eslint";
import { builtInContracts, detectError } from "error-contract/detect";
import errorContract from "eslint-plugin-error-contract";
import { expect, it } from "vitest";
import { root } from "../kit/page.js";
import { projectWith } from "../kit/project.js";

const examples = path.join(root, "docs/examples/contracts");

/** A call of a tool, and part of what a client detects. */
type Call = readonly [tool: string, input: Record<string, unknown>, failure: object];

interface Sample {
  readonly contract: string;
  readonly preset: keyof typeof errorContract.configs;
  /** How many choices the code leaves to its author; wrapping a handler is one. */
  readonly decisions: number;
  readonly calls: readonly Call[];
}

const plan = { tool_name: "read_plan", cause: { code: "ENOENT" } };

const sample = (contract: string, preset: Sample["preset"], decisions: number, calls: Sample["calls"]): Sample => ({
  contract,
  preset,
  decisions,
  calls,
});

const samples: readonly Sample[] = [
  sample("standard", "recommended", 1, [
    ["read_note", { file: "notes.txt" }, { code: "INVALID_INPUT", message: "Invalid input: notes.txt is no note" }],
    ["read_note", { file: "missing.md" }, { code: "NOT_FOUND", envelope: { error: { tool: "read_note" } } }],
  ]),
  sample("kaiza", "kaiza", 1, [
    [
      "read_plan",
      { file: "../secret" },
      { code: "PATH_TRAVERSAL_BLOCKED", message: "Path traversal blocked: ../secret leads out of the plans" },
    ],
    [
      "read_plan",
      { file: "missing.md" },
      { code: "PLAN_NOT_FOUND", message: "There is no plan missing.md", envelope: plan },
    ],
  ]),
  // The message of a failure must not hold what differs from run to run.
  sample("context-resolve", "contextResolve", 2, [
    ["resolve_context", { cache: "none", budget: 0 }, { code: "invalid_budget", message: "The budget is too small" }],
    ["resolve_context", { cache: "none", budget: 1 }, { code: "cache_missing", message: "Cache does not exist" }],
  ]),
  sample("json-rpc", "jsonRpc", 0, [
    ["show_job", {}, { code: -32602, message: "Invalid params: id must be a string" }],
    ["show_job", { id: "x" }, { code: -32001, message: "Not found: there is no job x" }],
  ]),
  sample("typed-mcp", "typedMcp", 2, [
    ["read_message", { id: "2" }, { code: "not_found", message: "Not found: there is no message 2" }],
    ["send_message", { to: "me" }, { code: "send_failed", message: "Send failed: me is no address" }],
  ]),
  // Who shares an envelope is to say what becomes of it; and messages are made from details, which a text does not
  // name.
  sample("mcp-aql", "mcpAql", 3, [
    ["get_repo", {}, { code: "VALIDATION_MISSING_PARAM", message: "Missing required parameter 'owner'" }],
    ["get_repo", { owner: "nobody" }, { code: "NOT_FOUND_RESOURCE" }],
  ]),
];

/** The server's code as its author leaves it: fixed, and the first suggestion taken until nothing is found. */
async function repaired(code: string, preset: Sample["preset"]): Promise<{ code: string; decisions: number }> {
  const eslint = new ESLint({
    cwd: root,
    overrideConfigFile: true,
    overrideConfig: errorContract.configs[preset] as Linter.Config[],
    fix: true,
  });
  let text = code;
  for (let decisions = 0; ; decisions++) {
    const [result] = await eslint.lintText(text, { filePath: "server.js" });
    text = result?.output ?? text;
    const [finding] = result?.messages ?? [];
    if (!finding) return { code: text, decisions };
    const fix = finding.suggestions?.[0]?.fix;
    if (!fix) throw new Error(`${String(finding.ruleId)}: ${finding.message}\n${text}`);
    text = text.slice(0, fix.range[0]) + fix.text + text.slice(fix.range[1]);
  }
}

it("has an example for every contract", () => {
  const names = samples.map(({ contract }) => contract).sort();
  expect(fs.readdirSync(examples).sort()).toEqual(names);
  expect(names).toEqual(builtInContracts.map(({ name }) => name).sort());
});

it.each(samples)("$contract: what is raw is repaired, and its failures arrive", async (sample) => {
  const { contract: name, preset, decisions, calls } = sample;
  const raw = fs.readFileSync(path.join(examples, name, "server.js"), "utf8");
  const fixed = await repaired(raw, preset);
  expect(fixed.decisions).toBe(decisions);
  expect(await repaired(fixed.code, preset)).toEqual({ code: fixed.code, decisions: 0 });

  const cwd = projectWith({ "server.mjs": fixed.code });
  const client = new Client({ name: "test", version: "1.0.0" });
  await client.connect(new StdioClientTransport({ command: process.execPath, args: ["server.mjs"], cwd }));
  try {
    for (const [tool, input, failure] of calls) {
      const answer: unknown = await client.callTool({ name: tool, arguments: input }).catch((error: unknown) => error);
      const contracts = builtInContracts.filter((contract) => contract.name === name);
      expect(detectError(answer, { contracts })).toMatchObject({
        ...failure,
        contract: name,
        certainty: "envelope",
      });
    }
  } finally {
    await client.close();
  }
});
