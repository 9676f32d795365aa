import type { TSESLint, TSESTree } from "@typescript-eslint/utils";

import { requiredModule, type ModuleSystem } from "../syntax/module-system.js";
import type { ImportBinding } from "./import-bindings.js";

type SourceCode = Readonly<TSESLint.SourceCode>;

/** What can take another name: `import { a } from "m"`, or the pattern of `const { a } = require("m")`. */
export type ImportTarget = TSESTree.ImportDeclaration | TSESTree.ObjectPattern;

interface TargetFacts {
  /** Best first: the module itself, then its equivalents. */
  readonly provides: readonly ((module: string) => boolean)[];
  readonly places: readonly TSESTree.Node[];
  /** Imports that the same fix turns from types into values. */
  readonly typeOnly: readonly ImportBinding[];
  readonly removing: readonly TSESLint.Scope.Variable[];
}

interface Candidate {
  readonly module: string | undefined;
  readonly target: ImportTarget;
}

/** The import that the names can be added to. */
export function importTarget(
  sourceCode: SourceCode,
  system: ModuleSystem,
  { places, provides, removing, typeOnly }: TargetFacts,
): ImportTarget | undefined {
  const removed = removing.flatMap(({ identifiers }) => identifiers as TSESTree.Node[]);
  const becomesValue = (node: TSESTree.Node) => typeOnly.some(({ statement }) => statement === node);
  const candidates = {
    esm: () => importCandidates(sourceCode, becomesValue),
    commonjs: () => patternCandidates(sourceCode, places),
    "typescript-commonjs": () => [],
  }[system]();

  const lasting = candidates.filter(({ target }) => outlives(target, removed));
  return provides.flatMap((accepts) => lasting.filter(({ module }) => module !== undefined && accepts(module)))[0]
    ?.target;
}

function importCandidates(sourceCode: SourceCode, becomesValue: (node: TSESTree.Node) => boolean): Candidate[] {
  return sourceCode.ast.body
    .filter((node) => node.type === "ImportDeclaration")
    .filter((node) => node.importKind !== "type" || becomesValue(node))
    .filter((node) => canTakeNames(sourceCode, node))
    .map((target) => ({ target, module: target.source.value }));
}

function canTakeNames(sourceCode: SourceCode, { attributes, source, specifiers }: TSESTree.ImportDeclaration): boolean {
  // With attributes the module is data and has no such names. Espree leaves them out before ES2025.
  // eslint-disable-next-line @typescript-eslint/no-unnecessary-condition -- as the line above says
  if (attributes?.length > 0) return false;
  if (specifiers.length > 0) return specifiers.every(({ type }) => type !== "ImportNamespaceSpecifier");
  // `import {} from "m"` takes names; `import "m"` is there for its effect and stays alone.
  return sourceCode.getTokenBefore(source)?.value === "from";
}

function patternCandidates(sourceCode: SourceCode, places: readonly TSESTree.Node[]): Candidate[] {
  return sourceCode.ast.body
    .filter((node) => node.type === "VariableDeclaration")
    .filter((node) => places.every((place) => node.range[1] <= place.range[0]))
    .flatMap(({ declarations }) => declarations)
    .flatMap(({ id: target, init }) => {
      if (target.type !== "ObjectPattern" || target.typeAnnotation) return [];
      // Another name would take its property out of the rest.
      if (target.properties.some(({ type }) => type === "RestElement")) return [];
      return [{ target, module: requiredModule(init) }];
    });
}

/** Some name stays in the braces, or none is removed: new names have a neighbour to stand beside. */
function outlives(target: ImportTarget, removed: readonly TSESTree.Node[]): boolean {
  const parts: readonly TSESTree.Node[] = target.type === "ObjectPattern" ? target.properties : target.specifiers;
  const isRemoved = (part: TSESTree.Node) => removed.includes(boundName(part));
  const listed = parts.filter(({ type }) => type !== "ImportDefaultSpecifier");
  return !parts.some(isRemoved) || listed.some((part) => !isRemoved(part));
}

function boundName(part: TSESTree.Node): TSESTree.Node {
  if (part.type === "Property") return part.value;
  return part.type === "ImportSpecifier" || part.type === "ImportDefaultSpecifier" ? part.local : part;
}
