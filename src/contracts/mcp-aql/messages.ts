import { findEntry } from "../../contract/codes.js";
import { renderMessage } from "../../contract/message-template.js";
import { readMember } from "../../json/read.js";
import type { AqlDetails, AqlErrorCode } from "./aql-error.js";
import { mcpAql, type McpAqlContract } from "./contract.js";

/** By language tag: the template of each code that has one. */
export type AqlMessages = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The `error` of an envelope, an item of its `warnings`, or an `AqlError`. */
export interface LocalizableError {
  /** The code, as on the wire. */
  readonly code: string;
  /** The message, which stands where there is no translation. */
  readonly message: string;
  /** The details that fill the placeholders of a template. */
  readonly details?: object | null | undefined;
}

/**
 * Returns the message of an error in the reader's language (specification 004 section 7.3), by the template of its
 * code; the error's own where there is no translation. `pt-BR` falls back to `pt`. Never throws.
 *
 * @example
 * ```js
 * import { aqlError, localizeError } from "error-contract/mcp-aql";
 *
 * const german = { NOT_FOUND_RESOURCE: "{resource_type} {identifier} gibt es nicht." };
 * const error = aqlError("NOT_FOUND_RESOURCE", { resource_type: "note", identifier: "today" });
 * console.log(localizeError(error, "de-AT", { de: german })); // note today gibt es nicht.
 * ```
 */
export function localizeError(error: LocalizableError, locale: string | undefined, messages: AqlMessages): string {
  const { code, message, details } = error;
  if (!details) return message;
  const template = listLanguages(locale)
    .map((language) => findTemplate(messages, language, code))
    .find((text) => text !== undefined);
  if (template === undefined) return message;
  return renderMessage({ ...findEntry(mcpAql, code), message: template }, details) ?? message;
}

const longestTag = 100;

function listLanguages(locale: string | undefined): readonly string[] {
  if (typeof locale !== "string" || locale.length > longestTag) return [];
  const parts = normalizeTag(locale).split("-");
  return parts.map((_, index) => parts.slice(0, parts.length - index).join("-"));
}

function findTemplate(messages: AqlMessages, language: string, code: string): string | undefined {
  const tag = Object.keys(messages).find((candidate) => normalizeTag(candidate) === language);
  const templates = tag === undefined ? undefined : messages[tag];
  const template = templates && Object.hasOwn(templates, code) ? readMember(templates, code) : undefined;
  return typeof template === "string" ? template : undefined;
}

const normalizeTag = (tag: string): string => tag.toLowerCase().replaceAll("_", "-");

type Codes = McpAqlContract["codes"];

/** The other wordings that the specification allows for a code. */
export type AqlWording<Code extends AqlErrorCode> = Codes[Code] extends { readonly wordings: infer Wordings }
  ? keyof Wordings
  : never;

/**
 * Renders the message of a code; the wording `"counted"` counts several names (specification 004 section 4.5).
 *
 * @throws TypeError for an unregistered code or details of another form.
 * @example
 * ```js
 * import { renderAqlMessage } from "error-contract/mcp-aql";
 *
 * console.log(renderAqlMessage("NOT_FOUND_RESOURCE", { resource_type: "note", identifier: "today" }));
 * // Resource 'note' not found
 * ```
 */
export function renderAqlMessage<Code extends AqlErrorCode>(
  code: Code,
  details: AqlDetails<Code>,
  wording?: AqlWording<Code>,
): string {
  const other: string | undefined = wording;
  const entry = findEntry(mcpAql, code);
  if (!entry) return code;
  const message = other === undefined ? entry.message : entry.wordings?.[other];
  return renderMessage({ ...entry, ...(message !== undefined && { message }) }, details) ?? entry.meaning;
}
