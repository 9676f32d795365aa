import type { TSESTree } from "@typescript-eslint/utils";
import { findThrowByCall } from "../catches/throw-sites.js";
import { type Call, findCalledFactory } from "../codes/called-factory.js";
import { isContractClass, isContractError } from "../codes/code-owner.js";
import { type Factory, type FileContract, readFieldName } from "../contract/file-contract.js";
import type { LintContext } from "../contract/lint-context.js";
import { listPossibleValues, unwrapExpression } from "../syntax/expressions.js";
import { type ClassNode, getDeclaredClass, resolveReferencePath, resolveVariable } from "../syntax/references.js";
import type { ParameterPlace } from "../types/type-facts.js";

/**
 * The place of the cause; `none` where the call takes none, `undefined` for a call that makes no error of the contract,
 * or one of which nobody knows where the cause goes.
 */
export function findCausePlace(call: Call, reader: LintContext): ParameterPlace | "none" | undefined {
  if (call.callee.type === "Super") return undefined;
  const factory = findCalledFactory(call, reader) ?? findImpliedFactory(call, reader);
  // A warning stands beside a success, and comes from no failure.
  if (factory?.purpose === "warning") return undefined;
  if (factory) return findFactoryPlace(factory, reader.contract) ?? "none";
  const owner =
    call.type === "NewExpression"
      ? getDeclaredClass(resolveVariable(unwrapExpression(call.callee), reader.sourceCode))
      : undefined;
  const { facts } = reader;
  if (owner && isContractClass(owner, reader)) {
    return findInheritedPlace(owner, reader) ?? facts?.parameterWith(call, "cause");
  }
  return facts && isAskedByType(call, reader) && isContractError(call, reader)
    ? facts.parameterWith(call, "cause")
    : undefined;
}

/** Whether code of the file can make an error of the contract: without types, only where it names a part of it. */
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

/** The factories that every error class has, whether or not its contract lists them. */
function findImpliedFactory(
  call: Call,
  { contract }: LintContext,
): Pick<Factory, "purpose" | "positional" | "reads"> | undefined {
  const name = getCauseName(contract);
  const called = contract.nameOf(call.callee);
  if (call.type === "NewExpression") {
    return called === contract.errorClass ? { purpose: "construct", positional: [], reads: [name] } : undefined;
  }
  return called === `${contract.errorClass}.fromUnknown`
    ? { purpose: "unknown", positional: [name], reads: [] }
    : undefined;
}

/** Returns the name of the field that holds the cause in the contract's errors. */
function getCauseName({ data }: FileContract): string {
  return readFieldName(data.fields.cause ?? "cause");
}

function findFactoryPlace(
  { positional, reads }: Pick<Factory, "positional" | "reads">,
  contract: FileContract,
): ParameterPlace | undefined {
  const name = getCauseName(contract);
  const argument = positional.indexOf(name);
  if (argument >= 0) return { argument, property: undefined };
  // An envelope without a cause leaves it to the error itself, whose options every factory reads.
  const isRead = reads.includes(name) || contract.data.fields.cause === undefined;
  return isRead ? { argument: positional.length, property: name } : undefined;
}

/** Returns the place in a class below the contract's class; `undefined` where a constructor stands between the two. */
function findInheritedPlace(owner: ClassNode, reader: LintContext): ParameterPlace | undefined {
  const { superClass, body } = owner;
  if (!superClass || body.body.some((member) => member.type === "MethodDefinition" && member.kind === "constructor")) {
    return undefined;
  }
  const { contract } = reader;
  if (contract.nameOf(superClass) !== contract.errorClass) {
    const base = getDeclaredClass(resolveVariable(unwrapExpression(superClass), reader.sourceCode));
    return base && findInheritedPlace(base, reader);
  }
  const construct = contract.factories.find(({ purpose }) => purpose === "construct");
  return findFactoryPlace(construct ?? { positional: [], reads: [getCauseName(contract)] }, contract);
}
