// The examples that the site shows in tabs beside those of the neutral contract.
import fs from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { getHttpStatus, type CodeEntry } from "error-contract";
import { builtInContracts, detectError } from "error-contract/detect";
import { ESLint, type Linter } from "eslint";
import errorContract from "eslint-plugin-error-contract";
import { describe, expect, it } from "vitest";
import { root } from "../kit/page.js";
import { runEach } from "../kit/printed.js";
import { projectWith, temporaryFolder } from "../kit/project.js";
import { runNode } from "../kit/run-node.js";

const folder = path.join(root, "docs/examples/other-contracts");
const topics = fs.readdirSync(folder);
const contracts = builtInContracts.filter(({ name }) => name !== "standard");

/** The code for what does not exist, which all these examples throw. */
const NOT_FOUND: Readonly<Record<string, string>> = {
  "context-resolve": "cache_missing",
  "json-rpc": "NotFound",
  kaiza: "FILE_NOT_FOUND",
  "mcp-aql": "NOT_FOUND_RESOURCE",
  "typed-mcp": "not_found",
};

it.each(topics)("%s: has a file for each contract", (topic) => {
  const names = fs.readdirSync(path.join(folder, topic)).map((name) => path.parse(name).name);
  expect(names.sort()).toEqual(contracts.map(({ name }) => name).sort());
});

it.each(["client", "handler"])("%s: each prints what stands at its end", async (topic) => {
  const programs = contracts.map(({ name }) => fs.readFileSync(path.join(folder, topic, `${name}.js`), "utf8"));
  const { printed } = await runEach(programs);
  const shown = programs.map((text) => /(?:^\/\/ .*\n)+$/m.exec(text)![0].replaceAll(/^\/\/ /gm, ""));
  expect(printed.slice(0, -1)).toEqual(shown);
});

describe.each(contracts)("$name", (contract) => {
  const { name } = contract;
  const codes: Readonly<Record<string, CodeEntry>> = contract.codes;
  const code = codes[NOT_FOUND[name]!]!.value ?? NOT_FOUND[name]!;
  const fileOf = (topic: string) => path.join(folder, topic, `${name}.js`);
  const read = (topic: string) => fs.readFileSync(fileOf(topic), "utf8");

  it("has no findings under its preset", async () => {
    const preset = Object.values(errorContract.configs).find(
      ([config]) => (config!.settings!.errorContract as { contract: unknown }).contract === name,
    );
    const eslint = new ESLint({ overrideConfigFile: true, overrideConfig: [preset![0]!] as Linter.Config[] });
    // What the handler throws is raw on purpose.
    for (const topic of topics.filter((each) => each !== "handler")) {
      const [result] = await eslint.lintText(read(topic), { filePath: "src/server.js" });
      expect(result!.messages, topic).toEqual([]);
    }
  });

  it("boundary: a client receives the code", async () => {
    const client = new Client({ name: "client", version: "1.0.0" });
    const cwd = temporaryFolder();
    await client.connect(new StdioClientTransport({ command: process.execPath, args: [fileOf("boundary")], cwd }));
    const answer = await client.callTool({ name: "read_note", arguments: { id: 1 } });
    await client.close();
    expect(detectError(answer, { contracts: [contract] })?.code).toBe(code);
    expect(fs.readFileSync(path.join(cwd, "audit-log.jsonl"), "utf8")).toContain(String(code));
  });

  it("audit-log: the log has the failure", async () => {
    const call = `import { readFile } from "./server.mjs";\ntry { readFile({ path: "a" }) } catch {}`;
    const cwd = projectWith({ "server.mjs": read("audit-log"), "call.mjs": call });
    await runNode(["call.mjs"], { cwd });
    const entry = JSON.parse(fs.readFileSync(path.join(cwd, "audit-log.jsonl"), "utf8")) as { audit: object };
    expect(entry.audit).toMatchObject({ contract: name, sequence: 1 });
  });

  it("express: answers with the status of the code", async () => {
    const { app } = (await import(fileOf("express"))) as { app: http.RequestListener };
    const server = http.createServer(app).listen(0);
    const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/plan`);
    expect(response.status).toBe(getHttpStatus(contract, code));
    server.close();
  });
});
