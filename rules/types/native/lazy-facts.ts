import { UNRESOLVED } from "../type-members.js";
import type { TypeFacts } from "../type-facts.js";

/** The answers about a file that need no tree of it. */
export type ProjectAnswers = Pick<TypeFacts, "program" | "mentions">;

/**
 * Facts that are looked for when the first question comes: the project for all, the file's tree for those about nodes.
 * Without any, each question goes unanswered.
 */
export function createLazyFacts(
  findProject: () => ProjectAnswers | undefined,
  findFacts: () => TypeFacts | undefined,
): TypeFacts {
  const project = makeLazy(findProject);
  const facts = makeLazy(() => (project() ? findFacts() : undefined));
  const program = {};
  return {
    get program() {
      return project()?.program ?? program;
    },
    members: (node) => facts()?.members(node) ?? [UNRESOLVED],
    literalValues: (node) => facts()?.literalValues(node),
    neverReturns: (call) => facts()?.neverReturns(call) ?? false,
    isThenable: (node) => facts()?.isThenable(node) ?? false,
    origin: (node) => facts()?.origin(node),
    property: (node, name) => facts()?.property(node, name) ?? "unknown",
    parameterWith: (call, name) => facts()?.parameterWith(call, name),
    parameterTakes: (call, place, value) => facts()?.parameterTakes(call, place, value),
    mentions: (names) => project()?.mentions(names) ?? true,
    returnedProperty: (node, name) => facts()?.returnedProperty(node, name) ?? "unknown",
    propertyValues: (node, name) => facts()?.propertyValues(node, name),
    exportedCodes: (module, name) => facts()?.exportedCodes(module, name),
  };
}

function makeLazy<T>(find: () => T): () => T {
  let found: { readonly value: T } | undefined;
  return () => (found ??= { value: find() }).value;
}
