import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import * as ASTUtils from "@typescript-eslint/utils/ast-utils";

import type { ImportBinding } from "./import-bindings.js";

type SourceCode = Readonly<TSESLint.SourceCode>;

/** The binding's name means the binding at each of these places, and holds the module's value by then. */
export function isVisible(
  sourceCode: SourceCode,
  { node, statement, variable }: ImportBinding,
  places: readonly TSESTree.Node[],
): boolean {
  const isHoisted = statement.type === "ImportDeclaration";
  const writes = variable.references.filter((reference) => reference.isWrite());
  if (writes.length > 1 || variable.defs.length > 1) return false;

  return places.every(
    (place) =>
      ASTUtils.findVariable(scopeAt(sourceCode, place), variable.name) === variable &&
      (isHoisted || node.range[1] <= place.range[0]),
  );
}

/** A new import can bind the name: nothing at these places, in the module scope or outside of the file has it. */
export function isFreeName(
  sourceCode: SourceCode,
  name: string,
  places: readonly TSESTree.Node[],
  removing: readonly TSESLint.Scope.Variable[],
): boolean {
  const undeclared = sourceCode.scopeManager?.globalScope?.through ?? [];
  if (undeclared.some(({ identifier }) => identifier.name === name)) return false;

  return places.every((place) => {
    const variable = ASTUtils.findVariable(scopeAt(sourceCode, place), name);
    // A configured global that the file does not mention may be covered.
    const isUnmentioned = variable?.defs.length === 0 && variable.references.length === 0;
    return !variable || isUnmentioned || removing.includes(variable);
  });
}

/** `ContractSystemError`, `contractToolError`, `CONTRACT_CODES`; a number follows where the file has that word already. */
export function aliasOf(sourceCode: SourceCode, name: string): string {
  if (/^[A-Z0-9_$]+$/.test(name)) return unwritten(sourceCode, `CONTRACT_${name}`);
  const isCapital = /^[A-Z]/.test(name);
  return unwritten(
    sourceCode,
    isCapital ? `Contract${name}` : `contract${name.charAt(0).toUpperCase()}${name.slice(1)}`,
  );
}

/** `systemError` for `../core/system-error.js` */
export function namespaceOf(sourceCode: SourceCode, module: string): string {
  const lastPart = module.split("/").at(-1) ?? "";
  const words = lastPart.replace(/\.\w+$/, "").match(/[A-Za-z0-9]+/g) ?? [];
  const camelCase = words
    .map((word, index) => (index > 0 ? word.charAt(0).toUpperCase() + word.slice(1) : word))
    .join("");
  const isUsable =
    /^[A-Za-z]/.test(camelCase) && !/^(?:class|default|delete|enum|new|package|static|this)$/.test(camelCase);
  return unwritten(sourceCode, isUsable ? camelCase : "contract");
}

/** Stricter than the scopes ask for: no word of the file is the name, so it is free in all of them. */
function unwritten(sourceCode: SourceCode, name: string): string {
  const words = new Set(sourceCode.ast.tokens.map(({ value }) => value));
  let free = name;
  for (let number = 2; words.has(free); number++) free = `${name}${number}`;
  return free;
}

function scopeAt(sourceCode: SourceCode, place: TSESTree.Node): TSESLint.Scope.Scope {
  const scope = sourceCode.getScope(place);
  if (place.type !== "Program") return scope;
  // ESLint answers with the global scope here, which does not see what the module declares.
  return scope.childScopes.find(({ block }) => block === place) ?? scope;
}
