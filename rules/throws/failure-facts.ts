import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import type { KnownCause } from "../edits/factory-call.js";
import type { LintContext } from "../contract/lint-context.js";
import { findEnclosingHandler } from "../model/failure-handlers.js";
import { resolveGlobalName } from "../syntax/built-ins.js";
import {
  type MessagePart,
  isNothing,
  readCalleeName,
  readStaticKey,
  skipAwait,
  unwrapExpression,
} from "../syntax/expressions.js";
import {
  findCalledFunction,
  findEnclosingFunction,
  getEnclosingStatement,
  isExecutionBoundary,
  isFunctionNode,
  isShownBy,
  listParameters,
  testsBefore,
} from "../syntax/functions.js";
import { getConstInitializer, isVisible, resolveVariable } from "../syntax/references.js";
import { collectNodes, isMentionedInFile } from "../syntax/source-file.js";
import { FAILURE_NAME, asksQuestion, classifyFlag } from "../words/names.js";

/** What a file says about the condition of a failure. */
export interface FailureFacts extends TestFacts {
  /** Its message as `toPlainText` leaves it. */
  readonly message: string;
  /** Whether a test is about what another server has answered. */
  readonly isAnswered: boolean;
  /** Whether a test has found the result of an awaited call to be a failure. */
  readonly isOfFailedCall: boolean;
  /** Whether TypeScript has shown that the code never runs. */
  readonly isUnreachable: boolean;
  /** Whether it is what a timer does. */
  readonly isTimer: boolean;
  /** Whether a timer of the function aborts its work. */
  readonly isAbortedByTimer: boolean;
  /** The name of the call to another server that fails where it is made. */
  readonly failedRequest?: string | undefined;
  /** The code that it has as an error of the protocol. */
  readonly protocolCode?: string | undefined;
}

/** `404`, `ENOENT`, the name of a class; and the member that has it, as in `error.code === 14`. */
export interface Sign {
  readonly value: string;
  readonly member?: string | undefined;
}

/** What the nearest test says. */
interface TestFacts {
  /** What it has found a value to be. */
  readonly signs: readonly Sign[];
  /** What it has found missing: a setting, the result of a call, a part of the object. */
  readonly missing?: "setting" | "result" | "part" | undefined;
  /** Whether it is about a type. */
  readonly isTypeTested: boolean;
}

const NO_FACTS: TestFacts = { signs: [], isTypeTested: false };

/** Returns the facts of a text that describes a failure. */
export function readTextFacts(text: string): FailureFacts {
  const none = {
    isAnswered: false,
    isOfFailedCall: false,
    isUnreachable: false,
    isTimer: false,
    isAbortedByTimer: false,
  };
  return { ...NO_FACTS, message: toPlainText(text), ...none };
}

/** Reads the facts of a failure with a message that is made at a node. */
export function readFailureFacts(node: TSESTree.Node, parts: readonly MessagePart[], lint: LintContext): FailureFacts {
  const [guard] = testsBefore(node, isFunctionNode);
  return {
    ...(guard ? readTest(guard.test, guard.outcome, lint) : NO_FACTS),
    message: toPlainText(parts.map((part) => part.text ?? readConstantName(part.node) ?? " ").join("")),
    isAnswered:
      findRefusedResponse(node, lint) !== undefined ||
      (guard !== undefined && testsAnswer(guard.test, guard.outcome, lint)),
    isOfFailedCall: isBehindFailedCall(node, lint),
    isUnreachable: isUnreachable(node, lint),
    isTimer: !guard && isTimer(node, lint),
    isAbortedByTimer: guard !== undefined && isAbortedByTimer(node, lint),
    failedRequest: findFailedRequest(node, lint),
  };
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

function readTest(test: TSESTree.Node, outcome: boolean, lint: LintContext): TestFacts {
  const node = skipAwait(test);
  switch (node.type) {
    case "UnaryExpression":
      return node.operator === "!" ? readTest(node.argument, !outcome, lint) : NO_FACTS;
    case "LogicalExpression": {
      const [left, right] = [readTest(node.left, outcome, lint), readTest(node.right, outcome, lint)];
      return {
        signs: [...left.signs, ...right.signs],
        missing: left.missing ?? right.missing,
        isTypeTested: left.isTypeTested || right.isTypeTested,
      };
    }
    case "BinaryExpression":
      return readComparison(node, outcome, lint);
    default:
      return outcome ? NO_FACTS : { ...NO_FACTS, missing: classifyMissing(node, lint) };
  }
}

function readComparison(
  { left, right, operator }: TSESTree.BinaryExpression,
  outcome: boolean,
  lint: LintContext,
): TestFacts {
  if (left.type === "UnaryExpression" && left.operator === "typeof") return { ...NO_FACTS, isTypeTested: true };
  const isEqual = operator.startsWith("!") ? !outcome : outcome;
  if (!isEqual || !/^(?:[!=]==?|instanceof)$/.test(operator)) return NO_FACTS;
  if (operator === "instanceof") return { ...NO_FACTS, signs: [{ value: lint.sourceCode.getText(right) }] };
  const sign = readSign(unwrapExpression(left), right, lint);
  if (sign) return { ...NO_FACTS, signs: [sign] };
  return { ...NO_FACTS, missing: classifyMissing(left, lint) };
}

function readSign(left: TSESTree.Node, right: TSESTree.Node, { sourceCode }: LintContext): Sign | undefined {
  // A negative number is an operator and a number.
  const literal = right.type === "UnaryExpression" && right.operator === "-" ? right.argument : right;
  if (literal.type !== "Literal" || literal.value === null) return undefined;
  const value = `${literal === right ? "" : "-"}${String(literal.value)}`;
  return { value, member: left.type === "MemberExpression" ? readStaticKey(left, sourceCode) : undefined };
}

function classifyMissing(tested: TSESTree.Node, lint: LintContext): FailureFacts["missing"] {
  const node = unwrapExpression(tested);
  if (isSetting(node, lint)) return "setting";
  if (isOwnPart(node)) return "part";
  const initializer = getConstInitializer(resolveVariable(node, lint.sourceCode));
  const value = initializer && unwrapExpression(initializer);
  // `process.env.API_KEY ?? config.key`, `readEnv(process.env)`
  if (value && collectNodes(lint.sourceCode, value, isFunctionNode).some((part) => isEnvironment(part, lint)))
    return "setting";
  if (isOfSettings(node, lint)) return "setting";
  return value && /^(?:Await|Call)Expression$/.test(value.type) ? "result" : undefined;
}

/** `process.env.API_KEY` */
function isSetting(node: TSESTree.Node, lint: LintContext): boolean {
  return node.type === "MemberExpression" && isEnvironment(node.object, lint);
}

/** `process.env` */
function isEnvironment(node: TSESTree.Node, { sourceCode }: LintContext): boolean {
  return node.type === "MemberExpression" && readStaticKey(node, sourceCode) === "env";
}

/** `config.key`, where `config` is an object of the module that is made of `process.env`. */
function isOfSettings(node: TSESTree.Node, lint: LintContext): boolean {
  if (node.type !== "MemberExpression" || node.computed) return false;
  const object = unwrapExpression(node.object);
  const made = getConstInitializer(resolveVariable(object, lint.sourceCode));
  return (
    made?.type === "ObjectExpression" && collectNodes(lint.sourceCode, made).some((part) => isEnvironment(part, lint))
  );
}

/** `this.bridge`; `this.tools[name]` is what somebody asks for. */
function isOwnPart(node: TSESTree.Node): boolean {
  return node.type === "MemberExpression" ? !node.computed && isOwnPart(node.object) : node.type === "ThisExpression";
}

/** `data.error`, where `data` is `await response.json()`; a status only with the outcome that says a failure. */
function testsAnswer(test: TSESTree.Node, outcome: boolean, lint: LintContext): boolean {
  if (test.type === "UnaryExpression" && test.operator === "!") return testsAnswer(test.argument, !outcome, lint);
  if (test.type === "LogicalExpression")
    return [test.left, test.right].some((each) => testsAnswer(each, outcome, lint));
  const answers = collectNodes(lint.sourceCode, test).flatMap((node) =>
    node.type === "MemberExpression" && isAnswer(node.object, lint) ? (readStaticKey(node, lint.sourceCode) ?? "") : [],
  );
  const isOfStatus = answers.some((name) => name === "ok" || STATUS.test(name));
  return answers.length > 0 && (!isOfStatus || findRefused(test, outcome, lint) !== undefined);
}

/** Returns whether an expression is, or is a part of, what a request or the reading of its answer gave. */
function isAnswer(expression: TSESTree.Node, lint: LintContext): boolean {
  const node = skipAwait(expression);
  if (node.type === "CallExpression") return isRequest(node, lint);
  if (node.type === "MemberExpression") return isAnswer(node.object, lint);
  const made = getConstInitializer(resolveVariable(node, lint.sourceCode));
  // What stands before it ends sooner or later: `const a = b.c, b = a.d` does not.
  return made !== undefined && made.range[0] < node.range[0] && isAnswer(made, lint);
}

function isRequest(call: TSESTree.CallExpression, { sourceCode }: LintContext): boolean {
  const name = readCalleeName(call, sourceCode);
  return FETCH.test(name) || name === "json";
}

/**
 * Returns whether a test around a node, or above it, has found the result of an awaited call to be a failure:
 * `!result.success`, `result.error`. A nearer test that holds says what is wrong instead.
 */
function isBehindFailedCall(node: TSESTree.Node, lint: LintContext): boolean {
  for (const { test, outcome } of testsBefore(node, isExecutionBoundary)) {
    let failed: TSESTree.Node | undefined;
    const shows = (part: TSESTree.Node, holds: boolean): boolean => {
      const asked = readOutcomeTest(part, holds, lint);
      if (!asked || !isOfAwaitedCall(asked.value, lint)) return false;
      const fails = asked.holds ? FAILURE_NAME.test(asked.name) : classifyFlag(asked.name) === "outcome";
      if (fails) failed ??= asked.value;
      // `!result.success || !result.data`: what a failed result lacks says nothing else.
      return fails || !asked.holds;
    };
    if (isShownBy(test, outcome, shows) && failed) return true;
    if (outcome) return false;
  }
  return false;
}

/** A value that a test asks about, with the name of the member that it is, and whether it is set or true. */
interface OutcomeTest {
  readonly value: TSESTree.Node;
  readonly name: string;
  readonly holds: boolean;
}

/** `result.success`, `error` of `const { error } = ...`, and their comparisons with `true`, `false` and nothing. */
function readOutcomeTest(test: TSESTree.Node, holds: boolean, lint: LintContext): OutcomeTest | undefined {
  if (test.type === "BinaryExpression") {
    const isWritten = isNothing(test.right) || (test.right.type === "Literal" && typeof test.right.value === "boolean");
    if (!isWritten || !/^[!=]==?$/.test(test.operator)) return undefined;
    const isSame = test.operator.startsWith("=") === holds;
    const isTrue = test.right.type === "Literal" && test.right.value === true;
    return readOutcomeTest(unwrapExpression(test.left), isTrue === isSame, lint);
  }
  if (test.type === "MemberExpression")
    return { value: test.object, name: readStaticKey(test, lint.sourceCode) ?? "", holds };
  const property = findTakenProperty(test, lint);
  return property && { value: test, name: readStaticKey(property, lint.sourceCode) ?? "", holds };
}

/** The property of a pattern that declares a name: `error` of `const { error } = ...`. */
function findTakenProperty(node: TSESTree.Node, { sourceCode }: LintContext): TSESTree.Property | undefined {
  const { parent } = resolveVariable(node, sourceCode)?.defs[0]?.name ?? {};
  return parent?.type === "Property" && parent.parent.type === "ObjectPattern" ? parent : undefined;
}

/** Returns whether a value is, or is a part of, the result of an awaited call that is no check of a value. */
function isOfAwaitedCall(expression: TSESTree.Node, lint: LintContext): boolean {
  const node = unwrapExpression(expression);
  if (node.type === "MemberExpression") return isOfAwaitedCall(node.object, lint);
  if (node.type === "AwaitExpression") {
    const call = skipAwait(node);
    return call.type === "CallExpression" && mayAskOther(call, lint);
  }
  const definition = resolveVariable(node, lint.sourceCode)?.defs[0];
  const made = definition?.type === "Variable" && definition.parent.kind === "const" ? definition.node.init : null;
  return made !== null && made.range[0] < node.range[0] && isOfAwaitedCall(made, lint);
}

/** Returns whether a call may ask somebody else: no check by its name, and no function of the file that never waits. */
function mayAskOther(call: TSESTree.CallExpression, { sourceCode }: LintContext): boolean {
  if (asksQuestion(readCalleeName(call, sourceCode).replace(/^safe_?/, ""))) return false;
  const called = findCalledFunction(call, sourceCode);
  if (!called) return true;
  return collectNodes(sourceCode, called.body, isFunctionNode).some(
    ({ type }) => type === "AwaitExpression" || (called.async && type === "ReturnStatement"),
  );
}

/** Finds the request, or the reading of its answer, in the `try` whose handler a node stands in. */
function findFailedRequest(node: TSESTree.Node, lint: LintContext): string | undefined {
  const handler = findEnclosingHandler(node, lint);
  if (handler?.type !== "CatchClause") return undefined;
  return collectNodes(lint.sourceCode, handler.parent.block, isFunctionNode)
    .flatMap((each) =>
      each.type === "CallExpression" && isRequest(each, lint) ? readCalleeName(each, lint.sourceCode) : [],
    )
    .at(0);
}

/** `throw new Error(`No ${kind satisfies never}`)`, or where a variable beside it or a parameter is declared so. */
export function isUnreachable(node: TSESTree.Node, { sourceCode }: LintContext): boolean {
  const { parent: block } = getEnclosingStatement(node);
  const statements =
    block?.type === "BlockStatement" ? block.body : block?.type === "SwitchCase" ? block.consequent : [];
  const owner = findEnclosingFunction(node);
  const declared = statements.filter(({ type }) => /^(?:VariableDeclaration|ExpressionStatement)$/.test(type));
  return [node, ...declared, ...(owner ? listParameters(owner) : [])].some((each) =>
    collectNodes(sourceCode, each).some(({ type }) => type === "TSNeverKeyword"),
  );
}

/** `setTimeout(() => reject(new Error("No answer")), limit)` */
function isTimer(node: TSESTree.Node, { sourceCode }: LintContext): boolean {
  const { parent: call } = findEnclosingFunction(node) ?? {};
  return call?.type === "CallExpression" && readCalleeName(call, sourceCode) === "setTimeout";
}

/** `setTimeout(() => controller.abort(), limit)`, `AbortSignal.timeout(limit)`, in the function or one around it */
function isAbortedByTimer(node: TSESTree.Node, { sourceCode }: LintContext): boolean {
  if (!isMentionedInFile("AbortError", sourceCode)) return false;
  for (let owner = findEnclosingFunction(node); owner; owner = findEnclosingFunction(owner)) {
    const isTimed = collectNodes(sourceCode, owner).some((call) => {
      if (call.type !== "CallExpression") return false;
      const name = readCalleeName(call, sourceCode);
      return name === "setTimeout" ? /\babort\b/.test(sourceCode.getText(call)) : isSignalTimeout(call, sourceCode);
    });
    if (isTimed) return true;
  }
  return false;
}

function isSignalTimeout(call: TSESTree.CallExpression, sourceCode: TSESLint.SourceCode): boolean {
  return resolveGlobalName(call.callee, ["AbortSignal.timeout"], sourceCode) !== undefined;
}

const STATUS = /^status(?:Code)?$/;
const RESPONSE = /^(?:res|response)$/;
// `fetch`, `nodeFetch`, `fetchWithRetry`; `fetchUser` may give any result.
const FETCH = /^(?:\w*[fF]etch|fetchWith\w+)$/;

/**
 * Finds the HTTP response that a test around a node, or above it, has found to be a failure: `if (!response.ok)`. Its
 * status says more than any text about it. `undefined` where a nearer test says what is wrong: `if (status === 404)`.
 */
export function findRefusedResponse(node: TSESTree.Node, lint: LintContext): KnownCause | undefined {
  const { sourceCode } = lint;
  for (const { test, outcome } of testsBefore(node, isExecutionBoundary)) {
    let owner: TSESTree.Node | undefined;
    const shows = (each: TSESTree.Node, holds: boolean): boolean => {
      const refused = findRefused(each, holds, lint);
      owner ??= refused;
      return refused !== undefined;
    };
    const isRefused = isShownBy(test, outcome, shows);
    const variable = owner && isRefused ? resolveVariable(owner, sourceCode) : undefined;
    if (owner && variable && isResponse(variable, lint))
      return isVisible(owner, node, sourceCode) ? { name: variable.name } : undefined;
    if (outcome) return undefined;
  }
  return undefined;
}

/** The owner of `ok` or `status`, if the outcome of a test says that it is a failure. */
function findRefused(test: TSESTree.Node, outcome: boolean, { sourceCode }: LintContext): TSESTree.Node | undefined {
  if (test.type === "MemberExpression")
    return !outcome && readStaticKey(test, sourceCode) === "ok" ? test.object : undefined;
  const member = test.type === "BinaryExpression" ? unwrapExpression(test.left) : undefined;
  if (test.type !== "BinaryExpression" || member?.type !== "MemberExpression") return undefined;
  const isStatus = STATUS.test(readStaticKey(member, sourceCode) ?? "");
  return isStatus && excludesSuccess(test, outcome) ? member.object : undefined;
}

/** `status !== 200`, `status >= 400`, and the outcome that leaves no success of `status === 200`, `status < 300`. */
function excludesSuccess({ operator, right }: TSESTree.BinaryExpression, outcome: boolean): boolean {
  const value = right.type === "Literal" ? Number(right.value) : 0;
  if (/^[!=]==?$/.test(operator)) return operator.startsWith("!") === outcome && value >= 200 && value < 300;
  return operator.startsWith(outcome ? ">" : "<") && value > 200 && value <= 400;
}

/** The answer of `fetch`, or a value that is named like a response and whose status the file reads. */
function isResponse(variable: TSESLint.Scope.Variable, { sourceCode }: LintContext): boolean {
  const made = getConstInitializer(variable);
  const value = made?.type === "AwaitExpression" ? unwrapExpression(made.argument) : undefined;
  if (value?.type === "CallExpression" && FETCH.test(readCalleeName(value, sourceCode))) return true;
  const readsStatus = variable.references.some(
    ({ identifier: { parent } }) =>
      parent.type === "MemberExpression" && STATUS.test(readStaticKey(parent, sourceCode) ?? ""),
  );
  return RESPONSE.test(variable.name) && readsStatus;
}
