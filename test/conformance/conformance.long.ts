import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { describe, expect, it } from "vitest";
import { installedTool, nodeBinary } from "../kit/installed.js";
import { root } from "../kit/page.js";
import { temporaryFolder } from "../kit/project.js";
import { runNode } from "../kit/run-node.js";
import { VERSIONS } from "../matrix/versions.js";

/** A check of a scenario, as the suite writes it into `checks.json`. */
interface Check {
  readonly id: string;
  readonly status: string;
}

const suite = installedTool("@modelcontextprotocol/conformance@0.2.0-alpha.12");
const guide = fs.readFileSync(path.join(root, "docs/guides/frameworks.md"), "utf8").replaceAll(/ +/gu, " ");

/** Runs all scenarios for servers, and returns their checks with how each ended. */
async function runSuite(version: string, form: string, revision: string): Promise<readonly string[]> {
  const server = spawn(process.execPath, [path.join(import.meta.dirname, "server.js"), version, form], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const [url] = (await once(createInterface(server.stdout), "line")) as [string];
    const folder = temporaryFolder();
    const command = path.join(await suite, "node_modules/@modelcontextprotocol/conformance/dist/index.js");
    const args = [command, "server", "--url", url, "--suite", "all", "--spec-version", revision, "-o", folder];
    await runNode(args, { cwd: folder, node: await nodeBinary(VERSIONS.node[1]) });
    return fs.readdirSync(folder).flatMap((name) => {
      const checks = JSON.parse(fs.readFileSync(path.join(folder, name, "checks.json"), "utf8")) as readonly Check[];
      const scenario = name.replace(/^server-|-\d{4}-\d\d-\d\dT.*$/gu, "");
      return checks.map(({ id, status }) => `${status} ${scenario} ${id}`);
    });
  } finally {
    server.kill();
    await once(server, "exit");
  }
}

describe.each([
  { version: "1.32", revision: "2025-11-25" },
  { version: "2.4", revision: "2025-11-25" },
  { version: "2.4", revision: "2026-07-28" },
])("a server of SDK $version with $revision", ({ version, revision }) => {
  it("passes the same checks of the conformance suite wrapped as bare, as many as the guide says", async () => {
    const bare = await runSuite(version, "bare", revision);
    const wrapped = await runSuite(version, "wrapped", revision);
    expect(bare.filter((line) => line.startsWith("FAILURE"))).toEqual([]);
    expect(wrapped.toSorted()).toEqual(bare.toSorted());
    const passes = bare.filter((line) => line.startsWith("SUCCESS"));
    expect(guide).toContain(`| ${version} | ${revision} | ${passes.length} | 0 |`);
  });
});
