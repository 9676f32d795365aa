import fs from "node:fs";
import path from "node:path";
import { transformSync } from "esbuild";
import { expect, it } from "vitest";
import { codeBlocks, root } from "../kit/page.js";
import { projectWith } from "../kit/project.js";
import { runNode } from "../kit/run-node.js";
import { listStrictProblems } from "../kit/strict-problems.js";

const examples = path.join(root, "docs/examples/acting");
const files = Object.fromEntries(
  fs.readdirSync(examples).map((name) => [name, fs.readFileSync(path.join(examples, name), "utf8")]),
);
const blocks = codeBlocks("docs/guides/acting-on-failures.md");

it("the blocks of the page are parts of programs that compile under strict settings", () => {
  const programs = Object.values(files);
  const shown = blocks.filter(({ language }) => language === "ts");
  expect(shown.filter(({ code }) => !programs.some((program) => program.includes(code)))).toEqual([]);
  expect(shown.length).toBeGreaterThan(2);
  expect(listStrictProblems(files)).toEqual([]);
});

it("the program prints what the page shows, call by call", async () => {
  const built = Object.entries(files).map(([name, text]) => [
    name.replace(/\.ts$/, ".js"),
    transformSync(text, { loader: "ts" }).code,
  ]);
  const cwd = projectWith({ "package.json": `{ "type": "module" }`, ...(Object.fromEntries(built) as object) });
  const shown = blocks.filter(({ language }) => language === "text").map(({ code }) => code);
  const { status, stdout, stderr } = await runNode(["run.js"], { cwd });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(stdout.trimEnd()).toBe(shown.join("\n"));
});

it("without codes, each call ends at its first failure", async () => {
  const bare = files["server.ts"]!.replace(
    'import { toolError, wrapServer } from "error-contract/standard";',
    "const toolError = (_, message) => new Error(message);\nconst wrapServer = (server) => server;",
  );
  const ask = `import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { detectError } from "error-contract/detect";
import { createServer } from "./server.js";
const client = new Client({ name: "client", version: "1.0.0" });
const [near, far] = InMemoryTransport.createLinkedPair();
await Promise.all([createServer().connect(far), client.connect(near)]);
const call = async (name, args) => {
  const answer = await client.callTool({ name, arguments: args });
  const { code, retryable } = detectError(answer);
  console.log(JSON.stringify([code, retryable, answer.content[0].text]));
};
const mail = { to: "ann@example.org", text: "Hello" };
await call("send_mail", { ...mail, to: "ann" });
await call("send_mail", mail);
await client.callTool({ name: "sign_in", arguments: { token: "secret" } });
await call("send_mail", mail);
await call("read_mail", { id: 7 });
await client.close();`;
  const cwd = projectWith({
    "package.json": `{ "type": "module" }`,
    "server.js": transformSync(bare, { loader: "ts" }).code,
    "ask.js": ask,
  });
  const { stdout, stderr } = await runNode(["ask.js"], { cwd });
  expect(stderr).toBe("");
  const answers = stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as [unknown, boolean, string]);
  const page = fs.readFileSync(path.join(root, "docs/guides/acting-on-failures.md"), "utf8");
  expect(answers.map(([code, retryable]) => [code, retryable])).toEqual(Array(4).fill([null, false]));
  for (const [, , text] of answers.slice(1)) expect(page).toContain(`| \`${text}\``);
});
