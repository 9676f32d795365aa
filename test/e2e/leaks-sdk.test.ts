// What is planted where a server keeps its secrets is searched in all that a real client receives.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { McpError } from "@modelcontextprotocol/sdk/types.js";
import { createErrorClass, wrapHandler, type AuditSink } from "error-contract";
import { openAuditLog, type AuditLog } from "error-contract/audit-log";
import { builtInContracts } from "error-contract/detect";
import { SystemError } from "error-contract/kaiza";
import { createRedactor } from "error-contract/redact";
import { afterEach, describe, expect, it, onTestFinished, test, vi } from "vitest";
import { connect, info, sdk1 } from "../kit/sdks.js";
import { fail } from "../kit/thrown.js";

afterEach(() => {
  vi.unstubAllEnvs();
});

const secret = "ghp_0123456789abcdefghijklmnopqrstuvwxyz";
const headers = { authorization: `Bearer header-${secret}`, cookie: "canary-cookie" };
/** An error as HTTP clients throw it, with the whole request. */
const requestError = () =>
  Object.assign(new Error("canary-message at /home/canary-path/index.js"), {
    code: "ECONNRESET",
    status: 502,
    config: { headers, auth: { password: "canary-password" } },
    request: { headers, path: "/canary-request" },
    response: { status: 502, headers, data: { token: "canary-token" } },
    details: { hint: "canary-details" },
  });
const requestObject = () => Object.assign({}, requestError(), { message: "canary-message", name: "RequestError" });

/** Ways to fail with what a stranger has thrown. */
const ways: Readonly<Record<string, () => unknown>> = {
  "an error": requestError,
  "an object": requestObject,
  "an object with a code": () =>
    Object.assign(requestObject(), { error_code: "FILE_NOT_FOUND", error: { code: "NOT_FOUND" } }),
  "an object with toJSON": () => Object.assign(requestError(), { toJSON: () => ({ headers, kept: "canary-json" }) }),
  "an error with a cause": () => new Error("canary-message", { cause: requestError() }),
  "an error whose cause is an object": () => new Error("canary-message", { cause: requestObject() }),
  "several errors": () => new AggregateError([requestError(), requestObject()], "canary-message"),
  "a string": () => "canary-message",
  "a list": () => [requestObject()],
  "a map": () => new Map([["headers", headers]]),
  "an SDK's error": () => new McpError(-32001, "canary-message", { headers, token: "canary-token" }),
  "an error with the environment": () => Object.assign(new Error("x"), { env: process.env, argv: process.argv }),
};

/** What must never travel, whatever the options: it stands in no message. */
const hidden = [
  ...["header-ghp", "canary-cookie", "canary-password", "canary-request", "canary-json", "canary-env"],
  ...["canary-details", "canary-token"],
];

/** Calls a failing tool of a real server, and returns all that reaches the client, as text. */
async function receive(handler: () => unknown): Promise<string> {
  const server = new sdk1.McpServer(info);
  server.registerTool("fail", {}, handler);
  const client = await connect(sdk1, server);
  const received: unknown[] = [];
  const { onmessage } = client.transport;
  client.transport.onmessage = (message: unknown, extra: unknown) => {
    received.push(message);
    onmessage(message, extra);
  };
  await client.callTool({ name: "fail", arguments: {} }).catch(() => undefined);
  expect(received).not.toEqual([]);
  return JSON.stringify(received);
}

function openLog(): { log: AuditLog; file: string; folder: string } {
  const folder = mkdtempSync(path.join(os.tmpdir(), "canary-log-"));
  const file = path.join(folder, "audit-log.jsonl");
  const log = openAuditLog(file);
  onTestFinished(async () => {
    await log.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return { log, file, folder };
}

describe.each(builtInContracts.map((contract) => [contract.name, contract] as const))(
  "a client of %s",
  (_, contract) => {
    const failing = (thrown: () => unknown, options: object = {}) =>
      wrapHandler(fail(thrown()), { contract, tool_name: "fail", ...options });

    // An SDK's error was written for the wire, with its data.
    const foreign = Object.entries(ways).filter(([way]) => way !== "an SDK's error");
    test.each(foreign)("receives no headers and tokens of %s", async (_way, thrown) => {
      vi.stubEnv("CANARY", "canary-env");
      const text = await receive(failing(thrown));
      for (const canary of hidden) expect(text).not.toContain(canary);
    });

    test.each(Object.entries(ways))(
      "receives no word of %s where foreign messages are hidden",
      async (_way, thrown) => {
        vi.stubEnv("CANARY", "canary-env");
        const { log, file } = openLog();
        const text = await receive(failing(thrown, { foreignMessages: "hidden", audit: log }));
        expect(text).not.toContain("canary");
        expect(text).not.toContain("ghp_");
        expect(text).not.toContain("/home/");
        // The log has all of it.
        const [entry] = readFileSync(file, "utf8").split("\n");
        const { causes } = (JSON.parse(entry!) as { audit: { causes: readonly object[] } }).audit;
        expect(JSON.stringify(causes)).toMatch(/canary|"x"/);
      },
    );

    it("receives no word of what its own code has converted, but its own", async () => {
      const Failure = createErrorClass(contract) as unknown as {
        fromUnknown(thrown: unknown, context?: object): Error;
      };
      const field = contract.fields.message.split(".").at(-1)!;
      for (const thrown of [requestError(), requestObject(), "canary"]) {
        const plain = await receive(failing(() => Failure.fromUnknown(thrown), { foreignMessages: "hidden" }));
        expect(plain).not.toContain("canary");
        const worded = () => Failure.fromUnknown(thrown, { [field]: "The search failed" });
        const text = await receive(failing(worded, { foreignMessages: "hidden" }));
        expect(text).not.toContain("canary");
        expect(text).toContain("The search failed");
      }
    });

    it("receives no path of the log, whatever fails there", async () => {
      const { log, folder } = openLog();
      await log.close();
      const failures = [
        log,
        broken(Object.assign(new Error(`ENOENT: no such file, open '${folder}/x'`), { code: "ENOENT", path: folder })),
        broken(`cannot write ${folder}`),
        broken({ path: folder, toString: () => folder }),
      ];
      for (const audit of failures) {
        const text = await receive(failing(() => "x", { audit }));
        expect(text).not.toContain(folder);
        expect(text).not.toContain("canary-log");
      }
    });

    it("receives no secret where they are redacted, and the log has the same envelope", async () => {
      const { log, file } = openLog();
      const options = { redact: createRedactor(), audit: log };
      const text = await receive(failing(() => new Error(`denied for ${secret}`), options));
      expect(text).not.toContain("ghp_");
      const { audit: _audit, ...envelope } = JSON.parse(readFileSync(file, "utf8")) as { audit: object };
      expect(JSON.stringify(envelope)).not.toContain("ghp_");
    });

    it("receives nothing but a code where redaction fails", async () => {
      for (const redact of [
        fail(new Error("canary-redact")),
        () => ({ canary: "canary-redact" }),
        () => null,
        () => Promise.reject(new Error("canary-redact")),
      ]) {
        expect(await receive(failing(requestError, { redact }))).not.toContain("canary");
      }
    });
  },
);

function broken(problem: unknown): AuditSink {
  return {
    writeSync() {
      throw problem;
    },
    write: () => Promise.reject(problem),
  };
}

describe("a cause that the code itself gave", () => {
  const failing = (options: object) =>
    wrapHandler(fail(SystemError.toolFailure("FILE_NOT_FOUND", { cause: { file: "notes.md", password: secret } })), {
      contract: SystemError,
      tool_name: "fail",
      ...options,
    });

  it("stays, also where foreign messages are hidden", async () => {
    for (const options of [{}, { foreignMessages: "hidden" }]) {
      expect(await receive(failing(options))).toContain("notes.md");
    }
  });

  it("has its secrets redacted by option", async () => {
    const text = await receive(failing({ redact: createRedactor() }));
    expect(text).toContain("notes.md");
    expect(text).not.toContain("ghp_");
    expect(await receive(failing({ redact: createRedactor({ keys: ["file"] }) }))).not.toContain("notes.md");
  });
});
