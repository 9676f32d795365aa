import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import type { LegacyPart, LegacyParts } from "../contract/legacy-parts.js";
import { type ImportBinding, importBindings } from "../edits/plan-import.js";
import { isUnused, removeImport } from "../edits/remove-import.js";
import { getOutermostWrapper } from "../syntax/expressions.js";
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

function useAt(node: TSESTree.Node, sourceCode: TSESLint.SourceCode, parts: LegacyParts): LegacyUse | undefined {
  const outer = getOutermostWrapper(node);
  const part = parts.partAt(node);
  // A name behind the part (`const { X } = ERROR_CODES`) is reported where it is taken from the part.
  if (part) return part.rest.length === 0 ? { part, node, outer } : undefined;
  const { parent } = outer;
  const leadsOn =
    parent?.type === "MemberExpression"
      ? parent.object === outer && readStaticKey(parent, sourceCode) !== undefined
      : parent?.type === "TSQualifiedName" && parent.left === outer;
  return parent && leadsOn ? useAt(parent, sourceCode, parts) : undefined;
}

/** The purpose of a use, as its place in the syntax tells it. */
export type LegacyUseKind = "construction" | "conversion" | "subclass" | "check" | "type" | "code" | "alias" | "other";

const TYPE_NAMES = /^TS(?:TypeReference|TypeQuery|ClassImplements|InterfaceHeritage)$/;

export function classifyLegacyUse({ node, outer, part: { kind } }: LegacyUse): LegacyUseKind {
  const { parent } = outer;
  switch (parent?.type) {
    case "VariableDeclarator":
      return isAlias(outer, parent) ? "alias" : "other";
    case "MemberExpression":
      return kind === "codes" && parent.object === outer ? "code" : "other";
    case "CallExpression":
      return kind === "converter" && parent.callee === outer ? "conversion" : "other";
    case "NewExpression":
      return kind === "class" && parent.callee === outer ? "construction" : "other";
    case "ClassDeclaration":
    case "ClassExpression":
      return kind === "class" && parent.superClass === outer ? "subclass" : "other";
    case "BinaryExpression":
      return kind === "class" && parent.operator === "instanceof" && parent.right === outer ? "check" : "other";
    default:
      return kind === "class" && TYPE_NAMES.test(node.parent?.type ?? "") ? "type" : "other";
  }
}

// `const E = KaizaError`: its uses get the new names.
function isAlias(outer: TSESTree.Node, { id, init, parent }: TSESTree.VariableDeclarator): boolean {
  const isPlain = id.type === "Identifier" && !id.typeAnnotation && parent.kind === "const";
  return init === outer && isPlain && parent.parent.type !== "ExportNamedDeclaration";
}

/** A name for a legacy part that nothing in the file uses. */
interface LeftBehind {
  readonly node: TSESTree.Node;
  readonly name: string;
  /** Takes it away, with all that the file leaves behind; `undefined` where a comment would be lost. */
  remove: (fixer: TSESLint.RuleFixer) => TSESLint.RuleFix[] | undefined;
}

/** The imports of legacy parts that the file does not use. */
export function collectLeftBehind(sourceCode: TSESLint.SourceCode, parts: LegacyParts): readonly LeftBehind[] {
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
    node,
    name: variable.name,
    remove: (fixer) => removeImport(fixer, sourceCode, variables) ?? removeImport(fixer, sourceCode, [variable]),
  }));
}
