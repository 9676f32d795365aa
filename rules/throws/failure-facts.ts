import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { findRefusedResponse, isRequest } from "../causes/refused-response.js";
import { findEnclosingHandler } from "../model/failure-handlers.js";
import { type MessagePart, skipAwait, unwrapExpression } from "../syntax/expressions.js";
import { getEnclosingStatement, testsBefore } from "../syntax/flow.js";
import { isFunctionNode } from "../syntax/functions.js";
import { collectNodes } from "../syntax/source-file.js";
import { getConstInitializer, resolveVariable } from "../syntax/references.js";
import { readCalleeName, readStaticKey } from "../syntax/properties.js";

/** What a file says about the condition of a failure. */
export interface FailureFacts {
  /** Its message as `toPlainText` leaves it. */
  readonly message: string;
  /** What the nearest test has found a value to be: `404`, `ENOENT`, the name of a class. */
  readonly signs: readonly string[];
  /** What the nearest test has found missing: a setting, the result of a call, a part of the object. */
  readonly missing: "setting" | "result" | "part" | undefined;
  /** Whether the nearest test is about a type. */
  readonly isTypeTested: boolean;
  /** Whether a test has found that another server refused a request. */
  readonly isRefused: boolean;
  /** Whether TypeScript has shown that the code never runs. */
  readonly isUnreachable: boolean;
  /** The name of the call to another server that fails where it is made. */
  readonly failedRequest?: string | undefined;
  /** The code that it has as an error of the protocol. */
  readonly protocolCode?: string | undefined;
}

/** Reads the facts of a failure with a message that is made at a node. */
export function readFailureFacts(
  node: TSESTree.Node,
  parts: readonly MessagePart[],
  sourceCode: TSESLint.SourceCode,
): FailureFacts {
  const text = parts.map((part) => part.text ?? readConstantName(part.node) ?? " ").join("");
  const [guard] = testsBefore(node, isFunctionNode);
  return {
    ...readTextFacts(text),
    ...(guard && readTest(guard.test, guard.outcome, sourceCode)),
    isRefused: findRefusedResponse(node, sourceCode) !== undefined,
    isUnreachable: isUnreachable(node, sourceCode),
    failedRequest: findFailedRequest(node, sourceCode),
  };
}

/** Finds the request, or the reading of its answer, in the `try` whose handler a node stands in. */
function findFailedRequest(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): string | undefined {
  const handler = findEnclosingHandler(node, sourceCode);
  if (handler?.type !== "CatchClause") return undefined;
  return collectNodes(sourceCode, handler.parent.block, isFunctionNode)
    .flatMap((each) => (each.type === "CallExpression" ? readCalleeName(each, sourceCode) : []))
    .find((name) => isRequest(name));
}

/** `throw new Error(`No ${kind satisfies never}`)`, or behind `const kind: never = value`. */
function isUnreachable(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): boolean {
  const { parent: block } = getEnclosingStatement(node);
  const statements =
    block?.type === "BlockStatement" ? block.body : block?.type === "SwitchCase" ? block.consequent : [];
  const declared = statements.filter(({ type }) => type === "VariableDeclaration");
  return [node, ...declared].some((each) =>
    collectNodes(sourceCode, each).some(({ type }) => type === "TSNeverKeyword"),
  );
}

/** Returns the facts of a text that describes a failure. */
export function readTextFacts(text: string): FailureFacts {
  return { ...NO_FACTS, message: toPlainText(text), isRefused: false, isUnreachable: false };
}

/** `ERRORS.NOT_FOUND` stands for a text with its words. */
function readConstantName(node: TSESTree.Node): string | undefined {
  const name = node.type === "MemberExpression" && !node.computed ? node.property : node;
  return name.type === "Identifier" && /^[A-Z]+_[A-Z_]+$/.test(name.name) ? name.name : undefined;
}

/**
 * Returns the words of an English text in lower case, with a space around each, without articles, pronouns and forms of
 * "be": "The file isn't there" is " file not there ".
 */
function toPlainText(text: string): string {
  // The phrases are English alone.
  if (/[^\p{ASCII}\p{P}\p{S}]/u.test(text)) return "";
  const words = text
    // What a text names says nothing of the failure: `Invalid READ_TIMEOUT`. At the beginning stands a code.
    .replace(/(?<=\s)[A-Z\d]+_[A-Z\d_]+/g, " ")
    .toLowerCase()
    .replace(/n['’]t\b|\bcannot\b/g, " not")
    .replace(/[^a-z0-9]+/g, " ")
    .split(" ")
    .filter((word) => word !== "" && !FILLERS.has(word));
  return ` ${words.join(" ")} `;
}

const FILLERS = new Set("a an the be is are was were been have has had your you any".split(" "));

type TestFacts = Pick<FailureFacts, "signs" | "missing" | "isTypeTested">;

const NO_FACTS: TestFacts = { signs: [], missing: undefined, isTypeTested: false };

function readTest(test: TSESTree.Node, outcome: boolean, sourceCode: TSESLint.SourceCode): TestFacts {
  const node = skipAwait(test);
  switch (node.type) {
    case "UnaryExpression":
      return node.operator === "!" ? readTest(node.argument, !outcome, sourceCode) : NO_FACTS;
    case "LogicalExpression": {
      const [left, right] = [node.left, node.right].map((side) => readTest(side, outcome, sourceCode));
      if (!left || !right) return NO_FACTS;
      return {
        signs: [...left.signs, ...right.signs],
        missing: left.missing ?? right.missing,
        isTypeTested: left.isTypeTested || right.isTypeTested,
      };
    }
    case "BinaryExpression":
      return readComparison(node, outcome, sourceCode);
    default:
      return outcome ? NO_FACTS : { ...NO_FACTS, missing: classifyMissing(node, sourceCode) };
  }
}

function readComparison(
  { left, right, operator }: TSESTree.BinaryExpression,
  outcome: boolean,
  sourceCode: TSESLint.SourceCode,
): TestFacts {
  if (left.type === "UnaryExpression" && left.operator === "typeof") return { ...NO_FACTS, isTypeTested: true };
  const isEqual = operator.startsWith("!") ? !outcome : outcome;
  if (!isEqual || !/^(?:[!=]==?|instanceof)$/.test(operator)) return NO_FACTS;
  if (right.type === "Literal" && right.value !== null) return { ...NO_FACTS, signs: [String(right.value)] };
  if (operator === "instanceof") return { ...NO_FACTS, signs: [sourceCode.getText(right)] };
  return { ...NO_FACTS, missing: classifyMissing(left, sourceCode) };
}

function classifyMissing(tested: TSESTree.Node, sourceCode: TSESLint.SourceCode): FailureFacts["missing"] {
  const node = unwrapExpression(tested);
  if (isSetting(node, sourceCode)) return "setting";
  if (isOwnPart(node)) return "part";
  const value = getConstInitializer(resolveVariable(node, sourceCode));
  if (!value) return undefined;
  if (isSetting(unwrapExpression(value), sourceCode)) return "setting";
  return /^(?:Await|Call)Expression$/.test(unwrapExpression(value).type) ? "result" : undefined;
}

/** `process.env.API_KEY` */
function isSetting(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): boolean {
  if (node.type !== "MemberExpression") return false;
  const { object } = node;
  return object.type === "MemberExpression" && readStaticKey(object, sourceCode) === "env";
}

/** `this.bridge`; `this.tools[name]` is what somebody asks for. */
function isOwnPart(node: TSESTree.Node): boolean {
  return node.type === "MemberExpression" ? !node.computed && isOwnPart(node.object) : node.type === "ThisExpression";
}
