import type { TypeBase, TypeMember } from "./type-facts.js";

/** A type and what it is an instance of, nearest first: what it only promises with `implements` is none. */
export function* classesOf(member: TypeMember): Generator<TypeMember | TypeBase, void> {
  yield member;
  for (const base of member.bases) if (base.implemented !== true) yield base;
}
