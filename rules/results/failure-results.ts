import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { findEnclosingHandler, isCaught } from "../catches/failure-handlers.js";
import { isCodeOfContract } from "../codes/contract-codes.js";
import type { LintContext } from "../contract/lint-context.js";
import { findEnvelopeClaim, hasCodeOfContract } from "../envelopes/envelope-claims.js";
import { mayBeEnvelope } from "../envelopes/envelope-faults.js";
import { isNothing, listPossibleValues, unwrapExpression, getOutermostWrapper } from "../syntax/expressions.js";
import { type FunctionNode, findEnclosingFunction, isExecutionBoundary } from "../syntax/functions.js";
import { isInside } from "../syntax/nodes.js";
import {
  resolveGlobalName,
  readObjectFields,
  resolveReferencePath,
  readStaticKey,
  resolveVariable,
  findWrittenValue,
} from "../syntax/references.js";
import { mentionsName } from "../syntax/source-file.js";
import {
  DEFAULT_DISCRIMINANTS,
  type Discriminant,
  findFailureField,
  isFailing,
  tellsOfFailure,
} from "../model/sayings.js";
import { ERROR_FIELDS, FAILURE_WORDS, STATE_FIELDS, classifyFlag } from "../words/failures.js";
import { detectFailedToolResult } from "./mcp-results.js";
import {
  asksQuestion,
  doesMoreThanAsk,
  givesVerdictAlone,
  isAttempt,
  isDescription,
  isRecordMaker,
  isVerdict,
  returnsOnlyErrors,
  returnsOutcome,
} from "./result-purpose.js";
import { type ReturnSite, readReturnSite, readReturnSiteOfCall } from "./return-sites.js";

/** A failure that is returned as a value. */
export interface FailureResult {
  /**
   * `object`: an object with a field that only failures have; `isError`: an MCP result marked as error that holds no
   * envelope; `text`: one that is not even marked; `tuple`: `[null, err]`.
   */
  readonly kind: "object" | "isError" | "text" | "tuple";
  /** The field that makes an object a failure. */
  readonly field?: string;
  /** Where it is made. */
  readonly node: TSESTree.Node;
  /** The syntax that makes it a failure, for the message: `{ ok: false }`. */
  readonly shape: string;
}

export interface ResultJudge extends LintContext {
  readonly discriminants: readonly Discriminant[];
  /** Whether `[null, err]` counts. */
  readonly tuples: boolean;
}

const MAX_STEPS = 5;

/**
 * Whether the text of a file leaves it open that code returns failures: each has a name that tells it from a success.
 */
export function mayReturnFailures({ sourceCode: { text }, discriminants, tuples }: ResultJudge): boolean {
  return tuples || FAILURE_WORDS.test(text) || discriminants.some(({ name }) => mentionsName(text, name));
}

// The values of `error` in RFC 6749, 6750, 7591 and 8628: the answers of an authorization server have this shape.
const OAUTH_ERRORS: ReadonlySet<unknown> = new Set([
  ...["invalid_request", "invalid_client", "invalid_grant", "invalid_scope", "invalid_token", "invalid_redirect_uri"],
  ...["invalid_client_metadata", "access_denied", "unauthorized_client", "unsupported_grant_type"],
  ...["unsupported_response_type", "server_error", "temporarily_unavailable", "insufficient_scope"],
  ...["authorization_pending", "slow_down", "expired_token"],
]);

const OAUTH_MEMBERS: ReadonlySet<string> = new Set(["error", "error_description", "error_uri", "state", "scope"]);

function isOAuthError(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): boolean {
  if (node.type !== "ObjectExpression") return false;
  const { values } = readObjectFields(node, sourceCode);
  const error = values.get("error");
  const code = error && unwrapExpression(error);
  if (code?.type !== "Literal" || !OAUTH_ERRORS.has(code.value)) return false;
  return [...values.keys()].every((name) => OAUTH_MEMBERS.has(name));
}

/** The failures that code returns at a site, each where it is made. */
export function findFailureResults({ value, owner }: ReturnSite, judge: ResultJudge): readonly FailureResult[] {
  const found = readFailureResults(value, judge, 0).filter(({ node }) => !isOAuthError(node, judge.sourceCode));
  if (found.length === 0 || !owner) return found;
  if (!returnsOutcome(owner, judge.sourceCode)) return [];
  return found.filter((each) => each.kind !== "object" || isOutcome(each, owner, judge));
}

/** Returns whether an object tells that its function failed, and the function does not exist to tell this. */
function isOutcome({ node, field = "" }: FailureResult, owner: FunctionNode, judge: ResultJudge): boolean {
  const { sourceCode, discriminants } = judge;
  const flag = classifyFlag(field);
  if (flag === "answer" || (flag === "validity" && givesVerdictAlone(owner, sourceCode)))
    return findEnclosingHandler(node, sourceCode) !== undefined && !isVerdict(node, owner, sourceCode);
  const isChosen = discriminants.some(({ name }) => name === field);
  if (FAILURE_WORDS.test(field) || (!flag && !isChosen && !STATE_FIELDS.test(field))) {
    return (
      !isRecordMaker(owner, sourceCode) &&
      !isDescription(owner, sourceCode) &&
      !returnsOnlyErrors(node, owner, sourceCode)
    );
  }
  if (STATE_FIELDS.test(field)) return !asksQuestion(owner, sourceCode);
  const hasReason = saysReason(node, sourceCode);
  const mayBeVerdict = flag !== "outcome" || !hasReason || !doesMoreThanAsk(field, owner, sourceCode);
  if (mayBeVerdict && isVerdict(node, owner, sourceCode)) return false;
  return hasReason || !isAttempt(owner, sourceCode);
}

function saysReason(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): boolean {
  if (node.type !== "ObjectExpression") return true;
  return [...readObjectFields(node, sourceCode).values].some(([name, value]) => tellsOfFailure(name, value));
}

/**
 * Whether an object is returned as a failure where it stands, or as a constant: `no-error-result` speaks about all that
 * is in it.
 */
export function isReturnedFailure(object: TSESTree.ObjectExpression, context: LintContext): boolean {
  if (context.contract.definesContract) return false;
  const judge: ResultJudge = { ...context, discriminants: DEFAULT_DISCRIMINANTS, tuples: false };
  const holder = getOutermostWrapper(object).parent;
  const isConstant = holder?.type === "VariableDeclarator" && holder.init !== null;
  const [constant] = isConstant ? context.sourceCode.getDeclaredVariables(holder) : [];
  const places = constant?.references.map(({ identifier }) => identifier) ?? [object];
  return places.some((place) => {
    const site = findEnclosingReturnSite(place, judge);
    return site !== undefined && findFailureResults(site, judge).some(({ node }) => isInside(object, node));
  });
}

function findEnclosingReturnSite(place: TSESTree.Node, judge: ResultJudge): ReturnSite | undefined {
  for (let current = place.parent; current; current = current.parent) {
    const site = findReturnSite(current, judge);
    if (site && isInside(place, site.value)) return site;
    if (isExecutionBoundary(current)) return undefined;
  }
  return undefined;
}

function findReturnSite(node: TSESTree.Node, { sourceCode }: ResultJudge): ReturnSite | undefined {
  switch (node.type) {
    case "ReturnStatement":
    case "ArrowFunctionExpression":
      return readReturnSite(node);
    case "CallExpression":
      return readReturnSiteOfCall(node, sourceCode, false);
    default:
      return undefined;
  }
}

function readFailureResults(value: TSESTree.Node, judge: ResultJudge, steps: number): readonly FailureResult[] {
  if (steps > MAX_STEPS) return [];
  return listPossibleValues(value).flatMap((node) => {
    switch (node.type) {
      case "ObjectExpression":
        return readObjectResults(node, judge);
      case "ArrayExpression":
        return readArrayResults(node, judge);
      case "AwaitExpression":
        return readFailureResults(node.argument, judge, steps + 1);
      case "CallExpression":
        return readCallResults(node, judge, steps);
      case "Identifier":
        return readVariableResults(node, judge, steps);
      default:
        return [];
    }
  });
}

function readObjectResults(node: TSESTree.ObjectExpression, judge: ResultJudge): readonly FailureResult[] {
  const { contract, sourceCode, discriminants } = judge;
  if (node.properties.length === 0) return [];
  const { values } = readObjectFields(node, sourceCode);
  const failed = detectFailedToolResult(node, judge);
  if (failed) return [{ kind: failed, node, shape: failed === "text" ? "text" : "{ isError: true }" }];
  if (values.has("isError") && (values.has("content") || values.has("structuredContent"))) return [];
  if (contract.data.delivery.startsWith("return") && mayBeEnvelope(node, judge)) return [];
  const name = findFailureField(node, discriminants, sourceCode) ?? findTypedErrorField(node, judge);
  const value = name === undefined ? undefined : values.get(name);
  // With a code of the contract at its place it is the envelope, or means to be: `valid-envelope` and `prefer-factory`
  // speak.
  const isResult = DEFAULT_DISCRIMINANTS.some((each) => each.name === name);
  if (!isResult && (hasCodeOfContract(node, judge) || isMisspelledEnvelope(node, judge))) return [];
  return name !== undefined && value
    ? [{ kind: "object", field: name, node, shape: describeField(name, value, sourceCode) }]
    : [];
}

/** Finds a field that surely holds an error, where the function's result may lack it: `{ error }`, `{ data }`. */
function findTypedErrorField(
  object: TSESTree.ObjectExpression,
  { facts, sourceCode }: ResultJudge,
): string | undefined {
  const owner = facts && findEnclosingFunction(object);
  if (!owner) return undefined;
  const fields = [...readObjectFields(object, sourceCode).values].filter(([name]) => ERROR_FIELDS.test(name));
  const field = fields.find(
    ([name, value]) =>
      facts.property(value, "message") === "required" && facts.returnedProperty(owner, name) === "optional",
  );
  return field?.[0];
}

function isMisspelledEnvelope(node: TSESTree.ObjectExpression, judge: ResultJudge): boolean {
  const claim = findEnvelopeClaim(node, judge);
  return claim !== undefined && isCodeOfContract(claim.code.value, judge);
}

/** Prints a field for a message: `{ ok: false }`; leaves out a long value. */
function describeField(name: string, value: TSESTree.Node, sourceCode: TSESLint.SourceCode): string {
  const text = sourceCode.getText(value);
  return text.length <= 12 && !text.includes("\n") ? `{ ${name}: ${text} }` : `{ ${name} }`;
}

function readArrayResults(node: TSESTree.ArrayExpression, judge: ResultJudge): readonly FailureResult[] {
  const [first, second, ...others] = node.elements;
  const isTuple = judge.tuples && second && others.length === 0 && first && isNothing(first) && isError(second, judge);
  // The elements of a list are outcomes of items.
  return isTuple ? [{ kind: "tuple", node, shape: "[null, error]" }] : [];
}

function isError(node: TSESTree.Node, { sourceCode }: ResultJudge): boolean {
  const value = unwrapExpression(node);
  if (value.type === "NewExpression") return true;
  const variable = resolveVariable(value, sourceCode);
  return isCaught(variable, sourceCode);
}

function readCallResults(node: TSESTree.CallExpression, judge: ResultJudge, steps: number): readonly FailureResult[] {
  const { sourceCode } = judge;
  const name = resolveGlobalName(node.callee, ["JSON.stringify", "Object.freeze", "Object.assign"], sourceCode);
  const [first, ...others] = node.arguments;
  if (name === "JSON.stringify" || name === "Object.freeze")
    return first ? readFailureResults(first, judge, steps + 1) : [];
  if (name === "Object.assign") {
    const [last] = others.slice(-1);
    return last?.type === "ObjectExpression" ? readObjectResults(last, judge) : [];
  }
  // `jsonResult({ ok: false })`: the function that makes a response is not to blame for its argument.
  const [result] =
    first && others.length === 0 && makesResponse(node.callee) ? readFailureResults(first, judge, MAX_STEPS) : [];
  return result?.kind === "object" && first && unwrapExpression(first) === result.node ? [result] : [];
}

function makesResponse(callee: TSESTree.Node): boolean {
  return callee.type === "Identifier" && /(?:result|json|text|content|response)$/i.test(callee.name);
}

function readVariableResults(node: TSESTree.Identifier, judge: ResultJudge, steps: number): readonly FailureResult[] {
  const { sourceCode } = judge;
  const variable = resolveVariable(node, sourceCode);
  const [definition, ...others] = variable?.defs ?? [];
  if (!variable || definition?.type !== "Variable" || others.length > 0) return [];
  // A variable of the module is its state.
  if (findEnclosingFunction(definition.node) !== findEnclosingFunction(node)) return [];
  const writes = variable.references.filter((reference) => reference.isWrite());
  const changes = variable.references.flatMap(({ identifier }) => changeOf(identifier, judge) ?? []);
  const made = writes.flatMap(({ identifier, init }) => {
    const value = findWrittenValue(identifier, /^=$/);
    // The initial value of a variable may be overwritten before it is returned.
    const isBeginning = init === true && (writes.length > 1 || changes.length > 0);
    return value && !isBeginning ? readFailureResults(value, judge, steps + 1) : [];
  });
  const changed = changes.filter((change) => change.isFailing && isReturnedAfter(change.statement, variable));
  return [...made, ...changed.map(({ result }) => result)];
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
    const name = readStaticKey(parent, sourceCode) ?? "";
    const discriminant = discriminants.find((each) => each.name === name);
    if (!discriminant) return undefined;
    const shape = describeField(name, assignment.right, sourceCode);
    const result = { kind: "object", field: name, node: assignment, shape } as const;
    return { result, isFailing: isFailing(assignment.right, discriminant, sourceCode), statement: assignment.parent };
  }
  const isTarget = parent?.type === "CallExpression" && parent.arguments[0] === identifier;
  const [, given] = isTarget ? parent.arguments : [];
  if (given?.type !== "ObjectExpression") return undefined;
  if (!isTarget || resolveReferencePath(parent.callee, sourceCode)?.path.join(".") !== "Object.assign")
    return undefined;
  const [result] = readObjectResults(given, judge);
  const fallback: FailureResult = { kind: "object", node: given, shape: "" };
  return { result: result ?? fallback, isFailing: result !== undefined, statement: parent.parent };
}

/** Whether a statement behind another one, in the same block, returns a variable. */
function isReturnedAfter(statement: TSESTree.Node, { references }: TSESLint.Scope.Variable): boolean {
  const block = statement.parent;
  return references.some(({ identifier }) => {
    const site = identifier.parent;
    return site.type === "ReturnStatement" && site.parent === block && site.range[0] > statement.range[0];
  });
}
