import type ts from "typescript";

import {
  type Checker,
  type Project,
  SYMBOL,
  getIntrinsicName,
  getLiteralValue,
  hasFlag,
  listUnionMembers,
} from "./project.js";
import type { ParameterPlace, TypeFacts } from "./type-facts.js";

type Presence = ReturnType<TypeFacts["property"]>;

const UNKNOWABLE = new Set(["any", "unknown", "error", "unresolved", "object"]);

/** Whether a value of the type has a property of that name. */
export function classifyProperty(type: ts.Type, name: string, { checker }: Project): Presence {
  const members = listUnionMembers(checker.getBaseConstraintOfType(type) ?? type);
  const found = new Set(members.map((member) => classifyInMember(member, name, checker)));
  if (found.has("unknown")) return "unknown";
  const [only] = found;
  return found.size === 1 && only ? only : "optional";
}

function isSomething(type: ts.Type): boolean {
  return !/^(?:undefined|null|void)$/.test(getIntrinsicName(type) ?? "");
}

/** All values that a property can have in the members of a type that are something. */
export function listPropertyLiterals(
  type: ts.Type,
  name: string,
  { checker, file }: Project,
): readonly (string | number | boolean)[] | undefined {
  const owners = listUnionMembers(type).filter(isSomething);
  const values = owners.flatMap((owner) => {
    const property = checker.getPropertyOfType(checker.getApparentType(owner), name);
    return property ? listUnionMembers(checker.getTypeOfSymbolAtLocation(property, file)).map(getLiteral) : [undefined];
  });
  return values.length > 0 && values.every((value) => value !== undefined) ? values : undefined;
}

function getLiteral(type: ts.Type): string | number | boolean | undefined {
  const name = getIntrinsicName(type);
  if (name === "true" || name === "false") return name === "true";
  return getLiteralValue(type);
}

function classifyInMember(type: ts.Type, name: string, checker: Checker): Presence {
  if (type.isTypeParameter() || UNKNOWABLE.has(getIntrinsicName(type) ?? "")) return "unknown";
  const apparent = checker.getApparentType(type);
  const property = checker.getPropertyOfType(apparent, name);
  if (property) return hasFlag(property, SYMBOL.optional) ? "optional" : "required";
  const isOpen = checker.getIndexInfosOfType(apparent).some(({ keyType }) => getIntrinsicName(keyType) !== "number");
  return isOpen ? "unknown" : "absent";
}

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
