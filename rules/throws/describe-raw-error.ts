import type { TSESLint } from "@typescript-eslint/utils";
import { messageText } from "../syntax/expressions.js";
import type { RawFailure } from "./classify-thrown.js";
import { readRawError } from "./raw-error.js";
import { findGuard } from "./throw-facts.js";

const MOST_LETTERS = 100;

/** Describes the kind of a raw failure: its class and the shape of its message, or the guard where no message is written. */
export function describeRawError({ made, name, isOwnClass }: RawFailure, sourceCode: TSESLint.SourceCode): string {
  // The class is what its throws have in common.
  if (isOwnClass === true) return `class ${name}`;
  const message = made && readRawError(made, sourceCode)?.message;
  if (!made || !message) return name;
  const { written } = message;
  // A code in front says what kind of failure it is; `REFUSE: ...` is a word of its own.
  if (written && !written.isBare && /^[A-Z0-9]+_[A-Z0-9_]+$/.test(written.code)) return `${name} "${written.code}: …"`;
  const text = shorten(messageText(message.parts, "{}"));
  if (/[A-Za-z]{2}/.test(text.replaceAll("{}", ""))) return `${name} "${text}"`;
  const guard = findGuard(made);
  const shown = shorten(sourceCode.getText(message.node));
  return guard ? `${name} ${shown} if ${shorten(sourceCode.getText(guard))}` : `${name} ${shown}`;
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > MOST_LETTERS ? `${line.slice(0, MOST_LETTERS)}…` : line;
}
