import type { TSESTree } from "@typescript-eslint/utils";
import { findEnclosingClass } from "../syntax/functions.js";
import { resolveVariable } from "../syntax/references.js";
import { type LegacyParts, findLegacyParts } from "./legacy-parts.js";
import type { LintContext } from "./lint-context.js";
import { listMatcherNames } from "./name-matcher.js";

// Classes that extend each other in circles do not run, but they may be linted.
const MAX_STEPS = 5;

// `no-legacy-error` reports arguments of a deprecated class and members of its codes object: one finding per node.

/** Returns whether an object literal is an argument of a deprecated class or its converter. */
export function isLegacyArgument(object: TSESTree.Node, reader: LintContext): boolean {
  const call = object.parent;
  if (call?.type === "VariableDeclarator") {
    const references = resolveVariable(call.id, reader.sourceCode)?.references ?? [];
    // Not through a second variable: nobody writes that, and variables may lead in circles.
    return references.some(
      ({ identifier }) => identifier.parent.type !== "VariableDeclarator" && isLegacyArgument(identifier, reader),
    );
  }
  if (call?.type === "SpreadElement") return isLegacyArgument(call.parent, reader);
  if (call?.type !== "NewExpression" && call?.type !== "CallExpression") return false;
  const callee = call.callee.type === "Super" ? findEnclosingClass(call)?.superClass : call.callee;
  return callee != null && isLegacyClass(callee, reader);
}

/** Returns whether an object literal stands in a deprecated class: it has the fields that `toDiagnostic()` shows. */
export function isMadeByLegacyClass(object: TSESTree.Node, reader: LintContext): boolean {
  const around = reader.contract.definesLegacy ? findEnclosingClass(object) : undefined;
  return around?.id != null && isLegacyClass(around.id, reader);
}

/** Whether an expression means a deprecated class or its converter, or a class of this file below one. */
export function isLegacyClass(node: TSESTree.Node, reader: LintContext, steps = 0): boolean {
  const parts = findLegacyParts(reader.context);
  if (!parts || steps > MAX_STEPS) return false;
  const part = parts.partAt(node);
  if (part) return part.kind !== "codes" && part.rest.length === 0;
  const variable = resolveVariable(node, reader.sourceCode);
  if (variable && reader.contract.definesLegacy && isNameOfClass(variable.name, parts)) return true;
  const declared = variable?.defs[0]?.node;
  const superClass = declared?.type === "ClassDeclaration" ? declared.superClass : undefined;
  return superClass != null && isLegacyClass(superClass, reader, steps + 1);
}

function isNameOfClass(name: string, { settings }: LegacyParts): boolean {
  return settings.some(({ class: legacyClass, converter }) =>
    [legacyClass, converter].some((matcher) => listMatcherNames(matcher).includes(name)),
  );
}

/** Whether an expression reads the codes object of a deprecated class. */
export function isLegacyCode(node: TSESTree.Node, { context }: LintContext): boolean {
  return findLegacyParts(context)?.partAt(node)?.kind === "codes";
}

/** The code of the contract that a legacy code became, where their names differ. */
export function findLegacyReplacement(code: string | number, { contract }: LintContext): string | undefined {
  const maps = contract.settings.legacy.map(({ codeMap = {} }) => codeMap);
  return maps.find((map) => Object.hasOwn(map, code))?.[code];
}
