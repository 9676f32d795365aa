import { createWrapHandler } from "../../boundary/guard-handler.js";
import { createWrapServer } from "../../boundary/server/guard-server.js";
import { getCodes, type CodeOf, type CodesOf } from "../../contract/codes.js";
import { withFeatures } from "../../contract/features.js";
import type { FactoryFunction, FunctionsOf } from "../../contract/infer-factories.js";
import type { EnvelopeOf } from "../../contract/infer.js";
import { createTrustedClass, getFactoryFunctions, type ErrorClass } from "../../error/create-error-class.js";
import { libraries } from "../../libraries/knowledge.js";
import { getHttpReason } from "../../http/status.js";
import * as parts from "../module-parts.js";
import { jsonRpc, type JsonRpcContract } from "./contract.js";
import { addJsonRpcMembers, type JsonRpcErrorClass, type JsonRpcErrorOf, type JsonRpcParts } from "./json-rpc-error.js";

export { jsonRpc, type JsonRpcContract } from "./contract.js";
export type {
  HttpErrorAnswer,
  HttpErrorBody,
  JsonRpcErrorClass,
  JsonRpcErrorOf,
  JsonRpcErrorResponse,
  JsonRpcId,
} from "./json-rpc-error.js";

type Parts = JsonRpcParts<JsonRpcContract>;
type Functions = FunctionsOf<JsonRpcContract, JsonRpcError>;

/** One of the eight numbers of specification 002. */
export type JsonRpcErrorCode = CodeOf<JsonRpcContract>;

/** The error object of a response: `{ code, message, data? }`. */
export interface JsonRpcErrorObject extends EnvelopeOf<JsonRpcContract> {}

/**
 * The error of specification 002, made by {@link jsonRpcError} or `fromResponse`; `toResponse(id)` is the response,
 * `toHttp()` the answer of an HTTP API. From an MCP server it leaves with a code that MCP allows, as a whole in `data`.
 */
export type JsonRpcError = JsonRpcErrorOf<JsonRpcContract>;
export const JsonRpcError: JsonRpcErrorClass<JsonRpcContract> = /* @__PURE__ */ addJsonRpcMembers(
  /* @__PURE__ */ createTrustedClass(/* @__PURE__ */ withFeatures(jsonRpc, { getHttpReason, libraries })),
);

/** The eight codes, each name with its number; frozen. */
export const JSON_RPC_CODES: CodesOf<JsonRpcContract> = /* @__PURE__ */ getCodes(jsonRpc);

/**
 * Creates a failure: `jsonRpcError(code, message?, data?, { cause }?)`.
 *
 * @throws TypeError with the given `cause` for an unregistered code (`INVALID_ERROR_CODE`) or a value that does not
 *   fit.
 * @see Specification 002, section "JSON-RPC Response"
 * @example
 * ```js
 * import { JSON_RPC_CODES, jsonRpcError } from "error-contract/json-rpc";
 *
 * console.log(jsonRpcError(JSON_RPC_CODES.NotFound, "There is no such note.").toEnvelope());
 * // { code: -32001, message: 'There is no such note.' }
 * ```
 */
export const jsonRpcError: FactoryFunction<JsonRpcContract, "jsonRpcError", JsonRpcError> =
  /* @__PURE__ */ parts.getMember(
    /* @__PURE__ */ getFactoryFunctions(JsonRpcError as unknown as ErrorClass<JsonRpcContract>) as unknown as Functions,
    "jsonRpcError",
  );

/**
 * Converts any thrown value; see {@link ErrorClass}. An error of an MCP SDK has the meaning of its class. Never throws.
 *
 * @see Specification 002, sections "Server codes" and "HTTP Status"
 * @example
 * ```js
 * import { fromUnknown } from "error-contract/json-rpc";
 *
 * const missing = Object.assign(new Error("no such file"), { code: "ENOENT" });
 * console.log(fromUnknown(missing).code); // -32001
 * ```
 */
export const fromUnknown: Parts["fromUnknown"] = /* @__PURE__ */ parts.getMember(JsonRpcError, "fromUnknown");

/**
 * Returns the value as the typed error object; a whole response goes to `JsonRpcError.fromResponse`. Never throws.
 *
 * @see Specification 002, section "JSON-RPC Response"
 * @example
 * ```js
 * import { JSON_RPC_CODES, jsonRpcError, parseEnvelope } from "error-contract/json-rpc";
 *
 * const envelope = jsonRpcError(JSON_RPC_CODES.NotFound, "There is no such note.").toEnvelope();
 * console.log(parseEnvelope(envelope) === envelope); // true
 * console.log(parseEnvelope({})); // undefined
 * ```
 */
export const parseEnvelope: Parts["parseEnvelope"] = /* @__PURE__ */ parts.createParser(jsonRpc);

/**
 * Creates the error from its envelope, its text, or what a boundary has thrown; else `undefined`. Never throws.
 *
 * @see Specification 002, section "JSON-RPC Response"
 * @example
 * ```js
 * import { JSON_RPC_CODES, jsonRpcError, fromEnvelope, serialize } from "error-contract/json-rpc";
 *
 * const received = serialize(jsonRpcError(JSON_RPC_CODES.NotFound, "There is no such note."));
 * console.log(fromEnvelope(received)?.code); // -32001
 * ```
 */
export const fromEnvelope: Parts["fromEnvelope"] = /* @__PURE__ */ parts.createReceiver(
  JsonRpcError,
) as Parts["fromEnvelope"];

/** The envelope as a Standard Schema, for frameworks that take one. */
export const envelopeSchema: Parts["envelopeSchema"] = /* @__PURE__ */ parts.createEnvelopeSchema(jsonRpc);

/**
 * Lists what is wrong with a value that should be an error object, one a line. Never throws.
 *
 * @see Specification 002, section "JSON-RPC Response"
 * @example
 * ```js
 * import { listEnvelopeProblems } from "error-contract/json-rpc";
 *
 * console.log(listEnvelopeProblems({})[0]); // code: missing
 * ```
 */
export const listEnvelopeProblems: Parts["listEnvelopeProblems"] = /* @__PURE__ */ parts.createCheck(jsonRpc);

/**
 * Returns the canonical JSON of the error object; any other value becomes a `JsonRpcError` first. Never throws.
 *
 * @see Specification 002, section "JSON-RPC Response"
 * @example
 * ```js
 * import { JSON_RPC_CODES, jsonRpcError, serialize } from "error-contract/json-rpc";
 *
 * console.log(serialize(jsonRpcError(JSON_RPC_CODES.NotFound, "There is no such note.")));
 * // {"code":-32001,"message":"There is no such note."}
 * ```
 */
export const serialize: Parts["serialize"] = /* @__PURE__ */ parts.createSerializer(JsonRpcError);

/**
 * Puts a handler behind the boundary of specification 002; takes the tool's name or the options.
 *
 * @throws TypeError naming the option that is missing or wrong.
 * @see Specification 002, section "JSON-RPC Response"
 * @example
 * ```js
 * import { JSON_RPC_CODES, jsonRpcError, wrapHandler } from "error-contract/json-rpc";
 *
 * const readNote = wrapHandler(
 *   async () => {
 *     throw jsonRpcError(JSON_RPC_CODES.NotFound, "There is no such note.");
 *   },
 *   { tool_name: "read_note", audit: "none" },
 * );
 * console.log(await readNote().catch(({ code }) => code)); // -32001
 * ```
 */
export const wrapHandler: Parts["wrapHandler"] = /* @__PURE__ */ createWrapHandler(JsonRpcError);

/**
 * Puts a whole server behind the boundary, and throws, as the root's `wrapServer` says.
 *
 * @see Specification 002, section "JSON-RPC Response"
 * @example
 * ```js
 * import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
 * import { JSON_RPC_CODES, jsonRpcError, wrapServer } from "error-contract/json-rpc";
 *
 * const server = wrapServer(new McpServer({ name: "notes", version: "1.0.0" }), { audit: "none" });
 * server.registerTool("read_note", {}, () => {
 *   throw jsonRpcError(JSON_RPC_CODES.NotFound, "There is no such note.");
 * });
 * ```
 */
export const wrapServer: Parts["wrapServer"] = /* @__PURE__ */ createWrapServer(JsonRpcError);
