import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { isErrorName } from "../syntax/error-names.js";
import { unwrapExpression } from "../syntax/expressions.js";
import { collectNodes } from "../syntax/nodes.js";
import { findBuiltinErrorName } from "../syntax/references.js";
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
  return messages.some(
    (tested) =>
      tested === undefined || (typeof tested === "string" ? shown.includes(tested) : shown.search(tested) >= 0),
  );
}

/** Collects the tests on errors in a file, once, and only where a fix is at hand. */
const collectErrorChecks = rememberFor((sourceCode: TSESLint.SourceCode): ErrorChecks => {
  const checks: ErrorChecks = { messages: [], classes: new Set(), names: [], readsCode: false };
  const addTests = (read: TSESTree.Node) =>
    checks.messages.push(...collectTextTests(read, sourceCode).map(({ expected }) => expected));
  for (const node of collectNodes(sourceCode)) {
    if (node.type === "BinaryExpression" && node.operator === "instanceof")
      checks.classes.add(findBuiltinErrorName(node.right, sourceCode) ?? "");
    switch (node.type === "Identifier" ? node.name : undefined) {
      case "String":
        if (node.parent?.type === "CallExpression" && node.parent.arguments.some(isNamedAsError)) addTests(node.parent);
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

function isNamedAsError(node: TSESTree.Node): boolean {
  const expression = unwrapExpression(node);
  return expression.type === "Identifier" && isErrorName(expression.name);
}

// Everything has a name: only an error's is asked about.
function isOfError(read: TSESTree.Node): boolean {
  const expression = unwrapExpression(read);
  return expression.type !== "MemberExpression" || isNamedAsError(expression.object);
}
