import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { isErrorName } from "../syntax/error-names.js";
import { unwrapExpression } from "../syntax/expressions.js";
import { collectNodes } from "../syntax/nodes.js";
import { findBuiltinErrorName } from "../syntax/references.js";
import { type Tested, collectComparisons, readsThrough, collectTextTests } from "./text-tests.js";

/** The tests that a file makes of errors that it receives, and that a change of class or text can turn. */
export interface ErrorChecks {
  /** The texts and patterns that messages are tested for; `undefined`: one that is not static. */
  readonly messages: readonly Tested[];
  /** The built-in classes in `instanceof`. */
  readonly classes: ReadonlySet<string>;
  /** The texts and patterns that `error.name` is compared with. */
  readonly names: readonly Tested[];
  /** Whether `error.code` is read at all. */
  readonly readsCode: boolean;
}

const READ = /^(?:message|name|code|String|toString)$/;
const MAY_TEST = /\b(?:instanceof|message|name|code|String|toString)\b/;
const files = new WeakMap<TSESLint.SourceCode, ErrorChecks>();

/** The tests on errors in a file. They are looked for once, and only where a fix is at hand. */
export function collectErrorChecks(sourceCode: TSESLint.SourceCode): ErrorChecks {
  const known = files.get(sourceCode);
  if (known) return known;
  const messages: Tested[] = [];
  const names: Tested[] = [];
  const classes = new Set<string>();
  let readsCode = false;
  const nodes = MAY_TEST.test(sourceCode.text) ? collectNodes(sourceCode) : [];
  for (const node of nodes) {
    if (node.type === "BinaryExpression" && node.operator === "instanceof") {
      const tested = findBuiltinErrorName(node.right, sourceCode);
      if (tested !== undefined) classes.add(tested);
    }
    const value = node.type === "Identifier" ? node.name : "";
    if (!READ.test(value)) continue;
    if (value === "String" || value === "toString") {
      messages.push(...collectTextReads(node).flatMap((read) => listTestedTexts(read, sourceCode)));
    } else {
      const reads = readsThrough(node, sourceCode);
      if (value === "message") messages.push(...reads.flatMap((read) => listTestedTexts(read, sourceCode)));
      if (value === "name")
        names.push(
          ...reads.flatMap((read) =>
            isOfError(read) ? collectComparisons(read, sourceCode).map(({ expected }) => expected) : [],
          ),
        );
      if (value === "code") readsCode ||= reads.length > 0;
    }
  }
  const expectations = { messages, classes, names, readsCode };
  files.set(sourceCode, expectations);
  return expectations;
}

function listTestedTexts(read: TSESTree.Node, sourceCode: TSESLint.SourceCode): readonly Tested[] {
  return collectTextTests(read, sourceCode).map(({ expected }) => expected);
}

/** `String(err)`, `err.toString()` */
function collectTextReads(name: TSESTree.Node): readonly TSESTree.Node[] {
  const { parent } = name;
  if (parent?.type === "CallExpression" && parent.callee === name) {
    return parent.arguments[0] && isNamedAsError(parent.arguments[0]) ? [parent] : [];
  }
  if (parent?.type !== "MemberExpression" || parent.property !== name || !isNamedAsError(parent.object)) return [];
  return parent.parent.type === "CallExpression" ? [parent.parent] : [];
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

/** Whether code of the file can tell an error of that class, text and code from the one that replaces it. */
export function isChecked(
  { messages, classes, names, readsCode }: ErrorChecks,
  error: { readonly className: string | undefined; readonly text: string; readonly losesCode: boolean },
): boolean {
  const { className = "", text } = error;
  // `error instanceof Error` stays true, `error.name === "Error"` does not.
  if (className !== "Error" && classes.has(className)) return true;
  if (names.some((name) => name === undefined || name === className)) return true;
  if (error.losesCode && readsCode) return true;
  return messages.some(
    (tested) => tested === undefined || isFoundIn(tested, text) || isFoundIn(tested, `${className}: ${text}`),
  );
}

function isFoundIn(tested: string | RegExp, text: string): boolean {
  // A fresh object: a global pattern remembers where it stopped.
  if (typeof tested !== "string") return new RegExp(tested.source, tested.flags.replace(/[gy]/g, "")).test(text);
  return tested !== "" && (text.includes(tested) || tested.startsWith(text));
}
