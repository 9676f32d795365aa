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
import type { TypeFacts } from "./type-facts.js";

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

/** Whether a value of the type may be awaited. */
export function hasThen(type: ts.Type, { checker, file }: Project): boolean {
  return listUnionMembers(type).some((member) => {
    const then = checker.getPropertyOfType(checker.getApparentType(member), "then");
    return Boolean(then && checker.getTypeOfSymbolAtLocation(then, file).getCallSignatures().length);
  });
}

function classifyInMember(type: ts.Type, name: string, checker: Checker): Presence {
  if (type.isTypeParameter() || UNKNOWABLE.has(getIntrinsicName(type) ?? "")) return "unknown";
  const apparent = checker.getApparentType(type);
  const property = checker.getPropertyOfType(apparent, name);
  if (property) return hasFlag(property, SYMBOL.optional) ? "optional" : "required";
  const isOpen = checker.getIndexInfosOfType(apparent).some(({ keyType }) => getIntrinsicName(keyType) !== "number");
  return isOpen ? "unknown" : "absent";
}
