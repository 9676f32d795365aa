import type { TypeBase, TypeMember } from "./type-facts.js";

/** Yields a type and the types that it is an instance of, nearest first, without those that it only `implements`. */
export function* listClasses(member: TypeMember): Generator<TypeMember | TypeBase, void> {
  yield member;
  for (const base of member.bases) if (base.implemented !== true) yield base;
}
