import { readMember } from "../json/read.js";
import { jsonLimits, toSafeText } from "../json/to-json-safe.js";
import type { CodeEntry } from "./contract-data.js";

type Template = Pick<CodeEntry, "message" | "placeholders" | "details">;

/**
 * Renders the canonical message of a code from the details; an optional detail that is absent takes its clause with it.
 * `undefined` where there is no message, or a required detail is absent. Never throws.
 *
 * @example
 * ```js
 * import { renderMessage } from "error-contract";
 *
 * console.log(renderMessage({ message: "There is no {kind}." }, { kind: "note" })); // There is no note.
 * ```
 */
export function renderMessage(template: Template, details: unknown): string | undefined {
  const { message } = template;
  if (message === undefined) return undefined;
  const renderText = (name: string): string | undefined => renderPlaceholder(template, details, name);
  const isMissing = (name: string): boolean => renderText(name) === undefined && isRequired(template, name);
  return listPlaceholders(message).some(isMissing) ? undefined : renderTemplate(message, renderText) || undefined;
}

export function isComplete(template: Template, details: unknown): boolean {
  return listPlaceholders(template.message ?? "").every(
    (name) => renderPlaceholder(template, details, name) !== undefined,
  );
}

function isRequired({ details = {}, ...template }: Template, name: string): boolean {
  const [detail, part] = resolvePlaceholder(template, name);
  // A list with one entry has no others.
  return part !== "others" && Object.hasOwn(details, detail!) && details[detail!]!.optional !== true;
}

function resolvePlaceholder({ placeholders: shown = {} }: Template, name: string): readonly string[] {
  return (Object.hasOwn(shown, name) ? shown[name]! : name).split(".");
}

function renderPlaceholder(template: Template, details: unknown, name: string): string | undefined {
  const [detail, part] = resolvePlaceholder(template, name);
  const value = readMember(details, detail!);
  if (!Array.isArray(value)) return toText(value);
  // A list may be sparse, and no message shows more.
  const texts = value.slice(0, jsonLimits.entries).map(toText);
  if (texts.length === 0 || texts.includes(undefined)) return undefined;
  if (part === "first") return texts[0];
  if (part !== "others") return texts.join(", ");
  const others = value.length - 1;
  return others === 0 ? undefined : `${others} ${others === 1 ? "other" : "others"}`;
}

function toText(value: unknown): string | undefined {
  return ["string", "number", "boolean"].includes(typeof value) ? toSafeText(String(value)) : undefined;
}

const placeholder = /\{(\w+)\}/g;

export function listPlaceholders(template: string): readonly string[] {
  return Array.from(template.matchAll(placeholder), ([, name]) => name!);
}

export function fillTemplate(template: string, getValue: (name: string) => unknown): string {
  return template.replace(placeholder, (_, name: string) => String(getValue(name)));
}

/**
 * Fills a template and drops the clauses without a text: `Permission denied: '{reason}'` becomes `Permission denied`. A
 * clause begins at a colon, comma or semicolon before a space; of the text before it only the name goes.
 */
function renderTemplate(template: string, getText: (name: string) => string | undefined): string {
  const clauses = [""];
  const dropped = new Set<number>();
  for (const [piece] of template.matchAll(pieces)) {
    if (/^[:,;]/.test(piece)) clauses.push("");
    const last = clauses.length - 1;
    if (listPlaceholders(piece).every((name) => getText(name) !== undefined)) {
      clauses[last] = clauses[last]! + fillTemplate(piece, getText);
    } else if (last > 0) {
      dropped.add(last);
    } else {
      clauses[0] = clauses[0]!.trimEnd();
    }
  }
  return clauses
    .filter((_, index) => !dropped.has(index))
    .join("")
    .trim();
}

/** Quoted or parenthesised text with a name in it, a name alone, the beginning of a clause, anything else. */
const pieces = /'[^'{}]*(?:\{\w+\}[^'{}]*)+'|\([^(){}]*(?:\{\w+\}[^(){}]*)+\)|\{\w+\}|[:,;](?=\s)|[^'({:,;]+|[^]/gu;
