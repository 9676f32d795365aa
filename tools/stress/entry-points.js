// The functions that take text or values from outside. Each is handed a seed, wherever it takes one.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import * as root from "../../src/dist/index.js";
import { openAuditLog, verifyAuditLog } from "../../src/dist/audit-log/index.js";
import * as contextResolve from "../../src/dist/contracts/context-resolve/index.js";
import * as jsonRpc from "../../src/dist/contracts/json-rpc/index.js";
import * as kaiza from "../../src/dist/contracts/kaiza/index.js";
import { createAdapterErrors, fromHttpResponse } from "../../src/dist/contracts/mcp-aql/adapter/index.js";
import * as mcpAql from "../../src/dist/contracts/mcp-aql/index.js";
import * as standard from "../../src/dist/contracts/standard/index.js";
import * as typedMcp from "../../src/dist/contracts/typed-mcp/index.js";
import { convert } from "../../src/dist/convert.js";
import { builtInContracts as contracts, detectError } from "../../src/dist/detect/index.js";
import { createRedactor } from "../../src/dist/redact.js";
import { toMatchErrorContract } from "../../src/dist/testing/index.js";

const envelope = kaiza.SystemError.toolFailure("FILE_NOT_FOUND").toEnvelope();
const adapter = createAdapterErrors({
  error_mapping: {
    422: { code: "NOT_FOUND_THING", message_template: "No {a}: '{reason}'", condition: "response.body contains 'x'" },
  },
});

/** A sink that keeps nothing. */
const audit = { writeSync: () => {}, write: () => Promise.resolve() };

/** The seed as a text, where it is one. */
const toText = (seed) => (typeof seed === "string" ? seed : "It failed");

/** An argument may be refused; only the time counts. */
function attempt(run) {
  try {
    return run();
  } catch {
    return undefined;
  }
}

const asList = (seed) => (Array.isArray(seed) ? seed : [seed]);
const asObject = (seed) => (Object.getPrototypeOf(seed) === Object.prototype ? seed : { seed });

function createThrown(seed) {
  const text = typeof seed === "string" ? seed : "It failed";
  return Object.assign(new Error(text), {
    code: text,
    error_code: text,
    name: text,
    status: 429,
    path: text,
    cause: seed,
    details: seed,
    data: seed,
    headers: seed,
    response: { status: 429, headers: seed },
  });
}

const convertThrown =
  ({ fromUnknown, serialize }) =>
  (seed) => {
    const error = fromUnknown(createThrown(seed), { details: seed, data: seed, cachePath: "/cache" });
    error.toEnvelope();
    serialize(seed);
  };

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "entry-points-"));
process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true }));
const file = path.join(folder, "audit-log.jsonl");

function withLog(options, use) {
  fs.rmSync(file, { force: true });
  const log = openAuditLog(file, { fsync: false, redact: true, onRecovery: () => {}, ...options });
  attempt(() => use(log));
  return log.close();
}

export const entryPoints = {
  "detectError, a value": (seed) => detectError(seed, { contracts, isFailed: true }),
  "detectError, a failed result": (seed) =>
    detectError({
      isError: true,
      structuredContent: seed,
      content: [{ type: "text", text: toText(seed) }, ...listContent(seed)],
    }),
  "detectError, a successful result": (seed) =>
    detectError({ structuredContent: seed, content: [{ type: "text", text: toText(seed) }] }, { contracts }),
  "detectError, an error": (seed) => detectError(createThrown(seed)),
  listEnvelopeProblems: (seed) => {
    root.listEnvelopeProblems(kaiza.kaiza, { ...envelope, ...asObject(seed), error_code: seed, cause: seed });
    root.parseEnvelope(kaiza.kaiza, { ...envelope, ...asObject(seed) });
    root.listEnvelopeProblems(mcpAql.mcpAql, {
      success: false,
      error: { code: "INTERNAL_ERROR", message: seed, details: seed },
    });
  },
  listDetailsProblems: (seed) => {
    root.listDetailsProblems(mcpAql.mcpAql, "BATCH_PARTIAL_FAILURE", {
      total: 1,
      succeeded: 0,
      failed: 1,
      errors: seed,
    });
  },
  findDiagnostic: (seed) => {
    root.findDiagnostic(toText(seed));
  },
  "localizeError, renderAqlMessage": (seed) => {
    const details = { unknown_params: seed, operation: toText(seed), resource_id: seed };
    const messages = { es: { VALIDATION_UNKNOWN_PARAM: "{param_list}: {operation}" } };
    mcpAql.localizeError({ code: "VALIDATION_UNKNOWN_PARAM", message: "m", details }, "es-MX", messages);
    mcpAql.localizeError({ code: "VALIDATION_UNKNOWN_PARAM", message: "m", details }, toText(seed), messages);
    mcpAql.renderAqlMessage("VALIDATION_UNKNOWN_PARAM", details, "counted");
  },
  createBatchFailure: (seed) => attempt(() => mcpAql.createBatchFailure(asList(seed))?.toEnvelope()),
  fromHttpResponse: (seed) =>
    fromHttpResponse({ status: 422, headers: seed, body: seed }, { details: asObject(seed), cause: seed }),
  "an adapter's fromHttpResponse": (seed) =>
    adapter.fromHttpResponse({
      status: 422,
      headers: { "retry-after": toText(seed), "ratelimit-policy": toText(seed) },
      body: toText(seed),
    }),
  "fromUnknown of standard": convertThrown(standard),
  "fromUnknown of kaiza": convertThrown(kaiza),
  "fromUnknown of typed-mcp": convertThrown(typedMcp),
  "fromUnknown of mcp-aql": convertThrown(mcpAql),
  "fromUnknown of json-rpc": convertThrown(jsonRpc),
  "fromUnknown of context-resolve": convertThrown(contextResolve),
  factories: (seed) => {
    const text = toText(seed);
    attempt(() => standard.toolError("NOT_FOUND", text, { details: seed, tool: text, cause: seed }).toEnvelope());
    attempt(() => kaiza.SystemError.toolFailure(text, { human_message: text }));
    attempt(() =>
      typedMcp.mcpError("auth_required", text.slice(0, -1) + "x", { reauth_command: text.slice(text.length / 2) }),
    );
    attempt(() => contextResolve.contextResolveError("io_error", text));
  },
  convert: (seed) => {
    convert({ contract: kaiza.kaiza, envelope: { ...envelope, cause: seed } }, mcpAql.mcpAql);
    convert(createThrown(seed), typedMcp.typedMcp);
  },
  JsonRpcError: (seed) => {
    jsonRpc.JsonRpcError.fromResponse({ jsonrpc: "2.0", error: { code: -32001, message: toText(seed), data: seed } });
  },
  "a wrapped handler that throws": (seed) => {
    attempt(() =>
      kaiza.wrapHandler(() => {
        throw createThrown(seed);
      }, "tool")(),
    );
    attempt(() =>
      typedMcp.wrapHandler(() => {
        throw createThrown(seed);
      }, "tool")(),
    );
  },
  "a wrapped handler with a redactor": (seed) => {
    attempt(() =>
      kaiza.wrapHandler(
        () => {
          throw createThrown(seed);
        },
        { tool_name: "tool", redact: createRedactor(), foreignMessages: "hidden", audit },
      )(),
    );
  },
  "a wrapped handler that returns": (seed) => {
    attempt(() => typedMcp.wrapHandler(() => toText(seed), "tool")());
    const nested = `{"a":[${JSON.stringify(toText(seed))},{"error":1}],"b":"\\u0061"}`;
    attempt(() => typedMcp.wrapHandler(() => nested, "tool")());
    attempt(() => mcpAql.wrapHandler(() => ({ success: false, error: seed }), "tool")());
    attempt(() =>
      kaiza.wrapHandler(() => ({ isError: true, content: [{ type: "text", text: toText(seed) }] }), "tool")(),
    );
  },
  "the audit log, writing": (seed, isDocument) =>
    withLog({}, (log) =>
      log.writeSync({
        contract: "kaiza",
        envelope: { ...envelope, human_message: toText(seed), cause: isDocument ? seed : null },
      }),
    ),
  "the audit log, opening": (seed) => {
    if (typeof seed !== "string") return undefined;
    fs.writeFileSync(file, `${seed}\n`, { mode: 0o600 });
    const log = openAuditLog(file, { fsync: false, chain: true, onRecovery: () => {} });
    log.writeSync({ contract: "kaiza", envelope });
    return log.close();
  },
  verifyAuditLog: async (seed) => {
    if (typeof seed !== "string") return;
    fs.writeFileSync(file, `${seed}\n`, { mode: 0o600 });
    await verifyAuditLog([file]);
  },
  toMatchErrorContract: (seed) =>
    toMatchErrorContract.call(
      undefined,
      { isError: true, content: [{ type: "text", text: toText(seed) }] },
      kaiza.kaiza,
    ),
};

/** A list of content items, where the seed is one. */
function listContent(seed) {
  return Array.isArray(seed) && seed.length < 1e6 ? seed : [];
}
