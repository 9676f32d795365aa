import type { TSESLint } from "@typescript-eslint/utils";
import { joinMessageParts } from "../syntax/expressions.js";
import type { RawError } from "./raw-error.js";

/** What a failure says, as the data of a report. */
interface Words {
  /** The message, with `{}` for what only the run knows; the code that makes it where nothing of it is written here. */
  readonly text?: string;
  /** Whether words of the message are written here. */
  readonly isWritten?: boolean;
  /** The code in front of the message. */
  readonly prefix?: string | undefined;
  /** The code that the failure names, in front of the message or beside it. */
  readonly said?: string | undefined;
}

const MOST_LETTERS = 100;

/** Describes what a failure says. */
export function describeWords(made: RawError | undefined, sourceCode: TSESLint.SourceCode): Words {
  const { message, code: given } = made ?? {};
  if (!message) return { said: given };
  const { written } = message;
  const said = given ?? written?.code;
  const prefix = written?.isBare === false ? written.code : undefined;
  const text = shorten(joinMessageParts(message.parts, "{}"));
  const isWritten = /[A-Za-z]{2}/.test(text.replaceAll("{}", ""));
  return { text: isWritten ? text : shorten(sourceCode.getText(message.node)), isWritten, prefix, said };
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > MOST_LETTERS ? `${line.slice(0, MOST_LETTERS)}…` : line;
}
