import type { TSESTree } from "@typescript-eslint/utils";
import { findThrowByCall } from "../catches/throw-sites.js";
import { type Call, findCalledFactory } from "../codes/called-factory.js";
import { isContractClass, isContractError } from "../codes/code-owner.js";
import type { Factory, FileContract } from "../contract/file-contract.js";
import type { LintContext } from "../contract/lint-context.js";
import { listPossibleValues, unwrapExpression } from "../syntax/expressions.js";
import {
  type ClassNode,
  getDeclaredClass,
  resolveReferencePath,
  resolveVariable,
  getLastSegment,
} from "../syntax/references.js";
import type { ParameterPlace } from "../types/type-facts.js";

/**
 * Returns the place of the cause; `none` where the call takes none, `undefined` for a call that makes no error of the
 * contract, or one whose place for the cause is not known.
 */
export function findCausePlace(call: Call, lint: LintContext): ParameterPlace | "none" | undefined {
  if (call.callee.type === "Super") return undefined;
  const factory = findCalledFactory(call, lint);
  // A warning stands beside a success, and comes from no failure.
  if (factory?.purpose === "warning") return undefined;
  if (factory) return findFactoryPlace(factory, lint.contract) ?? "none";
  const { facts, sourceCode } = lint;
  const owner =
    call.type === "NewExpression"
      ? getDeclaredClass(resolveVariable(unwrapExpression(call.callee), sourceCode))
      : undefined;
  const place = findImpliedPlace(call, owner, lint.contract);
  if (place || !facts) return place;
  const makesError = owner ? isContractClass(owner, lint) : isAskedByType(call, lint) && isContractError(call, lint);
  return makesError ? facts.parameterWith(call, "cause") : undefined;
}

/** Returns whether code of the file can make an error of the contract: without types, only where it names its parts. */
export function canMakeErrors({ contract, facts }: LintContext): boolean {
  return facts !== undefined || contract.mentionsParts();
}

/**
 * Returns whether only the type of a call can tell which error it makes. Types are slow, so they are read only for
 * `new` of an imported class, and for a call whose result is thrown or passed to a call that throws or rejects.
 */
function isAskedByType(call: Call, { sourceCode }: LintContext): boolean {
  if (call.type === "NewExpression") {
    return resolveReferencePath(call.callee, sourceCode)?.root.kind === "import";
  }
  let value: TSESTree.Node = call;
  while (value.parent && listPossibleValues(value.parent).includes(call)) value = value.parent;
  const { parent } = value;
  if (parent?.type === "ThrowStatement") return true;
  return parent?.type === "CallExpression" && findThrowByCall(parent, sourceCode)?.value === value;
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
  const hasConstructor = owner?.body.body.some(
    (each) => each.type === "MethodDefinition" && each.kind === "constructor",
  );
  const constructed = hasConstructor === false ? owner?.superClass : call.callee;
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
