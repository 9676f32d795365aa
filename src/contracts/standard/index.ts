import { createWrapHandler } from "../../boundary/guard-handler.js";
import { createWrapServer } from "../../boundary/server/guard-server.js";
import * as parts from "../module-parts.js";
import { standard, type StandardContract } from "./contract.js";
import { ToolError } from "./tool-error.js";

export { createBatchFailure } from "./batch.js";
export { standard, type StandardContract } from "./contract.js";
export {
  TOOL_ERROR_CODES,
  ToolError,
  toolError,
  type RefusedField,
  type ToolErrorCode,
  type ToolErrorEnvelope,
  type ToolErrorOptions,
} from "./tool-error.js";

type Parts = parts.ContractParts<StandardContract>;

/**
 * Converts any thrown value; without a code it is INTERNAL. See `ToolError.fromUnknown`. Never throws.
 *
 * @example
 * ```js
 * import { fromUnknown } from "error-contract/standard";
 *
 * const missing = Object.assign(new Error("no such file"), { code: "ENOENT" });
 * console.log(fromUnknown(missing).code); // NOT_FOUND
 * ```
 */
export const fromUnknown: Parts["fromUnknown"] = /* @__PURE__ */ parts.getMember(ToolError, "fromUnknown");

/**
 * Returns the value as the typed envelope, `undefined` where {@link listEnvelopeProblems} finds problems. Never throws.
 *
 * @example
 * ```js
 * import { toolError, parseEnvelope } from "error-contract/standard";
 *
 * const envelope = toolError("NOT_FOUND", "There is no such note.").toEnvelope();
 * console.log(parseEnvelope(envelope) === envelope); // true
 * console.log(parseEnvelope({})); // undefined
 * ```
 */
export const parseEnvelope: Parts["parseEnvelope"] = /* @__PURE__ */ parts.createParser(standard);

/**
 * Creates the error from its envelope, its text, or what a boundary has thrown; else `undefined`. Never throws.
 *
 * @example
 * ```js
 * import { toolError, fromEnvelope, serialize } from "error-contract/standard";
 *
 * const received = serialize(toolError("NOT_FOUND", "There is no such note."));
 * console.log(fromEnvelope(received)?.code); // NOT_FOUND
 * ```
 */
export const fromEnvelope: Parts["fromEnvelope"] = /* @__PURE__ */ parts.createReceiver(ToolError);

/** The envelope as a Standard Schema, for frameworks that take one. */
export const envelopeSchema: Parts["envelopeSchema"] = /* @__PURE__ */ parts.createEnvelopeSchema(standard);

/**
 * Lists what is wrong with a value that should be the envelope, a line each; empty when it conforms. Never throws.
 *
 * @example
 * ```js
 * import { listEnvelopeProblems } from "error-contract/standard";
 *
 * console.log(listEnvelopeProblems({})[0]); // error: missing
 * ```
 */
export const listEnvelopeProblems: Parts["listEnvelopeProblems"] = /* @__PURE__ */ parts.createCheck(standard);

/**
 * Returns the canonical wire string of a failure; any other value becomes a `ToolError` first. Never throws.
 *
 * @example
 * ```js
 * import { toolError, serialize } from "error-contract/standard";
 *
 * console.log(serialize(toolError("NOT_FOUND", "There is no such note.")));
 * // {"error":{"code":"NOT_FOUND","message":"There is no such note.","tool":null,"details":null}}
 * ```
 */
export const serialize: Parts["serialize"] = /* @__PURE__ */ parts.createSerializer(ToolError);

/**
 * Puts a tool handler behind the boundary; takes the tool's name or the options.
 *
 * @throws TypeError naming the option that is missing or wrong.
 * @example
 * ```js
 * import { toolError, wrapHandler } from "error-contract/standard";
 *
 * const readNote = wrapHandler(
 *   async () => {
 *     throw toolError("NOT_FOUND", "There is no such note.");
 *   },
 *   { tool_name: "read_note", audit: "none" },
 * );
 * console.log(await readNote().catch(({ message }) => JSON.parse(message).error.code)); // NOT_FOUND
 * ```
 */
export const wrapHandler: Parts["wrapHandler"] = /* @__PURE__ */ createWrapHandler(ToolError);

/**
 * Puts a whole server behind the boundary, and throws, as the root's `wrapServer` says.
 *
 * @example
 * ```js
 * import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
 * import { toolError, wrapServer } from "error-contract/standard";
 *
 * const server = wrapServer(new McpServer({ name: "notes", version: "1.0.0" }), { audit: "none" });
 * server.registerTool("read_note", {}, () => {
 *   throw toolError("NOT_FOUND", "There is no such note.");
 * });
 * ```
 */
export const wrapServer: Parts["wrapServer"] = /* @__PURE__ */ createWrapServer(ToolError);
