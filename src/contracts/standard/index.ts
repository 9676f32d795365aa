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

/** Converts any thrown value; without a code it is INTERNAL. See `fromUnknown` of {@link ErrorClass}. Never throws. */
export const fromUnknown: Parts["fromUnknown"] = /* @__PURE__ */ parts.getMember(ToolError, "fromUnknown");

/** Returns the value as the typed envelope, `undefined` where {@link listEnvelopeProblems} finds problems. */
export const parseEnvelope: Parts["parseEnvelope"] = /* @__PURE__ */ parts.createParser(standard);

/** Creates the error from its envelope, its text, or what a boundary has thrown; else `undefined`. Never throws. */
export const fromEnvelope: Parts["fromEnvelope"] = /* @__PURE__ */ parts.createReceiver(ToolError);

/** The envelope as a Standard Schema, for frameworks that take one. */
export const envelopeSchema: Parts["envelopeSchema"] = /* @__PURE__ */ parts.createEnvelopeSchema(standard);

/** Lists what is wrong with a value that should be the envelope, a line each; empty when it conforms. Never throws. */
export const listEnvelopeProblems: Parts["listEnvelopeProblems"] = /* @__PURE__ */ parts.createCheck(standard);

/** Returns the canonical wire string of a failure; any other value becomes a `ToolError` first. Never throws. */
export const serialize: Parts["serialize"] = /* @__PURE__ */ parts.createSerializer(ToolError);

/** Puts a tool handler behind the boundary; takes the tool's name or the options. A wrong option is a TypeError. */
export const wrapHandler: Parts["wrapHandler"] = /* @__PURE__ */ createWrapHandler(ToolError);

/** Puts a whole server behind the boundary, and throws, as the root's `wrapServer` says. */
export const wrapServer: Parts["wrapServer"] = /* @__PURE__ */ createWrapServer(ToolError);
