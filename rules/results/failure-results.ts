import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { isLegacyArgument, isMadeByLegacyClass } from "../contract/legacy.js";
import type { LintContext } from "../contract/lint-context.js";
import { readEnvelope, hasCodeOfContract } from "../envelopes/written-error.js";
import { mayBeEnvelope } from "../envelopes/envelope-faults.js";
import { type ReturnExit, readReturn } from "../model/exits.js";
import { findEnclosingHandler, findHandlerParameter } from "../model/failure-handlers.js";
import { DEFAULT_DISCRIMINANTS, findFailureField, isFailing, tellsOfFailure } from "../model/sayings.js";
import { type Callee, findImportedFunction } from "../model/callees.js";
import { type Follow, followValues } from "../model/values.js";
import { resolveGlobalName } from "../syntax/built-ins.js";
import {
  getOutermostWrapper,
  readCalleeName,
  readObjectFields,
  readStaticKey,
  unwrapExpression,
} from "../syntax/expressions.js";
import {
  type FunctionNode,
  findCalledFunction,
  findEnclosingFunction,
  isExecutionBoundary,
  isFunctionNode,
  readWrappedName,
} from "../syntax/functions.js";
import { resolveVariable } from "../syntax/references.js";
import { getOrCreate } from "../syntax/remember.js";
import { collectNodes, isInside } from "../syntax/source-file.js";
import {
  isFailedAnswer,
  isFailingPlace,
  isGivenByTool,
  listContentTexts,
  makesContent,
} from "../tools/tool-answers.js";
import {
  FAILURE_HINTS,
  FAILURE_NAME,
  FAILURE_WORDS,
  STATE_FIELDS,
  asksForVerdict,
  classifyFlag,
  onlyTries,
} from "../words/names.js";
import { answersTool, bringsResult, hasVerdictType, returnsOutcome } from "./result-owners.js";
import {
  type ResultJudge,
  detectFailedToolResult,
  findFailureMaker,
  findImportedFailure,
  findLostError,
  isFailingCall,
  isFailureAnswer,
  isToldAtHelper,
} from "./tool-results.js";

/** A failure that is returned as a value. */
export interface FailureResult {
  /**
   * `object`: an object with a field that only failures have; `isError`: an MCP result marked as error that holds no
   * envelope; `text`: one that is not even marked.
   */
  readonly kind: "object" | "isError" | "text";
  /** The field that makes an object a failure. */
  readonly field?: string;
  /** Where it is made. */
  readonly node: TSESTree.Node;
  /** The syntax that makes it a failure, for the message: `{ ok: false }`. */
  readonly shape: string;
  /** The function of another module that makes it, for every call of it. */
  readonly maker?: Callee | undefined;
  /** Where it leaves its function. */
  readonly exit: ReturnExit;
}

/** A failure that a value holds, wherever that goes. */
type Failure = Omit<FailureResult, "exit">;

/** The failures that code returns, each where it is made. */
export function findFailureResults(exit: ReturnExit, judge: ResultJudge): readonly FailureResult[] {
  const { value, owner } = exit;
  const failures = readFailures(value, judge);
  return selectOutcomes().map((failure) => ({ ...failure, exit }));

  function selectOutcomes(): readonly Failure[] {
    if (!owner) return failures;
    if (failures.length === 0) return findFailureText(value, judge);
    if (!returnsOutcome(owner, judge)) return [];
    return failures.filter((each) => each.kind !== "object" || isOutcome(each, owner, judge));
  }
}

const losing = new WeakMap<TSESTree.Node, boolean>();

/** Returns whether a handler answers a failure for a tool without its code, which `no-error-result` reports. */
export function answersWithoutCode(handler: TSESTree.CatchClause | FunctionNode, lint: LintContext): boolean {
  const failure = findHandlerParameter(handler);
  const judge = { ...lint, discriminants: DEFAULT_DISCRIMINANTS };
  const isLosing = (node: TSESTree.Node): boolean => {
    const exit = node.type === "ReturnStatement" ? readReturn(node, lint) : undefined;
    const results = exit ? findFailureResults(exit, judge) : [];
    const isLost = ({ node: made }: FailureResult): boolean => findLostError(made, lint) === failure;
    return results.some((result) => result.kind === "text" || (result.kind === "isError" && isLost(result)));
  };
  return getOrCreate(losing, handler, () => {
    return failure !== undefined && collectNodes(lint.sourceCode, handler.body, isFunctionNode).some(isLosing);
  });
}

/** Finds a text, or an item with one, that the handler of a tool gives. */
function findFailureText(value: TSESTree.Node, judge: ResultJudge): readonly Failure[] {
  const node = unwrapExpression(value);
  const fields = node.type === "ObjectExpression" ? readObjectFields(node, judge.sourceCode).values : undefined;
  const text = fields ? fields.has("type") && fields.get("text") : TEXTS.has(node.type) && node;
  const tells = (each: TSESTree.Node) => isFailedAnswer(node, judge) || isFailureAnswer(each, judge);
  if (!text || !isGivenByTool(node, judge) || !tells(text)) return [];
  return [{ kind: "text", node, shape: "text" }];
}

/** What is surely a text where it stands. */
const TEXTS: ReadonlySet<string> = new Set(["Literal", "TemplateLiteral", "BinaryExpression"]);

/** Returns whether an object tells that its function failed, and the function does not exist to tell this. */
function isOutcome({ node, field = "" }: Failure, owner: FunctionNode, lint: ResultJudge): boolean {
  const flag = classifyFlag(field);
  const isVerdict = () => hasVerdictType(owner, lint);
  // `{ reachable: false }` is an answer, unless the question could not be asked.
  if (flag === "answer" && (isVerdict() || !findEnclosingHandler(node, lint))) return false;
  const name = readWrappedName(owner, lint.sourceCode) ?? "";
  // `formatError` only puts a failure into another form.
  if (FAILURE_WORDS.test(field)) return !/^_*format(?=[A-Z_\d]|$)/.test(name);
  if (!asksForVerdict(name)) return !onlyTries(name) || saysReason(node, lint);
  if (STATE_FIELDS.test(field) || !saysReason(node, lint) || isVerdict()) return false;
  return bringsResult(field, owner, lint);
}

function saysReason(node: TSESTree.Node, { sourceCode }: LintContext): boolean {
  if (node.type !== "ObjectExpression") return true;
  return [...readObjectFields(node, sourceCode).values].some(([name, value]) => tellsOfFailure(name, value));
}

/** Returns whether a failure leaves the server as the success of a tool. */
export function leavesAsSuccess(
  { kind, node, field = "", exit: { owner } }: FailureResult,
  lint: LintContext,
): boolean {
  if (kind === "text") return true;
  if (kind === "isError" || classifyFlag(field) === "answer" || FAILURE_HINTS.test(field)) return false;
  const isContent = node.type === "ObjectExpression" && listContentTexts(node, lint) !== undefined;
  return isContent || (owner !== undefined && answersTool(owner, lint));
}

/**
 * The kinds of object literals in a contract. Each kind has its own rules, so that one fault has one finding: `legacy`,
 * an argument of a deprecated class, or an object that such a class makes: `no-legacy-error`; `result`, a returned
 * failure or a part of one: `no-error-result`; `envelope`: `valid-envelope`, `prefer-factory` and the rules about its
 * code and message.
 */
type ObjectKind = "legacy" | "result" | "envelope" | "other";

/** Returns the kind of an object literal. Rules look at its names first, since this may follow variables. */
export function classifyObject(object: TSESTree.ObjectExpression, lint: LintContext): ObjectKind {
  if (isLegacyArgument(object, lint) || isMadeByLegacyClass(object, lint)) return "legacy";
  const judge = { ...lint, discriminants: DEFAULT_DISCRIMINANTS };
  if (detectFailedToolResult(object, judge) !== undefined || isReturnedFailure(object, judge)) return "result";
  return readEnvelope(object, lint) ? "envelope" : "other";
}

/** Whether an object is returned as a failure where it stands, or as a constant. */
function isReturnedFailure(object: TSESTree.ObjectExpression, judge: ResultJudge): boolean {
  if (judge.contract.definesContract) return false;
  const holder = getOutermostWrapper(object).parent;
  const isConstant = holder?.type === "VariableDeclarator" && holder.init !== null;
  const [constant] = isConstant ? judge.sourceCode.getDeclaredVariables(holder) : [];
  const places = constant?.references.map(({ identifier }) => identifier) ?? [object];
  return places.some((place) => {
    const exit = findReturnAround(place, judge);
    return exit !== undefined && findFailureResults(exit, judge).some(({ node }) => isInside(object, node));
  });
}

function findReturnAround(place: TSESTree.Node, lint: ResultJudge): ReturnExit | undefined {
  for (let current = place.parent; current; current = current.parent) {
    const exit = readReturn(current, lint);
    if (exit && isInside(place, exit.value)) return exit;
    if (isExecutionBoundary(current)) return undefined;
  }
  return undefined;
}

function readFailures(value: TSESTree.Node, judge: ResultJudge): readonly Failure[] {
  return followValues<Failure>(value, judge, ({ kind, node }, follow) => {
    switch (node.type) {
      case "ObjectExpression":
        return readObjectFailures(node, judge);
      case "ArrayExpression":
        return findEnclosingHandler(node, judge) ? node.elements.flatMap((each) => (each ? follow(each) : [])) : [];
      case "CallExpression":
        return readCallFailures(node, judge, follow);
      case "Identifier":
        return readVariableFailures(node, judge, follow);
      default:
        // What an object holds was made for another purpose.
        return kind === "step" && node.type !== "MemberExpression" ? undefined : [];
    }
  });
}

function readObjectFailures(node: TSESTree.ObjectExpression, judge: ResultJudge): readonly Failure[] {
  const { contract, sourceCode, discriminants } = judge;
  if (node.properties.length === 0) return [];
  const { values, isOpen } = readObjectFields(node, sourceCode);
  const failed = detectFailedToolResult(node, judge);
  const maker = failed === "text" ? findFailureMaker(node, judge) : undefined;
  if (failed) return [{ kind: failed, node, shape: failed === "text" ? "text" : "{ isError: true }", maker }];
  // `{ ...answer, isError: true }` is one, too.
  if (values.has("isError") && (isOpen || values.has("content") || values.has("structuredContent"))) return [];
  if (contract.data.delivery.startsWith("return") && mayBeEnvelope(node, judge)) return [];
  const name = findFailureField(node, discriminants, judge);
  const value = name === undefined ? undefined : values.get(name);
  if (name === undefined || !value || isOAuthError([...values.keys()])) return [];
  // With a code of the contract at its place it is the envelope: `valid-envelope` and `prefer-factory` speak.
  const isResult = DEFAULT_DISCRIMINANTS.some((each) => each.name === name);
  if (!isResult && hasCodeOfContract(node, judge)) return [];
  return [{ kind: "object", field: name, node, shape: describeField(name, value, judge) }];
}

/** The members of an error of an authorization server (RFC 6749, section 5.2). */
const OAUTH_MEMBERS: ReadonlySet<string> = new Set(["error", "error_description", "error_uri", "state", "scope"]);

function isOAuthError(names: readonly string[]): boolean {
  return names.includes("error_description") && names.every((name) => OAUTH_MEMBERS.has(name));
}

/** Prints a field for a message: `{ ok: false }`; leaves out a long value. */
function describeField(name: string, value: TSESTree.Node, { sourceCode }: LintContext): string {
  const text = sourceCode.getText(value);
  return text.length <= 12 && !text.includes("\n") ? `{ ${name}: ${text} }` : `{ ${name} }`;
}

const PASSED_ON = ["JSON.stringify", "Object.freeze", "Promise.resolve", "Object.assign"] as const;

function readCallFailures(
  call: TSESTree.CallExpression,
  judge: ResultJudge,
  follow: Follow<Failure>,
): readonly Failure[] {
  const { callee, arguments: given } = call;
  const name = resolveGlobalName(callee, PASSED_ON, judge.sourceCode);
  if (name) return (name === "Object.assign" ? given.slice(1).slice(-1) : given.slice(0, 1)).flatMap(follow);
  const made = findCalledFunction(call, judge.sourceCode);
  if (made && makesContent(made, judge))
    return isFailingCall(call, judge) && !isToldAtHelper(made, judge)
      ? [{ kind: "text", node: call, shape: "text" }]
      : [];
  const imported = made ? [] : readImportedFailures(call, judge);
  if (imported.length > 0) return imported;
  if (FAILURE_NAME.test(readCalleeName(call, judge.sourceCode))) return [];
  // `jsonResult({ ok: false })`: the function that makes a response is not to blame for its argument.
  const [result, ...others] = given.map(unwrapExpression);
  const makesResponse = callee.type === "Identifier" && /(?:result|json|text|content|response)$/i.test(callee.name);
  if (!makesResponse || others.length > 0 || result?.type !== "ObjectExpression") return [];
  return readObjectFailures(result, judge).filter(({ kind }) => kind === "object");
}

/** Reads what a function of another module answers, where the place, a name or an argument tells of a failure. */
function readImportedFailures(call: TSESTree.CallExpression, judge: ResultJudge): readonly Failure[] {
  const isGiven = isGivenByTool(call, judge);
  const isLikely = isGiven || FAILURE_NAME.test(readCalleeName(call, judge.sourceCode)) || isFailingPlace(call, judge);
  const callee = isLikely ? findImportedFunction(call.callee, judge) : undefined;
  if (!callee || callee === "unknown") return [];
  const maker = findImportedFailure(call, judge);
  if (makesContent(callee.node, callee.lint))
    return maker || isFailingCall(call, judge) ? [{ kind: "text", node: call, shape: "text", maker }] : [];
  return maker && isGiven ? [{ kind: "object", node: call, shape: "a failure", maker }] : [];
}

function readVariableFailures(
  name: TSESTree.Identifier,
  judge: ResultJudge,
  follow: Follow<Failure>,
): readonly Failure[] {
  const variable = resolveVariable(name, judge.sourceCode);
  const [definition, ...others] = variable?.defs ?? [];
  if (!variable || definition?.type !== "Variable" || others.length > 0) return [];
  // A variable of the module is its state.
  if (findEnclosingFunction(definition.node) !== findEnclosingFunction(name)) return [];
  const changes = variable.references.flatMap(({ identifier }) => readChange(identifier, judge) ?? []);
  const writes = variable.references.filter((reference) => reference.isWrite());
  // What a variable begins with may be overwritten before it is returned.
  const counting = writes.filter(({ init }) => init !== true || writes.length + changes.length === 1);
  const written = counting.flatMap(({ identifier }) => readWritten(identifier) ?? []);
  const failing = changes.filter(({ place }) => isReturnedAfter(place, variable)).flatMap(({ failures }) => failures);
  const isMarked = variable.references.some(({ identifier }) => readAssignedField(identifier, judge) === "isError");
  return [...written.flatMap(follow).filter(({ kind }) => kind !== "text" || !isMarked), ...failing];
}

/** `isError` of `answer.isError = true` */
function readAssignedField({ parent }: TSESTree.Node, { sourceCode }: LintContext): string | undefined {
  if (parent?.type !== "MemberExpression" || parent.parent.type !== "AssignmentExpression") return undefined;
  return parent.parent.left === parent ? readStaticKey(parent, sourceCode) : undefined;
}

/** Returns the value that `r = value` or `let r = value` writes; loops and patterns are not followed. */
function readWritten(identifier: TSESTree.Node): TSESTree.Node | undefined {
  const { parent } = identifier;
  if (parent?.type === "VariableDeclarator" && parent.id === identifier) return parent.init ?? undefined;
  const isAssigned = parent?.type === "AssignmentExpression" && parent.left === identifier;
  return isAssigned && parent.operator === "=" ? parent.right : undefined;
}

interface Change {
  readonly place: TSESTree.Node;
  /** The failures that the variable becomes; none where the change says nothing of a failure. */
  readonly failures: readonly Failure[];
}

/** `r.ok = ...` and `Object.assign(r, { ok: ... })` */
function readChange(identifier: TSESTree.Node, judge: ResultJudge): Change | undefined {
  const { sourceCode, discriminants } = judge;
  const { parent } = identifier;
  if (parent?.type === "CallExpression" && parent.arguments[0] === identifier) {
    const [, given] = parent.arguments;
    const isChanged = given && resolveGlobalName(parent.callee, ["Object.assign"], sourceCode);
    return isChanged ? { place: parent.parent, failures: readFailures(given, judge) } : undefined;
  }
  if (parent?.type !== "MemberExpression" || parent.object !== identifier) return undefined;
  const node = parent.parent;
  if (node.type !== "AssignmentExpression" || node.left !== parent) return undefined;
  const field = readStaticKey(parent, sourceCode) ?? "";
  const discriminant = discriminants.find(({ name }) => name === field);
  if (!discriminant) return undefined;
  const failure = { kind: "object", field, node, shape: describeField(field, node.right, judge) } as const;
  return { place: node.parent, failures: isFailing(node.right, discriminant, judge) ? [failure] : [] };
}

/** Whether a statement behind another one, in the same block, returns a variable. */
function isReturnedAfter(statement: TSESTree.Node, { references }: TSESLint.Scope.Variable): boolean {
  return references.some(({ identifier: { parent } }) => {
    const isReturn = parent.type === "ReturnStatement" && parent.parent === statement.parent;
    return isReturn && parent.range[0] > statement.range[0];
  });
}
