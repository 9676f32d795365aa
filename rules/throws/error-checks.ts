// The tests that a file makes of the texts, names and classes of errors, which of them another error would turn.
import type { TSESTree } from "@typescript-eslint/utils";
import { type LintContext, rememberForLint } from "../contract/lint-context.js";
import { type TextTest, collectComparisons, collectTextTests, readsThrough } from "../model/text-tests.js";
import { findBuiltinErrorName } from "../syntax/built-ins.js";
import {
  getOutermostWrapper,
  joinMessageParts,
  readCalleeName,
  readMethodCall,
  readNameOf,
  unwrapExpression,
} from "../syntax/expressions.js";
import { collectNodes } from "../syntax/source-file.js";
import { isErrorName } from "../words/names.js";
import type { RawError } from "./raw-error.js";

/** The tests that a file makes of errors that it receives, and that a change of class or text can turn. */
interface ErrorChecks {
  /** What messages are tested for; `undefined`: what only the run knows. */
  readonly messages: readonly TextTest[];
  /** What stands in `instanceof`. */
  readonly classes: readonly ClassTest[];
  /** What names of errors are compared with; `undefined`: what only the run knows. */
  readonly names: readonly TextTest[];
  /** Where the code of an error is read. */
  readonly codes: readonly TSESTree.Node[];
}

interface ClassTest {
  readonly node: TSESTree.Node;
  /** The name of the class, as its module has it. */
  readonly name: string;
}

/** A test of the file that an error passes and the contract's error may not, or the other way round. */
export interface ErrorTest {
  readonly node: TSESTree.Node;
  /** What it looks at. */
  readonly what: "class" | "name" | "code" | "text";
}

/** Finds the code of a file that can tell an error from the contract's error that replaces it. */
export function findErrorTest(error: RawError, lint: LintContext): ErrorTest | undefined {
  const { className = "", code, protocolCode, parts, node } = error;
  const { messages, classes, names, codes } = getErrorChecks(lint);
  const { data, runtime } = lint.contract;
  const written = isCall(node) ? readCalleeName(node, lint.sourceCode) : "";
  // Every error class of the runtime has a `code`; nothing is known of a project's own.
  const hasCode = code !== undefined && runtime.specifier !== data.vocabulary.module;
  const [read] = hasCode || protocolCode !== undefined ? codes : [];
  if (read) return { node: read, what: "code" };
  // `error instanceof Error` stays true, `error.name === "Error"` does not.
  const ofClass = classes.find(({ name }) => name !== "Error" && (name === className || name === written));
  if (ofClass) return { node: ofClass.node, what: "class" };
  const ofName = names.find(({ expected }) => expected === undefined || expected === className || expected === written);
  if (ofName) return { node: ofName.node, what: "name" };
  const text = joinMessageParts(parts);
  const shown = `${className}: ${text}`;
  const ofText = messages.find(({ expected: tested }) => {
    // What is known of a text may be only its beginning.
    if (typeof tested === "string") return shown.includes(tested) || tested.startsWith(text);
    return tested === undefined || shown.search(tested) >= 0;
  });
  return ofText && { node: ofText.node, what: "text" };
}

const isCall = (node: TSESTree.Node): node is TSESTree.NewExpression | TSESTree.CallExpression =>
  node.type === "NewExpression" || node.type === "CallExpression";

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
      const tests = collectTextTests(read, lint);
      return tests.length === 0 && decidesOtherwise(read, lint) ? [{ node: read, expected: undefined }] : tests;
    }),
    classes: nodes.flatMap((node) =>
      node.type === "BinaryExpression" && node.operator === "instanceof"
        ? { node, name: findBuiltinErrorName(node.right, sourceCode) ?? readNameOf(node.right, sourceCode) }
        : [],
    ),
    names: readsOf("name")
      .filter(isOfError)
      .flatMap((read) => collectComparisons(read, lint)),
    codes: readsOf("code"),
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
