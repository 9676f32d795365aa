// The tests that a file makes of the texts, names and classes of errors, which of them another error would turn, and
// the comparison of a code that takes the place of one.
import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import dns from "node:dns";
import { getSystemErrorMap } from "node:util";
import { type LintContext, rememberForLint } from "../contract/lint-context.js";
import { getSourceStyle, needsParentheses, quoteText } from "../edits/source-style.js";
import { findBuiltinErrorName } from "../syntax/built-ins.js";
import {
  getOutermostWrapper,
  joinMessageParts,
  listPossibleValues,
  readMethodCall,
  readStaticKey,
  readStaticValue,
  unwrapExpression,
} from "../syntax/expressions.js";
import { collectReads } from "../syntax/references.js";
import { collectNodes } from "../syntax/source-file.js";
import type { RawError } from "./raw-error.js";
import { isErrorName } from "../words/names.js";

/** A place where code decides by a text. */
export interface TextTest {
  /** The whole test, by whose value the code decides. */
  readonly node: TSESTree.Node;
  /** The static text or pattern that the text is tested for; `undefined`: one that only the run knows. */
  readonly expected: string | RegExp | undefined;
}

const SEARCHES = new Set(["includes", "startsWith", "endsWith", "indexOf", "match", "search", "test", "exec"]);
const OTHER_CASES = new Set("toLowerCase toUpperCase toLocaleLowerCase toLocaleUpperCase trim normalize".split(" "));

/** Collects the tests of a text that is read at a node, and of the same text in another case. */
export function collectTextTests(read: TSESTree.Node, lint: LintContext): readonly TextTest[] {
  const { sourceCode } = lint;
  const compared = collectComparisons(read, lint);
  if (compared.length > 0) return compared;
  const text = getOutermostWrapper(read);
  const { parent } = text;
  // `/.../.test(text)`
  if (parent?.type === "CallExpression" && parent.callee !== text) {
    const { object, name = "" } = readMethodCall(parent, sourceCode) ?? {};
    return object && SEARCHES.has(name) ? [createTest(parent, object, lint)] : [];
  }
  if (parent?.type !== "MemberExpression" || parent.object !== text) return [];
  const method = readStaticKey(parent, sourceCode) ?? "";
  const call = getOutermostWrapper(parent).parent;
  if (call?.type !== "CallExpression") return [];
  if (OTHER_CASES.has(method))
    return [call, ...collectStoredReads(call, lint)].flatMap((same) => collectTextTests(same, lint));
  return SEARCHES.has(method) && call.arguments[0] ? [createTest(call, call.arguments[0], lint)] : [];
}

/** Collects the places where a value is compared by `===` or its like, or by a `switch`. */
function collectComparisons(read: TSESTree.Node, lint: LintContext): readonly TextTest[] {
  const holder = getOutermostWrapper(read);
  const { parent } = holder;
  if (parent?.type === "BinaryExpression" && /^[!=]==?$/.test(parent.operator))
    return [createTest(parent, parent.left === holder ? parent.right : parent.left, lint)];
  if (parent?.type !== "SwitchStatement" || parent.discriminant !== holder) return [];
  return parent.cases.flatMap(({ test }) => (test ? [createTest(holder, test, lint)] : []));
}

function createTest(node: TSESTree.Node, against: TSESTree.Node, { sourceCode }: LintContext): TextTest {
  const value =
    against.type === "Literal" && against.value instanceof RegExp
      ? against.value
      : readStaticValue(against, sourceCode)?.value;
  return { node, expected: typeof value === "string" || value instanceof RegExp ? value : undefined };
}

/** Returns the expressions with a property's value: `e.message` itself, and the reads of a variable that stores it. */
export function readsThrough(property: TSESTree.Node, lint: LintContext): readonly TSESTree.Node[] {
  const { parent } = property;
  if (parent?.type === "MemberExpression" && parent.property === property)
    return [parent, ...collectStoredReads(parent, lint)];
  // `const { message } = err`
  const isTaken = parent?.type === "Property" && parent.parent.type === "ObjectPattern";
  return isTaken ? collectReads(parent.value, lint.sourceCode) : [];
}

/** The reads of the variable that a value is stored in where it is made: `e instanceof Error ? e.message : "" + e` */
export function collectStoredReads(value: TSESTree.Node, { sourceCode }: LintContext): readonly TSESTree.Node[] {
  let stored = getOutermostWrapper(value);
  while (stored.parent && listPossibleValues(stored.parent).includes(unwrapExpression(value)))
    stored = getOutermostWrapper(stored.parent);
  const { parent } = stored;
  return parent?.type === "VariableDeclarator" ? collectReads(parent.id, sourceCode) : [];
}

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

// Three letters are a word as well: "Unexpected EOF".
const CODE = /\bE[A-Z0-9_]{3,}\b/g;

/** The codes that Node gives the errors of the system and of its resolver: `ENOENT`, `ECONNREFUSED`, `ENOTFOUND`. */
const SYSTEM_CODES: ReadonlySet<unknown> = new Set([
  ...[...getSystemErrorMap().values()].map(([code]) => code),
  ...Object.values(dns),
]);

/**
 * Lists the codes of Node that a text or pattern looks for: an error whose message has one of these has it as `code`. A
 * pattern that also looks for something else finds errors without a code, so there are none.
 */
export function listSystemCodes(expected: TextTest["expected"]): readonly string[] {
  const texts = expected instanceof RegExp ? expected.source.split("|") : [expected ?? ""];
  const codes = texts.map((text) => text.match(CODE)?.find((code) => SYSTEM_CODES.has(code)));
  return codes.every((code) => code !== undefined) ? codes : [];
}

/** Returns whether the text of a file leaves it open that one of these codes stands in it. */
export function mayNameSystemCode(text: string): boolean {
  return text.search(CODE) >= 0;
}

const YES_OR_NO = new Set(["includes", "startsWith", "endsWith", "test"]);

/**
 * Returns the edit that puts the comparison of a code in place of a test and its `!`. `undefined` where the test gives
 * more than yes or no, or nothing for an error that is missing, or a comment inside would be lost.
 */
export function compareCode(
  { node }: TextTest,
  left: string,
  right: string | number,
  lint: LintContext,
): TSESLint.ReportFixFunction | undefined {
  const { sourceCode } = lint;
  const isCall = node.type === "CallExpression";
  const isAnswer = isCall
    ? YES_OR_NO.has(readMethodCall(node, sourceCode)?.name ?? "")
    : node.type === "BinaryExpression";
  const test = node.parent?.type === "ChainExpression" ? node.parent : node;
  const { parent } = test;
  const isNegation = parent?.type === "UnaryExpression" && parent.operator === "!";
  const replaced: TSESTree.Node = isNegation ? parent : test;
  const isOrElse =
    parent?.type === "BinaryExpression" || (parent?.type === "LogicalExpression" && parent.operator === "??");
  if (!isAnswer || (isOrElse && test !== node) || sourceCode.getCommentsInside(replaced).length > 0) return undefined;
  const isUnequal = node.type === "BinaryExpression" && node.operator.startsWith("!");
  const written = typeof right === "number" ? String(right) : quoteText(right, getSourceStyle(lint));
  const comparison = `${left} ${isUnequal === isNegation ? "===" : "!=="} ${written}`;
  const isTight = replaced.parent?.type !== "LogicalExpression" && needsParentheses(replaced, lint);
  return (fixer) => fixer.replaceText(replaced, isTight ? `(${comparison})` : comparison);
}
