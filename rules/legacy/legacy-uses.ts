import type { TSESTree } from "@typescript-eslint/utils";
import type { LegacyPart, LegacyParts } from "../contract/legacy-parts.js";
import { type ImportBinding, importBindings } from "../edits/plan-import.js";
import { isUnused, removeImport } from "../edits/remove-import.js";
import { type LegacyFacts, type LegacyFinding, createPlainRewrite } from "./legacy-finding.js";

/** One place of a file that names a legacy part. */
export interface LegacyUse {
  readonly part: LegacyPart;
  /** The name or member chain that stands for the part itself: `KaizaError`, `errors.KaizaError`, `ERROR_CODES`. */
  readonly node: TSESTree.Node;
}

/** Every use of a legacy part in the code of a file, in its order; imports, aliases and comments are not among them. */
export function collectLegacyUses({ parts, sourceCode }: LegacyFacts): readonly LegacyUse[] {
  const found = new Map<TSESTree.Node, LegacyUse>();
  for (const scope of sourceCode.scopeManager?.scopes ?? []) {
    for (const { identifier, init, resolved } of scope.references) {
      // Most names are parameters, functions, classes and globals, and lead to no import.
      const [definition] = resolved?.defs ?? [];
      if (init || (definition?.type !== "ImportBinding" && definition?.type !== "Variable")) continue;
      const use = useAt(identifier, parts);
      if (use) found.set(use.node, use);
    }
  }
  return [...found.values()].sort((one, other) => one.node.range[0] - other.node.range[0]);
}

function useAt(node: TSESTree.Node, parts: LegacyParts): LegacyUse | undefined {
  const part = parts.partAt(node);
  // A name behind the part (`const { X } = ERROR_CODES`) is reported where it is taken from the part.
  if (part) return part.rest.length === 0 ? { part, node } : undefined;
  const { parent } = node;
  const leadsOn = parent?.type === "MemberExpression" && parent.object === node;
  return leadsOn ? useAt(parent, parts) : undefined;
}

/** The purpose of a use, as its place in the syntax tells it. */
export type LegacyUseKind = "construction" | "conversion" | "subclass" | "check" | "code" | "alias" | "other";

export function classifyLegacyUse({ node, part: { kind } }: LegacyUse): LegacyUseKind {
  const { parent } = node;
  switch (parent?.type) {
    case "VariableDeclarator":
      // `const E = KaizaError`: its uses get the new names.
      return parent.id.type === "Identifier" && parent.parent.parent.type !== "ExportNamedDeclaration"
        ? "alias"
        : "other";
    case "MemberExpression":
      return kind === "codes" && parent.object === node ? "code" : "other";
    case "CallExpression":
      return kind === "converter" && parent.callee === node ? "conversion" : "other";
    case "NewExpression":
      return kind === "class" && parent.callee === node ? "construction" : "other";
    case "ClassDeclaration":
    case "ClassExpression":
      return kind === "class" && parent.superClass === node ? "subclass" : "other";
    case "BinaryExpression":
      return kind === "class" && parent.operator === "instanceof" && parent.right === node ? "check" : "other";
    default:
      return "other";
  }
}

/** The imports of legacy parts that the file does not use. */
export function createLeftBehindFindings({ parts, sourceCode }: LegacyFacts): readonly LegacyFinding[] {
  const bindings = importBindings(sourceCode);
  const isLeft = ({ variable }: ImportBinding) => isUnused(sourceCode, variable);
  const findPart = ({ variable: { identifiers } }: ImportBinding) => identifiers[0] && parts.partAt(identifiers[0]);
  const removable = bindings.filter((binding) => {
    if (findPart(binding)?.rest.length !== 0 || !isLeft(binding)) return false;
    // Codes that are still used may be known for legacy only because the class comes from the same module.
    return !bindings.some(
      (other) => other.module === binding.module && findPart(other)?.kind === "codes" && !isLeft(other),
    );
  });
  // All at once: edits that touch each other would take a pass each.
  const variables = removable.map(({ variable }) => variable);
  return removable.map(({ node, variable }) => ({
    at: node,
    messageId: "leftBehind",
    data: { legacy: variable.name },
    rewrite: createPlainRewrite((fixer) => removeImport(fixer, sourceCode, variables) ?? []),
  }));
}
