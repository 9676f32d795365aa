import type { TSESTree } from "@typescript-eslint/utils";
import { findThrowByCall } from "../catches/throw-sites.js";
import { type Call, findCalledFactory } from "../codes/called-factory.js";
import { isContractClass, isContractError } from "../codes/code-owner.js";
import { type Factory, type FileContract, readFieldName } from "../contract/file-contract.js";
import type { LintContext } from "../contract/lint-context.js";
import { listPossibleValues, unwrapExpression } from "../syntax/expressions.js";
import {
  type ClassNode,
  getDeclaredClass,
  findProperty,
  resolveReferencePath,
  readStaticKey,
  resolveVariable,
} from "../syntax/references.js";
import type { ParameterPlace } from "../types/type-facts.js";

/** Where a call that makes an error of the contract takes its cause. */
export interface CausePlace extends ParameterPlace {
  /** Whether the declared type of that place is narrower than `unknown`. */
  readonly isNarrow?: boolean;
}

/**
 * The place of the cause; `none` where the call takes none, `undefined` for a call that makes no error of the contract,
 * or one of which nobody knows where the cause goes.
 */
export function findCausePlace(call: Call, reader: LintContext): CausePlace | "none" | undefined {
  if (call.callee.type === "Super") return undefined;
  const factory = findCalledFactory(call, reader) ?? findImpliedFactory(call, reader);
  // A warning stands beside a success, and comes from no failure.
  if (factory?.purpose === "warning") return undefined;
  if (factory) return findFactoryPlace(factory, reader.contract) ?? "none";
  const owner =
    call.type === "NewExpression"
      ? getDeclaredClass(resolveVariable(unwrapExpression(call.callee), reader.sourceCode))
      : undefined;
  if (owner && isContractClass(owner, reader)) return findConstructorPlace(owner, reader);
  const { facts } = reader;
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

/** Where the constructor of a class below the contract's class takes the cause that it hands to `super(...)`. */
function findConstructorPlace(owner: ClassNode, reader: LintContext): CausePlace | undefined {
  const base = findBasePlace(owner, reader);
  const constructor = owner.body.body.find(
    (member) => member.type === "MethodDefinition" && member.kind === "constructor",
  );
  if (!base || constructor?.type !== "MethodDefinition") return base;
  const { params, body } = constructor.value;
  const made = body?.body.map(findSuperCall).find((call) => call !== undefined);
  const parameters = params.map(getParameterPattern);
  const place = made && findPassedParameter(made, base, parameters, reader);
  const parameter = place && parameters[place.argument];
  return parameter && { ...place, isNarrow: isNarrow(parameter, place.property, reader) };
}

/** Whether a parameter is annotated with a type that may not take every failure. */
function isNarrow(parameter: TSESTree.Node, property: string | undefined, { sourceCode }: LintContext): boolean {
  const isBinding = parameter.type === "Identifier" || parameter.type === "ObjectPattern";
  const type = isBinding ? parameter.typeAnnotation?.typeAnnotation : undefined;
  if (!type || isAnything(type)) return false;
  if (property === undefined) return true;
  if (type.type === "TSTypeReference") return sourceCode.getText(type.typeName) !== "ErrorOptions";
  if (type.type !== "TSTypeLiteral") return true;
  return !type.members.some(
    (member) =>
      member.type === "TSPropertySignature" &&
      sourceCode.getText(member.key) === property &&
      (!member.typeAnnotation || isAnything(member.typeAnnotation.typeAnnotation)),
  );
}

function isAnything({ type }: TSESTree.TypeNode): boolean {
  return type === "TSUnknownKeyword" || type === "TSAnyKeyword";
}

function findBasePlace({ superClass }: ClassNode, reader: LintContext): CausePlace | undefined {
  if (!superClass) return undefined;
  const { contract } = reader;
  if (contract.nameOf(superClass) !== contract.errorClass) {
    const owner = getDeclaredClass(resolveVariable(unwrapExpression(superClass), reader.sourceCode));
    return owner && findConstructorPlace(owner, reader);
  }
  const construct = contract.factories.find(({ purpose }) => purpose === "construct");
  return findFactoryPlace(construct ?? { positional: [], reads: [getCauseName(contract)] }, contract);
}

function findSuperCall(statement: TSESTree.Statement): TSESTree.CallExpression | undefined {
  const call = statement.type === "ExpressionStatement" ? statement.expression : undefined;
  return call?.type === "CallExpression" && call.callee.type === "Super" ? call : undefined;
}

function getParameterPattern(parameter: TSESTree.Parameter): TSESTree.Node {
  const declared = parameter.type === "TSParameterProperty" ? parameter.parameter : parameter;
  return declared.type === "AssignmentPattern" ? declared.left : declared;
}

/** The parameter whose value a constructor hands to the base class as the cause. */
function findPassedParameter(
  call: TSESTree.CallExpression,
  base: ParameterPlace,
  parameters: readonly TSESTree.Node[],
  reader: LintContext,
): ParameterPlace | undefined {
  const spread = call.arguments.findIndex(({ type }) => type === "SpreadElement");
  if (spread >= 0 && spread <= base.argument) return findRestPlace(call, spread, base, parameters, reader);
  const given = call.arguments[base.argument];
  if (!given) return undefined;
  if (base.property === undefined) return findParameterPlace(given, parameters, reader);
  const value = unwrapExpression(given);
  if (value.type !== "ObjectExpression") {
    const place = findParameterPlace(value, parameters, reader);
    return place?.property === undefined && place ? { ...place, property: base.property } : undefined;
  }
  const named = findProperty(value, base.property, reader.sourceCode);
  const last = value.properties.at(-1);
  if (last?.type === "SpreadElement" || !named) {
    const spreads = value.properties.filter(({ type }) => type === "SpreadElement");
    const [only] = spreads.length === 1 ? spreads : [];
    const place = only && "argument" in only ? findParameterPlace(only.argument, parameters, reader) : undefined;
    return place?.property === undefined && place ? { ...place, property: base.property } : undefined;
  }
  return findParameterPlace(named.value, parameters, reader);
}

/** `constructor(...args) { super(...args); }` */
function findRestPlace(
  call: TSESTree.CallExpression,
  spread: number,
  base: ParameterPlace,
  parameters: readonly TSESTree.Node[],
  { sourceCode }: LintContext,
): ParameterPlace | undefined {
  const element = call.arguments[spread];
  if (element?.type !== "SpreadElement") return undefined;
  const variable = resolveVariable(element.argument, sourceCode);
  const rest = parameters.findIndex(
    (parameter) => parameter.type === "RestElement" && parameter.argument === variable?.defs[0]?.name,
  );
  return rest < 0 ? undefined : { ...base, argument: base.argument - spread + rest };
}

/** The parameter, or the property of one, that an expression reads: `cause`, `options.cause`, `cause ?? null`. */
function findParameterPlace(
  node: TSESTree.Node,
  parameters: readonly TSESTree.Node[],
  reader: LintContext,
): ParameterPlace | undefined {
  const { sourceCode } = reader;
  const value = unwrapExpression(node);
  if (value.type === "LogicalExpression") return findParameterPlace(value.left, parameters, reader);
  if (value.type === "MemberExpression") {
    const place = findParameterPlace(value.object, parameters, reader);
    const property = readStaticKey(value, sourceCode);
    return place && place.property === undefined && property !== undefined ? { ...place, property } : undefined;
  }
  const binding = resolveVariable(value, sourceCode)?.defs[0]?.name;
  if (!binding) return undefined;
  const argument = parameters.indexOf(binding);
  if (argument >= 0) return { argument, property: undefined };
  // `constructor(message, { cause })`
  const property = binding.parent.type === "AssignmentPattern" ? binding.parent.parent : binding.parent;
  if (property.type !== "Property") return undefined;
  const holder = parameters.indexOf(property.parent);
  const name = readStaticKey(property, sourceCode);
  return holder < 0 || name === undefined ? undefined : { argument: holder, property: name };
}
