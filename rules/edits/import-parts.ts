import type { TSESLint, TSESTree } from "@typescript-eslint/utils";

import { importEqualsModule, requiredModule } from "../syntax/module-system.js";

type SourceCode = Readonly<TSESLint.SourceCode>;

export type ImportStatement =
  TSESTree.ImportDeclaration | TSESTree.TSImportEqualsDeclaration | TSESTree.VariableDeclaration;

/** The statement that imports or requires this variable, if it declares nothing else under the name. */
export function declaringStatement({ defs }: TSESLint.Scope.Variable): ImportStatement | undefined {
  const [definition, another] = defs;
  if (!definition || another) return undefined;

  const { node } = definition;
  if (node.type === "TSImportEqualsDeclaration") {
    const isExported = node.parent.type === "ExportNamedDeclaration";
    return importEqualsModule(node) === undefined || isExported ? undefined : node;
  }
  if (node.type === "VariableDeclarator") return isBlock(node.parent.parent) ? node.parent : undefined;
  return node.parent.type === "ImportDeclaration" ? node.parent : undefined;
}

/**
 * The ranges to cut from the statement so that it no longer declares these names: "all" when nothing is left of it,
 * undefined when the names do not come from a plain import or `require()`.
 */
export function partsDeclaring(
  sourceCode: SourceCode,
  statement: ImportStatement,
  names: readonly TSESTree.Node[],
): TSESTree.Range[] | "all" | undefined {
  if (statement.type === "TSImportEqualsDeclaration") return "all";
  if (statement.type === "VariableDeclaration") return declaratorParts(statement, names);
  return specifierParts(sourceCode, statement, names);
}

function specifierParts(
  sourceCode: SourceCode,
  { source, specifiers }: TSESTree.ImportDeclaration,
  names: readonly TSESTree.Node[],
): TSESTree.Range[] | "all" {
  const isGoing = ({ local }: TSESTree.ImportClause) => names.includes(local);
  if (specifiers.every(isGoing)) return "all";

  const byDefault = specifiers.find(({ type }) => type === "ImportDefaultSpecifier");
  const others = specifiers.filter((specifier) => specifier !== byDefault);
  if (!byDefault || !others.every(isGoing)) {
    const start = byDefault && isGoing(byDefault) ? byDefault : undefined;
    const afterComma = start && sourceCode.getTokenAfter(start, { skip: 1 });
    const cut: TSESTree.Range[] = start && afterComma ? [[start.range[0], afterComma.range[0]]] : [];
    return [...cut, ...itemsWithout(others, isGoing)];
  }
  // The braces or the namespace, up to the word `from`.
  const end = sourceCode.getTokenBefore(source, { skip: 1 });
  return [[byDefault.range[1], end?.range[1] ?? byDefault.range[1]]];
}

function declaratorParts(
  { declarations }: TSESTree.VariableDeclaration,
  names: readonly TSESTree.Node[],
): TSESTree.Range[] | "all" | undefined {
  const parts = new Map(declarations.map((declarator) => [declarator, patternParts(declarator, names)]));
  const ranges = [...parts.values()];
  if (ranges.includes(undefined)) return undefined;
  if (ranges.every((part) => part === "all")) return "all";

  const cut = ranges.flatMap((part) => (part === "all" || !part ? [] : part));
  return [...cut, ...itemsWithout(declarations, (declarator) => parts.get(declarator) === "all")];
}

function patternParts(
  { id, init }: TSESTree.VariableDeclarator,
  names: readonly TSESTree.Node[],
): TSESTree.Range[] | "all" | undefined {
  const isWithin = ({ range }: TSESTree.Node) => id.range[0] <= range[0] && range[1] <= id.range[1];
  if (!names.some(isWithin)) return [];

  const required = init?.type === "MemberExpression" && !init.computed ? init.object : init;
  if (requiredModule(required) === undefined) return undefined;
  if (id.type !== "ObjectPattern") return "all";

  const isGoing = (property: TSESTree.Node) =>
    property.type === "Property" && !property.computed && names.includes(property.value);
  // A nested pattern, a default or a rest would change its meaning with the name.
  const hasRest = id.properties.some(({ type }) => type === "RestElement");
  if (hasRest || id.properties.filter(isGoing).length !== names.filter(isWithin).length) return undefined;
  return id.properties.every(isGoing) ? "all" : itemsWithout(id.properties, isGoing);
}

/** Each item that goes takes the comma after it along; those at the end take the comma before them. */
function itemsWithout<Item extends TSESTree.Node>(
  items: readonly Item[],
  isGoing: (item: Item) => boolean,
): TSESTree.Range[] {
  const lastKept = items.findLastIndex((item) => !isGoing(item));
  const inside = items
    .slice(0, Math.max(lastKept, 0))
    .flatMap((item, index): TSESTree.Range[] => (isGoing(item) ? [[item.range[0], startOf(items[index + 1])]] : []));
  const kept = items[lastKept];
  const last = items.at(-1);
  return kept && last && kept !== last ? [...inside, [kept.range[1], last.range[1]]] : inside;
}

function startOf(node: TSESTree.Node | undefined): number {
  return node?.range[0] ?? 0;
}

function isBlock(node: TSESTree.Node): boolean {
  return node.type === "Program" || node.type === "BlockStatement";
}
