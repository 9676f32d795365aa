import type { CodeEntry } from "./contract-data.js";
import { readable } from "../json/to-json-safe.js";
import { placeholders, renderedTemplate } from "./template.js";

type Template = Pick<CodeEntry, "message" | "placeholders" | "details">;

/**
 * The canonical message of a code with its placeholders filled from the details; a list reads `a, b`, and what is optional
 * and absent takes its clause with it. `undefined` where the code has no message, or a detail that it requires and shows is
 * absent. Never throws.
 */
export function renderedMessage(template: Template, details: unknown): string | undefined {
  const { message } = template;
  if (message === undefined) return undefined;
  const textOf = (name: string): string | undefined => shownText(template, details, name);
  const isMissing = (name: string): boolean => textOf(name) === undefined && isRequired(template, name);
  return placeholders(message).some(isMissing) ? undefined : renderedTemplate(message, textOf) || undefined;
}

/** Whether all that a message shows is there. */
export function isComplete(template: Template, details: unknown): boolean {
  return placeholders(template.message ?? "").every((name) => shownText(template, details, name) !== undefined);
}

function isRequired({ details = {}, ...template }: Template, name: string): boolean {
  const [detail, part] = sourceOf(template, name);
  // Where there is one entry, there are no others.
  return part !== "others" && Object.hasOwn(details, detail!) && details[detail!]!.optional !== true;
}

/** The detail behind a placeholder, and which part of it. */
function sourceOf({ placeholders: shown = {} }: Template, name: string): readonly string[] {
  return (Object.hasOwn(shown, name) ? shown[name]! : name).split(".");
}

function shownText(template: Template, details: unknown, name: string): string | undefined {
  const [detail, part] = sourceOf(template, name);
  const value = readable(details, detail!);
  if (!Array.isArray(value)) return textOf(value);
  const texts = value.map(textOf);
  if (texts.length === 0 || texts.includes(undefined)) return undefined;
  if (part === "first") return texts[0];
  if (part !== "others") return texts.join(", ");
  const others = texts.length - 1;
  return others === 0 ? undefined : `${others} ${others === 1 ? "other" : "others"}`;
}

function textOf(value: unknown): string | undefined {
  return ["string", "number", "boolean"].includes(typeof value) ? String(value) : undefined;
}
