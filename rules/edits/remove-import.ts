import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import type { LintContext } from "../contract/lint-context.js";
import { isStatementList } from "../syntax/functions.js";
import { escapeName, findRequiredModule, isInside } from "../syntax/source-file.js";
import { isAboutNextLine } from "./imports.js";
import { canContinue, getLastOwnToken, indentAt } from "./source-style.js";

type Variable = TSESLint.Scope.Variable;
type ImportStatement = TSESTree.ImportDeclaration | TSESTree.VariableDeclaration;

/**
 * The edits that take unused imports away, with the statement and its line when nothing is left of it. The module is
 * then no longer evaluated, which is meant: a legacy module is loaded for its names. Undefined when a comment would be
 * lost or come to stand before something else, and for anything but an import or a plain `require()`.
 */
export function removeImport(
  fixer: TSESLint.RuleFixer,
  unused: readonly Variable[],
  lint: LintContext,
): TSESLint.RuleFix[] | undefined {
  const names = unused.flatMap(({ identifiers }): TSESTree.Node[] => identifiers);
  const edits: TSESLint.RuleFix[] = [];
  const gone: TSESTree.Node[] = [];
  for (const statement of new Set(unused.map(findDeclaringStatement))) {
    if (!statement || ownsComment(statement, lint)) return undefined;
    const items = listItems(statement);
    const kept = items?.filter((item) => !names.some((name) => isInside(name, item)));
    if (!items || !kept) return undefined;
    if (kept.length > 0) {
      edits.push(fixer.replaceTextRange(getNamesRange(statement, lint), printItems(kept, lint)));
    } else if (joinsNeighbours(statement, lint)) {
      return undefined;
    } else {
      gone.push(statement);
    }
  }
  return [...edits, ...gone.map((statement) => fixer.removeRange(getLineRange(statement, lint)))];
}

/** The range to cut so that a statement goes with its line, where it has one of its own. */
function getLineRange(statement: TSESTree.Node, lint: LintContext): TSESTree.Range {
  const { text } = lint.sourceCode;
  const [start] = statement.range;
  const [, end] = (getLastOwnToken(statement, lint) ?? statement).range;
  const rest = text.slice(end);
  const line = /(?:^|\n)[ \t]*$/.test(text.slice(0, start)) ? /^[ \t]*(?:\r?\n|$)/.exec(rest)?.[0] : undefined;
  if (line === undefined) return [start, end + (/^[ \t]*/.exec(rest)?.[0].length ?? 0)];
  return [start - indentAt(start, lint).length, end + line.length];
}

/** A comment within the statement or behind it, or one above that is an instruction about it. */
function ownsComment(statement: ImportStatement, { sourceCode }: LintContext): boolean {
  const above = sourceCode.getCommentsBefore(statement).at(-1);
  const behind = sourceCode.getCommentsAfter(statement)[0];
  if (sourceCode.getCommentsInside(statement).length > 0) return true;
  if (behind?.loc.start.line === statement.loc.end.line) return true;
  const isTypeOfRequire = statement.type === "VariableDeclaration" && /^\*[^]*@type\b/.test(above?.value ?? "");
  return above !== undefined && (isAboutNextLine(above) || isTypeOfRequire);
}

/** Returns whether removing a statement without semicolons lets `(` or `[` on the next line continue the one above. */
function joinsNeighbours(statement: ImportStatement, lint: LintContext): boolean {
  const previous = lint.sourceCode.getTokenBefore(statement);
  const next = lint.sourceCode.getTokenAfter(getLastOwnToken(statement, lint) ?? statement);
  return previous !== null && previous.value !== ";" && canContinue(next);
}

/** The statement that imports or requires this variable, if it declares nothing else under the name. */
function findDeclaringStatement({ defs: [definition, another] }: Variable): ImportStatement | undefined {
  const parent = another ? undefined : definition?.node.parent;
  return parent?.type === "ImportDeclaration" || parent?.type === "VariableDeclaration" ? parent : undefined;
}

/** The parts that bind names: specifiers, the properties of a pattern, or the one name of a `require()`. */
function listItems(statement: ImportStatement): readonly TSESTree.Node[] | undefined {
  if (statement.type === "ImportDeclaration") return statement.specifiers;
  const [declarator, ...others] = statement.declarations;
  if (others.length > 0 || !isStatementList(statement.parent)) return undefined;
  const { id, init } = declarator;
  if (findRequiredModule(init?.type === "MemberExpression" ? init.object : init) === undefined) return undefined;
  if (id.type !== "ObjectPattern") return [id];
  // A nested pattern, a default or a rest would change its meaning with the name.
  const isPlain = id.properties.every((each) => each.type === "Property" && each.value.type === "Identifier");
  return isPlain ? id.properties : undefined;
}

/** From the first name of an import to the word `from`, or the pattern of a `require()`. */
function getNamesRange(statement: ImportStatement, { sourceCode }: LintContext): TSESTree.Range {
  if (statement.type === "VariableDeclaration") return statement.declarations[0].id.range;
  const isStart = ({ value }: TSESTree.Token): boolean => value !== "import" && value !== "type";
  const first = sourceCode.getFirstToken(statement, { filter: isStart });
  const last = sourceCode.getTokenBefore(statement.source, { skip: 1 });
  return [first?.range[0] ?? statement.range[0], last?.range[1] ?? statement.range[0]];
}

function printItems(items: readonly TSESTree.Node[], { sourceCode }: LintContext): string {
  const isNamed = ({ type }: TSESTree.Node): boolean => type === "ImportSpecifier" || type === "Property";
  const named = items.filter(isNamed).map((item) => sourceCode.getText(item));
  const others = items.filter((item) => !isNamed(item)).map((item) => sourceCode.getText(item));
  return [...others, ...(named.length > 0 ? [`{ ${named.join(", ")} }`] : [])].join(", ");
}

/**
 * Returns whether nothing in the file uses the imported or required name, once a fix has rewritten the references
 * inside of `except`. Types, exports, JSX and names in JSDoc are uses; the initialisation of a `const` is none.
 */
export function isUnused(
  variable: Variable,
  { sourceCode }: LintContext,
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
  const word = String.raw`(?<![\w$])${escapeName(name)}(?![\w$])`;
  return new RegExp(String.raw`\{[^}]*${word}|@(?:see|link|throws|exception|extends|augments)\s+${word}`).test(value);
}
