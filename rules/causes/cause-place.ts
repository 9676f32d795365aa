import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { type Call, findCalledFactory } from "../codes/contract-codes.js";
import { isContractClass, isContractError } from "../codes/code-places.js";
import type { Factory, FileContract, LintContext } from "../contract/lint-context.js";
import { appendItem } from "../edits/source-style.js";
import { getLastSegment, unwrapExpression } from "../syntax/expressions.js";
import { type ClassNode, getDeclaredClass, resolveReferencePath, resolveVariable } from "../syntax/references.js";
import { mentionsBuiltin } from "../syntax/built-ins.js";
import { type ParameterPlace, isErrorType, listGivenMembers } from "../types/type-facts.js";
import { addBinding } from "../edits/factory-call.js";
import type { HandledFailure } from "./handled-failure.js";
import type { LostCause } from "./lost-cause.js";

/**
 * Returns the place of the cause; `none` where the call takes none, `undefined` for a call that makes no error of the
 * contract, or one whose place for the cause is not known. Where there is no contract, errors of all classes are
 * judged.
 */
export function findCausePlace(call: Call, lint: LintContext): ParameterPlace | "none" | undefined {
  const { contract, facts } = lint;
  if (call.callee.type === "Super") return undefined;
  const factory = findCalledFactory(call, lint);
  // A warning stands beside a success, and comes from no failure.
  if (factory) return factory.purpose === "warning" ? undefined : (findFactoryPlace(factory, contract) ?? "none");
  const owner = findOwner(call, lint);
  const isAsked = owner !== undefined || isAskedByType(call, lint);
  if (contract.isNone) {
    const place = findBuiltinPlace(findConstructed(call, owner), lint);
    // With types: the libraries of a project may be older than the second argument.
    if (!facts || (!place && !isAsked)) return place;
    const members = listGivenMembers(call, facts);
    return members.length > 0 && members.every(isErrorType) ? facts.parameterWith(call, "cause") : undefined;
  }
  const place = findImpliedPlace(call, owner, contract);
  if (place || !facts || !isAsked) return place;
  const makesError = owner ? isContractClass(owner, lint) : isContractError(call, lint);
  return makesError ? facts.parameterWith(call, "cause") : undefined;
}

/** The place of the cause in the constructors of JavaScript's errors. */
const PLACES: ReadonlyMap<string, ParameterPlace> = new Map([
  ...["Error", "EvalError", "RangeError", "ReferenceError", "SyntaxError", "TypeError", "URIError"].map(
    (name) => [name, { argument: 1, property: "cause" }] as const,
  ),
  ["AggregateError", { argument: 2, property: "cause" }],
]);

function findBuiltinPlace(
  constructed: TSESTree.Node | null | undefined,
  { sourceCode }: LintContext,
): ParameterPlace | undefined {
  const { root, path = [] } = (constructed && resolveReferencePath(constructed, sourceCode)) ?? {};
  return root?.kind === "global" ? PLACES.get(path.join(".")) : undefined;
}

/**
 * Returns whether ESLint's own `preserve-caught-error` looks for the cause of an error: of one of JavaScript's classes,
 * that a catch clause throws.
 */
export function isCheckedByCore({ callee, parent }: Call, failure: HandledFailure): boolean {
  const { handler, isBehindExecutor } = failure;
  if (handler.kind !== "catch" || isBehindExecutor || parent.type !== "ThrowStatement") return false;
  return findBuiltinPlace(callee, failure) !== undefined;
}

/** Returns whether code of the file can make an error that is judged: without types, only where it names its class. */
export function canMakeErrors({ contract, facts, sourceCode }: LintContext): boolean {
  if (facts !== undefined) return true;
  return contract.isNone ? mentionsBuiltin(sourceCode.text) : contract.mentionsParts();
}

/** Returns the class of the file that a call constructs. */
function findOwner({ type, callee }: Call, { sourceCode }: LintContext): ClassNode | undefined {
  return type === "NewExpression" ? getDeclaredClass(resolveVariable(unwrapExpression(callee), sourceCode)) : undefined;
}

/** Returns the class whose constructor a call runs: that of the base, where a class of the file has none of its own. */
function findConstructed(call: Call, owner: ClassNode | undefined): TSESTree.Node | null | undefined {
  const hasConstructor = owner?.body.body.some(
    (each) => each.type === "MethodDefinition" && each.kind === "constructor",
  );
  return hasConstructor === false ? owner?.superClass : call.callee;
}

/** Returns whether only the type of a call can tell which error it makes. Types are slow, and read only for these. */
function isAskedByType(call: Call, { sourceCode }: LintContext): boolean {
  if (call.type === "CallExpression") return call.parent.type === "ThrowStatement";
  return resolveReferencePath(call.callee, sourceCode)?.root.kind === "import";
}

/**
 * Returns the place in what every error class has, whether or not its contract lists it: the conversion, and the
 * constructor, also of a class of the file that extends the contract's without one of its own.
 */
function findImpliedPlace(
  call: Call,
  owner: ClassNode | undefined,
  contract: FileContract,
): ParameterPlace | undefined {
  const { errorClass } = contract;
  if (call.type === "CallExpression") {
    const isConversion = contract.nameOf(call.callee) === `${errorClass}.fromUnknown`;
    return isConversion ? { argument: 0, property: undefined } : undefined;
  }
  const constructed = findConstructed(call, owner);
  if (!constructed || contract.nameOf(constructed) !== errorClass) return undefined;
  const construct = contract.factories.find(({ purpose }) => purpose === "construct");
  return construct ? findFactoryPlace(construct, contract) : { argument: 0, property: getCauseName(contract) };
}

/** Returns the name of the field that holds the cause in the contract's errors. */
function getCauseName({ data }: FileContract): string {
  return getLastSegment(data.fields.cause ?? "cause");
}

function findFactoryPlace({ positional, reads }: Factory, contract: FileContract): ParameterPlace | undefined {
  const name = getCauseName(contract);
  const argument = positional.indexOf(name);
  if (argument >= 0) return { argument, property: undefined };
  // An envelope without a cause leaves it to the error itself, whose options every factory reads.
  const isRead = reads.includes(name) || contract.data.fields.cause === undefined;
  return isRead ? { argument: positional.length, property: name } : undefined;
}

/**
 * Returns the edit that hands a call the failure as its cause, and names the failure where it has no name yet.
 * `undefined` where the place of the cause cannot be written to, or a comment would be lost.
 */
export function createCauseEdit(
  call: Call,
  { argument, property }: ParameterPlace,
  { kind, node, canEdit }: LostCause,
  failure: HandledFailure,
): ((fixer: TSESLint.RuleFixer) => readonly TSESLint.RuleFix[]) | undefined {
  const { cause, sourceCode } = failure;
  if (!cause || !canEdit || (kind === "other" && node && sourceCode.getCommentsInside(node).length > 0))
    return undefined;
  const { name } = cause;
  const written = property === name ? name : `${property}: ${name}`;
  const object = property === undefined ? name : `{ ${written} }`;
  const addCause = (fixer: TSESLint.RuleFixer): TSESLint.RuleFix => {
    if (!node) {
      const skipped = Array.from({ length: argument - call.arguments.length }, () => "undefined");
      const added = [...skipped, object].join(", ");
      // `new X` has no parentheses of its own, and those of `new (X)` are not.
      const open = sourceCode.getTokenAfter(call.typeArguments ?? call.callee, ({ value }) => value !== ")");
      const end = open && open.range[1] <= call.range[1] ? sourceCode.getLastToken(call) : null;
      return end ? appendItem(fixer, added, end, failure) : fixer.insertTextAfter(call, `(${added})`);
    }
    const close = kind === "missing" && node.type === "ObjectExpression" ? sourceCode.getLastToken(node) : null;
    if (close) return appendItem(fixer, written, close, failure);
    const isShorthand = node.parent?.type === "Property" && node.parent.shorthand;
    return fixer.replaceText(node, kind === "missing" ? object : isShorthand ? written : name);
  };
  return (fixer) => [...addBinding(fixer, cause, failure), addCause(fixer)];
}
