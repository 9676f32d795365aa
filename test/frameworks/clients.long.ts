// Clients above the SDKs, each of the real package, against a server that fails.
import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { installedFolder } from "../kit/installed.js";
import { root } from "../kit/page.js";
import { runNode } from "../kit/run-node.js";

interface Found {
  readonly situation: string;
  readonly code?: string;
  readonly condition?: string;
  /** The code of `fromUnknown`, where the client has thrown. */
  readonly converted?: string;
}

/** What is found in each situation: the condition, and the code of `fromUnknown`. */
type Expected = Readonly<Record<string, readonly [condition: string | undefined, converted: string | undefined]>>;

const conflict = ["conflict", "CONFLICT"] as const;
const common: Expected = {
  "a failing result": conflict,
  "a failing result of several texts": conflict,
  "an envelope in the data": conflict,
  "an envelope as the message": conflict,
  "an envelope as the body": conflict,
  "a session that is forgotten": ["unavailable", "UNAVAILABLE"],
  "no token": ["unauthenticated", "UNAUTHENTICATED"],
  "too many requests": ["rate_limited", "RATE_LIMITED"],
  "a server that is down": ["unavailable", "UNAVAILABLE"],
  "a page": ["upstream_failed", "UPSTREAM_FAILED"],
  "a connection that is reset": ["unavailable", "UNAVAILABLE"],
  "wrong input": ["invalid_input", "UPSTREAM_FAILED"],
  "an unknown method": ["unknown_operation", "UPSTREAM_FAILED"],
  "a result that is none": ["internal", "UPSTREAM_FAILED"],
  "a call that its caller stops": ["cancelled", "CANCELLED"],
};

const ofAI: Expected = {
  ...common,
  // The AI SDK returns a failing result.
  "a failing result": ["conflict", undefined],
  "a failing result of several texts": ["conflict", undefined],
};

/** LangChain's adapters keep the words of an error alone: neither its data nor its status. */
const ofLangChain: Expected = {
  ...common,
  "an envelope in the data": ["internal", "UPSTREAM_FAILED"],
  "no token": [undefined, "INTERNAL"],
  "too many requests": [undefined, "INTERNAL"],
  "a server that is down": [undefined, "INTERNAL"],
  "a result that is none": [undefined, "INTERNAL"],
};

it.each([
  ["ai-sdk.mjs", ["@ai-sdk/mcp@2.0.99", "zod@4.6.7"], ofAI],
  [
    "langchain.mjs",
    ["@langchain/mcp-adapters@1.1.4", "@langchain/core@1.4.0", "@langchain/langgraph@1.7.3"],
    ofLangChain,
  ],
] as const)("detectError and fromUnknown read what the client of %s has", async (file, packages, expected) => {
  const folder = await installedFolder(packages, ["--legacy-peer-deps", "--ignore-scripts"]);
  fs.cpSync(path.join(root, "test/fixtures/clients"), folder, { recursive: true });
  fs.symlinkSync(path.join(root, "src"), path.join(folder, "node_modules/error-contract"), "junction");
  const { stdout, stderr } = await runNode([file], { cwd: folder });
  const lines = stdout.trim().split("\n");
  const found = lines.map((line) => JSON.parse(line) as Found);
  const read = found.map(({ situation, condition, converted }) => [situation, [condition, converted]] as const);
  expect(Object.fromEntries(read), stderr).toEqual(expected);
});
