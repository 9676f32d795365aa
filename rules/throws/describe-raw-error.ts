import type { TSESLint } from "@typescript-eslint/utils";
import { joinMessageParts } from "../syntax/expressions.js";
import type { RawErrorRewrites } from "./choose-rewrites.js";
import type { RawError } from "./raw-error.js";

/** The kind of a raw failure, and the detail that tells it from the others of the kind. */
interface RawKind {
  readonly kind: string;
  readonly detail?: string | undefined;
}

/** From here on about nine proposals in ten are right. */
const SURE = 0.8;
const MOST_LETTERS = 100;

/**
 * Describes the kind of a failure by its form and its message: the code in front of the message, else the code that is
 * sure, else what the message is about. The messages of a kind are read together.
 */
export function describeFailure(
  name: string,
  message: RawError["message"],
  { fix, suggestions = [] }: Pick<RawErrorRewrites, "fix" | "suggestions">,
  sourceCode: TSESLint.SourceCode,
): RawKind {
  if (!message) return { kind: name };
  const { written } = message;
  const text = shorten(joinMessageParts(message.parts, "{}"));
  const isWritten = /[A-Za-z]{2}/.test(text.replaceAll("{}", ""));
  const detail = isWritten ? `"${text}"` : `"${shorten(sourceCode.getText(message.node)).replaceAll('"', "'")}"`;
  // A code in front tells the kind of failure; `REFUSE: ...` is a word of its own, unless it is registered.
  if (written && !written.isBare && (fix !== undefined || /^[A-Z0-9]+_[A-Z0-9_]+$/.test(written.code)))
    return { kind: `${name} "${written.code}: …"` };
  if (fix !== undefined) return { kind: `${name} ${detail}` };
  const [best] = suggestions;
  if (best?.code !== undefined && (best.confidence ?? 0) >= SURE)
    return { kind: `${name} that says ${best.code}`, detail };
  if (best && best.code === undefined) return { kind: `${name} with a cause`, detail };
  if (!isWritten) return { kind: `${name} about a message that is made elsewhere`, detail };
  const [, subject = "something else"] = SUBJECTS.find(([pattern]) => pattern.test(text)) ?? [];
  return { kind: `${name} about ${subject}`, detail };
}

/** The subjects of messages, the more telling first. */
const SUBJECTS: readonly (readonly [pattern: RegExp, subject: string])[] = [
  [/\btimed? ?out|timeout/i, "a time limit"],
  [/\babort|\bcancel/i, "a cancelled call"],
  [/\bread-?only\b/i, "read-only mode"],
  [/unauthori[sz]ed|authenticat|authori[sz]ation|\blog ?in\b|credential/i, "authentication"],
  [/api[ _-]?key|\btoken\b|expired/i, "authentication"],
  [/permission|forbidden|not (?:allowed|permitted)|denied|traversal|outside|inside/i, "a permission"],
  [/not support|unsupported|does not (?:use|support)|not implemented/i, "something unsupported"],
  [/\bunknown\b|unrecogni[sz]ed/i, "something unsupported"],
  [/\balready\b|duplicate/i, "something that exists"],
  [/not found|no such|(?:does not|doesn't) exist|^no\b/i, "something not found"],
  [/(?:could not|cannot|can't|unable to) (?:find|locate|determine)/i, "something not found"],
  [/exceed|too (?:large|long|many|big)|or smaller|\blimit/i, "a limit"],
  [/\brequire|\bmissing\b|must (?:include|provide|have)|not provided/i, "something required"],
  [/invalid|\bpars(?:e|ing)\b|malformed|not (?:a |an )?(?:valid|proper)|\bmust\b/i, "something invalid"],
  [/cannot be|\bempty\b|expected|does not match/i, "something invalid"],
  [/unavailable|not (?:running|initiali[sz]ed|ready|connected)|\blost\b|\bclosed\b/i, "something unavailable"],
  [/\bfail|could not|couldn't|cannot|can't|unable/i, "a failed call"],
];

function shorten(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > MOST_LETTERS ? `${line.slice(0, MOST_LETTERS)}…` : line;
}
