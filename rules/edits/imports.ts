import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import * as ASTUtils from "@typescript-eslint/utils/ast-utils";
import { type ImportBinding, WHOLE_MODULE, isImport, listImports } from "../syntax/references.js";
import { type LintContext, rememberForLint } from "../contract/lint-context.js";
import { type ModuleSystem, detectModuleSystem, findRequiredModule } from "../syntax/source-file.js";
import {
  type Rewrite,
  appendItem,
  canContinue,
  getLastOwnToken,
  getSourceStyle,
  indentAt,
  quoteText,
} from "./source-style.js";

type Fixer = TSESLint.RuleFixer;

/** The exports of a module that a fix needs. */
interface WantedImport {
  readonly module: string;
  readonly names: readonly string[];
  /** Tells which other modules provide the names too: those of the contract, if nothing else is said. */
  readonly equivalent?: (module: string) => boolean;
}

/** How the wanted names come into the file, and the edits that bring them there; none where they are. */
interface ImportPlan extends Rewrite {
  /** The text to write for each wanted name: the name, an alias, or `namespace.name`. */
  readonly locals: ReadonlyMap<string, string>;
  /** The names that the file does not import yet. */
  readonly missing: readonly MissingImport[];
  /** The import that takes the missing names; without one they get a statement of their own. */
  readonly target: ImportTarget | undefined;
  /** The imports of types whose values are needed now. */
  readonly typeOnly: readonly ImportBinding[];
  readonly module: string;
  readonly system: ModuleSystem;
}

interface MissingImport {
  /** `WHOLE_MODULE` where the module system of the file has no named imports. */
  readonly name: string;
  readonly local: string;
}

/** How the names can be used at a place. Undefined in a file without a module system. */
export function planImport(
  { module, names, equivalent }: WantedImport,
  at: TSESTree.Node,
  lint: LintContext,
): ImportPlan | undefined {
  const system = detectModuleSystem(lint.sourceCode, lint.filename);
  if (!system) return undefined;
  const provides = [(other: string) => other === module, equivalent ?? lint.contract.isRuntime];
  const bindings = provides
    .flatMap((accepts) => listImports(lint.sourceCode).filter((each) => accepts(each.module)))
    // CommonJS under `verbatimModuleSyntax` allows `import type`, but no `import` of a value.
    .filter((each) => (!each.isTypeOnly || system === "esm") && isVisible(each, at, lint));
  const find = (wanted: string, isTypeOnly = false) =>
    bindings.find((each) => each.exported === wanted && each.isTypeOnly === isTypeOnly);
  const found = new Map(names.map((name) => [name, find(name) ?? find(WHOLE_MODULE) ?? find(name, true)]));
  const unfound = names.filter((name) => !found.get(name));
  const missing = planMissingImports(unfound, at, system, lint);
  if (missing.length > 0 && !isScript(lint.sourceCode.ast)) return undefined;
  const typeOnly = [...found.values()].flatMap((binding) => (binding?.isTypeOnly ? [binding] : []));
  const target = missing.length > 0 ? findTarget(system, at, { provides, typeOnly }, lint) : undefined;
  const locals = new Map(names.map((name) => [name, printLocalName(name, found.get(name), missing)]));
  const plan = { locals, missing, target, typeOnly, module, system };
  return { ...plan, apply: (fixer) => addImport(fixer, plan, lint) };
}

/** Whether a file is a script, or has one as a part; in Svelte and Astro, scripts stand among elements. */
function isScript({ body }: TSESTree.Program): boolean {
  return body.every(({ type }) => /(?:Statement|Declaration|Assignment|DeclareFunction)$/.test(type));
}

function planMissingImports(
  names: readonly string[],
  at: TSESTree.Node,
  system: ModuleSystem,
  lint: LintContext,
): readonly MissingImport[] {
  if (names.length > 0 && system === "typescript-commonjs")
    return [{ name: WHOLE_MODULE, local: findFreeName("contract", lint) }];
  return names.map((name) => ({
    name,
    local: isFreeName(name, at, lint) ? name : findFreeName(name, lint),
  }));
}

function printLocalName(name: string, binding: ImportBinding | undefined, missing: readonly MissingImport[]): string {
  if (binding) return binding.exported === WHOLE_MODULE ? `${binding.variable.name}.${name}` : binding.variable.name;
  const named = missing.find((item) => item.name === name);
  return named?.local ?? `${missing[0]?.local}.${name}`;
}

/** A node that can take another name: `import { a } from "m"`, or the pattern of `const { a } = require("m")`. */
type ImportTarget = TSESTree.ImportDeclaration | TSESTree.ObjectPattern;

/** The import that the names can be added to: of the module itself before its equivalents. */
function findTarget(
  system: ModuleSystem,
  at: TSESTree.Node,
  { provides, typeOnly }: { provides: readonly ((module: string) => boolean)[]; typeOnly: readonly ImportBinding[] },
  { sourceCode }: LintContext,
): ImportTarget | undefined {
  const isOfValues = (node: TSESTree.ImportDeclaration) =>
    node.importKind !== "type" || typeOnly.some(({ statement }) => statement === node);
  const candidates = sourceCode.ast.body.flatMap((node): { module: string | undefined; target: ImportTarget }[] => {
    if (node.type === "ImportDeclaration")
      return system === "esm" && isOfValues(node) && canTakeNames(node)
        ? [{ module: node.source.value, target: node }]
        : [];
    if (system !== "commonjs" || node.type !== "VariableDeclaration" || node.range[1] > at.range[0]) return [];
    return node.declarations.flatMap(({ id, init }) => {
      // Another name would take its property out of the rest.
      const isOpen = id.type === "ObjectPattern" && !id.properties.some(({ type }) => type === "RestElement");
      return isOpen ? [{ module: findRequiredModule(init), target: id }] : [];
    });
  });
  return provides.flatMap((accepts) => candidates.filter(({ module }) => module !== undefined && accepts(module)))[0]
    ?.target;
}

/** A namespace has no names, and an import of data or for its effect stays alone. */
function canTakeNames({ attributes, specifiers }: TSESTree.ImportDeclaration): boolean {
  // Espree leaves attributes out before ES2025.
  // eslint-disable-next-line @typescript-eslint/no-unnecessary-condition -- as the line above says
  if (attributes?.length > 0 || specifiers.length === 0) return false;
  return specifiers.every(({ type }) => type !== "ImportNamespaceSpecifier");
}

/** The binding's name means the binding at a place, and holds the module's value by then. */
function isVisible({ node, statement, variable }: ImportBinding, at: TSESTree.Node, lint: LintContext): boolean {
  const isThere = statement.type === "ImportDeclaration" || node.range[1] <= at.range[0];
  return isThere && ASTUtils.findVariable(getScopeAt(at, lint), variable.name) === variable;
}

const getUndeclaredNames = rememberForLint(
  ({ sourceCode: { scopeManager } }) =>
    new Set(scopeManager?.globalScope?.through.map(({ identifier }) => identifier.name)),
);

/** A new import can bind the name: nothing at the place, in the module scope or outside of the file has it. */
function isFreeName(name: string, at: TSESTree.Node, lint: LintContext): boolean {
  if (getUndeclaredNames(lint).has(name)) return false;

  const variable = ASTUtils.findVariable(getScopeAt(at, lint), name);
  // A configured global that the file does not mention may be covered.
  const isUnmentioned = variable?.defs.length === 0 && variable.references.length === 0;
  return !variable || isUnmentioned;
}

/** `toolError2`: no word of the file is the name, so it is free in all of its scopes. */
function findFreeName(name: string, { sourceCode }: LintContext): string {
  const words = new Set(sourceCode.ast.tokens.map(({ value }) => value));
  let free = name;
  for (let number = 2; words.has(free); number++) free = `${name}${number}`;
  return free;
}

function getScopeAt(place: TSESTree.Node, { sourceCode }: LintContext): TSESLint.Scope.Scope {
  const scope = sourceCode.getScope(place);
  if (place.type !== "Program") return scope;
  // ESLint answers with the global scope here, which does not see the declarations of the module.
  return scope.childScopes.find(({ block }) => block === place) ?? scope;
}

type PlannedImport = Omit<ImportPlan, "apply">;

function addImport(fixer: Fixer, plan: PlannedImport, lint: LintContext): TSESLint.RuleFix[] {
  const statements = new Set(plan.typeOnly.map(({ statement }) => statement));
  const toValues = [...statements].flatMap((statement) => importValues(fixer, statement, plan, lint));
  if (plan.missing.length === 0) return toValues;
  const names = plan.missing.map((missing) => printSpecifier(missing, plan)).join(", ");
  const added = plan.target
    ? addNames(fixer, plan.target, names, lint)
    : addStatement(fixer, printStatement(names, plan, lint), lint);
  return [...toValues, added];
}

/** Takes `type` away where a value is needed, and gives it to the other names of an `import type`. */
function importValues(
  fixer: Fixer,
  statement: TSESTree.ProgramStatement,
  { typeOnly }: PlannedImport,
  lint: LintContext,
): TSESLint.RuleFix[] {
  if (statement.type !== "ImportDeclaration") return [];
  const isNeeded = (specifier: TSESTree.Node) => typeOnly.some(({ node }) => node === specifier);
  if (statement.importKind !== "type")
    return statement.specifiers.filter(isNeeded).map((specifier) => removeWordType(fixer, specifier, lint));
  const others = statement.specifiers.filter((specifier) => !isNeeded(specifier));
  return [
    removeWordType(fixer, statement, lint),
    ...others.map((specifier) => fixer.insertTextBefore(specifier, "type ")),
  ];
}

/** `type` is the first word of a specifier, and the second of a statement. */
function removeWordType(fixer: Fixer, node: TSESTree.Node, { sourceCode }: LintContext): TSESLint.RuleFix {
  const word = sourceCode.getFirstToken(node, { filter: ({ value }) => value === "type" });
  const next = word && sourceCode.getTokenAfter(word, { includeComments: true });
  return fixer.removeRange(word && next ? [word.range[0], next.range[0]] : [node.range[0], node.range[0]]);
}

/** Returns the statement that imports the missing names, without a semicolon. */
function printStatement(names: string, { module, system }: PlannedImport, lint: LintContext): string {
  const quoted = quoteText(module, getSourceStyle(lint));
  return {
    esm: `import { ${names} } from ${quoted}`,
    commonjs: `const { ${names} } = require(${quoted})`,
    "typescript-commonjs": `import ${names} = require(${quoted})`,
  }[system];
}

function addStatement(fixer: Fixer, statement: string, lint: LintContext): TSESLint.RuleFix {
  const { after, offset } = getImportPosition(lint);
  const { lineBreak, semicolon } = getSourceStyle(lint);
  const next = lint.sourceCode.ast.tokens.find(({ range }) => range[0] >= offset);
  // Something follows on the line, or would continue `require("m")` from the next one.
  const isJoined = after && next?.loc.start.line === after.loc.end.line;
  const written = statement + (isJoined || canContinue(next) ? ";" : semicolon);
  const indent = indentAt(offset, lint);
  const text = after || !next ? lineBreak + indent + written : written + lineBreak.repeat(2) + indent;
  return fixer.insertTextAfterRange([0, offset], text);
}

function printSpecifier({ local, name }: MissingImport, { system }: PlannedImport): string {
  if (name === local || name === WHOLE_MODULE) return local;
  return system === "esm" ? `${name} as ${local}` : `${name}: ${local}`;
}

function addNames(fixer: Fixer, target: ImportTarget, names: string, lint: LintContext): TSESLint.RuleFix {
  const { sourceCode } = lint;
  const last =
    target.type === "ObjectPattern"
      ? sourceCode.getLastToken(target)
      : sourceCode.getTokenBefore(target.source, { skip: 1 });
  if (last?.value === "}") return appendItem(fixer, names, last, lint);
  // `import module from "module"` has no braces yet.
  return fixer.insertTextAfter(last ?? target, `, { ${names} }`);
}

/** Comments that speak to a tool or about the whole file, and lose their effect further down. */
const STAYS_FIRST = new RegExp(
  String.raw`^!|^[\s*/]*(?:eslint(?!-disable-next)|oxlint(?!-disable-next)|global|<)|` +
    String.raw`@(?:ts-(?:no)?check|jest|vitest|flow|jsx|file|module|package)|copyright|licen[cs]e|SPDX`,
  "i",
);
const ABOUT_NEXT_LINE =
  /^\s*(?:(?:eslint|oxlint)-disable-next-line|@ts-(?:ignore|expect-error)|prettier-ignore|biome-ignore )/;

/** Finds where a new import goes: behind the last one of the leading block, or before the first statement. */
const getImportPosition = rememberForLint((lint) => {
  const { body } = lint.sourceCode.ast;
  const directives = body.filter(isDirective);
  const block = body.slice(directives.length);
  const end = block.findIndex((statement) => !isImport(statement));
  const after = (end < 0 ? block : block.slice(0, end)).at(-1);
  const offset = after ? endWithTrailingComment(after, lint) : getInsertOffset(directives.at(-1), lint);
  return { after, offset };
});

/** The comment is an instruction about the line below it, and means nothing elsewhere. */
export function isAboutNextLine({ value }: TSESTree.Comment): boolean {
  return ABOUT_NEXT_LINE.test(value);
}

function isDirective(node: TSESTree.ProgramStatement): boolean {
  return node.type === "ExpressionStatement" && typeof node.directive === "string";
}

function endWithTrailingComment(statement: TSESTree.Node, lint: LintContext): number {
  const { sourceCode } = lint;
  const last = getLastOwnToken(statement, lint) ?? statement;
  const { line } = last.loc.end;
  if (sourceCode.getTokenAfter(last)?.loc.start.line === line) return last.range[1];
  const trailing = sourceCode.getCommentsAfter(last).findLast(({ loc }) => loc.end.line === line);
  return (trailing ?? last).range[1];
}

/** The offset of the first statement: in a component of Vue, the template and the tag of the script stand before it. */
function getScriptStart({ body: [first] }: TSESTree.Program): number {
  if (!first) return 0;
  // `@decorator` may stand before the `export` of its class, outside of the statement.
  const declaration = "declaration" in first ? first.declaration : undefined;
  const decorators = declaration && "decorators" in declaration ? declaration.decorators : [];
  return Math.min(first.range[0], ...decorators.map(({ range }) => range[0]));
}

/** Returns the offset before the statement and the comments above it, and after everything that has to stay first. */
function getInsertOffset(directive: TSESTree.Node | undefined, { sourceCode }: LintContext): number {
  const start = directive?.range[1] ?? getScriptStart(sourceCode.ast);
  const token = sourceCode.ast.tokens.find(({ range }) => range[0] >= start);
  if (!token) return sourceCode.text.length;
  const comments = sourceCode.getCommentsBefore(token).filter(({ loc }) => loc.start.line !== directive?.loc.end.line);
  // Line comments that follow each other are read as one.
  const isNext = (index: number) =>
    [comments[index - 1], comments[index]].every((each) => each?.type === "Line") &&
    comments[index - 1]?.loc.end.line === (comments[index]?.loc.start.line ?? 0) - 1;
  let first =
    comments.findLastIndex(({ type, value }) => (type as string) === "Shebang" || STAYS_FIRST.test(value)) + 1;
  while (first > 0 && isNext(first)) first++;
  let below: TSESTree.Token = token;
  for (const comment of comments.slice(first).reverse()) {
    if (below.loc.start.line - comment.loc.end.line > 1 && !isAboutNextLine(comment)) break;
    below = comment;
  }
  return below.range[0];
}
