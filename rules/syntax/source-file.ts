import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { getOrCreate, rememberFor } from "./remember.js";

type SourceCode = Readonly<TSESLint.SourceCode>;

/** Returns the source of a pattern that finds a name as it is written. */
export function escapeName(name: string): string {
  return name.replace(/[^\w]/g, String.raw`\$&`);
}

/** Whether a text has a name as a word of its own: `ERROR_CODES`, but not that in `SYSTEM_ERROR_CODES`. */
export function mentionsName(text: string, name: string): boolean {
  // Most texts have the name nowhere, which is seen sooner.
  return text.includes(name) && new RegExp(String.raw`(?<![\w$])${escapeName(name)}(?![\w$])`).test(text);
}

const getMentions = rememberFor(() => new Map<string, boolean>());

/**
 * Whether a file mentions a name anywhere, looked for once. Where it does not, no scope has to be asked about that
 * name.
 */
export function isMentionedInFile(name: string, sourceCode: SourceCode): boolean {
  return getOrCreate(getMentions(sourceCode), name, () => mentionsName(sourceCode.text, name));
}

/** Returns whether a file is TypeScript, by its name. */
export function isTypeScriptFile(filename: string): boolean {
  return /\.[cm]?tsx?$/.test(filename);
}

/** Returns whether a comment at the top of a file says that a program writes it, so that an edit would be lost. */
export const isGenerated = rememberFor((sourceCode: SourceCode): boolean => {
  const [first] = sourceCode.ast.tokens;
  return first !== undefined && sourceCode.getCommentsBefore(first).some(({ value }) => GENERATED.test(value));
});

const GENERATED = /@generated\b|\bDO NOT (?:EDIT|MODIFY)\b/;

/** Whose code is a component's: one that has imports of its own, or one whose scripts stand among elements. */
const components = new WeakMap<object, "module" | "script">();

/** Takes note of a file whose name says that its code is a component's, also where its parser shows no element. */
export function noteComponent(sourceCode: SourceCode, filename: string): void {
  if (filename.endsWith(".vue")) components.set(sourceCode, "module");
  // The script of a page of Astro is a block of its own, in a file below the page; the front matter runs on a server.
  else if (/\.svelte(?:[\\/]|$)|\.astro[\\/]/.test(filename)) components.set(sourceCode, "script");
}

/** Returns whether a file is a component, which runs in a browser. */
export const isComponent = (sourceCode: SourceCode): boolean => components.has(sourceCode);

const BROWSER_GLOBALS = ["document", "window", "localStorage", "sessionStorage", "HTMLElement"];
const FRAMEWORKS = /^(?:react|preact|vue|svelte|solid-js|@angular\/core|lit)(?:\/|$)/;

/**
 * Returns whether a file is a component, renders, touches the DOM or imports a component framework: server code must
 * not be imported into it. A server that drives a browser sends functions to the page, which are not its own code.
 */
export const touchesBrowser = rememberFor((sourceCode: SourceCode): boolean => {
  if (components.get(sourceCode) === "script") return true;
  const isUsed = (name: string) => collectGlobalIdentifiers(sourceCode, name).some((use) => !runsInPage(use));
  // Most files say none of these words; the text tells so before any scope is made.
  const mentioned = BROWSER_GLOBALS.filter((name) => mentionsName(sourceCode.text, name));
  return mentioned.some(isUsed) || rendersComponents(sourceCode);
});

// Methods of Puppeteer, Playwright, WebDriver and the extensions of Chrome that send a function to a page.
const SENDS_TO_PAGE =
  /^(?:evaluate(?:All|Async|Handle|OnNewDocument)?|\$\$?eval|addInitScript|waitForFunction|execute(?:Async)?Script)$/;

/** Returns whether a node stands in a function that runs in a page: `page.evaluate(() => document.title)`. */
function runsInPage(node: TSESTree.Node): boolean {
  for (let child = node, { parent } = node; parent; child = parent, { parent } = parent) {
    if (!child.type.includes("Function")) continue;
    // `executeScript({ target, func: () => document.title })`
    const call = parent.type === "Property" ? parent.parent.parent : parent;
    if (call.type !== "CallExpression" || call.callee === child || call.callee.type !== "MemberExpression") continue;
    const { property } = call.callee;
    if (property.type === "Identifier" && SENDS_TO_PAGE.test(property.name)) return true;
  }
  return false;
}

/** Returns whether a node runs in a browser, with all of its file or in a function that is sent to a page. */
export function runsInBrowser(node: TSESTree.Node, sourceCode: SourceCode): boolean {
  return touchesBrowser(sourceCode) || runsInPage(node);
}

/** Returns whether a file holds elements of JSX, or imports a component framework. */
export function rendersComponents(sourceCode: SourceCode): boolean {
  return hasJsx(sourceCode) || sourceCode.ast.body.some(importsFramework);
}

/** Returns whether a file touches the DOM and imports nothing. */
export function isPageScript(sourceCode: SourceCode): boolean {
  const isModule = sourceCode.ast.body.some(isModuleSyntax);
  return !isModule && !/\brequire\(/.test(sourceCode.text) && touchesBrowser(sourceCode);
}

function importsFramework(node: TSESTree.ProgramStatement): boolean {
  return isValueImport(node) && FRAMEWORKS.test(node.source.value);
}

// Both parsers give names inside an element a token type of their own.
function hasJsx(sourceCode: SourceCode): boolean {
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
export function detectModuleSystem(sourceCode: SourceCode, filename = ""): ModuleSystem | undefined {
  return getOrCreate(getModuleSystems(sourceCode), filename, () => readModuleSystem(sourceCode, filename));
}

const getModuleSystems = rememberFor(() => new Map<string, ModuleSystem | undefined>());

function readModuleSystem(sourceCode: SourceCode, filename: string): ModuleSystem | undefined {
  const { body, sourceType } = sourceCode.ast;
  if (body.some(isValueImport)) return "esm";
  if (body.some(isTypeScriptCommonJs)) return "typescript-commonjs";
  if (body.some(isModuleSyntax) || /\.m[jt]s$/.test(filename)) return "esm";
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
  const { moduleReference: module } = node;
  return module.type === "TSExternalModuleReference" ? module.expression.value : undefined;
}

function isValueImport(node: TSESTree.ProgramStatement): node is TSESTree.ImportDeclaration {
  return node.type === "ImportDeclaration" && node.importKind !== "type";
}

function isTypeScriptCommonJs(node: TSESTree.ProgramStatement): boolean {
  return node.type === "TSExportAssignment" || importEqualsModule(node) !== undefined;
}

/** Types alone may stand in CommonJS too. */
function isModuleSyntax(node: TSESTree.ProgramStatement): boolean {
  const isOfTypes =
    "importKind" in node ? node.importKind === "type" : "exportKind" in node && node.exportKind === "type";
  return /^(?:Import|Export)/.test(node.type) && !isOfTypes;
}

function usesCommonJs(sourceCode: SourceCode): boolean {
  return ["require", "module", "exports"].some((name) =>
    collectGlobalIdentifiers(sourceCode, name).some(isCommonJsUse),
  );
}

/** The uses of a global: of a configured one, which is a variable without a definition, and of one that is not. */
function collectGlobalIdentifiers({ scopeManager }: SourceCode, name: string): TSESTree.Node[] {
  const { set, through } = scopeManager?.globalScope ?? {};
  const variable = set?.get(name);
  const configured = variable?.defs.length === 0 ? variable.references : [];
  const undeclared = through?.filter(({ identifier }) => identifier.name === name) ?? [];
  return [...configured, ...undeclared].map(({ identifier }) => identifier);
}

/** `require("m")`, `module.exports`, `exports.name` */
function isCommonJsUse(mention: TSESTree.Node): boolean {
  const { parent } = mention;
  if (findRequiredModule(parent) !== undefined) return true;
  if (parent?.type !== "MemberExpression" || parent.object !== mention || mention.type !== "Identifier") return false;
  const isExports = parent.property.type === "Identifier" && parent.property.name === "exports";
  return mention.name === "exports" || (mention.name === "module" && isExports);
}

type Ranged = Pick<TSESTree.Node | TSESTree.Token, "range">;

/** Whether a node stands within another one, or is it. */
export function isInside({ range }: Ranged, outer: Ranged): boolean {
  return outer.range[0] <= range[0] && range[1] <= outer.range[1];
}

/** Every node of a file, or below a node of it, in no particular order. Nothing is looked at below a leaf. */
export function collectNodes(
  { ast, visitorKeys }: TSESLint.SourceCode,
  root: TSESTree.Node = ast,
  isLeaf: (node: TSESTree.Node) => boolean = () => false,
): readonly TSESTree.Node[] {
  // Grows while it is read.
  const nodes: TSESTree.Node[] = [root];
  for (const node of nodes) {
    if (isLeaf(node)) continue;
    for (const key of visitorKeys[node.type] ?? []) {
      const child = node[key as keyof TSESTree.Node] as unknown as
        TSESTree.Node | (TSESTree.Node | null)[] | null | undefined;
      if (!Array.isArray(child)) {
        if (child) nodes.push(child);
        continue;
      }
      for (const element of child) if (element) nodes.push(element);
    }
  }
  return nodes;
}

/** Returns whether a list has elements, and all of them pass a test. */
export function hasOnly<T>(elements: readonly T[], passes: (element: T) => boolean): boolean {
  return elements.length > 0 && elements.every((element) => passes(element));
}
