import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import type { LegacyPart, LegacyParts } from "../contract/legacy-parts.js";
import { readStaticKey } from "../syntax/references.js";

/** One place of a file that names a legacy part. */
export interface LegacyUse {
  readonly part: LegacyPart;
  /** The name or member chain that stands for the part itself: `KaizaError`, `errors.KaizaError`, `ERROR_CODES`. */
  readonly node: TSESTree.Node;
  /** The node that has the part as its value: around `node`, with type assertions and the like. */
  readonly outer: TSESTree.Node;
}

/** Every use of a legacy part in the code of a file, in its order; imports, aliases and comments are not among them. */
export function collectLegacyUses(sourceCode: TSESLint.SourceCode, parts: LegacyParts): readonly LegacyUse[] {
  const found = new Map<TSESTree.Node, LegacyUse>();
  for (const scope of sourceCode.scopeManager?.scopes ?? []) {
    for (const { identifier, init, resolved } of scope.references) {
      // Most names are parameters, functions, classes and globals, and lead to no import.
      const [definition] = resolved?.defs ?? [];
      if (init || (definition?.type !== "ImportBinding" && definition?.type !== "Variable")) continue;
      const use = useAt(identifier, sourceCode, parts);
      if (use) found.set(use.node, use);
    }
  }
  return [...found.values()].sort((one, other) => one.node.range[0] - other.node.range[0]);
}

function useAt(identifier: TSESTree.Node, sourceCode: TSESLint.SourceCode, parts: LegacyParts): LegacyUse | undefined {
  for (let node = identifier; ;) {
    const outer = getNodeWithWrappers(node);
    const part = parts.partAt(node);
    // A name behind the part (`const { X } = ERROR_CODES`) is reported where it is taken from the part.
    if (part) return part.rest.length === 0 ? { part, node, outer } : undefined;
    const { parent } = outer;
    if (!parent || !leadsOn(parent, outer)) return undefined;
    if (parent.type === "MemberExpression" && readStaticKey(parent, sourceCode) === undefined) return undefined;
    node = parent;
  }
}

function leadsOn(parent: TSESTree.Node, node: TSESTree.Node): boolean {
  return (
    (parent.type === "MemberExpression" && parent.object === node) ||
    (parent.type === "TSQualifiedName" && parent.left === node)
  );
}

/** The node with the type assertions, `satisfies` and `!` around it. */
export function getNodeWithWrappers(node: TSESTree.Node): TSESTree.Node {
  const { parent } = node;
  switch (parent?.type) {
    case "TSAsExpression":
    case "TSSatisfiesExpression":
    case "TSTypeAssertion":
    case "TSNonNullExpression":
    case "ChainExpression":
      return parent.expression === node ? getNodeWithWrappers(parent) : node;
    default:
      return node;
  }
}

/** The purpose of a use, as its place in the syntax tells it. */
export type LegacyUseKind = "construction" | "conversion" | "subclass" | "check" | "type" | "code" | "alias" | "other";

export function classifyLegacyUse({ node, outer, part }: LegacyUse): LegacyUseKind {
  const { parent } = outer;
  if (!parent) return "other";
  if (isAlias(outer, parent)) return "alias";
  if (part.kind === "codes") {
    return parent.type === "MemberExpression" && parent.object === outer ? "code" : "other";
  }
  if (part.kind === "converter") {
    return parent.type === "CallExpression" && parent.callee === outer ? "conversion" : "other";
  }
  if (parent.type === "NewExpression" && parent.callee === outer) return "construction";
  if (isClass(parent) && parent.superClass === outer) return "subclass";
  if (parent.type === "BinaryExpression" && parent.operator === "instanceof") {
    return parent.right === outer ? "check" : "other";
  }
  return isTypeName(node) ? "type" : "other";
}

// `const E = KaizaError` and `const { X } = ERROR_CODES`: their uses get the new names.
function isAlias(outer: TSESTree.Node, parent: TSESTree.Node): boolean {
  if (parent.type !== "VariableDeclarator" || parent.init !== outer || parent.id.typeAnnotation) return false;
  const { kind, parent: outside } = parent.parent;
  return kind === "const" && outside.type !== "ExportNamedDeclaration";
}

function isClass(node: TSESTree.Node): node is TSESTree.ClassDeclaration | TSESTree.ClassExpression {
  return node.type === "ClassDeclaration" || node.type === "ClassExpression";
}

function isTypeName({ parent }: TSESTree.Node): boolean {
  return (
    parent?.type === "TSTypeReference" ||
    parent?.type === "TSTypeQuery" ||
    parent?.type === "TSClassImplements" ||
    parent?.type === "TSInterfaceHeritage"
  );
}

/** The legacy parts that a file exports from another module: there is no name for them in the file. */
export function collectReexportedParts(sourceCode: TSESLint.SourceCode, parts: LegacyParts): readonly LegacyUse[] {
  return sourceCode.ast.body.flatMap((statement) => {
    if (statement.type !== "ExportNamedDeclaration" || !statement.source) return [];
    const module = statement.source.value;
    return statement.specifiers.flatMap(({ local: node }) => {
      const name = node.type === "Identifier" ? node.name : node.value;
      const part = parts.partOf(module, [name]);
      return part ? [{ part, node, outer: node }] : [];
    });
  });
}
