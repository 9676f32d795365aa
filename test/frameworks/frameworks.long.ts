import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client as Client2, StreamableHTTPClientTransport as HttpTransport2 } from "@modelcontextprotocol/client";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { detectError } from "error-contract/detect";
import { afterAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { findPort } from "../kit/find-port.js";
import { installedFolder, nodeBinary } from "../kit/installed.js";
import { root } from "../kit/page.js";
import { runNode } from "../kit/run-node.js";
import { VERSIONS } from "../matrix/versions.js";
import { frameworks, type Framework } from "./frameworks.js";

const guide = fs.readFileSync(path.join(root, "docs/guides/frameworks.md"), "utf8");
const servers = path.join(root, "test/fixtures/frameworks");
const ends: (() => unknown)[] = [];
afterAll(async () => {
  for (const end of ends.reverse()) await end();
});

type Ask = (client: Client, addresses: string) => Promise<unknown>;

const call =
  (name: string, args: object = {}): Ask =>
  (client) =>
    client.request({ method: "tools/call", params: { name, arguments: args } }, z.any());
const read =
  (name: string): Ask =>
  (client, addresses) =>
    client.readResource({ uri: `${addresses}${name}` });
const prompt =
  (name: string): Ask =>
  (client) =>
    client.getPrompt({ name, arguments: {} });

/** How each failure of the guide's table is brought about. */
const asks: Readonly<Record<string, Ask>> = {
  "a tool throws an error of the contract": call("own"),
  "a tool throws another error": call("error"),
  "its error has an HTTP status, 429": call("status"),
  "it returns a result with `isError`": call("failing"),
  "its result is not what its output schema wants": call("output"),
  "a field of the input is missing": call("input"),
  "a field has the wrong type": call("input", { path: 1 }),
  "there is no such tool": call("unknown"),
  "a resource throws an error of the contract": read("own"),
  "a resource throws another error": read("error"),
  "there is no such resource": read("unknown"),
  "a prompt throws an error of the contract": prompt("own"),
  "a prompt throws another error": prompt("error"),
  "an argument is missing": prompt("greet"),
  "there is no such prompt": prompt("unknown"),
};

/** The lines of the table under a heading, cells without quotes. */
function readTable(heading: string): readonly (readonly string[])[] {
  const section = guide.split(`## ${heading}\n`)[1]!.split("\n## ")[0]!;
  const lines = section.split("\n").filter((line) => line.startsWith("|") && !line.startsWith("| -"));
  return lines.map((line) =>
    line
      .slice(1, -1)
      .split(" | ")
      .map((cell) => cell.trim()),
  );
}

const [heads = [], ...lines] = readTable("Which failures have the envelope");

it("the guide's table has the failures that are brought about here, and all frameworks", () => {
  expect(lines.map(([failure]) => failure)).toEqual(Object.keys(asks));
  expect(heads.slice(2)).toEqual([...new Set(frameworks.map(({ name }) => name))]);
});

/** The text of a server, with one space for each gap. */
const readServer = (name: string): string => fs.readFileSync(path.join(servers, name), "utf8").replaceAll(/\s+/gu, " ");

/** The options of `wrapServer`, and what the servers are told of the failures of a tool beside them. */
const BOUNDARY = /(wrapServer\(.*\{ audit) \}/u;
const listed = { tools: { own: ["NOT_FOUND"] } };

/** Installs a framework, puts its server beside it, and builds it. */
async function prepare({ packages, server, build }: Framework): Promise<{ folder: string; file: string }> {
  const folder = await installedFolder(packages, ["--legacy-peer-deps", "--ignore-scripts"]);
  fs.cpSync(servers, folder, { recursive: true });
  fs.cpSync(path.join(servers, "xmcp"), folder, { recursive: true });
  const copy = path.join(folder, server);
  fs.writeFileSync(copy, fs.readFileSync(copy, "utf8").replace(BOUNDARY, `$1, failures: ${JSON.stringify(listed)} }`));
  fs.symlinkSync(path.join(root, "src"), path.join(folder, "node_modules/error-contract"), "junction");
  if (!build) return { folder, file: path.join(folder, server) };
  const run = await runNode(build.args, { cwd: folder });
  expect(run, run.stdout + run.stderr).toMatchObject({ status: 0 });
  return { folder, file: path.join(folder, build.output) };
}

/** A client of the framework's server, and all that the server has written to stderr. */
async function connect(framework: Framework): Promise<{ client: Client; records: () => number }> {
  const { folder, file } = await prepare(framework);
  const node = framework.needsNode22 ? await nodeBinary(VERSIONS.node[1]) : process.execPath;
  const info = { name: "test", version: "1.0.0" };
  const { revision } = framework;
  // What both clients have in common is asked.
  const client = revision
    ? (new Client2(info, { versionNegotiation: { mode: { pin: revision } } }) as unknown as Client)
    : new Client(info);
  ends.push(() => client.close());
  let written = "";
  const listen = (stream: NodeJS.ReadableStream) => stream.on("data", (chunk: Buffer) => (written += String(chunk)));
  if (framework.isHttp) {
    const port = await findPort();
    const child = spawn(node, [file, String(port)], { cwd: folder, stdio: ["ignore", "ignore", "pipe"] });
    listen(child.stderr);
    ends.push(() => end(child));
    const url = new URL(`http://127.0.0.1:${port}/mcp`);
    while (child.exitCode === null && !(await fetch(url).catch(() => undefined))) await sleep(100);
    const Transport = revision ? HttpTransport2 : StreamableHTTPClientTransport;
    await client.connect(new Transport(url));
  } else {
    const transport = new StdioClientTransport({ command: node, args: [file], cwd: folder, stderr: "pipe" });
    listen(transport.stderr as unknown as NodeJS.ReadableStream);
    await client.connect(transport);
  }
  return { client, records: () => written.split("recorded ").length - 1 };
}

async function end(child: ChildProcess): Promise<void> {
  const isOver = once(child, "exit");
  if (child.kill()) await isOver;
}

const cases = frameworks.map((framework) => [`${framework.name}${framework.mode ?? ""}`, framework] as const);
describe.each(cases)("a server of %s", (_title, framework) => {
  const column = heads.indexOf(framework.name);

  it("gives the client the codes of the guide's table, each recorded once, and lists those of a tool", async () => {
    const { client, records } = await connect(framework);
    if (framework.isReportedLate) await sleep(500);
    const found: Record<string, string> = {};
    // What a framework does not have has an empty cell.
    const present = lines.filter((line) => line[column] !== "");
    for (const failure of present.map(([name]) => name!)) {
      const answer = await asks[failure]!(client, framework.addresses ?? "file:///").catch((thrown: unknown) => thrown);
      const detected = detectError(answer);
      found[failure] = detected?.contract === "standard" ? `\`${detected.code}\`` : "-";
    }
    const expected = present.map((line) => [line[0], line[column] === "yes" ? line[1] : line[column]]);
    expect(found).toEqual(Object.fromEntries(expected));
    const covered = Object.values(found).filter((code) => code !== "-").length;
    await expect.poll(records).toBe(framework.dropsData ? present.length : covered);

    const { tools } = await client.listTools();
    const { codes } = (tools.find(({ name }) => name === "own")?._meta?.["error-contract/failures"] ?? {}) as {
      readonly codes?: readonly { readonly code: string }[];
    };
    const isWrapped = BOUNDARY.test(readServer(framework.server));
    expect(codes?.map(({ code }) => code)).toEqual(isWrapped ? ["NOT_FOUND"] : undefined);
  });

  it("has the boundary as the guide writes it", () => {
    const line = readTable("The boundary").find(([name]) => name?.startsWith(framework.name))!;
    const code = /`([^`]+)`/u.exec(line[2]!)![1]!;
    expect(readServer(framework.server)).toContain(code);
  });
});
