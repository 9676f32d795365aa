import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { isCaught } from "../catches/failure-handlers.js";
import { isProjectModule } from "../contract/file-contract.js";
import type { LintContext } from "../contract/lint-context.js";
import { hasCodeOfContract } from "../envelopes/envelope-claims.js";
import { mayBeEnvelope } from "../envelopes/envelope-faults.js";
import { isNothing, possibleValues, unwrapped } from "../syntax/expressions.js";
import { type FunctionNode, enclosingFunction, isExecutionBoundary } from "../syntax/functions.js";
import { isInside } from "../syntax/nodes.js";
import { globalNamed, objectFields, referencePath, staticKey, variableOf } from "../syntax/references.js";
import { mentionsName } from "../syntax/source-file.js";
import { type Answer, answerByCall, answerOf, isRepresentation, isTestDouble } from "./answers.js";
import { failedToolResult } from "./mcp-results.js";
import {
  DEFAULT_DISCRIMINANTS,
  type Discriminant,
  failureDiscriminant,
  isFailing,
  isSuccess,
  tellsOfFailure,
} from "./result-discriminants.js";

/** A failure that is answered as a value. */
export interface FailureResult {
  /**
   * `object`: an object with a failing discriminant; `isError`: an MCP result marked as error that holds no envelope;
   * `text`: one that is not even marked; `tuple`: `[null, err]`; `call`: a call that gives nothing but failures.
   */
  readonly kind: "object" | "isError" | "text" | "tuple" | "call";
  /** Where it is made. */
  readonly node: TSESTree.Node;
  /** What makes it a failure, for the message. */
  readonly shape: string;
}

export interface ResultJudge extends LintContext {
  readonly discriminants: readonly Discriminant[];
  /** Whether `[null, err]` counts. */
  readonly tuples: boolean;
}

const MAX_STEPS = 5;
/** Beside the discriminants: what tells a failure together with other fields, and the results of tools. */
const OTHER_NAMES = ["error", "status", "isError", "content"];
const BRANCHES: ReadonlySet<string> = new Set(["BlockStatement", "IfStatement", "TryStatement", "CatchClause"]);

/** Whether the text of a file leaves it open that code answers with failures: each has a name that tells it from a success. */
export function mayAnswerFailures({ sourceCode, facts, discriminants, tuples }: ResultJudge): boolean {
  // Nearly every file that has one of them has `error`.
  const names = [...OTHER_NAMES, ...discriminants.map(({ name }) => name)];
  return facts !== undefined || tuples || names.some((name) => mentionsName(sourceCode.text, name));
}

/** The failures that code answers with, each where it is made. */
export function failureResults({ value, answering }: Answer, judge: ResultJudge): readonly FailureResult[] {
  const found = judged(value, judge, 0);
  if (found.length === 0 || !answering) return found;
  if (isTestDouble(answering, judge.sourceCode) || isRepresentation(answering, judge.sourceCode)) return [];
  return hasForeignType(answering, judge) ? found.filter(({ kind }) => kind !== "object" && kind !== "call") : found;
}

/** Whether an object is answered as a failure where it stands: `no-error-result` speaks about all that is in it. */
export function isAnsweredFailure(object: TSESTree.ObjectExpression, context: LintContext): boolean {
  if (context.contract.definesContract) return false;
  const judge: ResultJudge = { ...context, discriminants: DEFAULT_DISCRIMINANTS, tuples: false };
  for (let current: TSESTree.Node | undefined = object.parent; current; current = current.parent) {
    const answer = answerAt(current, judge);
    if (answer && isInside(object, answer.value))
      return failureResults(answer, judge).some(({ node }) => isInside(object, node));
    if (isExecutionBoundary(current)) return false;
  }
  return false;
}

function answerAt(node: TSESTree.Node, { sourceCode }: ResultJudge): Answer | undefined {
  switch (node.type) {
    case "ReturnStatement":
    case "ArrowFunctionExpression":
    case "YieldExpression":
      return answerOf(node);
    case "CallExpression":
      return answerByCall(node, sourceCode, false);
    default:
      return undefined;
  }
}

/** Whether a package says what the function answers: `(): ValidationResult`, `Promise<ValidationResult>`. */
function hasForeignType({ returnType }: FunctionNode, { sourceCode, facts }: ResultJudge): boolean {
  let type: TSESTree.TypeNode | undefined = returnType?.typeAnnotation;
  const isPromise = type?.type === "TSTypeReference" && sourceCode.getText(type.typeName) === "Promise";
  if (isPromise) type = type?.type === "TSTypeReference" ? type.typeArguments?.params[0] : undefined;
  if (type?.type !== "TSTypeReference") return false;
  const reference = referencePath(type.typeName, sourceCode);
  if (reference?.root.kind === "import") return !isProjectModule(reference.root.module);
  return facts?.origin(type.typeName)?.from === "package";
}

function judged(value: TSESTree.Node, judge: ResultJudge, steps: number): readonly FailureResult[] {
  if (steps > MAX_STEPS) return [];
  return possibleValues(value).flatMap((node) => {
    switch (node.type) {
      case "ObjectExpression":
        return judgedObject(node, judge);
      case "ArrayExpression":
        return judgedArray(node, judge, steps);
      case "AwaitExpression":
        return judged(node.argument, judge, steps + 1);
      case "CallExpression":
        return judgedCall(node, judge, steps);
      case "Identifier":
        return judgedVariable(node, judge, steps);
      default:
        return [];
    }
  });
}

function judgedObject(node: TSESTree.ObjectExpression, judge: ResultJudge): readonly FailureResult[] {
  const { contract, sourceCode, discriminants } = judge;
  if (node.properties.length === 0) return [];
  const { values } = objectFields(node, sourceCode);
  if (values.has("jsonrpc")) return [];
  const failed = failedToolResult(node, judge);
  if (failed) return [{ kind: failed, node, shape: failed === "text" ? "text" : "{ isError: true }" }];
  if (values.has("isError") && (values.has("content") || values.has("structuredContent"))) return [];
  if (contract.data.delivery.startsWith("return") && mayBeEnvelope(node, judge)) return [];
  const name = failureDiscriminant(node, discriminants, sourceCode);
  const value = name === undefined ? undefined : values.get(name);
  // With a code of the contract at its place it is the envelope, or means to be: `valid-envelope` and `prefer-factory` speak.
  const isResult = DEFAULT_DISCRIMINANTS.some((each) => each.name === name);
  if (!isResult && hasCodeOfContract(node, judge)) return [];
  return value ? [{ kind: "object", node, shape: shapeOf(name ?? "", value, sourceCode) }] : [];
}

/** `{ ok: false }`; what is long or dynamic is left out. */
function shapeOf(name: string, value: TSESTree.Node, sourceCode: TSESLint.SourceCode): string {
  const text = sourceCode.getText(value);
  return text.length <= 12 && !text.includes("\n") ? `{ ${name}: ${text} }` : `{ ${name} }`;
}

function judgedArray(node: TSESTree.ArrayExpression, judge: ResultJudge, steps: number): readonly FailureResult[] {
  const [first, second, ...others] = node.elements;
  const isTuple = judge.tuples && second && others.length === 0 && first && isNothing(first) && isError(second, judge);
  if (isTuple) return [{ kind: "tuple", node, shape: "[null, error]" }];
  return node.elements.flatMap((element) => {
    const item = element && unwrapped(element);
    // What a list holds is followed no further than it is written.
    return item?.type === "ObjectExpression" ? judged(item, judge, steps + 1) : [];
  });
}

function isError(node: TSESTree.Node, { sourceCode }: ResultJudge): boolean {
  const value = unwrapped(node);
  if (value.type === "NewExpression") return true;
  const variable = variableOf(value, sourceCode);
  return isCaught(variable, sourceCode);
}

function judgedCall(node: TSESTree.CallExpression, judge: ResultJudge, steps: number): readonly FailureResult[] {
  const { sourceCode } = judge;
  const name = globalNamed(node.callee, ["JSON.stringify", "Object.freeze", "Object.assign"], sourceCode);
  const [first, ...others] = node.arguments;
  if (name === "JSON.stringify" || name === "Object.freeze") return first ? judged(first, judge, steps + 1) : [];
  if (name === "Object.assign") {
    const [last] = others.slice(-1);
    return last?.type === "ObjectExpression" ? judgedObject(last, judge) : [];
  }
  // `jsonResult({ ok: false })`: what makes an answer of it is not to blame for what it is given.
  const [result] = first && others.length === 0 && isAnswerMaker(node.callee) ? judged(first, judge, MAX_STEPS) : [];
  if (result?.kind === "object" && first && unwrapped(first) === result.node) return [result];
  return isFailingCall(node, judge) ? [{ kind: "call", node, shape: `${sourceCode.getText(node.callee)}(...)` }] : [];
}

function isAnswerMaker(callee: TSESTree.Node): boolean {
  return callee.type === "Identifier" && /(?:result|json|text|content|response)$/i.test(callee.name);
}

const FAILURE_NAME =
  /abort|bad|denied|err|exception|fail|fault|forbid|invalid|missing|not|problem|refuse|reject|unauth/i;

/** A function of another file of the project that is called after failures, and whose type is one and nothing else. */
function isFailingCall(node: TSESTree.CallExpression, { facts, sourceCode, discriminants }: ResultJudge): boolean {
  // By name first: types are slow to tell.
  if (!facts || !FAILURE_NAME.test(sourceCode.getText(node.callee))) return false;
  // What a function of this file makes is reported there, and what one of a package gives is its own affair.
  const root = referencePath(node.callee, sourceCode)?.root;
  if (root?.kind !== "import" || !isProjectModule(root.module)) return false;
  return discriminants.some(({ name, value = false }) => {
    const values = facts.literalProperty(node, name);
    return values.length > 0 && values.every((each) => each === value);
  });
}

function judgedVariable(node: TSESTree.Identifier, judge: ResultJudge, steps: number): readonly FailureResult[] {
  const { sourceCode } = judge;
  const variable = variableOf(node, sourceCode);
  const [definition, ...others] = variable?.defs ?? [];
  if (!variable || definition?.type !== "Variable" || others.length > 0) return [];
  // A variable of the module is its state.
  if (enclosingFunction(definition.node) !== enclosingFunction(node)) return [];
  const writes = variable.references.filter((reference) => reference.isWrite());
  const changes = variable.references.flatMap(({ identifier }) => changeOf(identifier, judge) ?? []);
  const made = writes.flatMap(({ identifier, init }) => {
    const value = writtenValue(identifier);
    // What a variable begins with may be overwritten before it is answered.
    const isBeginning = init === true && (writes.length > 1 || changes.length > 0);
    return value && !isBeginning ? judged(value, judge, steps + 1) : [];
  });
  const isNeverUndone = writes.length === 1 && changes.every((change) => change.isFailing);
  const turns = isNeverUndone && beginsAsSuccess(definition.node.init, judge);
  const changed = changes.filter(
    ({ isFailing: fails, statement }) =>
      fails &&
      (isAnsweredAfter(statement, variable) ||
        (turns && saysWhy(statement, variable, judge) && isLeftTo(statement, variable))),
  );
  return [...made, ...changed.map(({ result }) => result)];
}

function writtenValue(identifier: TSESTree.Node): TSESTree.Node | undefined {
  const { parent } = identifier;
  if (parent?.type === "VariableDeclarator" && parent.id === identifier) return parent.init ?? undefined;
  const isAssigned = parent?.type === "AssignmentExpression" && parent.left === identifier;
  return isAssigned && parent.operator === "=" ? parent.right : undefined;
}

interface Change {
  readonly result: FailureResult;
  readonly isFailing: boolean;
  readonly statement: TSESTree.Node;
}

/** `r.ok = ...` and `Object.assign(r, { ok: ... })` */
function changeOf(identifier: TSESTree.Node, judge: ResultJudge): Change | undefined {
  const { sourceCode, discriminants } = judge;
  const { parent } = identifier;
  if (parent?.type === "MemberExpression" && parent.object === identifier) {
    const assignment = parent.parent;
    if (assignment.type !== "AssignmentExpression" || assignment.left !== parent) return undefined;
    const name = staticKey(parent, sourceCode) ?? "";
    const discriminant = discriminants.find((each) => each.name === name);
    if (!discriminant) return undefined;
    const result = { kind: "object", node: assignment, shape: shapeOf(name, assignment.right, sourceCode) } as const;
    return { result, isFailing: isFailing(assignment.right, discriminant, sourceCode), statement: assignment.parent };
  }
  const isTarget = parent?.type === "CallExpression" && parent.arguments[0] === identifier;
  const [, given] = isTarget ? parent.arguments : [];
  if (given?.type !== "ObjectExpression") return undefined;
  if (!isTarget || referencePath(parent.callee, sourceCode)?.path.join(".") !== "Object.assign") return undefined;
  const [result] = judgedObject(given, judge);
  const fallback: FailureResult = { kind: "object", node: given, shape: "" };
  return { result: result ?? fallback, isFailing: result !== undefined, statement: parent.parent };
}

/** Whether a statement behind another one, in the same block, answers with a variable. */
function isAnsweredAfter(statement: TSESTree.Node, { references }: TSESLint.Scope.Variable): boolean {
  const block = statement.parent;
  return references.some(({ identifier }) => {
    const answer = identifier.parent;
    return answer.type === "ReturnStatement" && answer.parent === block && answer.range[0] > statement.range[0];
  });
}

/** `const r = { ok: true, ... }` */
function beginsAsSuccess(init: TSESTree.Expression | null, { discriminants, sourceCode }: ResultJudge): boolean {
  const object = init && unwrapped(init);
  if (object?.type !== "ObjectExpression") return false;
  return discriminants.some((discriminant) => isSuccess(object, discriminant, sourceCode));
}

/** Whether the block of a statement also sets what went wrong: `r.error = "No path"`. */
function saysWhy(
  { parent: block }: TSESTree.Node,
  { references }: TSESLint.Scope.Variable,
  { sourceCode }: ResultJudge,
): boolean {
  return references.some(({ identifier: { parent: member } }) => {
    const assignment = member.parent;
    if (member.type !== "MemberExpression" || assignment?.type !== "AssignmentExpression") return false;
    const isSet = assignment.left === member && assignment.operator === "=" && assignment.parent.parent === block;
    return isSet && tellsOfFailure(staticKey(member, sourceCode) ?? "", assignment.right, sourceCode);
  });
}

/** Whether what is answered behind the branches around a statement is a variable. Stops at loops: they collect. */
function isLeftTo(statement: TSESTree.Node, variable: TSESLint.Scope.Variable): boolean {
  for (let current = statement.parent; current && BRANCHES.has(current.type); current = current.parent) {
    if (current.type !== "BlockStatement" && isAnsweredAfter(current, variable)) return true;
  }
  return false;
}
