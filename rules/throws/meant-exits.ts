import type { LintContext } from "../contract/lint-context.js";
import { isCaught } from "../model/failure-handlers.js";
import { type HandlerTest, endsInFile } from "../model/throw-ends.js";
import { readStaticValue, skipAwait } from "../syntax/expressions.js";
import { findEnclosingFunction, listParameters } from "../syntax/functions.js";
import { resolveVariable } from "../syntax/references.js";
import { isComponent, isGenerated, runsInBrowser } from "../syntax/source-file.js";
import { mayGetServer } from "../tools/servers.js";
import { mayRegisterTools } from "../tools/registrations.js";
import { isUnreachable } from "./failure-facts.js";
import { mayBeFailure } from "./quoted-failure.js";
import type { RawExit } from "./raw-exits.js";

/**
 * Returns whether a raw error is right as it is, since no client ever gets it: handlers of the file catch it, it ends
 * what the code has begun itself, a method says that others have to write it, a function converts what it is given, or
 * the code runs in a browser, or as a command whose failures end in its exit status. What a program writes is its
 * business.
 */
export function isMeant(exit: RawExit, lint: LintContext, isReported: HandlerTest): boolean {
  return (
    exit.kind === "abort" ||
    isAbort(exit, lint) ||
    isUnwritten(exit) ||
    isUnreachable(exit.value, lint) ||
    isConversion(exit, lint) ||
    isComponent(lint.sourceCode) ||
    runsInBrowser(exit.node, lint.sourceCode) ||
    isGenerated(lint.sourceCode) ||
    isCommand(lint) ||
    endsInFile(exit, exit.form === "made" && exit.isError && !exit.ownClass, isReported, lint)
  );
}

/** A file with `#!` is run by itself: its failures end in its exit status, unless a server or a tool stands in it. */
function isCommand(lint: LintContext): boolean {
  const { text } = lint.sourceCode;
  return text.startsWith("#!") && !mayRegisterTools(text) && !mayGetServer(lint);
}

/** `new DOMException("...", "AbortError")`: whoever aborted knows it by that name. */
function isAbort({ made }: RawExit, { sourceCode }: LintContext): boolean {
  const [, name] = made?.type === "NewExpression" ? made.arguments : [];
  return name !== undefined && readStaticValue(name, sourceCode)?.value === "AbortError";
}

/** A method that does nothing else: classes below it, or later versions, do what it is for. */
function isUnwritten({ kind, value }: RawExit): boolean {
  const statements = findEnclosingFunction(value)?.body;
  if (kind !== "throw" || statements?.type !== "BlockStatement" || statements.body.length !== 1) return false;
  return statements.body[0] === value.parent && statements.parent.parent?.type === "MethodDefinition";
}

/**
 * `toError(value)`: a function that returns what it is given as an error, which keeps more of it than the text, or a
 * call of one with a caught error.
 */
function isConversion({ kind, node, form }: RawExit, lint: LintContext): boolean {
  const call = skipAwait(node);
  if (form === "typed" && call.type === "CallExpression")
    return call.arguments.some((argument) => isCaught(resolveVariable(argument, lint.sourceCode), lint));
  const owner = kind === "return" && form !== "text" ? findEnclosingFunction(node) : undefined;
  return owner !== undefined && listParameters(owner).some(mayBeFailure);
}
