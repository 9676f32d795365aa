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
  new (...fields: ConstructorParameters<ErrorClass<KaizaContract>>): SystemError;
  readonly prototype: SystemError;
}
export const SystemError: SystemErrorClass = /* @__PURE__ */ createTrustedClass(kaiza);

/** The codes of specification 001 section 2, each name mapped to itself; frozen. */
export const SYSTEM_ERROR_CODES: CodesOf<KaizaContract> = /* @__PURE__ */ getCodes(kaiza);

/** Converts any thrown value to a `SystemError`: `SystemError.fromUnknown` as a function. Never throws. */
export const fromUnknown: Parts["fromUnknown"] = /* @__PURE__ */ parts.getMember(SystemError, "fromUnknown");

/** Returns the value as the typed envelope, `undefined` where {@link listEnvelopeProblems} finds problems. */
export const parseEnvelope: Parts["parseEnvelope"] = /* @__PURE__ */ parts.createParser(kaiza);

/** Creates the error from its envelope, its text, or what a boundary has thrown; else `undefined`. Never throws. */
export const fromEnvelope: Parts["fromEnvelope"] = /* @__PURE__ */ parts.createReceiver(SystemError);

/** The envelope as a Standard Schema, for frameworks that take one. */
export const envelopeSchema: Parts["envelopeSchema"] = /* @__PURE__ */ parts.createEnvelopeSchema(kaiza);

/** Lists what is wrong with a value that should be the envelope, a line each; empty when it conforms. Never throws. */
export const listEnvelopeProblems: Parts["listEnvelopeProblems"] = /* @__PURE__ */ parts.createCheck(kaiza);

/** Returns the wire string of a failure, keys in the order of section 1; any other value is converted first. */
export const serialize: Parts["serialize"] = /* @__PURE__ */ parts.createSerializer(SystemError);

/**
 * Puts a tool handler behind the boundary of specification 001 section 5: a failure is thrown as a `SystemError` whose
 * message is the envelope as JSON, all that an MCP server keeps. Takes the tool's name or the options.
 *
 * @throws TypeError naming the option that is missing or wrong.
 */
export const wrapHandler: Parts["wrapHandler"] = /* @__PURE__ */ createWrapHandler(SystemError);

/** Puts a whole server behind the boundary, and throws, as the root's `wrapServer` says. */
export const wrapServer: Parts["wrapServer"] = /* @__PURE__ */ createWrapServer(SystemError);
