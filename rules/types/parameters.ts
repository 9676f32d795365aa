import type ts from "typescript";

import { getIntrinsicName, type Checker, type Project } from "./project.js";
import type { ParameterPlace } from "./type-facts.js";

/** The parameter of a call's callee that takes a value called `name`: as itself, or as a property. */
export function findParameter(call: ts.Node, name: string, { checker }: Project): ParameterPlace | undefined {
  const parameters = checker.getResolvedSignature(call as ts.CallLikeExpression)?.parameters ?? [];
  const getParameterType = (parameter: ts.Symbol) => checker.getTypeOfSymbolAtLocation(parameter, call);
  const named = parameters.findIndex((each) => each.name === name && !isList(getParameterType(each), checker));
  if (named >= 0) return { argument: named, property: undefined };
  const holder = parameters.findIndex((each) => holds(getParameterType(each), name, checker));
  return holder < 0 ? undefined : { argument: holder, property: name };
}

/**
 * Whether a value may stand at that place of a call; `undefined` where nothing is declared. Without a value: any value.
 */
export function canTakeValue(
  call: ts.Node,
  { argument, property }: ParameterPlace,
  value: ts.Type | undefined,
  { checker }: Project,
): boolean | undefined {
  const parameter = checker.getResolvedSignature(call as ts.CallLikeExpression)?.parameters[argument];
  if (!parameter) return undefined;
  const type = checker.getTypeOfSymbolAtLocation(parameter, call);
  if (isAny(type)) return true;
  if (property === undefined) return takes(type, value, checker);
  const found = checker.getPropertyOfType(checker.getNonNullableType(type), property);
  return found ? takes(checker.getTypeOfSymbolAtLocation(found, call), value, checker) : undefined;
}

function takes(type: ts.Type, value: ts.Type | undefined, checker: Checker): boolean {
  return isAny(type) || (value !== undefined && checker.isTypeAssignableTo(value, type));
}

function isAny(type: ts.Type): boolean {
  const name = getIntrinsicName(type);
  return name === "any" || name === "unknown";
}

function holds(type: ts.Type, name: string, checker: Checker): boolean {
  const members = checker.getApparentType(checker.getNonNullableType(type));
  // Every error has a cause; it is no place for that of another.
  const isError = checker.getPropertyOfType(members, "message") && checker.getPropertyOfType(members, "name");
  return !isError && checker.getPropertyOfType(members, name) !== undefined;
}

function isList(type: ts.Type, checker: Checker): boolean {
  return checker.isArrayType(type) || checker.isTupleType(type);
}
