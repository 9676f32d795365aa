import { createWrapHandler } from "../../boundary/guard-handler.js";
import { createWrapServer } from "../../boundary/server/guard-server.js";
import { getCodes, type CodeOf, type CodesOf } from "../../contract/codes.js";
import type { NoError } from "../../contract/infer-factories.js";
import type { EnvelopeOf, GivenFields } from "../../contract/infer.js";
import { createTrustedClass, type ErrorClass, type ErrorOf } from "../../error/create-error-class.js";
import * as parts from "../module-parts.js";
import { kaiza, type KaizaContract } from "./contract.js";

export { kaiza, type KaizaContract } from "./contract.js";

type Parts = parts.ContractParts<KaizaContract>;

/** One of the codes that specification 001 section 2 registers. */
export type SystemErrorCode = CodeOf<KaizaContract>;

/** The canonical error envelope of specification 001 section 1: eleven fields, and the stack while debugging. */
export interface SystemErrorEnvelope extends EnvelopeOf<KaizaContract> {}

/** The context of a failure: any field of the envelope but the code. Unknown names are ignored at run time. */
export type SystemErrorContext = Omit<GivenFields<KaizaContract>, "error_code"> & NoError;

/**
 * The error of specification 001 with the fields of its envelope; its message is `[<error_code>] <human_message>`. Its
 * factories (section 4) are `toolFailure(code, context?)`, `startupFailure(code, context?)` and
 * `invariantViolation(id, context?)`; they need no receiver, so `promise.catch(SystemError.fromUnknown)` works.
 */
export interface SystemError extends ErrorOf<KaizaContract> {}

/** The class of {@link SystemError}: what it and classes below it make is a `SystemError` to the types. */
export interface SystemErrorClass extends Omit<ErrorClass<KaizaContract>, "prototype"> {
  /** Creates an error from one object of fields; a TypeError for a value that the envelope cannot hold. */
  new (...fields: ConstructorParameters<ErrorClass<KaizaContract>>): SystemError;
  /** The prototype of the class's errors. */
  readonly prototype: SystemError;
}
export const SystemError: SystemErrorClass = /* @__PURE__ */ createTrustedClass(kaiza);

/** The codes of specification 001 section 2, each name mapped to itself; frozen. */
export const SYSTEM_ERROR_CODES: CodesOf<KaizaContract> = /* @__PURE__ */ getCodes(kaiza);

/**
 * Converts any thrown value to a `SystemError`: `SystemError.fromUnknown` as a function. Never throws.
 *
 * @see Specification 001, sections 4 and 5
 * @example
 * ```js
 * import { fromUnknown } from "error-contract/kaiza";
 *
 * const missing = Object.assign(new Error("no such file"), { code: "ENOENT" });
 * console.log(fromUnknown(missing).error_code); // FILE_NOT_FOUND
 * ```
 */
export const fromUnknown: Parts["fromUnknown"] = /* @__PURE__ */ parts.getMember(SystemError, "fromUnknown");

/**
 * Returns the value as the typed envelope, `undefined` where {@link listEnvelopeProblems} finds problems. Never throws.
 *
 * @see Specification 001, section 1
 * @example
 * ```js
 * import { SystemError, parseEnvelope } from "error-contract/kaiza";
 *
 * const envelope = SystemError.toolFailure("FILE_NOT_FOUND").toEnvelope();
 * console.log(parseEnvelope(envelope) === envelope); // true
 * console.log(parseEnvelope({})); // undefined
 * ```
 */
export const parseEnvelope: Parts["parseEnvelope"] = /* @__PURE__ */ parts.createParser(kaiza);

/**
 * Creates the error from its envelope, its text, or what a boundary has thrown; else `undefined`. Never throws.
 *
 * @see Specification 001, section 1
 * @example
 * ```js
 * import { SystemError, fromEnvelope, serialize } from "error-contract/kaiza";
 *
 * const received = serialize(SystemError.toolFailure("FILE_NOT_FOUND"));
 * console.log(fromEnvelope(received)?.error_code); // FILE_NOT_FOUND
 * ```
 */
export const fromEnvelope: Parts["fromEnvelope"] = /* @__PURE__ */ parts.createReceiver(SystemError);

/** The envelope as a Standard Schema, for frameworks that take one. */
export const envelopeSchema: Parts["envelopeSchema"] = /* @__PURE__ */ parts.createEnvelopeSchema(kaiza);

/**
 * Lists what is wrong with a value that should be the envelope, a line each; empty when it conforms. Never throws.
 *
 * @see Specification 001, section 1
 * @example
 * ```js
 * import { listEnvelopeProblems } from "error-contract/kaiza";
 *
 * console.log(listEnvelopeProblems({})[0]); // error_code: missing
 * ```
 */
export const listEnvelopeProblems: Parts["listEnvelopeProblems"] = /* @__PURE__ */ parts.createCheck(kaiza);

/**
 * Returns the wire string of a failure, keys in the order of section 1; any other value is converted first.
 * Never throws.
 *
 * @see Specification 001, sections 1 and 3
 * @example
 * ```js
 * import { SystemError, serialize } from "error-contract/kaiza";
 *
 * console.log(JSON.parse(serialize(SystemError.toolFailure("FILE_NOT_FOUND"))).error_code); // FILE_NOT_FOUND
 * ```
 */
export const serialize: Parts["serialize"] = /* @__PURE__ */ parts.createSerializer(SystemError);

/**
 * Puts a tool handler behind the boundary of specification 001 section 5: a failure is thrown as a `SystemError` whose
 * message is the envelope as JSON, all that an MCP server keeps. Takes the tool's name or the options.
 *
 * @throws TypeError naming the option that is missing or wrong.
 * @see Specification 001, sections 5 and 6
 * @example
 * ```js
 * import { SystemError, wrapHandler } from "error-contract/kaiza";
 *
 * const readNote = wrapHandler(
 *   async () => {
 *     throw SystemError.toolFailure("FILE_NOT_FOUND");
 *   },
 *   { tool_name: "read_note", audit: "none" },
 * );
 * console.log(await readNote().catch(({ message }) => JSON.parse(message).error_code)); // FILE_NOT_FOUND
 * ```
 */
export const wrapHandler: Parts["wrapHandler"] = /* @__PURE__ */ createWrapHandler(SystemError);

/**
 * Puts a whole server behind the boundary, and throws, as the root's `wrapServer` says.
 *
 * @see Specification 001, sections 5 and 6
 * @example
 * ```js
 * import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
 * import { SystemError, wrapServer } from "error-contract/kaiza";
 *
 * const server = wrapServer(new McpServer({ name: "notes", version: "1.0.0" }), { audit: "none" });
 * server.registerTool("read_note", {}, () => {
 *   throw SystemError.toolFailure("FILE_NOT_FOUND");
 * });
 * ```
 */
export const wrapServer: Parts["wrapServer"] = /* @__PURE__ */ createWrapServer(SystemError);
