// What a program writes about failures, as each compiler has to understand it: `typed-usage.test.ts` runs them all.
import {
  createContractParts,
  defineContract,
  extend,
  type DeclaredFactory,
  type EnvelopeOf,
  type ErrorOf,
} from "error-contract";
import { createDetector, detectError, matchFailure, type DetectedFailure } from "error-contract/detect";
import { kaiza, SystemError, type KaizaContract, type SystemErrorCode } from "error-contract/kaiza";
import { AqlError, aqlError, fromEnvelope, mcpAql, parseEnvelope, type McpAqlContract } from "error-contract/mcp-aql";
import { standard, ToolError, toolError, wrapHandler, type StandardContract } from "error-contract/standard";
import { mcpError, parseEnvelope as parseTyped, TypedMcpError, typedMcp } from "error-contract/typed-mcp";

declare const received: unknown;

/** A test of the code narrows the details of an envelope, */
export function readEnvelope(): string | undefined {
  const envelope = parseEnvelope(received);
  if (envelope?.error.code === "VALIDATION_MISSING_PARAM") {
    // @ts-expect-error -- a detail of another code
    return envelope.error.details?.resets_at ?? envelope.error.details?.param_name;
  }
  const typed = parseTyped(received);
  if (typed?.error === "auth_required") return typed.details?.reauth_command;
  // @ts-expect-error -- no code of the contract
  if (typed?.error === "auth_needed") return undefined;
  return undefined;
}

/** of an error, */
export function readError(): number | undefined {
  const error = fromEnvelope(received);
  if (error?.code === "RATE_LIMIT_EXCEEDED") return error.details?.retry_after_seconds;
  if (AqlError.is(received) && received.code === "RATE_LIMIT_EXCEEDED") return received.details?.limit;
  if (TypedMcpError.is(received) && received.error === "rate_limited") return received.details?.retry_after;
  return undefined;
}

/** and of a failure. */
export function readFailure(): string | number | undefined {
  const failure = detectError(received, { contracts: [mcpAql, standard] });
  if (failure?.code === "VALIDATION_MISSING_PARAM") return failure.details?.param_name;
  if (failure?.code === "NOT_FOUND" && failure.certainty === "envelope") return failure.envelope.error.message;
  // @ts-expect-error -- neither contract has the code, and that of a foreign failure has a name of its own
  if (failure?.code === "NOT_FUOND") return undefined;
  return failure?.contract === undefined ? failure?.foreignCode : failure.code;
}

/** The contract of a failure narrows its codes. */
export function readCode(failure: DetectedFailure): SystemErrorCode | undefined {
  return failure.contract === "kaiza" ? failure.code : undefined;
}

const small = defineContract({
  ...standard,
  name: "small",
  extends: [],
  version: "1.0.0",
  schemaId: "urn:small:1.0.0",
  codes: {
    NOT_FOUND: { meaning: "There is none", section: "1", condition: "not_found" },
    RATE_LIMITED: {
      meaning: "Too often",
      section: "1",
      condition: "rate_limited",
      details: { seconds: { type: "number" } },
    },
    INTERNAL: { meaning: "A fault", section: "1", condition: "internal" },
  },
});

const detectSmall = createDetector([small]);

/** Each code is named, and `_` takes what no contract knows. */
export function match(): string {
  const failure = detectSmall(received);
  if (!failure) return "";
  // @ts-expect-error -- RATE_LIMITED is missing
  matchFailure(failure, { NOT_FOUND: () => "", INTERNAL: () => "", _: () => "" });
  // @ts-expect-error -- a failure of no contract is not handled
  matchFailure(failure, { NOT_FOUND: () => "", RATE_LIMITED: () => "", INTERNAL: () => "" });
  const cases = { NOT_FOUND: () => "", RATE_LIMITED: () => "", INTERNAL: () => "", _: () => "" };
  // @ts-expect-error -- TOO_MANY is no code
  matchFailure(failure, { ...cases, TOO_MANY: () => "" });
  matchFailure(failure, cases);
  return matchFailure(failure, {
    NOT_FOUND: ({ code }) => code satisfies "NOT_FOUND",
    RATE_LIMITED: ({ details }) => `wait ${details?.seconds ?? 30}`,
    INTERNAL: ({ message }) => message,
    _: ({ foreignCode, message }) => `${foreignCode ?? "no code"}: ${message}`,
  });
}

/** What `failures --types` writes of a server. */
interface Failures {
  read_note: "NOT_FOUND" | "RATE_LIMITED";
  list_notes: never;
}

/** A tool has codes of its own, and `_` takes what the SDK and the boundary answer for every tool. */
export function matchTool(): string {
  const failure = detectSmall<Failures["read_note"]>(received);
  if (!failure) return "";
  // @ts-expect-error -- RATE_LIMITED is missing
  matchFailure(failure, { NOT_FOUND: () => "", _: () => "" });
  // @ts-expect-error -- other failures are not handled
  matchFailure(failure, { NOT_FOUND: () => "", RATE_LIMITED: () => "" });
  // @ts-expect-error -- INTERNAL is no code of the tool
  matchFailure(failure, { NOT_FOUND: () => "", RATE_LIMITED: () => "", INTERNAL: () => "", _: () => "" });
  // The failure itself may have any code of the contract.
  if (failure.code === "INTERNAL") return failure.message;
  // @ts-expect-error -- but no other one
  if (failure.code === "NOT_FUOND") return "";
  return matchFailure(failure, {
    NOT_FOUND: ({ code }) => code satisfies "NOT_FOUND",
    RATE_LIMITED: ({ details }) => `wait ${details?.seconds ?? 30}`,
    _: ({ code, message }) => `${code ?? "no code"}: ${message}`,
  });
}

/** So does `detectError`, and a tool may have no code. */
export function matchTools(): string | undefined {
  const [read, listed] = [detectError<Failures["read_note"]>(received), detectError<Failures["list_notes"]>(received)];
  if (listed) return matchFailure(listed, { _: ({ message }) => message });
  return read && matchFailure(read, { NOT_FOUND: () => "", RATE_LIMITED: () => "", _: ({ recovery }) => recovery });
}

const declared = ["NOT_FOUND", "CONFLICT"] as const;

/** A wrapped handler carries the codes that it declares, and a factory inside may take these alone. */
export function declareCodes(): "NOT_FOUND" | "CONFLICT" | undefined {
  const fail: DeclaredFactory<typeof toolError, (typeof declared)[number]> = toolError;
  const handler = ({ id }: { id: number }): string => {
    if (id === 0) throw fail("NOT_FOUND", "There is none", { details: { id } });
    // @ts-expect-error -- the code is not declared
    if (id === 1) throw fail("INTERNAL", "Broken");
    return String(id);
  };
  const read = wrapHandler(handler, { tool_name: "read_note", throws: declared });
  // @ts-expect-error -- no code of the contract
  wrapHandler(handler, { tool_name: "read_note", throws: ["NOT_FUOND"] });
  read({ id: 7 }) satisfies string;
  // @ts-expect-error -- it declares nothing
  wrapHandler(handler, "read_note").throws satisfies unknown;
  return read.throws[0];
}

/** Factories take the codes and details that there are. */
export function fail(): never {
  // @ts-expect-error -- no code
  toolError("NOT_FUOND", "There is none");
  // @ts-expect-error -- the details of the code are missing
  aqlError("VALIDATION_MISSING_PARAM");
  // @ts-expect-error -- another detail
  aqlError("VALIDATION_MISSING_PARAM", { param: "owner" });
  // @ts-expect-error -- the details of the code are missing
  mcpError("rate_limited", "Later");
  // @ts-expect-error -- no field
  SystemError.toolFailure("INTERNAL_ERROR", { humanMessage: "No" });
  throw aqlError("VALIDATION_MISSING_PARAM", { param_name: "owner" });
}

const acme = extend(kaiza, {
  name: "acme",
  codes: { QUOTA_SPENT: { meaning: "None left", section: "4", condition: "rate_limited" } },
});
const { errorClass: AcmeError } = createContractParts(acme);

/** Classes can be extended, and errors be named. */
export class OwnError extends ToolError {}
export class OwnAqlError extends AqlError {}
export class OwnAcmeError extends AcmeError {}
export interface Answer {
  readonly standard: ErrorOf<StandardContract>;
  readonly missing: EnvelopeOf<McpAqlContract, "VALIDATION_MISSING_PARAM">;
  readonly kaiza: EnvelopeOf<KaizaContract>;
}
export const names: readonly string[] = [acme.name, typedMcp.name];
