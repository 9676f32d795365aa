import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import * as ASTUtils from "@typescript-eslint/utils/ast-utils";

type Variable = TSESLint.Scope.Variable;

const files = new WeakMap<TSESLint.SourceCode, ReadonlyMap<TSESTree.Node, Variable | null>>();

/** The variable that an identifier refers to or declares. */
export function variableOf(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): Variable | undefined {
  if (node.type !== "Identifier" && node.type !== "JSXIdentifier") return undefined;
  const resolved = resolvedNames(sourceCode).get(node);
  // A name that is no reference: a declaration, a parameter, an import.
  if (resolved === undefined) return ASTUtils.findVariable(sourceCode.getScope(node), node.name) ?? undefined;
  return resolved ?? undefined;
}

// The scope manager knows it of every reference; looking a name up in the scopes around it is slow.
function resolvedNames(sourceCode: TSESLint.SourceCode): ReadonlyMap<TSESTree.Node, Variable | null> {
  const known = files.get(sourceCode);
  if (known) return known;
  const names = new Map<TSESTree.Node, Variable | null>();
  for (const { references } of sourceCode.scopeManager?.scopes ?? []) {
    for (const { identifier, resolved } of references) names.set(identifier, resolved);
  }
  files.set(sourceCode, names);
  return names;
}

/** Returns the expression that a `const` is declared with; undefined for other variables and for patterns. */
export function getConstInitializer(variable: Variable | null | undefined): TSESTree.Expression | undefined {
  const definition = variable?.defs[0];
  if (definition?.type !== "Variable" || definition.parent.kind !== "const") return undefined;
  return definition.node.id === definition.name ? (definition.node.init ?? undefined) : undefined;
}
