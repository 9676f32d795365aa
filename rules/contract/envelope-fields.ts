import type { ContractData, JSONSchema } from "error-contract";
import { getLastSegment } from "../syntax/expressions.js";
import { rememberFor } from "../syntax/remember.js";

/** How a contract's envelope can be told from any other object, at the level where its code stands. */
export interface EnvelopeFields {
  /** The name of the field that holds the code. */
  readonly code: string;
  /**
   * The names under which an error instance holds its code: the field's and, as of every error class of ours, `code`.
   */
  readonly onError: ReadonlySet<string>;
  /** Whether the code's name alone is no word that other libraries use: `error_code`, but not `code`. */
  readonly isDistinctive: boolean;
  /** The name of the field that holds the message. */
  readonly message: string;
  /** Whether the message's name alone tells an envelope: `human_message`, but not `message`. */
  readonly hasDistinctiveMessage: boolean;
  /** Whether an object with these other names claims to be the envelope. */
  isEnvelope: (names: Iterable<string>) => boolean;
}

export const getEnvelopeFields = rememberFor(({ fields, envelopes }: ContractData): EnvelopeFields => {
  const path = fields.code.split(".");
  const code = path.at(-1) ?? "";
  let schema: JSONSchema | undefined = envelopes.failure;
  for (const name of path.slice(0, -1)) schema = schema?.properties?.[name];
  const required = (schema?.required ?? []).filter((name) => name !== code);
  const message = getLastSegment(fields.message);
  const isDistinctive = isCompound(code);
  return {
    code,
    onError: new Set([code, "code"]),
    isDistinctive,
    message,
    hasDistinctiveMessage: isCompound(message),
    isEnvelope: (names) => {
      const found = new Set(names);
      // `{ code, message }` is anybody's; only all that the envelope requires tells it apart.
      if (!isDistinctive) return required.length > 1 && required.every((name) => found.has(name));
      if (isCompound(message) && found.has(message)) return true;
      // Columns of a table, labels and metrics share a few names with the envelope, but not most of the required ones.
      const shared = required.filter((name) => found.has(name));
      return shared.length * 2 > required.length && shared.filter((name) => isCompound(name)).length > 1;
    },
  };
});

function isCompound(name: string): boolean {
  return /[a-z](?:_|[A-Z])/.test(name);
}
