import { UNRESOLVED } from "../type-members.js";
import type { TypeFacts } from "../type-facts.js";

/** Facts that are looked for when the first question comes; without any, each question goes unanswered. */
export function lazyFacts(find: () => TypeFacts | undefined): TypeFacts {
  let found: { readonly facts: TypeFacts | undefined } | undefined;
  const facts = () => (found ??= { facts: find() }).facts;
  const program = {};
  return {
    get program() {
      return facts()?.program ?? program;
    },
    members: (node) => facts()?.members(node) ?? [UNRESOLVED],
    literalValues: (node) => facts()?.literalValues(node),
    neverReturns: (call) => facts()?.neverReturns(call) ?? false,
    isThenable: (node) => facts()?.isThenable(node) ?? false,
    origin: (node) => facts()?.origin(node),
    property: (node, name) => facts()?.property(node, name) ?? "unknown",
    parameterWith: (call, name) => facts()?.parameterWith(call, name),
    parameterTakes: (call, place, value) => facts()?.parameterTakes(call, place, value),
    mentions: (name) => facts()?.mentions(name) ?? true,
    literalProperty: (node, name) => facts()?.literalProperty(node, name) ?? [undefined],
    propertyValues: (node, name) => facts()?.propertyValues(node, name),
    exportedCodes: (module, name) => facts()?.exportedCodes(module, name),
  };
}
