import type { TSESTree } from "@typescript-eslint/utils";
import type { LintContext } from "../contract/lint-context.js";
import { claimsByNames, hasCodeOfContract } from "../envelopes/written-error.js";
import { mayBeEnvelope } from "../envelopes/envelope-faults.js";
import { isLogging } from "../model/exits.js";
import { findEnclosingHandler, findHandlerParameter } from "../model/failure-handlers.js";
import { type Callee, findImportedFunction } from "../model/callees.js";
import { type Discriminant, findFailureField, isFailing, listConverted } from "../model/sayings.js";
import { type Value, followValues, listValues } from "../model/values.js";
import { resolveGlobalName } from "../syntax/built-ins.js";
import {
  getAwaited,
  readCalleeName,
  readObjectFields,
  readPlainKey,
  readStaticKey,
  unwrapExpression,
} from "../syntax/expressions.js";
import {
  type FunctionNode,
  collectReturnedValues,
  findCalledFunction,
  findEnclosingFunction,
  isFunctionNode,
  listParameters,
  readFunctionName,
  testsBefore,
} from "../syntax/functions.js";
import { resolveVariable } from "../syntax/references.js";
import { getOrCreate, rememberFor } from "../syntax/remember.js";
import { isFailedAnswer, listContentTexts, makesContent } from "../tools/tool-answers.js";
import { collectNodes, isInside } from "../syntax/source-file.js";
import { FAILURE_NAME, REASON_FIELDS, classifyFlag, isErrorName } from "../words/names.js";

/** The file, and the fields that make an object a failure in it. */
export interface ResultJudge extends LintContext {
  readonly discriminants: readonly Discriminant[];
}

const FAILURE_OPENING = /^[^\p{L}]*error\b\s*:/iu;

/**
 * Returns how an object literal is the failed result of a tool without the contract's envelope: `isError`: it is
 * marked; `text`: only its text tells of a failure.
 */
export function detectFailedToolResult(
  object: TSESTree.ObjectExpression,
  judge: ResultJudge,
): "isError" | "text" | undefined {
  const { values, isOpen } = readObjectFields(object, judge.sourceCode);
  const mark = values.get("isError");
  const structured = values.get("structuredContent");
  const texts = listContentTexts(object, judge);
  // A message of a conversation has such content, too.
  if (isOpen || values.has("role")) return undefined;
  if (mark && (structured || values.has("content"))) {
    const isMarked = isFailing(mark, { name: "isError", value: true }, judge);
    const parts = [...(structured ? [structured] : []), ...(texts ?? [])];
    const isAllKnown = texts !== undefined || !values.has("content");
    return isMarked && isAllKnown && parts.every((part) => !mayHoldEnvelope(part, judge)) ? "isError" : undefined;
  }
  if (mark || (!structured && !texts)) return undefined;
  const mayBeEnvelope = judge.contract.data.delivery.startsWith("return");
  const parts = [structured, values.get("_meta")].filter((part) => part !== undefined);
  const tells =
    isFailedAnswer(object, judge) || isMadeForFailures(object, judge)
      ? [...(texts ?? []), ...parts]
      : [
          ...(texts ?? []).filter((text) => isFailureAnswer(text, judge)),
          ...parts.filter((part) => isFailureData(part, judge)),
        ];
  return tells.some((part) => !mayBeEnvelope || !mayHoldEnvelope(part, judge)) ? "text" : undefined;
}

/**
 * Returns whether a function exists to make what a tool answers when it failed, without a mark, by its name or by what
 * it takes: `const fail = (text) => ({ content })`. Its calls repeat one decision.
 */
export function isFailureHelper(made: FunctionNode, lint: LintContext): boolean {
  const name = readFunctionName(made, lint.sourceCode);
  if (name === undefined || !makesContent(made, lint)) return false;
  return FAILURE_NAME.test(name) || listParameters(made).some(isErrorParameter);
}

function isErrorParameter(parameter: TSESTree.Node): boolean {
  return parameter.type === "Identifier" && isErrorName(parameter.name);
}

/** Lists the calls of a function or a method in its file. */
export function listHelperCalls(made: FunctionNode, { sourceCode }: LintContext): readonly TSESTree.CallExpression[] {
  return groupCalls(sourceCode).get(made) ?? [];
}

/** Lists the calls of a function of another module, as far as they have its name. */
export function listImportedCalls({ node }: Callee, lint: LintContext): readonly TSESTree.CallExpression[] {
  const { sourceCode } = lint;
  const name = readFunctionName(node, sourceCode);
  return collectNodes(sourceCode, sourceCode.ast).filter((each): each is TSESTree.CallExpression => {
    if (each.type !== "CallExpression" || readCalleeName(each, sourceCode) !== name) return false;
    const callee = findImportedFunction(each.callee, lint);
    return callee !== undefined && callee !== "unknown" && callee.node === node;
  });
}

const groupCalls = rememberFor((sourceCode: LintContext["sourceCode"]) => {
  const callsOf = new Map<FunctionNode, TSESTree.CallExpression[]>();
  for (const node of collectNodes(sourceCode, sourceCode.ast)) {
    const made = node.type === "CallExpression" && findCalledFunction(node, sourceCode);
    if (made) getOrCreate(callsOf, made, () => []).push(node);
  }
  return callsOf;
});

/** Returns whether a call of a function that makes content answers a failure. */
export function isFailingCall(call: TSESTree.CallExpression, judge: ResultJudge): boolean {
  return isFailedAnswer(call, judge) || call.arguments.some((each) => isFailureAnswer(each, judge));
}

/** Returns whether a call of a function that exists for failures says nothing that its declaration does not. */
export function isToldAtHelper(made: FunctionNode, judge: ResultJudge): boolean {
  if (!isFailureHelper(made, judge)) return false;
  return collectReturnedValues(made, judge.sourceCode).some((value) => {
    const answer = unwrapExpression(value);
    return answer.type === "ObjectExpression" && detectFailedToolResult(answer, judge) === "text";
  });
}

/** Returns whether a helper for failures makes an answer out of an error, or is called where the work failed. */
function isMadeForFailures(object: TSESTree.ObjectExpression, judge: ResultJudge): boolean {
  const made = findEnclosingFunction(object);
  if (!made || !isFailureHelper(made, judge)) return false;
  const isReturned = collectReturnedValues(made, judge.sourceCode).some((value) => unwrapExpression(value) === object);
  if (!isReturned || !listContentTexts(object, judge)?.length) return false;
  const name = readFunctionName(made, judge.sourceCode) ?? "";
  const isSaid = FAILURE_NAME.test(name) && (quotesGivenError(object, judge) || isExported(made));
  return isSaid || listHelperCalls(made, judge).some((call) => isFailingCall(call, judge));
}

/** Returns whether other modules can call a function by its name. */
function isExported({ parent }: FunctionNode): boolean {
  const declaration = parent.type === "VariableDeclarator" ? parent.parent.parent : parent;
  return declaration.type.startsWith("Export");
}

function quotesGivenError(node: TSESTree.Node, lint: LintContext): boolean {
  return (
    findGivenError(
      node,
      listNames(node, lint).flatMap((name) => listSources(name, lint)),
      lint,
    ) !== undefined
  );
}

/** Finds the parameter of the function around a node that holds an error: `function toResult(error) {...}`. */
function findGivenError(at: TSESTree.Node, sources: readonly Value[], { sourceCode }: LintContext) {
  const owner = findEnclosingFunction(at);
  const isOwn = (node: TSESTree.Node) => resolveVariable(node, sourceCode)?.defs[0]?.node === owner;
  return sources.find(({ kind, node }) => kind === "parameter" && isErrorParameter(node) && isOwn(node))?.node;
}

/** Returns whether a text, or an object of the data of an answer, tells of a failure. */
export function isFailureAnswer(node: TSESTree.Node, judge: ResultJudge): boolean {
  const isData = unwrapExpression(node).type === "ObjectExpression";
  return isFailureData(node, judge) || (!isData && isFailureText(node, judge));
}

/** Returns whether a text or an object of a result may be the contract's envelope, or cannot be read. */
function mayHoldEnvelope(node: TSESTree.Node, judge: ResultJudge): boolean {
  const { sourceCode } = judge;
  const answers = followValues<boolean>(node, judge, ({ kind, node: value }, follow) => {
    if (value.type === "ObjectExpression")
      return [mayBeEnvelope(value, judge) || claimsByNames(value, judge) || hasCodeOfContract(value, judge)];
    if (value.type === "MemberExpression" && readStaticKey(value, sourceCode) === "message") return [false];
    if (value.type === "CallExpression") {
      const name = resolveGlobalName(value.callee, ["String", "JSON.stringify"], sourceCode);
      return name === "JSON.stringify" ? value.arguments.slice(0, 1).flatMap(follow) : [name !== "String"];
    }
    if (kind === "step") return undefined;
    // JSON that is written by hand.
    return [!TEXTS.test(value.type) || listOpenings(value, judge).some((text) => /^\s*\{/.test(text))];
  });
  return answers.some(Boolean);
}

const TEXTS = /^(?:Literal|TemplateLiteral|(?:Binary|Assignment)Expression)$/;

/** `{ ok: false, ... }`, and the same as JSON */
function isFailureData(node: TSESTree.Node, judge: ResultJudge): boolean {
  const { sourceCode, discriminants } = judge;
  const answers = followValues<boolean>(node, judge, ({ node: value, through }, follow) => {
    if (value.type === "ObjectExpression") {
      const field = findFailureField(value, discriminants, judge);
      // `{ reachable: false, error }` answers what was asked.
      return [field === undefined ? isReasonAlone(value, judge) : classifyFlag(field) !== "answer"];
    }
    if (value.type !== "CallExpression") return undefined;
    const isJson = resolveGlobalName(value.callee, ["JSON.stringify"], sourceCode);
    if (isJson) return value.arguments.slice(0, 1).flatMap(follow);
    return [!isTested(through, judge) && findImportedFailure(value, judge) !== undefined];
  });
  return answers.some(Boolean);
}

/** Returns whether code before one of these names asks about its variable: the failure may be answered there. */
function isTested(names: readonly TSESTree.Node[], lint: LintContext): boolean {
  return names.some((name) => {
    const references = resolveVariable(name, lint.sourceCode)?.references ?? [];
    const tests = [...testsBefore(name, isFunctionNode)].map(({ test }) => test);
    return references.some(({ identifier }) => {
      const isBefore = identifier.range[1] <= name.range[0] && mayEndThere(identifier, lint);
      return isBefore || tests.some((test) => isInside(identifier, test));
    });
  });
}

/** `assertDone(result);`, `switch (result.status)` */
function mayEndThere(name: TSESTree.Node, lint: LintContext): boolean {
  let value = name;
  while (value.parent?.type === "MemberExpression" && value.parent.object === value) value = value.parent;
  const { parent } = value;
  if (parent?.type === "SwitchStatement") return parent.discriminant === value;
  return parent?.type === "CallExpression" && parent.callee !== value && isAlone(parent) && !isLogging(parent, lint);
}

const isAlone = (call: TSESTree.CallExpression) => getAwaited(call).parent?.type === "ExpressionStatement";

/** Finds the function of another module that a call runs, if its result may be a failure that nothing marks. */
export function findImportedFailure(call: TSESTree.CallExpression, judge: ResultJudge): Callee | undefined {
  const callee = findImportedFunction(call.callee, judge);
  if (!callee || callee === "unknown") return undefined;
  const home = { ...judge, ...callee.lint };
  if (home.contract.definesContract) return undefined;
  if (makesContent(callee.node, home)) return isFailureHelper(callee.node, home) ? callee : undefined;
  const values = collectReturnedValues(callee.node, home.sourceCode);
  // Whether such a result is marked, its own module decides.
  if (values.flatMap((value) => listValues(value, home)).some(({ node }) => isResult(node, home))) return undefined;
  const fails = declaresFailure(callee.node, home) || values.some((value) => isFailureData(value, home));
  return fails ? callee : undefined;
}

/** `Promise<{ ok: true; id: string } | { ok: false; error: string }>` */
function declaresFailure({ returnType }: FunctionNode, { sourceCode }: LintContext): boolean {
  const declared = returnType?.typeAnnotation;
  const [awaited] = declared?.type === "TSTypeReference" ? (declared.typeArguments?.params ?? []) : [];
  const type = awaited ?? declared;
  if (type?.type !== "TSUnionType") return false;
  return type.types.some((each) => {
    const members = each.type === "TSTypeLiteral" ? each.members : [];
    return members.some((member) => {
      if (member.type !== "TSPropertySignature" || classifyFlag(readPlainKey(member.key) ?? "") !== "outcome")
        return false;
      return sourceCode.getText(member.typeAnnotation?.typeAnnotation ?? member) === "false";
    });
  });
}

function isResult(node: TSESTree.Node, { sourceCode }: LintContext): boolean {
  if (node.type !== "ObjectExpression") return false;
  const { values } = readObjectFields(node, sourceCode);
  return values.has("isError") || values.has("content");
}

/** Finds the function of another module whose failing result an answer holds. */
export function findFailureMaker(answer: TSESTree.Node, judge: ResultJudge): Callee | undefined {
  const [maker] = followValues<Callee>(answer, judge, ({ node }, follow) => {
    switch (node.type) {
      case "ObjectExpression":
        return node.properties.flatMap((each) => (each.type === "Property" ? follow(each.value) : []));
      case "ArrayExpression":
        return node.elements.flatMap((each) => (each ? follow(each) : []));
      case "CallExpression": {
        if (resolveGlobalName(node.callee, ["JSON.stringify"], judge.sourceCode))
          return node.arguments.slice(0, 1).flatMap(follow);
        const maker = findImportedFailure(node, judge);
        return maker && [maker];
      }
      default:
        return undefined;
    }
  });
  return maker;
}

/** `{ code: "E_TOOL", message: error.message }` */
function isReasonAlone(object: TSESTree.ObjectExpression, lint: LintContext): boolean {
  const { values, isOpen } = readObjectFields(object, lint.sourceCode);
  const isAlone = !isOpen && [...values.keys()].every((name) => REASON_FIELDS.test(name));
  return isAlone && mentionsCaught(object, lint);
}

/** Returns whether a text tells of a failure: it quotes the caught value, or begins with `Error:`. */
function isFailureText(node: TSESTree.Node, lint: ResultJudge): boolean {
  const openings = listOpenings(node, lint);
  if (openings.some((text) => FAILURE_OPENING.test(text))) return true;
  return findEnclosingHandler(node, lint) !== undefined && isMadeFromCaught(node, lint);
}

/** The texts that a string may begin with. */
function listOpenings(node: TSESTree.Node, lint: LintContext): readonly string[] {
  return followValues<string>(node, lint, ({ kind, node: value }, follow) => {
    if (value.type === "Literal") return typeof value.value === "string" ? [value.value] : [];
    if (value.type === "TemplateLiteral") return [value.quasis[0]?.value.cooked ?? ""];
    if (value.type === "BinaryExpression") return follow(value.left);
    return kind === "step" && value.type !== "CallExpression" ? undefined : [];
  });
}

/** Returns whether an expression names the caught value, or what is made of it. */
export function mentionsCaught(node: TSESTree.Node, lint: LintContext): boolean {
  return listNames(node, lint).some((name) => isMadeFromCaught(name, lint));
}

/** Returns whether a text is composed of the caught value. */
function isMadeFromCaught(node: TSESTree.Node, lint: LintContext): boolean {
  return listSources(node, lint).some(({ kind }) => kind === "caught");
}

/** Lists the values that a text is composed of, each where its way ends. */
function listSources(node: TSESTree.Node, lint: LintContext): readonly Value[] {
  return followValues<Value>(node, lint, (source, follow) => {
    const { kind, node: value } = source;
    if (kind === "caught") return [source];
    const isCall = value.type === "CallExpression";
    const isComposed = /^(?:TemplateLiteral|(?:Binary|Member)Expression)$/.test(value.type);
    const parts = isCall ? listConverted(value, lint) : isComposed ? [value] : undefined;
    if (parts) return parts.flatMap((part) => listNames(part, lint)).flatMap(follow);
    if (kind === "step") return isCall ? [] : undefined;
    return [source];
  });
}

/** Lists the names of values in an expression: neither of members nor of keys. */
function listNames(node: TSESTree.Node, { sourceCode }: LintContext): readonly TSESTree.Node[] {
  return collectNodes(sourceCode, node).filter((each) => {
    const { parent } = each;
    if (each.type !== "Identifier" || !parent) return false;
    if (parent.type === "MemberExpression") return parent.computed || parent.object === each;
    return parent.type !== "Property" || parent.value === each;
  });
}

/**
 * Finds the error whose code is lost where a function answers each failure with its text: the one that a `catch` binds,
 * or the parameter of a function that makes such results. `undefined` where errors are told apart, or keep their codes.
 */
export function findLostError(node: TSESTree.Node, lint: LintContext): TSESTree.Node | undefined {
  const { sourceCode } = lint;
  const keepsCode = collectNodes(sourceCode, node).some(
    // `[${error.code}] ${error.message}`
    (each) => each.type === "MemberExpression" && /code$/i.test(readStaticKey(each, sourceCode) ?? ""),
  );
  if (keepsCode) return undefined;
  const handler = findEnclosingHandler(node, lint);
  const sources = listNames(node, lint).flatMap((name) => listSources(name, lint));
  if (!handler) return findGivenError(node, sources, lint);
  if (!sources.some((source) => source.kind === "caught") || tellsErrorsApart(handler, lint)) return undefined;
  return findHandlerParameter(handler);
}

/** Returns whether a handler throws some errors on, or answers those of the contract in its own way. */
function tellsErrorsApart(handler: TSESTree.Node, { contract, sourceCode }: LintContext): boolean {
  const names = [contract.errorClass, contract.converter, contract.factory].map((path) => path.split(".")[0]);
  return collectNodes(sourceCode, handler, (node) => node !== handler && isFunctionNode(node)).some(
    (node) => node.type === "ThrowStatement" || (node.type === "Identifier" && names.includes(node.name)),
  );
}
