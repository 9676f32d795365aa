// Holds that whatever a handler throws or returns leaves the boundary as one envelope of the contract that Ajv accepts,
// the same that the sink has recorded, or as the handler's own success.
//   node tools/stress/values.js [how many] [first]
import { setImmediate } from "node:timers/promises";
import { Ajv2020 } from "ajv/dist/2020.js";
import { getEnvelopeSchema, extend } from "../../src/dist/index.js";
import * as contextResolve from "../../src/dist/contracts/context-resolve/index.js";
import * as jsonRpc from "../../src/dist/contracts/json-rpc/index.js";
import * as kaiza from "../../src/dist/contracts/kaiza/index.js";
import * as mcpAql from "../../src/dist/contracts/mcp-aql/index.js";
import * as standard from "../../src/dist/contracts/standard/index.js";
import * as typedMcp from "../../src/dist/contracts/typed-mcp/index.js";
import { createErrorClass, wrapHandler } from "../../src/dist/index.js";
import { createHostile } from "./hostile.js";

const [count = "1000000", first = "0"] = process.argv.slice(2);

const empty = extend(standard.standard, {
  name: "empty-status",
  version: "1.0.0",
  schemaId: "urn:empty-status:1",
  codes: { GONE: { meaning: "Nothing changed", section: "1", condition: "internal", http: [304] } },
});
const ajv = new Ajv2020({ strict: false, validateFormats: false });
const contracts = [
  ...[standard.ToolError, kaiza.SystemError, jsonRpc.JsonRpcError, contextResolve.ContextResolveError],
  ...[typedMcp.TypedMcpError, mcpAql.AqlError, createErrorClass(empty)],
].map((ErrorClass) => ({
  ErrorClass,
  codes: Object.values(ErrorClass.codes),
  create: () => ErrorClass.fromUnknown(new Error("x")),
  isValid: ajv.compile(getEnvelopeSchema(ErrorClass.contract)),
}));
const createValue = createHostile(contracts);
const deliveries = [undefined, "throw", "protocol", "result", "envelope", "json", "response"];
const answer = async () => ({});
const { signal } = new globalThis.AbortController();
const contexts = [
  [{}, { signal, requestId: 1, sendRequest: answer, sendNotification: answer }],
  [
    { method: "tools/call", params: { name: "theirs" } },
    { signal, requestId: 1 },
  ],
];

/** The envelope that a client finds, whatever the form in which it was delivered. */
async function readDelivered(outcome, ErrorClass, recorded) {
  if ("thrown" in outcome) return readThrown(outcome.thrown, ErrorClass, recorded);
  const { value } = outcome;
  if (value instanceof globalThis.Response) return JSON.parse((await value.text()) || "null");
  if (typeof value === "string") return JSON.parse(value);
  if (value.isError !== true || value.content === undefined) return value;
  return value._meta?.["error-contract/envelope"] ?? JSON.parse(value.content.find(({ type }) => type === "text").text);
}

/** A JSON-RPC error has the envelope as its data, or is the envelope; its data may have a code too. */
function readThrown({ code, message, data }, { contract }, recorded) {
  const error = { code, message, data };
  const isEnvelope = contract === jsonRpc.jsonRpc && JSON.stringify(data) !== JSON.stringify(recorded);
  return isEnvelope ? error : data;
}

const failures = [];
let [settled, delivered] = [0, 0];
process.on("unhandledRejection", (reason) => failures.push(`an unhandled rejection: ${String(reason)}`));

for (let number = Number(first); number < Number(first) + Number(count) && failures.length < 20; number++) {
  const { ErrorClass, isValid } = contracts[number % contracts.length];
  const form = deliveries[Math.floor(number / 7) % deliveries.length];
  const [returns, waits] = [number % 3 === 0, number % 2 === 0];
  const records = [];
  const sink = { writeSync: (record) => void records.push(record), write: async (record) => void records.push(record) };
  const value = createValue(number);
  const handler = () => {
    if (returns) return value;
    throw value;
  };
  const wrapped = wrapHandler(waits ? async () => handler() : handler, {
    contract: ErrorClass,
    tool_name: "x",
    audit: sink,
    deliver: form,
    foreignMessages: number % 5 === 0 ? "hidden" : undefined,
  });
  const args = number % 4 < contexts.length ? contexts[number % 4] : [];
  let outcome;
  try {
    const result = wrapped(...args);
    outcome = { value: waits || isThenable(value) ? await result : result };
  } catch (thrown) {
    outcome = { thrown };
  }
  settled++;
  try {
    if (records.length === 0) {
      if ("thrown" in outcome) failures.push(`${number}: thrown without a record`);
      continue;
    }
    delivered++;
    const [{ envelope }] = records;
    if (records.length > 1) failures.push(`${number}: ${records.length} records`);
    if (!isValid(envelope)) failures.push(`${number}: ${ajv.errorsText(isValid.errors)}`);
    const seen = await readDelivered(outcome, ErrorClass, envelope);
    const status = form === "response" && seen === null;
    if (!status && JSON.stringify(seen) !== JSON.stringify(envelope)) {
      // JSON-RPC has one form more, for HTTP.
      if (form !== "response" || ErrorClass !== jsonRpc.JsonRpcError)
        failures.push(`${number}: delivered ${JSON.stringify(seen)}, recorded ${JSON.stringify(envelope)}`);
    }
  } catch (problem) {
    failures.push(`${number}: ${problem.stack}`);
  }
}
await setImmediate();
console.log(
  failures.length === 0
    ? `ok    ${settled} values, ${delivered} failures`
    : failures.map((line) => `FAIL  ${line}`).join("\n"),
);
process.exitCode = failures.length === 0 ? 0 : 1;

function isThenable(value) {
  try {
    return typeof value?.then === "function";
  } catch {
    return true;
  }
}
