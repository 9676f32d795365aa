import { guardWith, type WrapHandler } from "../../boundary/guard-handler.js";
import { guardServerWith, type WrapServer } from "../../boundary/server/guard-server.js";
import { getCodes, type CodeOf, type CodesOf } from "../../contract/codes.js";
import { withFeatures, withKnowledge } from "../../contract/features.js";
import type { DetailsOf, NoError, PlainDetails } from "../../contract/infer-factories.js";
import type { CauseOption, EnvelopeOf, UnknownContext } from "../../contract/infer.js";
import { renderMessage } from "../../contract/message-template.js";
import {
  createTrustedClass,
  getFactoryFunctions,
  type ErrorClass,
  type ErrorOf,
} from "../../error/create-error-class.js";
import type { OptionRows } from "../../error/refusal.js";
import type { ClassSource } from "../../error/resolve-error-class.js";
import { readForeign } from "../../error/from-unknown.js";
import { libraries } from "../../libraries/knowledge.js";
import { callSafely, isFunction, readMember } from "../../json/read.js";
import * as parts from "../module-parts.js";
import { typedMcp, type TypedMcpContract } from "./contract.js";

export { typedMcp, type TypedMcpContract } from "./contract.js";

type Parts = parts.ContractParts<TypedMcpContract>;

/** One of the eight codes of specification 003. */
export type McpErrorCode = CodeOf<TypedMcpContract>;

/** `{ error, message, details }`; details are always there, null if empty. */
export type TypedMcpEnvelope = EnvelopeOf<TypedMcpContract>;

/** Options for the conversion of a foreign error, beyond the fields of the envelope. */
export interface TypedMcpKnowledge {
  /** The command that authenticates again; a failure with the code auth_required shows it. */
  readonly reauth_command?: string | undefined;
  /** Receives the original of every internal_error before it is hidden. An error that it throws is ignored. */
  readonly onInternalError?: ((original: unknown, error: TypedMcpError) => void) | undefined;
}

/** The context that `fromUnknown` takes beside the thrown value. */
export type TypedMcpUnknownContext = UnknownContext<TypedMcpContract> & TypedMcpKnowledge;

/** The details of a code: those that it requires, or any. */
export type McpErrorDetails<Code extends McpErrorCode> = DetailsOf<TypedMcpContract, Code>;

/** The options of {@link mcpError}. */
export interface McpErrorOptions extends CauseOption, NoError {}

/** For a union the compiler names the details that are missing, and not only how many arguments are. */
export type McpErrorArguments<Code extends McpErrorCode> =
  PlainDetails extends McpErrorDetails<Code>
    ? [message?: string | undefined, details?: PlainDetails | null | undefined, options?: McpErrorOptions]
    : | [message: string | undefined, details: McpErrorDetails<Code>]
      | [message: string | undefined, details: McpErrorDetails<Code>, options: McpErrorOptions | undefined];

/** The error of specification 003, which a failing tool throws. Create one with {@link mcpError}. */
export type TypedMcpError = ErrorOf<TypedMcpContract>;
export const TypedMcpError: ErrorClass<TypedMcpContract> = /* @__PURE__ */ createTrustedClass(
  /* @__PURE__ */ withFeatures(
    /* @__PURE__ */ withKnowledge(typedMcp, { code: findParseError, fields: readKnownFields }),
    {
      renderMessage,
      libraries,
    },
  ),
);

/** The contract has a code for a document that could not be parsed, whoever has written it. */
function findParseError(thrown: unknown): string | undefined {
  const [name, message] = [readMember(thrown, "name"), readMember(thrown, "message")];
  const isUnreadable = name === "SyntaxError" && typeof message === "string" && message.includes("JSON");
  return isUnreadable ? MCP_ERROR_CODES.parse_error : undefined;
}

function readKnownFields(code: unknown, thrown: unknown, context: unknown): Readonly<Record<string, unknown>> {
  const reauth_command = readMember(context, "reauth_command");
  if (code === "auth_required" && isCommand(reauth_command)) return { details: { reauth_command } };
  if (code !== "rate_limited") return {};
  const retry_after = libraries.findWait(
    readForeign(thrown, context),
    Date.now(),
    readMember(context, "libraries"),
  )?.seconds;
  return retry_after === undefined ? {} : { details: { retry_after } };
}

/** The eight codes, each name mapped to itself; frozen. */
export const MCP_ERROR_CODES: CodesOf<TypedMcpContract> = /* @__PURE__ */ getCodes(typedMcp);

/**
 * Creates the failure of a tool: `mcpError(code, message, details?, options?)`. `rate_limited` needs `retry_after` in
 * seconds, `auth_required` the `reauth_command`, which its message has to show.
 *
 * @throws TypeError with the given `cause` for an unregistered code (`INVALID_ERROR_CODE`), details or message.
 * @see Specification 003, part "Decision"
 * @example
 * ```js
 * import { mcpError } from "error-contract/typed-mcp";
 *
 * console.log(mcpError("rate_limited", "Too many calls.", { retry_after: 5 }).toEnvelope());
 * // {
 * //   error: 'rate_limited',
 * //   message: 'Too many calls.',
 * //   details: { retry_after: 5 }
 * // }
 * ```
 */
export const mcpError: <Code extends McpErrorCode>(code: Code, ...given: McpErrorArguments<Code>) => TypedMcpError =
  /* @__PURE__ */ parts.getMember(/* @__PURE__ */ getFactoryFunctions(TypedMcpError) as never, "mcpError");

/**
 * Converts any thrown value, whose message stays on the server; see `fromUnknown` of {@link ErrorClass}. Never throws.
 *
 * @see Specification 003, parts "Decision" and "Consequences"
 * @example
 * ```js
 * import { fromUnknown } from "error-contract/typed-mcp";
 *
 * const missing = Object.assign(new Error("no such file"), { code: "ENOENT" });
 * console.log(fromUnknown(missing).error); // not_found
 * ```
 */
export function fromUnknown(thrown: unknown, context?: TypedMcpUnknownContext): TypedMcpError {
  const error = TypedMcpError.fromUnknown(thrown, context);
  if (readMember(error, "error") === MCP_ERROR_CODES.internal_error) {
    const original = TypedMcpError.is(thrown) ? (readMember(thrown, "cause") ?? thrown) : thrown;
    callSafely(readMember(context, "onInternalError"), [original, error]);
  }
  return error;
}

/**
 * Returns the value as the typed envelope, `undefined` where {@link listEnvelopeProblems} finds problems. Never throws.
 *
 * @see Specification 003, part "Decision"
 * @example
 * ```js
 * import { mcpError, parseEnvelope } from "error-contract/typed-mcp";
 *
 * const envelope = mcpError("not_found", "There is no such note.").toEnvelope();
 * console.log(parseEnvelope(envelope) === envelope); // true
 * console.log(parseEnvelope({})); // undefined
 * ```
 */
export const parseEnvelope: Parts["parseEnvelope"] = /* @__PURE__ */ parts.createParser(typedMcp);

/**
 * Creates the error from its envelope, its text, or what a boundary has thrown; else `undefined`. Never throws.
 *
 * @see Specification 003, part "Decision"
 * @example
 * ```js
 * import { mcpError, fromEnvelope, serialize } from "error-contract/typed-mcp";
 *
 * const received = serialize(mcpError("not_found", "There is no such note."));
 * console.log(fromEnvelope(received)?.error); // not_found
 * ```
 */
export const fromEnvelope: Parts["fromEnvelope"] = /* @__PURE__ */ parts.createReceiver(TypedMcpError);

/** The envelope as a Standard Schema, for frameworks that take one. */
export const envelopeSchema: Parts["envelopeSchema"] = /* @__PURE__ */ parts.createEnvelopeSchema(typedMcp);

/**
 * Lists what is wrong with a value that should be the envelope, a line each; empty when it conforms. Never throws.
 *
 * @see Specification 003, part "Decision"
 * @example
 * ```js
 * import { listEnvelopeProblems } from "error-contract/typed-mcp";
 *
 * console.log(listEnvelopeProblems({})[0]); // error: missing
 * ```
 */
export const listEnvelopeProblems: Parts["listEnvelopeProblems"] = /* @__PURE__ */ parts.createCheck(typedMcp);

/**
 * Returns the JSON string for a failure of a tool; any other value becomes a `TypedMcpError` first. Never throws.
 *
 * @see Specification 003, part "Decision"
 * @example
 * ```js
 * import { mcpError, serialize } from "error-contract/typed-mcp";
 *
 * console.log(serialize(mcpError("not_found", "There is no such note.")));
 * // {"error":"not_found","message":"There is no such note.","details":null}
 * ```
 */
export const serialize: Parts["serialize"] = /* @__PURE__ */ parts.createSerializer(TypedMcpError);

const source: ClassSource = {
  rows: {
    reauth_command: { expected: "a command", fits: isCommand },
    onInternalError: { expected: "a function", fits: isFunction },
  } satisfies OptionRows<TypedMcpKnowledge>,
  resolve: (_, { reauth_command, onInternalError }) => {
    const knowledge = { reauth_command, onInternalError } as TypedMcpKnowledge;
    return parts.withConversion(TypedMcpError, (thrown, context) => fromUnknown(thrown, { ...context, ...knowledge }));
  },
};

/**
 * Puts a tool handler behind the boundary of specification 003: a failure is returned as the JSON string of its
 * envelope, or as an MCP result with that text. A success with an `error` key leaves as an internal_error.
 *
 * @throws TypeError naming the option that is missing or wrong.
 * @see Specification 003, part "Decision"
 * @example
 * ```js
 * import { mcpError, wrapHandler } from "error-contract/typed-mcp";
 *
 * const readNote = wrapHandler(
 *   async () => {
 *     throw mcpError("not_found", "There is no such note.");
 *   },
 *   { tool_name: "read_note", audit: "none" },
 * );
 * console.log(await readNote()); // {"error":"not_found","message":"There is no such note.","details":null}
 * ```
 */
export const wrapHandler: WrapHandler<TypedMcpContract, TypedMcpKnowledge> = /* @__PURE__ */ guardWith(source);

/**
 * Puts a whole server behind the boundary, and throws, as the root's `wrapServer` says.
 *
 * @see Specification 003, part "Decision"
 * @example
 * ```js
 * import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
 * import { mcpError, wrapServer } from "error-contract/typed-mcp";
 *
 * const server = wrapServer(new McpServer({ name: "notes", version: "1.0.0" }), { audit: "none" });
 * server.registerTool("read_note", {}, () => {
 *   throw mcpError("not_found", "There is no such note.");
 * });
 * ```
 */
export const wrapServer: WrapServer<TypedMcpContract, TypedMcpKnowledge> = /* @__PURE__ */ guardServerWith(source);

function isCommand(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}
