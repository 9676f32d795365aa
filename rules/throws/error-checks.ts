import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { isErrorName } from "../syntax/error-names.js";
import { unwrapExpression } from "../syntax/expressions.js";
import { collectNodes } from "../syntax/nodes.js";
import { findBuiltinErrorName } from "../syntax/references.js";
import { rememberFor } from "../syntax/remember.js";
import { type Tested, collectComparisons, readsThrough, collectTextTests } from "./text-tests.js";

/** The tests that a file makes of errors that it receives, and that a change of class or text can turn. */
interface ErrorChecks {
  /** The texts and patterns that messages are tested for; `undefined`: one that is not static. */
  readonly messages: Tested[];
  /** The built-in classes in `instanceof`. */
  readonly classes: Set<string>;
  /** The texts and patterns that `error.name` is compared with. */
  readonly names: Tested[];
  /** Whether `error.code` is read at all. */
  readsCode: boolean;
}

const MAY_TEST = /\b(?:instanceof|message|name|code|String|toString)\b/;

/** Returns whether code of the file can tell an error of that class, text and code from the one that replaces it. */
export function isExpected(
  error: { readonly className: string | undefined; readonly text: string; readonly losesCode: boolean },
  sourceCode: TSESLint.SourceCode,
): boolean {
  const { messages, classes, names, readsCode } = collectErrorChecks(sourceCode);
  const { className = "", text } = error;
  // `error instanceof Error` stays true, `error.name === "Error"` does not.
  if (className !== "Error" && classes.has(className)) return true;
  if (names.some((name) => name === undefined || name === className)) return true;
  if (error.losesCode && readsCode) return true;
  return messages.some(
    (tested) => tested === undefined || isFoundIn(tested, text) || isFoundIn(tested, `${className}: ${text}`),
  );
}

/** Returns whether code of the file reads the code of an error: a conversion gives the error another one. */
export function readsErrorCode(sourceCode: TSESLint.SourceCode): boolean {
  return collectErrorChecks(sourceCode).readsCode;
}

function isFoundIn(tested: string | RegExp, text: string): boolean {
  // A fresh object: a global pattern remembers where it stopped.
  if (typeof tested !== "string") return new RegExp(tested.source, tested.flags.replace(/[gy]/g, "")).test(text);
  return tested !== "" && (text.includes(tested) || tested.startsWith(text));
}

/** Collects the tests on errors in a file, once, and only where a fix is at hand. */
const collectErrorChecks = rememberFor((sourceCode: TSESLint.SourceCode): ErrorChecks => {
  const checks: ErrorChecks = { messages: [], classes: new Set(), names: [], readsCode: false };
  const listTested = (reads: readonly TSESTree.Node[], collectTests: typeof collectTextTests) =>
    reads.flatMap((read) => collectTests(read, sourceCode).map(({ expected }) => expected));
  for (const node of MAY_TEST.test(sourceCode.text) ? collectNodes(sourceCode) : []) {
    if (node.type === "BinaryExpression" && node.operator === "instanceof") {
      const tested = findBuiltinErrorName(node.right, sourceCode);
      if (tested !== undefined) checks.classes.add(tested);
    }
    switch (node.type === "Identifier" ? node.name : undefined) {
      case "String":
      case "toString":
        checks.messages.push(...listTested(findTextRead(node), collectTextTests));
        break;
      case "message":
        checks.messages.push(...listTested(readsThrough(node, sourceCode), collectTextTests));
        break;
      case "name":
        checks.names.push(...listTested(readsThrough(node, sourceCode).filter(isOfError), collectComparisons));
        break;
      case "code":
        checks.readsCode ||= readsThrough(node, sourceCode).length > 0;
    }
  }
  return checks;
});

/** `String(err)`, `err.toString()` */
function findTextRead(name: TSESTree.Node): readonly TSESTree.Node[] {
  const { parent } = name;
  const call = parent?.type === "MemberExpression" ? parent.parent : parent;
  if (call?.type !== "CallExpression" || (call.callee !== name && call.callee !== parent)) return [];
  const error = parent?.type === "MemberExpression" ? parent.object : call.arguments[0];
  return error && isNamedAsError(error) ? [call] : [];
}

function isNamedAsError(node: TSESTree.Node): boolean {
  const expression = unwrapExpression(node);
  return expression.type === "Identifier" && isErrorName(expression.name);
}

// Everything has a name: only an error's is asked about.
function isOfError(read: TSESTree.Node): boolean {
  const expression = unwrapExpression(read);
  return expression.type !== "MemberExpression" || isNamedAsError(expression.object);
}
