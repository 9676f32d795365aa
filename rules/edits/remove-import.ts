import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { isInside } from "../syntax/nodes.js";
import { importEqualsModule, findRequiredModule } from "../syntax/source-file.js";
import { isAboutNextLine } from "./add-import.js";
import { collectLineRanges } from "./remove-lines.js";
import { canContinue, getLastOwnToken } from "./source-style.js";

type SourceCode = Readonly<TSESLint.SourceCode>;
type Variable = TSESLint.Scope.Variable;

/**
 * The edits that take unused imports away, with the statement and its line when nothing is left of it. The module is
 * then no longer evaluated, which is meant: a legacy module is loaded for its names. Undefined when a comment would be
 * lost or come to stand before something else, and for anything but an import or a plain `require()`.
 */
export function removeImport(
  fixer: TSESLint.RuleFixer,
  sourceCode: SourceCode,
  unused: readonly Variable[],
): TSESLint.RuleFix[] | undefined {
  const names = unused.flatMap(({ identifiers }): TSESTree.Node[] => identifiers);
  const statements: ImportStatement[] = [];
  const ranges: TSESTree.Range[] = [];
  for (const statement of new Set(unused.map(findDeclaringStatement))) {
    const parts = statement && findDeclaringRanges(sourceCode, statement, names);
    if (!parts) return undefined;
    if (parts === "all") statements.push(statement);
    else ranges.push(...parts);
  }
  const losesComment = ranges.some((range) => hasComment(sourceCode, range));
  const isSafe = statements.every((statement) => !ownsComment(sourceCode, statement));
  if (!isSafe || losesComment || joinsNeighbours(sourceCode, statements)) return undefined;
  return [...ranges, ...collectLineRanges(sourceCode, statements)].map((range) => fixer.removeRange(range));
}

function hasComment(sourceCode: SourceCode, [start, end]: TSESTree.Range): boolean {
  return sourceCode.getAllComments().some(({ range }) => start <= range[0] && range[1] <= end);
}

/** A comment within the statement or behind it, or one above that is an instruction about it. */
function ownsComment(sourceCode: SourceCode, statement: ImportStatement): boolean {
  const above = sourceCode.getCommentsBefore(statement).at(-1);
  const behind = sourceCode.getCommentsAfter(statement)[0];
  if (sourceCode.getCommentsInside(statement).length > 0) return true;
  if (behind?.loc.start.line === statement.loc.end.line) return true;
  if (!above) return false;

  const isTypeOfRequire = statement.type === "VariableDeclaration" && /^\*[^]*@type\b/.test(above.value);
  return isAboutNextLine(above) || isTypeOfRequire;
}

/** Returns whether removing a statement without semicolons lets `(` or `[` on the next line continue the one above. */
function joinsNeighbours(sourceCode: SourceCode, statements: readonly ImportStatement[]): boolean {
  const isGoing = ({ range }: TSESTree.Token) =>
    statements.some((statement) => {
      const end = (getLastOwnToken(sourceCode, statement) ?? statement).range[1];
      return statement.range[0] <= range[0] && range[1] <= end;
    });
  const staying = { filter: (token: TSESTree.Token) => !isGoing(token) };
  return statements.some((statement) => {
    const previous = sourceCode.getTokenBefore(statement, staying);
    const next = sourceCode.getTokenAfter(getLastOwnToken(sourceCode, statement) ?? statement, staying);
    return previous && previous.value !== ";" && canContinue(next);
  });
}

type ImportStatement = TSESTree.ImportDeclaration | TSESTree.TSImportEqualsDeclaration | TSESTree.VariableDeclaration;

/** The statement that imports or requires this variable, if it declares nothing else under the name. */
function findDeclaringStatement({ defs }: TSESLint.Scope.Variable): ImportStatement | undefined {
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
function findDeclaringRanges(
  sourceCode: SourceCode,
  statement: ImportStatement,
  names: readonly TSESTree.Node[],
): TSESTree.Range[] | "all" | undefined {
  if (statement.type === "TSImportEqualsDeclaration") return "all";
  if (statement.type === "VariableDeclaration") return findDeclaratorRanges(statement, names);
  return findSpecifierRanges(sourceCode, statement, names);
}

function findSpecifierRanges(
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
    return [...cut, ...collectRemovedRanges(others, isGoing)];
  }
  // The braces or the namespace, up to the word `from`.
  const end = sourceCode.getTokenBefore(source, { skip: 1 });
  return [[byDefault.range[1], end?.range[1] ?? byDefault.range[1]]];
}

function findDeclaratorRanges(
  { declarations }: TSESTree.VariableDeclaration,
  names: readonly TSESTree.Node[],
): TSESTree.Range[] | "all" | undefined {
  const parts = new Map(declarations.map((declarator) => [declarator, findPatternRanges(declarator, names)]));
  const ranges = [...parts.values()];
  if (ranges.includes(undefined)) return undefined;
  if (ranges.every((part) => part === "all")) return "all";

  const cut = ranges.flatMap((part) => (part === "all" || !part ? [] : part));
  return [...cut, ...collectRemovedRanges(declarations, (declarator) => parts.get(declarator) === "all")];
}

function findPatternRanges(
  { id, init }: TSESTree.VariableDeclarator,
  names: readonly TSESTree.Node[],
): TSESTree.Range[] | "all" | undefined {
  const own = names.filter((name) => isInside(name, id));
  if (own.length === 0) return [];

  const required = init?.type === "MemberExpression" && !init.computed ? init.object : init;
  if (findRequiredModule(required) === undefined) return undefined;
  if (id.type !== "ObjectPattern") return "all";

  const isGoing = (property: TSESTree.Node) =>
    property.type === "Property" && !property.computed && names.includes(property.value);
  // A nested pattern, a default or a rest would change its meaning with the name.
  const hasRest = id.properties.some(({ type }) => type === "RestElement");
  if (hasRest || id.properties.filter(isGoing).length !== own.length) return undefined;
  return id.properties.every(isGoing) ? "all" : collectRemovedRanges(id.properties, isGoing);
}

/** Each item that goes takes the comma after it along; those at the end take the comma before them. */
function collectRemovedRanges<Item extends TSESTree.Node>(
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

/**
 * Returns whether nothing in the file uses the imported or required name, once a fix has rewritten the references
 * inside of `except`. Types, exports, JSX and names in JSDoc are uses; the initialisation of a `const` is none.
 */
export function isUnused(
  sourceCode: Readonly<TSESLint.SourceCode>,
  variable: TSESLint.Scope.Variable,
  except: readonly TSESTree.Node[] = [],
): boolean {
  // With a second declaration of the name, it is not the import's alone.
  if (variable.defs.length !== 1 || variable.eslintUsed) return false;

  const isLeaving = (name: TSESTree.Node | TSESTree.Token) => except.some((node) => isInside(name, node));
  const uses = variable.references.filter(({ init, identifier }) => !init && !isLeaving(identifier));
  return (
    uses.length === 0 &&
    !sourceCode.ast.tokens.some((token) => isElementName(token, variable.name) && !isLeaving(token)) &&
    !sourceCode.getAllComments().some((comment) => isNamedIn(comment, variable.name))
  );
}

/** Espree's scopes know JSX only since ESLint 10. */
function isElementName({ type, value }: TSESTree.Token, name: string): boolean {
  return (type as string) === "JSXIdentifier" && value === name;
}

/** `{KaizaError}`, `{@link KaizaError}`, `@see KaizaError` */
function isNamedIn({ type, value }: TSESTree.Comment, name: string): boolean {
  if (type !== "Block" || !value.startsWith("*")) return false;
  const word = String.raw`(?<![\w$])${name.replaceAll("$", String.raw`\$`)}(?![\w$])`;
  return new RegExp(String.raw`\{[^}]*${word}|@(?:see|link|throws|exception|extends|augments)\s+${word}`).test(value);
}
