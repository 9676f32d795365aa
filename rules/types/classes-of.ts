import type { TSESTree } from "@typescript-eslint/utils";
import type { TypeBase, TypeFacts, TypeMember } from "./type-facts.js";

/** Lists a type and the types that it is an instance of, nearest first, without those that it only `implements`. */
export function listClasses(member: TypeMember): readonly (TypeMember | TypeBase)[] {
  return [member, ...member.bases.filter((base) => base.implemented !== true)];
}

/** Returns whether a type is the built-in `Error` or a class below it. */
export function isErrorType(member: TypeMember): boolean {
  return listClasses(member).some(({ name, origin }) => name === "Error" && origin?.from === "lib");
}

/** Returns the members of a node's type beside `undefined` and `null`; none without types. */
export function listGivenMembers(node: TSESTree.Node, facts: TypeFacts | undefined): readonly TypeMember[] {
  return facts?.members(node).filter(({ kind }) => kind !== "undefined" && kind !== "null") ?? [];
}

/** Returns the values of an expression whose type allows only literals beside `undefined` and `null`. */
export function listLiteralValues(node: TSESTree.Node, facts: TypeFacts | undefined) {
  const values = listGivenMembers(node, facts).map(({ value }) => value);
  return values.length > 0 && values.every((value) => value !== undefined) ? values : undefined;
}
