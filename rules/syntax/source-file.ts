import type { TSESLint, TSESTree } from "@typescript-eslint/utils";

/** Whether a text has a name as a word of its own: `ERROR_CODES`, but not that in `SYSTEM_ERROR_CODES`. */
export function mentionsName(text: string, name: string): boolean {
  for (let start = text.indexOf(name); start >= 0; start = text.indexOf(name, start + 1)) {
    if (!isInWord(text, start - 1) && !isInWord(text, start + name.length)) return true;
  }
  return false;
}

const WORD_CHARACTER = /[\w$]/y;

function isInWord(text: string, index: number): boolean {
  WORD_CHARACTER.lastIndex = index;
  return index >= 0 && WORD_CHARACTER.test(text);
}

const mentionsByFile = new WeakMap<TSESLint.SourceCode, Map<string, boolean>>();

/**
 * Whether a file mentions a name anywhere, looked for once. Where it does not, no scope has to be asked about that
 * name.
 */
export function isMentionedInFile(name: string, sourceCode: TSESLint.SourceCode): boolean {
  const asked = mentionsByFile.get(sourceCode);
  const known = asked?.get(name);
  if (known !== undefined) return known;
  const found = mentionsName(sourceCode.text, name);
  mentionsByFile.set(sourceCode, (asked ?? new Map<string, boolean>()).set(name, found));
  return found;
}

const BROWSER_GLOBALS = new Set(["document", "window", "localStorage", "sessionStorage", "HTMLElement"]);
const FRAMEWORKS = /^(?:react|preact|vue|svelte|solid-js|@angular\/core|lit)(?:\/|$)/;
const browserFiles = new WeakMap<TSESLint.SourceCode, boolean>();

/**
 * Returns whether a file renders, touches the DOM or imports a component framework: server code must not be imported
 * into it.
 */
export function touchesBrowser(sourceCode: TSESLint.SourceCode): boolean {
  const known = browserFiles.get(sourceCode);
  if (known !== undefined) return known;
  const result = usesBrowserGlobal(sourceCode) || rendersComponents(sourceCode);
  browserFiles.set(sourceCode, result);
  return result;
}

/** Returns whether a file holds elements of JSX, or imports a component framework. */
export function rendersComponents(sourceCode: TSESLint.SourceCode): boolean {
  return hasJsx(sourceCode) || sourceCode.ast.body.some(importsFramework);
}

/** Returns whether a file touches the DOM and imports nothing. */
export function isPageScript(sourceCode: TSESLint.SourceCode): boolean {
  const isModule = sourceCode.ast.body.some(({ type }) => /^(?:Import|Export)/.test(type));
  return !isModule && !/\brequire\(/.test(sourceCode.text) && touchesBrowser(sourceCode);
}

function importsFramework(node: TSESTree.ProgramStatement): boolean {
  return node.type === "ImportDeclaration" && node.importKind !== "type" && FRAMEWORKS.test(node.source.value);
}

function usesBrowserGlobal(sourceCode: TSESLint.SourceCode): boolean {
  // Most files say none of these words; the text tells so before any scope is made.
  if (![...BROWSER_GLOBALS].some((name) => mentionsName(sourceCode.text, name))) return false;
  const globalScope = sourceCode.scopeManager?.globalScope;
  if (!globalScope) return false;
  const undeclared = globalScope.through.some(({ identifier }) => isBrowserName(identifier));
  // Configured globals are variables of the global scope without a definition.
  const configured = [...BROWSER_GLOBALS].some((name) => {
    const variable = globalScope.set.get(name);
    return variable?.defs.length === 0 && variable.references.length > 0;
  });
  return undeclared || configured;
}

function isBrowserName(identifier: { readonly name: unknown }): boolean {
  return typeof identifier.name === "string" && BROWSER_GLOBALS.has(identifier.name);
}

// Both parsers give names inside an element a token type of their own.
function hasJsx(sourceCode: TSESLint.SourceCode): boolean {
  return /\/>|<\//.test(sourceCode.text) && sourceCode.ast.tokens.some(({ type }) => type.startsWith("JSX"));
}

/**
 * How a file reads other modules: `import`, `require()`, or TypeScript's `import x = require()`,
 * the one typed form that every CommonJS setting of TypeScript accepts.
 */
export type ModuleSystem = "esm" | "commonjs" | "typescript-commonjs";

/**
 * Returns the module system of a file. Its syntax decides before its name does, and its name before the configuration,
 * because ESLint reads every `.js` file as a module until it is told otherwise. Undefined for a script that neither
 * imports nor requires: a browser would run it without a module system.
 */
export function detectModuleSystem(sourceCode: Readonly<TSESLint.SourceCode>, filename = ""): ModuleSystem | undefined {
  const known = systems.get(sourceCode);
  if (known?.filename === filename) return known.system;
  const system = inferModuleSystem(sourceCode, filename);
  systems.set(sourceCode, { filename, system });
  return system;
}

interface KnownSystem {
  readonly filename: string;
  readonly system: ModuleSystem | undefined;
}

const systems = new WeakMap<Readonly<TSESLint.SourceCode>, KnownSystem>();

function inferModuleSystem(sourceCode: Readonly<TSESLint.SourceCode>, filename: string): ModuleSystem | undefined {
  const { body, sourceType } = sourceCode.ast;
  if (body.some(isValueImport)) return "esm";
  if (body.some(isTypeScriptCommonJs)) return "typescript-commonjs";
  if (body.some(isModuleSyntax) || /\.m[jt]s$/.test(filename)) return "esm";
  if (isRequireRedeclared(sourceCode)) return sourceType === "module" ? "esm" : undefined;
  if (usesCommonJs(sourceCode)) return "commonjs";
  if (filename.endsWith(".cts")) return "typescript-commonjs";
  if (filename.endsWith(".cjs")) return "commonjs";
  if (sourceType === "module") return "esm";
  // ESLint declares the global under `sourceType: "commonjs"`, which not every parser is told about.
  return sourceCode.scopeManager?.globalScope?.set.has("require") ? "commonjs" : undefined;
}

/** The module that an expression requires: `"m"` of `require("m")`. */
export function findRequiredModule(node: TSESTree.Node | null | undefined): string | undefined {
  if (node?.type !== "CallExpression" || node.arguments.length !== 1) return undefined;
  if (node.callee.type !== "Identifier" || node.callee.name !== "require") return undefined;

  const [specifier] = node.arguments;
  if (specifier?.type !== "Literal" || typeof specifier.value !== "string") return undefined;
  return specifier.value;
}

/** The module of `import x = require("m")`, which `import x = a.b` has not. */
export function importEqualsModule(node: TSESTree.Node): string | undefined {
  if (node.type !== "TSImportEqualsDeclaration") return undefined;
  if (node.moduleReference.type !== "TSExternalModuleReference") return undefined;

  const { expression } = node.moduleReference;
  return expression.value;
}

function isValueImport(node: TSESTree.ProgramStatement): boolean {
  return node.type === "ImportDeclaration" && node.importKind !== "type";
}

function isTypeScriptCommonJs(node: TSESTree.ProgramStatement): boolean {
  return node.type === "TSExportAssignment" || importEqualsModule(node) !== undefined;
}

function isModuleSyntax(node: TSESTree.ProgramStatement): boolean {
  return (
    node.type === "ImportDeclaration" ||
    node.type === "ExportAllDeclaration" ||
    node.type === "ExportDefaultDeclaration" ||
    node.type === "ExportNamedDeclaration"
  );
}

/** Of `createRequire`, of an AMD wrapper's parameter, of a test double. */
function isRequireRedeclared(sourceCode: Readonly<TSESLint.SourceCode>): boolean {
  const { globalScope } = sourceCode.scopeManager ?? {};
  const outerScopes = globalScope ? [globalScope, ...globalScope.childScopes] : [];
  return outerScopes.some(({ block, set }) => block.type === "Program" && (set.get("require")?.defs.length ?? 0) > 0);
}

function usesCommonJs(sourceCode: Readonly<TSESLint.SourceCode>): boolean {
  const mentions = ["require", "module", "exports"].flatMap((name) => collectGlobalIdentifiers(sourceCode, name));
  // A file that asks whether there is a module system also runs where there is none.
  if (mentions.some(isTypeofOperand)) return false;
  return mentions.some(isCommonJsUse);
}

function collectGlobalIdentifiers(sourceCode: Readonly<TSESLint.SourceCode>, name: string): TSESTree.Node[] {
  const { globalScope } = sourceCode.scopeManager ?? {};
  const configured = globalScope?.set.get(name)?.references ?? [];
  const undeclared = globalScope?.through.filter(({ identifier }) => identifier.name === name) ?? [];
  return [...configured, ...undeclared].map(({ identifier }) => identifier);
}

function isTypeofOperand({ parent }: TSESTree.Node): boolean {
  return parent?.type === "UnaryExpression" && parent.operator === "typeof";
}

function isCommonJsUse(mention: TSESTree.Node): boolean {
  const { parent } = mention;
  if (findRequiredModule(parent) !== undefined) return true;
  if (parent?.type !== "MemberExpression" || parent.object !== mention) return false;
  if (mention.type !== "Identifier" || mention.name === "require") return false;
  if (mention.name === "exports") return true;
  return parent.property.type === "Identifier" && parent.property.name === "exports";
}
