import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import type { LintContext } from "../contract/lint-context.js";
import {
  readWrappedName,
  findCalledFunction,
  type FunctionNode,
  findEnclosingFunction,
  listParameters,
} from "../syntax/functions.js";
import { runsInBrowser, collectNodes } from "../syntax/source-file.js";
import { getAwaited, getOutermostWrapper } from "../syntax/expressions.js";
import { listResultUses, resolveVariable } from "../syntax/references.js";
import { readStaticKey } from "../syntax/properties.js";
import { getOrCreate, rememberFor } from "../syntax/remember.js";
import { listToolHandlers } from "../tools/tool-handlers.js";
import { FAILURE_NAME, FAILURE_WORDS, STATE_FIELDS, classifyFlag } from "../words/failures.js";
import type { FailureResult } from "./failure-results.js";
import type { ReturnSite } from "./return-sites.js";
import { listContentTexts } from "./tool-results.js";

// Who gets what a function returns, as far as its file tells: the client of a tool, or callers that know a failure by
// a declared type or test it.

/** A failure that callers may know, and the function that returns it. */
export type ConventionalResult = FailureResult & Pick<ReturnSite, "owner">;

/** Returns whether a failure leaves the server as the success of a tool. */
export function leavesAsSuccess({ kind, node, field = "" }: FailureResult, { owner }: ReturnSite, lint: LintContext) {
  if (kind === "text") return true;
  if (kind === "isError" || classifyFlag(field) === "answer") return false;
  const isContent = node.type === "ObjectExpression" && listContentTexts(node, lint.sourceCode) !== undefined;
  return isContent || (owner !== undefined && answersTool(owner, lint));
}

/**
 * Returns whether callers of a function may have to know its failures: no report of a state, no part of a
 * response, no view, and no function whose name tells that it makes a failure.
 */
export function mayBeConvention(
  { kind, node, field = "" }: FailureResult,
  { owner, node: place }: ReturnSite,
  { sourceCode }: LintContext,
): boolean {
  if (kind === "isError" || runsInBrowser(node, sourceCode)) return false;
  if (classifyFlag(field) === "answer" || STATE_FIELDS.test(field)) return false;
  const { parent } = getOutermostWrapper(node);
  const isPart = parent?.type === "CallExpression" && parent !== place;
  return !isPart && !FAILURE_NAME.test((owner && readWrappedName(owner, sourceCode)) ?? "");
}

/** Returns whether a type that is declared, or a caller in the file, knows the failures of a function. */
export function isKnownToCallers({ node, owner }: ConventionalResult, sourceCode: TSESLint.SourceCode): boolean {
  const returning = owner ?? findEnclosingFunction(node);
  if (!returning) return false;
  return findDeclaredResult(returning, sourceCode) !== undefined || isTestedByCaller(returning, sourceCode);
}

/** Returns whether a declared type says what is in a result, the same in a failure and in a success. */
export function hasVerdictType(owner: FunctionNode, sourceCode: TSESLint.SourceCode): boolean {
  const type = findDeclaredResult(owner, sourceCode);
  return type !== undefined && !isUnion(type, sourceCode);
}

function isUnion(type: TSESTree.TypeNode, sourceCode: TSESLint.SourceCode): boolean {
  if (type.type !== "TSTypeReference") return type.type === "TSUnionType";
  const definition = resolveVariable(type.typeName, sourceCode)?.defs[0]?.node;
  return definition?.type === "TSTypeAliasDeclaration" && isUnion(definition.typeAnnotation, sourceCode);
}

/** `(state: State, form: FormData): Promise<State>`: what a function gives is the next state, and no outcome. */
export function givesNextState(owner: FunctionNode, sourceCode: TSESLint.SourceCode): boolean {
  const type = findDeclaredResult(owner, sourceCode);
  const isOfType = (each: TSESTree.Node): boolean => {
    const written = each.type === "Identifier" ? each.typeAnnotation?.typeAnnotation : undefined;
    return type !== undefined && written != null && sourceCode.getText(written) === sourceCode.getText(type);
  };
  return listParameters(owner).some(isOfType);
}

/** Types that leave it open what is in a result. */
const OPEN_TYPE = /^(?:any|unknown|object|void|never|string|Record<.*)$/s;

/** Finds the type that a function declares for its result, or a function around it; without its promise. */
function findDeclaredResult(
  node: FunctionNode | undefined,
  sourceCode: TSESLint.SourceCode,
): TSESTree.TypeNode | undefined {
  if (!node?.returnType) return node && findDeclaredResult(findEnclosingFunction(node), sourceCode);
  const type = node.returnType.typeAnnotation;
  const [argument] = type.type === "TSTypeReference" ? (type.typeArguments?.params ?? []) : [];
  const isPromise = argument && /^Promise\b/.test(sourceCode.getText(type));
  const result = isPromise ? argument : type;
  return OPEN_TYPE.test(sourceCode.getText(result)) ? undefined : result;
}

const getCalls = rememberFor((sourceCode: TSESLint.SourceCode) => {
  const calls = new Map<FunctionNode, TSESTree.CallExpression[]>();
  for (const node of collectNodes(sourceCode)) {
    const called = node.type === "CallExpression" ? findCalledFunction(node, sourceCode) : undefined;
    if (called) getOrCreate(calls, called, () => []).push(node as TSESTree.CallExpression);
  }
  return calls;
});

/** Returns whether a client gets what a function gives: the handler of a tool, or what a handler returns as it is. */
function answersTool(owner: FunctionNode, lint: LintContext, seen: readonly FunctionNode[] = []): boolean {
  if (listToolHandlers(owner, lint).length > 0) return true;
  const path = [...seen, owner];
  return (getCalls(lint.sourceCode).get(owner) ?? []).some((call) => {
    const { parent } = getAwaited(call);
    const caller = findEnclosingFunction(call);
    const isReturned = parent?.type === "ReturnStatement" || (parent === caller && parent?.type !== undefined);
    return isReturned && caller !== undefined && !path.includes(caller) && answersTool(caller, lint, path);
  });
}

/** Returns whether a caller in the file tests what a function gives: `if (!result.ok)`, `const { error } = load()`. */
function isTestedByCaller(owner: FunctionNode, sourceCode: TSESLint.SourceCode): boolean {
  const uses = (getCalls(sourceCode).get(owner) ?? []).flatMap((call) => listResultUses(call, sourceCode));
  return uses.some(({ parent }) => {
    if (parent?.type === "MemberExpression") return tellsFailure(parent, sourceCode);
    if (parent?.type !== "VariableDeclarator" || parent.id.type !== "ObjectPattern") return false;
    return parent.id.properties.some((each) => each.type === "Property" && tellsFailure(each, sourceCode));
  });
}

/** Returns whether a member or a property is one that tells a failure from a success. */
function tellsFailure(node: TSESTree.MemberExpression | TSESTree.Property, sourceCode: TSESLint.SourceCode): boolean {
  const name = readStaticKey(node, sourceCode) ?? "";
  return classifyFlag(name) !== undefined || FAILURE_WORDS.test(name) || STATE_FIELDS.test(name);
}
