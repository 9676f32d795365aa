// The tests that a file makes of the texts, names and classes of errors, which of them another error would turn.
import type { TSESTree } from "@typescript-eslint/utils";
import { type LintContext, rememberForLint } from "../contract/lint-context.js";
import { type TextTest, collectComparisons, collectTextTests, readsThrough } from "../model/text-tests.js";
import { findBuiltinErrorName } from "../syntax/built-ins.js";
import { getOutermostWrapper, joinMessageParts, readMethodCall, unwrapExpression } from "../syntax/expressions.js";
import { collectNodes } from "../syntax/source-file.js";
import { isErrorName } from "../words/names.js";
import type { RawError } from "./raw-error.js";

/** The tests that a file makes of errors that it receives, and that a change of class or text can turn. */
interface ErrorChecks {
  /** What messages are tested for; `undefined`: what only the run knows. */
  readonly messages: readonly TextTest["expected"][];
  /** The built-in classes in `instanceof`. */
  readonly classes: readonly string[];
  /** What names of errors are compared with; `undefined`: what only the run knows. */
  readonly names: readonly TextTest["expected"][];
  /** Whether the code of an error is read at all. */
  readonly readsCode: boolean;
}

/** Returns whether code of the file can tell an error from the contract's error that replaces it. */
export function isExpected({ className = "", code, parts }: RawError, lint: LintContext): boolean {
  const { messages, classes, names, readsCode } = getErrorChecks(lint);
  const { data, runtime } = lint.contract;
  // Every error class of the runtime has a `code`; nothing is known of a project's own.
  if (readsCode && code !== undefined && runtime.specifier !== data.vocabulary.module) return true;
  // `error instanceof Error` stays true, `error.name === "Error"` does not.
  if (className !== "Error" && classes.includes(className)) return true;
  if (names.some((name) => name === undefined || name === className)) return true;
  const text = joinMessageParts(parts);
  const shown = `${className}: ${text}`;
  return messages.some((tested) => {
    // What is known of a text may be only its beginning.
    if (typeof tested === "string") return shown.includes(tested) || tested.startsWith(text);
    return tested === undefined || shown.search(tested) >= 0;
  });
}

/** The tests on errors in a file: looked for where a fix is at hand. */
const getErrorChecks = rememberForLint((lint): ErrorChecks => {
  const { sourceCode } = lint;
  const nodes = collectNodes(sourceCode);
  const named = (...names: readonly string[]) =>
    nodes.filter((node) => node.type === "Identifier" && names.includes(node.name));
  const readsOf = (name: string) => named(name).flatMap((property) => readsThrough(property, lint));
  const texts = [...named("String", "toString").flatMap(findTextOfError), ...readsOf("message")];
  return {
    messages: texts.flatMap((read) => {
      const tests = collectTextTests(read, lint).map(({ expected }) => expected);
      return tests.length === 0 && decidesOtherwise(read, lint) ? [undefined] : tests;
    }),
    classes: nodes.flatMap((node) =>
      node.type === "BinaryExpression" && node.operator === "instanceof"
        ? (findBuiltinErrorName(node.right, sourceCode) ?? "")
        : [],
    ),
    names: readsOf("name")
      .filter(isOfError)
      .flatMap((read) => collectComparisons(read, lint).map(({ expected }) => expected)),
    readsCode: readsOf("code").length > 0,
  };
});

/** `text.split(":")`, `STATUS[text]`, `KNOWN.has(text)`, `if (isMissing(text))`: another text may answer otherwise. */
function decidesOtherwise(read: TSESTree.Node, { sourceCode }: LintContext): boolean {
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
  const member = parent?.type === "MemberExpression" ? parent : undefined;
  const call = member ? member.parent : parent;
  if (call?.type !== "CallExpression" || call.callee !== (member ?? name)) return [];
  const error = member?.object ?? call.arguments[0];
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
