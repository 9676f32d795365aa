import type { TSESLint } from "@typescript-eslint/utils";

const BROWSER_GLOBALS = new Set(["document", "window", "localStorage", "sessionStorage", "HTMLElement"]);
const BROWSER_WORD = new RegExp(`\\b(?:${[...BROWSER_GLOBALS].join("|")})\\b`);
const FRAMEWORKS = /^(?:react|preact|vue|svelte|solid-js|@angular\/core|lit)(?:\/|$)/;
const files = new WeakMap<TSESLint.SourceCode, boolean>();

/** Whether a file renders or touches the DOM: server code must not be imported into it. */
export function touchesBrowser(sourceCode: TSESLint.SourceCode): boolean {
  const known = files.get(sourceCode);
  if (known !== undefined) return known;
  const result = usesBrowserGlobal(sourceCode) || hasJsx(sourceCode);
  files.set(sourceCode, result);
  return result;
}

/** Whether a file shows something to people: it touches the browser, or imports what components are made of. */
export function rendersInterface(sourceCode: TSESLint.SourceCode): boolean {
  return (
    touchesBrowser(sourceCode) ||
    sourceCode.ast.body.some((node) => node.type === "ImportDeclaration" && FRAMEWORKS.test(node.source.value))
  );
}

function usesBrowserGlobal(sourceCode: TSESLint.SourceCode): boolean {
  // Most files say none of these words; the text tells so before any scope is made.
  if (!BROWSER_WORD.test(sourceCode.text)) return false;
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
