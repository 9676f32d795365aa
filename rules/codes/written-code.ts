import type { TSESTree } from "@typescript-eslint/utils";
import { messageParts } from "../syntax/message-parts.js";

/** A code that stands in the text of a message, as its prefix or as the whole of it. */
export interface WrittenCode {
  readonly code: string;
  /** The length of the prefix with its punctuation. */
  readonly length: number;
  /** Whether nothing else is written. */
  readonly isBare: boolean;
}

// `CODE: `, `[CODE] `, `[CODE]: `, or the code alone; what a code looks like is checked against the registry.
const PREFIX = /^(?:\[([A-Za-z][A-Za-z0-9_-]*)\]:?|([A-Za-z][A-Za-z0-9_]*):)(?:\s+|$)/;
const BARE = /^\[?([A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)+|[A-Z][A-Z0-9]{3,})\]?$/;

/** The code that a message begins with, registered or not. */
export function writtenCode(message: TSESTree.Node): WrittenCode | undefined {
  const parts = messageParts(message);
  const [first] = parts;
  if (first?.text === undefined) return undefined;
  const prefix = PREFIX.exec(first.text);
  const code = prefix?.[1] ?? prefix?.[2];
  if (prefix && code !== undefined) {
    return { code, length: prefix[0].length, isBare: parts.length === 1 && prefix[0].length === first.text.length };
  }
  const bare = parts.length === 1 ? BARE.exec(first.text.trim())?.[1] : undefined;
  return bare === undefined ? undefined : { code: bare, length: first.text.length, isBare: true };
}
