import type { CodeOf } from "../contract/codes.js";
import type { Condition } from "../contract/condition-statuses.js";
import type { ContractData } from "../contract/contract-data.js";
import type { DetailedCode, EnvelopeOf, SentDetails } from "../contract/infer.js";
import type { Recovery } from "../contract/conditions.js";
import type { detectedContracts } from "../contracts/built-in-contracts.js";
import type { JSONObject, JSONValue } from "../json/json-value.js";

/**
 * Where a failure was found: the `error` itself, a part of it or of a tool result, or a `value` that is an envelope.
 */
export type FailureSource = "error" | "data" | "message" | "_meta" | "structuredContent" | "content" | "value";

interface AnyFailure extends Omit<Recovery, "condition"> {
  /** For people; never decide by it (specification 001 section 7). */
  readonly message: string;
  /** How many seconds to wait before the request is repeated, where the failure says so. */
  readonly retry_after?: number;
  readonly source: FailureSource;
}

interface KnownFailure<C extends ContractData, Code> extends AnyFailure {
  /** The contract's name. */
  readonly contract: C["name"];
  /** The code as it stands on the wire, one that the contract registers; for an earlier code its successor. */
  readonly code: Code;
  /** The neutral condition that the code stands for. */
  readonly condition: Condition;
}

/** A failure whose envelope conforms to a contract. `Code` chooses some of the codes. */
export interface EnvelopeFailure<C extends ContractData, Code extends CodeOf<C> = CodeOf<C>> extends KnownFailure<
  C,
  KnownCode<C, Code>
> {
  /** The envelope was checked against the contract's schema. */
  readonly certainty: "envelope";
  /** The details, where the contract has such a field and the envelope fills it. */
  readonly details?: [Code] extends [DetailedCode<C>] ? SentDetails<C, Code> | null : JSONValue;
  /** Everything that the server sent. */
  readonly envelope: EnvelopeOf<C, Code>;
}

/** A failure of which only the text `[CODE] message` arrived, because the server lost the rest. */
export interface TextFailure<C extends ContractData> extends KnownFailure<C, KnownCode<C, CodeOf<C>>> {
  /** The contract and the code were read off a text. Several contracts may register a code of that name. */
  readonly certainty: "text";
  /** A text has no details. */
  readonly details?: undefined;
  /** A text has no envelope. */
  readonly envelope?: undefined;
}

/** A failure that follows none of the contracts, or has a code that none registers. */
export interface ForeignFailure extends AnyFailure {
  /** No contract has been recognized. */
  readonly certainty: "none";
  /** None. */
  readonly contract: undefined;
  /** No contract has registered the code, so it is `foreignCode`. */
  readonly code: undefined;
  /** The code of the protocol, of the error, or of an envelope with an unregistered code. */
  readonly foreignCode: string | number | undefined;
  /** The other data of the failure, JSON-safe. */
  readonly details?: JSONValue;
  /** An envelope that would conform to one of the contracts if its code were registered. */
  readonly envelope?: JSONObject;
  /** The condition of the protocol's code, the MCP SDK's code or the HTTP status, where that is settled. */
  readonly condition: Condition | undefined;
}

export type Failure = EnvelopeFailure<ContractData> | TextFailure<ContractData> | ForeignFailure;

/** A failure as a client needs it: a test of `contract` narrows the code, one of the code the details. */
export type DetectedFailure<C extends ContractData = (typeof detectedContracts)[number]> =
  KnownFailures<C> | ForeignFailure;

declare const codesOfTool: unique symbol;

/** What is known of a tool: the codes that it can answer. It is a type alone, no failure has the member. */
interface OfTool<Code> {
  readonly [codesOfTool]?: Code;
}

/** The codes of the tool that a failure is of; `unknown` where no tool was named. */
export type CodesOfTool<F> = F extends { readonly [codesOfTool]?: infer Code } ? Code : unknown;

/**
 * A failure of a tool with the codes `Code`: `matchFailure` wants a function for each of them, and no other one. The
 * failure itself may have any code: the SDK and the boundary answer for every tool.
 */
export type ToolFailure<C extends ContractData, Code extends string | number> = DetectedFailure<C> & OfTool<Code>;

/** A failure of the tool whose codes were named; where none were, any failure. */
export type NamedFailure<C extends ContractData, Code extends string | number> = string extends Code
  ? DetectedFailure<C>
  : ToolFailure<C, Code>;

type KnownFailures<C extends ContractData> = C extends unknown
  ? ByCode<C, Extract<CodeOf<C>, DetailedCode<C>>> | OfOthers<C, Exclude<CodeOf<C>, DetailedCode<C>>> | TextFailure<C>
  : never;

type ByCode<C extends ContractData, Code extends CodeOf<C>> = Code extends unknown ? EnvelopeFailure<C, Code> : never;

type OfOthers<C extends ContractData, Code extends CodeOf<C>> = [Code] extends [never]
  ? never
  : EnvelopeFailure<C, Code>;

type KnownCode<C extends ContractData, Code> = string extends keyof C["codes"] ? string | number : Code;
