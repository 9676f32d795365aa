import { guardWith, type WrapHandler } from "../../boundary/guard-handler.js";
import { guardServerWith, type WrapServer } from "../../boundary/server/guard-server.js";
import { getCodes, type CodeOf, type CodesOf } from "../../contract/codes.js";
import { findDiagnostic } from "../../contract/diagnostic-text.js";
import { withFeatures } from "../../contract/features.js";
import type { FactoryFunction } from "../../contract/infer-factories.js";
import type { EnvelopeOf, UnknownContext } from "../../contract/infer.js";
import {
  createTrustedClass,
  getFactoryFunctions,
  type ErrorClass,
  type ErrorOf,
} from "../../error/create-error-class.js";
import type { OptionRows } from "../../error/refusal.js";
import type { ClassSource } from "../../error/resolve-error-class.js";
import type { PlatformURL } from "../../json/platform-types.js";
import * as parts from "../module-parts.js";
import { contextResolve, type ContextResolveContract } from "./contract.js";

export { contextResolve, type ContextResolveContract } from "./contract.js";

type Parts = parts.ContractParts<ContextResolveContract>;

/** One of the six codes of specification 000. */
export type ContextResolveErrorCode = CodeOf<ContextResolveContract>;

/** `{ error: { code, message } }`, and nothing else. */
export interface ContextResolveEnvelope extends EnvelopeOf<ContextResolveContract> {}

/** The facts that distinguish a missing cache from an invalid one. */
export interface CacheFacts {
  /** The root folder of the cache: a path, or a `file:` URL. A relative path is seen from the working directory. */
  readonly cachePath?: string | PlatformURL | undefined;
}

/** The context of {@link fromUnknown}: fields of the envelope, `classify` and the path of the cache. */
export type ContextResolveUnknownContext = UnknownContext<ContextResolveContract> & CacheFacts;

/** The error of Context Resolve v0. Create one with {@link contextResolveError}. */
export interface ContextResolveError extends ErrorOf<ContextResolveContract> {}
export const ContextResolveError: ErrorClass<ContextResolveContract> = /* @__PURE__ */ createTrustedClass(
  /* @__PURE__ */ withFeatures(contextResolve, { findDiagnostic }),
);

/** The six codes of specification 000, each name mapped to itself; frozen. */
export const CONTEXT_RESOLVE_CODES: CodesOf<ContextResolveContract> = /* @__PURE__ */ getCodes(contextResolve);

/**
 * Creates a failure: `contextResolveError(code, message?, { cause }?)`. The message has to be a literal.
 *
 * @throws TypeError with the given `cause` for an unregistered code (`INVALID_ERROR_CODE`) or diagnostics in the
 *   message.
 * @see Specification 000, section "Message Field Rules"
 * @example
 * ```js
 * import { contextResolveError } from "error-contract/context-resolve";
 *
 * console.log(contextResolveError("invalid_query", "The query is empty.").toEnvelope());
 * // { error: { code: 'invalid_query', message: 'The query is empty.' } }
 * ```
 */
export const contextResolveError: FactoryFunction<ContextResolveContract, "contextResolveError", ContextResolveError> =
  /* @__PURE__ */ parts.getMember(/* @__PURE__ */ getFactoryFunctions(ContextResolveError), "contextResolveError");

/**
 * Converts any thrown value; see `fromUnknown` of {@link ErrorClass}. Where that settles no code, value and causes do:
 *
 * - `cache_missing`: ENOENT at the root of the cache or above it, or where no `cachePath` or no path is known.
 * - `cache_invalid`: ENOENT inside it; ENOTDIR, EISDIR, ELOOP; malformed JSON, hashes that do not match, damaged data.
 * - `io_error`: every other errno; `internal_error`: all the rest.
 *
 * Nothing is read from disk. Reading a file in a cache that does not exist is ENOENT inside: look for the root first.
 * Never throws.
 *
 * @see Specification 000, section "Boundary"
 * @example
 * ```js
 * import { fromUnknown } from "error-contract/context-resolve";
 *
 * const missing = Object.assign(new Error("no such file"), { code: "ENOENT" });
 * console.log(fromUnknown(missing).code); // cache_missing
 * ```
 */
export function fromUnknown(thrown: unknown, context?: ContextResolveUnknownContext): ContextResolveError {
  return ContextResolveError.fromUnknown(thrown, context);
}

/**
 * Returns the value as the typed envelope, `undefined` where {@link listEnvelopeProblems} finds problems. Never throws.
 *
 * @see Specification 000, section "JSON Schema"
 * @example
 * ```js
 * import { contextResolveError, parseEnvelope } from "error-contract/context-resolve";
 *
 * const envelope = contextResolveError("invalid_query", "The query is empty.").toEnvelope();
 * console.log(parseEnvelope(envelope) === envelope); // true
 * console.log(parseEnvelope({})); // undefined
 * ```
 */
export const parseEnvelope: Parts["parseEnvelope"] = /* @__PURE__ */ parts.createParser(contextResolve);

/**
 * Creates the error from its envelope, its text, or what a boundary has thrown; else `undefined`. Never throws.
 *
 * @see Specification 000, section "JSON Schema"
 * @example
 * ```js
 * import { contextResolveError, fromEnvelope, serialize } from "error-contract/context-resolve";
 *
 * const received = serialize(contextResolveError("invalid_query", "The query is empty."));
 * console.log(fromEnvelope(received)?.code); // invalid_query
 * ```
 */
export const fromEnvelope: Parts["fromEnvelope"] = /* @__PURE__ */ parts.createReceiver(ContextResolveError);

/** The envelope as a Standard Schema, for frameworks that take one. */
export const envelopeSchema: Parts["envelopeSchema"] = /* @__PURE__ */ parts.createEnvelopeSchema(contextResolve);

/**
 * Lists what is wrong with a value that should be the envelope, a line each; empty when it conforms. Never throws.
 *
 * @see Specification 000, section "JSON Schema"
 * @example
 * ```js
 * import { listEnvelopeProblems } from "error-contract/context-resolve";
 *
 * console.log(listEnvelopeProblems({})[0]); // error: missing
 * ```
 */
export const listEnvelopeProblems: Parts["listEnvelopeProblems"] = /* @__PURE__ */ parts.createCheck(contextResolve);

/**
 * Returns the wire string of a failure; any other value becomes a `ContextResolveError` first. Never throws.
 *
 * @see Specification 000, section "Determinism Contract"
 * @example
 * ```js
 * import { contextResolveError, serialize } from "error-contract/context-resolve";
 *
 * console.log(serialize(contextResolveError("invalid_query", "The query is empty.")));
 * // {"error":{"code":"invalid_query","message":"The query is empty."}}
 * ```
 */
export const serialize: Parts["serialize"] = /* @__PURE__ */ parts.createSerializer(ContextResolveError);

const source: ClassSource = {
  rows: { cachePath: { expected: "a path, or its `file:` URL", fits: isPath } } satisfies OptionRows<CacheFacts>,
  resolve: (_, { cachePath }) => {
    if (cachePath === undefined) return ContextResolveError;
    const facts = { cachePath } as CacheFacts;
    return parts.withConversion(ContextResolveError, (thrown, context) =>
      fromUnknown(thrown, { ...context, ...facts }),
    );
  },
};

/**
 * Puts a handler behind the boundary of specification 000; takes the tool's name or the options.
 *
 * @throws TypeError naming the option that is missing or wrong.
 * @see Specification 000, section "Boundary"
 * @example
 * ```js
 * import { contextResolveError, wrapHandler } from "error-contract/context-resolve";
 *
 * const readNote = wrapHandler(
 *   async () => {
 *     throw contextResolveError("invalid_query", "The query is empty.");
 *   },
 *   { tool_name: "read_note", audit: "none" },
 * );
 * console.log(await readNote()); // { error: { code: 'invalid_query', message: 'The query is empty.' } }
 * ```
 */
export const wrapHandler: WrapHandler<ContextResolveContract, CacheFacts> = /* @__PURE__ */ guardWith(source);

/**
 * Puts a whole server behind the boundary, and throws, as the root's `wrapServer` says.
 *
 * @see Specification 000, section "Boundary"
 * @example
 * ```js
 * import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
 * import { contextResolveError, wrapServer } from "error-contract/context-resolve";
 *
 * const server = wrapServer(new McpServer({ name: "notes", version: "1.0.0" }), { audit: "none" });
 * server.registerTool("read_note", {}, () => {
 *   throw contextResolveError("invalid_query", "The query is empty.");
 * });
 * ```
 */
export const wrapServer: WrapServer<ContextResolveContract, CacheFacts> = /* @__PURE__ */ guardServerWith(source);

function isPath(value: unknown): boolean {
  return value instanceof URL ? value.protocol === "file:" : typeof value === "string" && value !== "";
}
