import { findEntry } from "../../contract/codes.js";
import { renderedMessage } from "../../contract/message-template.js";
import type { AqlDetails, AqlErrorCode } from "./aql-error.js";
import { mcpAql } from "./contract.js";

type Codes = (typeof mcpAql)["codes"];

/** The other wordings that the specification allows for a code. */
export type AqlWording<Code extends AqlErrorCode> = Codes[Code] extends { readonly wordings: infer Wordings }
  ? keyof Wordings
  : never;

/**
 * Renders the message of a code from its details, or another wording of it: `"counted"` names the first of
 * several unknown parameters and counts the others (specification 004 section 4.5).
 *
 * @example
 * const message = aqlMessage("VALIDATION_UNKNOWN_PARAM", details, "counted");
 * throw aqlError("VALIDATION_UNKNOWN_PARAM", details, { message });
 */
export function aqlMessage<Code extends AqlErrorCode>(
  code: Code,
  details: AqlDetails<Code>,
  wording?: AqlWording<Code>,
): string {
  const other: string | undefined = wording;
  const entry = findEntry(mcpAql, code);
  if (!entry) return code;
  const message = other === undefined ? entry.message : entry.wordings?.[other];
  return renderedMessage({ ...entry, ...(message !== undefined && { message }) }, details) ?? entry.meaning;
}
