// Finds data in what a server answers that must not reach a client: in the fields of an envelope, in the content of a
// tool's result, in the body of a response. Each is followed to the sources of its text or JSON: parts of templates,
// properties, elements, arguments of conversions, and what functions of the file return; there the leak is reported,
// because there it can be mended. The result of an unknown function is not judged.
import type { TSESTree } from "@typescript-eslint/utils";
import { isKnownNonError } from "../catches/non-errors.js";
import { isContractError } from "../codes/code-places.js";
import { type Call, readGivenFields } from "../codes/contract-codes.js";
import type { LintContext } from "../contract/lint-context.js";
import { findEnclosingHandler, isCaught } from "../model/failure-handlers.js";
import { findImportedFunction } from "../model/callees.js";
import { isLogging } from "../model/exits.js";
import { findSentBody, isFailureStatus } from "../model/responses.js";
import { type Follow, type Value, followValues } from "../model/values.js";
import { classifyObject } from "../results/failure-results.js";
import { findBuiltinErrorName, resolveGlobalName } from "../syntax/built-ins.js";
import {
  findProperty,
  getOutermostWrapper,
  listPossibleValues,
  readMethodCall,
  readStaticKey,
  unwrapExpression,
} from "../syntax/expressions.js";
import {
  collectReturnedValues,
  findEnclosingFunction,
  findReceivingCatch,
  isFunctionNode,
  listParameters,
  testsBefore,
} from "../syntax/functions.js";
import { resolveReferencePath, resolveVariable } from "../syntax/references.js";
import { isMentionedInFile } from "../syntax/source-file.js";
import { listToolHandlers } from "../tools/tool-handlers.js";
import { LOG_NOTIFICATION } from "../words/frameworks.js";
import { isError, isErrorHandler } from "./error-values.js";

/** Something that a client should not see, at the node to report. */
export interface Leak {
  readonly kind: "stack" | "error" | "environment";
  readonly node: TSESTree.Node;
  /** Where the client reads it. */
  readonly place: "envelope" | "result" | "body" | "log" | "message";
}

export interface LeakReader extends LintContext {
  /** Whether code under a test for development does not count. */
  readonly allowInDevelopment: boolean;
}

const DEVELOPMENT = /\b(?:NODE_ENV\b|DEBUG\b|isDev)/;
// OAuth wants the addresses of the authorization server in the answer to a request without a token (RFC 9728).
const HARMLESS_VARIABLES = /^(?:NODE_ENV|npm_\w+|(?:\w+_)?(?:PORT|ISSUER)|\w*(?:AUTH|TOKEN)\w*_(?:URL|URI|ENDPOINT))$/;
/** What makes a text of a value with all that is in it. */
const CONVERSIONS: ReadonlySet<string> = new Set(["stringify", "inspect"]);

/** Returns the leaks in what a client will read of a node, without what is in its children. */
export function collectLeaks(node: TSESTree.Node, lint: LeakReader): readonly Leak[] {
  return listAnswers(node, lint).flatMap((answer) =>
    followLeaks(answer, lint).filter((leak) => isJudgedHere(leak, answer) && !isOfOtherRule(leak, node, lint)),
  );

  function isJudgedHere({ kind, node: at }: Leak, { value, place, isFailure, handlesErrors }: Answer): boolean {
    if (place === "message") return kind === "stack";
    if (kind === "error") return !handlesErrors || at !== value;
    // One value of the environment may be the requested data, all of it is not.
    return kind === "stack" || isFailure || /\bprocess\.env\b(?!\??[.[])/.test(lint.sourceCode.getText(at));
  }
}

/** A stack in an answer is worse than how it is answered: of such an answer only `no-error-leak` speaks. */
export function showsStack(node: TSESTree.Node, lint: LintContext): boolean {
  return collectLeaks(node, { ...lint, allowInDevelopment: true }).some(({ kind }) => kind === "stack");
}

/** Of a failure without an envelope `no-error-result` says all there is to say. */
function isOfOtherRule({ kind, place }: Leak, node: TSESTree.Node, lint: LintContext): boolean {
  if (kind === "stack" || place !== "result" || node.type !== "ObjectExpression") return false;
  return classifyObject(node, lint) === "result";
}

function followLeaks({ value: expression, place }: Answer, lint: LeakReader): readonly Leak[] {
  return followValues<Leak>(expression, lint, (value, follow) => {
    if (lint.allowInDevelopment && isInDevelopment(value.node, lint)) return [];
    const kind = classify(value.node, lint);
    if (kind === "harmless" || (kind === "error" && place === "envelope" && isQuoted(value.node, lint))) return [];
    // The leak is reported where the value stands that a client will read.
    return kind ? [{ kind, node: value.through[0] ?? value.node, place }] : searchParts(value, follow, lint);
  });
}

/** `${err}`, `"" + err`, `String(err)`, `err.toString()`: an error as a text is its class and its message. */
function isQuoted(node: TSESTree.Node, { sourceCode }: LintContext): boolean {
  if (node.type === "CallExpression") return true;
  const { parent } = getOutermostWrapper(node);
  if (parent?.type === "CallExpression") return resolveGlobalName(parent.callee, ["String"], sourceCode) !== undefined;
  return parent?.type === "TemplateLiteral" || parent?.type === "BinaryExpression";
}

function isInDevelopment(value: TSESTree.Node, { sourceCode }: LeakReader): boolean {
  return [...testsBefore(value, isFunctionNode)].some(({ test }) => DEVELOPMENT.test(sourceCode.getText(test)));
}

/** Says what a node leaks as a whole; `harmless`: nothing, whatever its parts are. */
function classify(node: TSESTree.Node, lint: LeakReader): Leak["kind"] | "harmless" | undefined {
  const { contract, sourceCode } = lint;
  switch (node.type) {
    case "Identifier":
      if (!isError(node, lint, true)) return classifyVariable(node, lint);
      // A class with a `toJSON` of its own shows what it means to show.
      if (lint.facts?.property(node, "toJSON") === "required") return "harmless";
      return isContractError(node, lint) ? "harmless" : "error";
    case "MemberExpression": {
      const isStack = readStaticKey(node, sourceCode) === "stack";
      return isStack && isError(unwrapExpression(node.object), lint) ? "stack" : classifyVariable(node, lint);
    }
    case "NewExpression":
      return findBuiltinErrorName(node.callee, sourceCode) === undefined ? undefined : "error";
    case "CallExpression": {
      if (contract.nameOf(node.callee) !== undefined) return "harmless";
      const { name, object } = readMethodCall(node, sourceCode) ?? {};
      const owner = object && name === "toString" ? unwrapExpression(object) : undefined;
      if (!owner || !isError(owner, lint, true)) return showsArgument(node, lint) ? "stack" : undefined;
      return isKnownNonError(owner, lint) ? "harmless" : "error";
    }
    default:
      return undefined;
  }
}

/** `process.env.API_KEY`, `process.env` */
function classifyVariable(node: TSESTree.Node, { sourceCode }: LeakReader): "environment" | "harmless" | undefined {
  const { root, path: [owner, env, ...names] = [] } = resolveReferencePath(node, sourceCode) ?? {};
  if (root?.kind !== "global" || owner !== "process" || env !== "env") return undefined;
  return HARMLESS_VARIABLES.test(names.join(".")) ? "harmless" : "environment";
}

function searchParts({ kind, node }: Value, follow: Follow<Leak>, lint: LeakReader) {
  // `err.message ?? err`: a value that is no Error has nothing but its text to show.
  const followText = (part: TSESTree.Node) =>
    listPossibleValues(part).flatMap((value) => (isKnownNonError(value, lint) ? [] : follow(value)));
  switch (node.type) {
    case "TemplateLiteral":
      return node.expressions.flatMap(followText);
    case "BinaryExpression":
      return node.operator === "+" ? [node.left, node.right].flatMap(followText) : [];
    case "ObjectExpression":
      return node.properties.flatMap((each) => follow(each.type === "SpreadElement" ? each.argument : each.value));
    case "ArrayExpression":
      return node.elements.flatMap((each) =>
        each ? follow(each.type === "SpreadElement" ? each.argument : each) : [],
      );
    case "CallExpression": {
      if (kind === "step") return undefined;
      const [first] = node.arguments;
      const { callee } = node;
      if (first && callee.type === "Identifier" && callee.name === "String") return followText(first);
      const { name = callee.type === "Identifier" ? callee.name : "", object } =
        readMethodCall(node, lint.sourceCode) ?? {};
      if (first && CONVERSIONS.has(name)) return follow(first);
      // `err.stack.split("\n")` shows the stack; a call of `replace` may remove it on purpose.
      if (!object || name.startsWith("replace")) return [];
      return follow(object).filter((leak) => leak.kind === "stack");
    }
    default:
      return undefined;
  }
}

/** Returns whether a function of another module gives the stack of an error that it is given: `describe(error)`. */
function showsArgument(call: TSESTree.CallExpression, lint: LeakReader): boolean {
  const given = call.arguments.map((each) => isError(unwrapExpression(each), lint, true));
  const callee = given.includes(true) ? findImportedFunction(call.callee, lint) : undefined;
  if (!callee || callee === "unknown" || !isMentionedInFile("stack", callee.lint.sourceCode)) return false;
  const home = { ...lint, ...callee.lint };
  const returned = collectReturnedValues(callee.node, home.sourceCode);
  const shown = new Set(returned.flatMap((value) => listStackOwners(value, home)));
  return listParameters(callee.node).some((each, index) => given[index] && shown.has(each));
}

/** Lists the names of the variables whose stack a text holds. */
function listStackOwners(text: TSESTree.Node, lint: LeakReader): readonly TSESTree.Node[] {
  const { sourceCode } = lint;
  return followValues<TSESTree.Node>(text, lint, ({ kind, node }, follow) => {
    switch (node.type) {
      case "MemberExpression":
        if (readStaticKey(node, sourceCode) !== "stack") return undefined;
        return resolveVariable(unwrapExpression(node.object), sourceCode)?.defs.map(({ name }) => name) ?? [];
      case "TemplateLiteral":
        return node.expressions.flatMap(follow);
      case "BinaryExpression":
        return [node.left, node.right].flatMap(follow);
      case "ArrayExpression":
        return node.elements.flatMap((each) => (each ? follow(each) : []));
      case "ObjectExpression":
        return node.properties.flatMap((each) => (each.type === "Property" ? follow(each.value) : []));
      case "CallExpression": {
        if (kind === "step") return undefined;
        const { name, object } = readMethodCall(node, sourceCode) ?? {};
        // A call of `replace` may remove the stack on purpose.
        if (name?.startsWith("replace")) return [];
        return [...(object ? [object] : []), ...node.arguments].flatMap(follow);
      }
      default:
        return undefined;
    }
  });
}

/** An expression that a client will read. */
interface Answer {
  readonly value: TSESTree.Node;
  readonly place: Leak["place"];
  /** Whether it is surely that of a failure: in a success, a path may be the requested data. */
  readonly isFailure: boolean;
  /** Whether an error that is the whole value goes to an error handler, which writes what clients may see of it. */
  readonly handlesErrors?: boolean | undefined;
}

/** Returns what a client will read of a node, without what is in its children. */
function listAnswers(node: TSESTree.Node, lint: LintContext): readonly Answer[] {
  switch (node.type) {
    case "CallExpression":
    case "NewExpression":
      return [...listEnvelopeFields(node, lint), ...listBodies(node, lint), ...listLogData(node, lint)];
    case "ObjectExpression":
      return listResultParts(node, lint);
    case "ThrowStatement":
      return listThrownMessage(node, lint);
    default:
      return [];
  }
}

/** The fields whose content the server writes for its clients; the others have a meaning of their own. */
function listEnvelopeFields(node: Call, lint: LintContext): readonly Answer[] {
  const { data } = lint.contract;
  const find = readGivenFields(node, lint);
  // `logger.error(SystemError.internal(...))`: an error that is made for a log reaches no client.
  if (!find || (node.parent.type === "CallExpression" && isLogging(node.parent, lint))) return [];
  // `require-literal-message` checks the contents of literal messages.
  const fields = [...(data.message === "literal" ? [] : [data.fields.message]), data.fields.details];
  return fields.flatMap((path) => find(path) ?? []).map((value) => ({ value, place: "envelope", isFailure: true }));
}

/** `server.sendLoggingMessage({ level: "error", data })`: the client gets such a log. */
function listLogData(call: Call, lint: LintContext): readonly Answer[] {
  if (lint.contract.isNone || readMethodCall(call, lint.sourceCode)?.name !== LOG_NOTIFICATION) return [];
  const [message] = call.arguments;
  const data = message?.type === "ObjectExpression" ? findProperty(message, "data", lint.sourceCode) : undefined;
  return data ? [{ value: data.value, place: "log", isFailure: true }] : [];
}

/** The message of an error that a tool's handler throws out of itself: a server answers with it. */
function listThrownMessage({ argument, parent }: TSESTree.ThrowStatement, lint: LintContext): readonly Answer[] {
  const { contract, sourceCode } = lint;
  if (contract.isNone || argument.type !== "NewExpression" || !isMentionedInFile("stack", sourceCode)) return [];
  const [message] = argument.arguments;
  const owner = findEnclosingFunction(argument);
  const leaves = owner && !findReceivingCatch(parent) && listToolHandlers(owner, lint).length > 0;
  return leaves && message ? [{ value: message, place: "message", isFailure: true }] : [];
}

/**
 * `{ content: [{ type: "text", text }], structuredContent, isError: true }`: a tool's result. Where there is no
 * contract, an object of that form is any message.
 */
function listResultParts(node: TSESTree.ObjectExpression, lint: LintContext): readonly Answer[] {
  const { contract, sourceCode } = lint;
  if (contract.isNone || !isMentionedInFile("content", sourceCode)) return [];
  const content = findProperty(node, "content", sourceCode);
  const list = content && unwrapExpression(content.value);
  const parts = list?.type === "ArrayExpression" ? list.elements : [];
  const texts = parts.flatMap((part) => (part && findContentText(part, lint)) ?? []);
  // Most objects of a file are no result; whose failure they tell is a longer question.
  if (texts.length === 0) return [];
  const structured = findProperty(node, "structuredContent", sourceCode);
  const mark = findProperty(node, "isError", sourceCode)?.value;
  const isFailure = (mark?.type === "Literal" && mark.value === true) || isAnswerOfFailure(node, lint);
  return [...texts, ...(structured ? [structured.value] : [])].map((value) => ({ value, place: "result", isFailure }));
}

function findContentText(element: TSESTree.Node, { sourceCode }: LintContext): TSESTree.Node | undefined {
  const part = unwrapExpression(element);
  if (part.type !== "ObjectExpression") return undefined;
  const type = findProperty(part, "type", sourceCode)?.value;
  const isText = type && listPossibleValues(type).some((each) => each.type === "Literal" && each.value === "text");
  return isText ? findProperty(part, "text", sourceCode)?.value : undefined;
}

function listBodies(call: Call, lint: LintContext): readonly Answer[] {
  const sent = findSentBody(call, lint);
  if (!sent) return [];
  const isFailure = isFailureStatus(sent.status, lint) || isAnswerOfFailure(call, lint);
  return [{ value: sent.body, place: "body", isFailure, handlesErrors: sent.kind?.handlesErrors }];
}

/**
 * Whether a node stands where a failure is being handled: in a catch clause, or in a function that was given the error.
 */
function isAnswerOfFailure(node: TSESTree.Node, lint: LintContext): boolean {
  if (findEnclosingHandler(node, lint)) return true;
  const around = findEnclosingFunction(node);
  if (!isFunctionNode(around)) return false;
  const [first] = listParameters(around);
  return isErrorHandler(around) || (!!first && isCaught(resolveVariable(first, lint.sourceCode), lint));
}
