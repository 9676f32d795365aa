import type { CodeEntry } from "./contract.js";
import { readable } from "./json.js";
import { filledTemplate, placeholders } from "./template.js";

/**
 * The canonical message of a code with its placeholders filled from the details; a list reads `a, b`. `undefined` where the
 * code has no message, or a detail that it shows is absent. Never throws.
 */
export function renderedMessage(
  { message, placeholders: shown = {} }: CodeEntry,
  details: unknown,
): string | undefined {
  if (message === undefined) return undefined;
  const valueOf = (name: string): unknown => readable(details, shown[name] ?? name);
  if (placeholders(message).some((name) => !isShowable(valueOf(name)))) return undefined;
  return filledTemplate(message, (name) => [valueOf(name)].flat().join(", "));
}

function isShowable(value: unknown): boolean {
  return ["string", "number", "boolean"].includes(typeof value) || (Array.isArray(value) && value.every(isShowable));
}
