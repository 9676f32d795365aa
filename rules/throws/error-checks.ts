import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { isErrorName } from "../words/names.js";
import { getOutermostWrapper, unwrapExpression } from "../syntax/expressions.js";
import { collectNodes } from "../syntax/source-file.js";
import { findBuiltinErrorName } from "../syntax/built-ins.js";
import { readMethodCall } from "../syntax/properties.js";
import { rememberFor } from "../syntax/remember.js";
import { collectComparisons, collectTextTests, readsThrough } from "./text-tests.js";

/** The tests that a file makes of errors that it receives, and that a change of class or text can turn. */
interface ErrorChecks {
  /** What messages are tested for; `undefined`: what only the run knows. */
  readonly messages: (string | RegExp | undefined)[];
  /** The built-in classes in `instanceof`. */
  readonly classes: Set<string>;
  /** What names of errors are compared with; `undefined`: what only the run knows. */
  readonly names: (string | RegExp | undefined)[];
  /** Whether the code of an error is read at all. */
  readsCode: boolean;
}

/** Returns whether code of the file can tell an error of that class, text and code from the one that replaces it. */
export function isExpected(
  error: { readonly className: string | undefined; readonly text: string; readonly losesCode: boolean },
  sourceCode: TSESLint.SourceCode,
): boolean {
  const { messages, classes, names, readsCode } = collectErrorChecks(sourceCode);
  const { className = "", text } = error;
  // `error instanceof Error` stays true, `error.name === "Error"` does not.
  if ((className !== "Error" && classes.has(className)) || (error.losesCode && readsCode)) return true;
  if (names.some((name) => name === undefined || name === className)) return true;
  const shown = `${className}: ${text}`;
  return messages.some((tested) => {
    if (tested === undefined) return true;
    // What is known of a text may be only its beginning.
    return typeof tested === "string" ? shown.includes(tested) || tested.startsWith(text) : shown.search(tested) >= 0;
  });
}

/** Collects the tests on errors in a file, once, and only where a fix is at hand. */
const collectErrorChecks = rememberFor((sourceCode: TSESLint.SourceCode): ErrorChecks => {
  const checks: ErrorChecks = { messages: [], classes: new Set(), names: [], readsCode: false };
  const addTests = (read: TSESTree.Node) => {
    const tests = collectTextTests(read, sourceCode).map(({ expected }) => expected);
    checks.messages.push(...(tests.length === 0 && decidesOtherwise(read, sourceCode) ? [undefined] : tests));
  };
  for (const node of collectNodes(sourceCode)) {
    if (node.type === "BinaryExpression" && node.operator === "instanceof")
      checks.classes.add(findBuiltinErrorName(node.right, sourceCode) ?? "");
    switch (node.type === "Identifier" ? node.name : undefined) {
      case "String":
      case "toString":
        findTextOfError(node).forEach(addTests);
        break;
      case "message":
        readsThrough(node, sourceCode).forEach(addTests);
        break;
      case "name":
        for (const read of readsThrough(node, sourceCode).filter(isOfError))
          checks.names.push(...collectComparisons(read, sourceCode).map(({ expected }) => expected));
        break;
      case "code":
        checks.readsCode ||= readsThrough(node, sourceCode).length > 0;
    }
  }
  return checks;
});

/** `text.split(":")`, `STATUS[text]`, `KNOWN.has(text)`, `if (isMissing(text))`: another text may answer otherwise. */
function decidesOtherwise(read: TSESTree.Node, sourceCode: TSESLint.SourceCode): boolean {
  const text = getOutermostWrapper(read);
  const { parent } = text;
  if (parent?.type === "MemberExpression") return true;
  if (parent?.type !== "CallExpression" || parent.callee === text) return false;
  const isLookup = /^(?:has|get)$/.test(readMethodCall(parent, sourceCode)?.name ?? "");
  return isLookup || TESTS.test(getOutermostWrapper(parent).parent?.type ?? "");
}

const TESTS = /^(?:IfStatement|(?:Conditional|Logical|Unary)Expression)$/;

/** `String(err)`, `err.toString()` */
function findTextOfError(name: TSESTree.Node): readonly TSESTree.Node[] {
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
