import type { TSESTree } from "@typescript-eslint/utils";
import path from "node:path";
import { findModuleFile } from "../modules/parsed-module.js";
import { findEnclosingClass } from "../syntax/functions.js";
import { getLastSegment } from "../syntax/expressions.js";
import { isProjectModule, resolveReferencePath, resolveVariable, stripDefaultName } from "../syntax/references.js";
import { getOrCreate } from "../syntax/remember.js";
import { mentionsName } from "../syntax/source-file.js";
import { type LegacyKind, type LintContext, LEGACY_KINDS, listLegacyNames, rememberForLint } from "./lint-context.js";
import { type NameOrigin, listMatcherNames, matchesName } from "./name-matcher.js";
import { readModuleCodes } from "./registry.js";
import type { LegacySettings } from "./settings.js";

/** The part of `settings.legacy` that an expression of the file refers to. */
export interface LegacyPart {
  readonly kind: LegacyKind;
  readonly legacy: LegacySettings;
  /** The names that lead on from the part: `["SESSION_LOCKED"]` behind the codes object. */
  readonly rest: readonly string[];
}

/** The deprecated classes, codes objects and converters, as one linted file sees them. */
export interface LegacyParts {
  readonly settings: readonly LegacySettings[];
  /** The part that an expression or a type name refers to, behind imports and aliases. */
  partAt: (node: TSESTree.Node) => LegacyPart | undefined;
}

/** The legacy parts of the file that is linted; `undefined` where it writes the name of none. */
export const findLegacyParts = rememberForLint((lint): LegacyParts | undefined => {
  const { legacy } = lint.contract.settings;
  const names = listLegacyNames(legacy).map(getLastSegment);
  // A default export has whatever name the file gives it.
  const isPresent = names.some((name) => name === "default" || mentionsName(lint.sourceCode.text, name));
  return isPresent ? createLegacyParts(legacy, lint) : undefined;
});

/** The name of a part as its setting has it. */
export function getLegacyName({ kind, legacy }: Pick<LegacyPart, "kind" | "legacy">): string {
  return listMatcherNames(legacy[kind])[0] ?? "";
}

function createLegacyParts(settings: readonly LegacySettings[], lint: LintContext): LegacyParts {
  const known = new Map<string, LegacyPart | undefined>();
  return { settings, partAt };

  function partAt(node: TSESTree.Node): LegacyPart | undefined {
    const reference = resolveReferencePath(node, lint.sourceCode);
    if (reference?.root.kind !== "import") return undefined;
    const { root, path: steps } = reference;
    // A default export has no name of its own: the project's own modules are believed on the local one.
    const isDefault = steps.length === 1 && steps[0] === "default" && isProjectModule(root.module);
    const exported = isDefault && node.type === "Identifier" ? [node.name] : stripDefaultName(steps);
    return getOrCreate(known, [root.module, ...exported].join("\n"), () => findPart(root.module, exported));
  }

  function findPart(module: string, [name, ...rest]: readonly string[]): LegacyPart | undefined {
    if (name === undefined) return undefined;
    const origin = createOrigin(module, name, lint.filename);
    for (const legacy of settings) {
      const kind = LEGACY_KINDS.find((candidate) => matchesName(legacy[candidate], origin));
      const isOther = kind === "codes" && isProjectModule(module) && !holdsLegacyCodes(module, name, legacy, lint);
      if (kind && !isOther) return { kind, legacy, rest };
    }
    return undefined;
  }
}

/**
 * `ERROR_CODES` is a common name. Where its module can be read, some code in it must be one that maps, as itself. Where
 * it cannot, the file must name the class or its converter too.
 */
function holdsLegacyCodes(module: string, name: string, legacy: LegacySettings, lint: LintContext): boolean {
  const { contract, legacy: all } = lint.contract.settings;
  const isLegacyCode = (code: string): boolean =>
    Object.hasOwn(contract.codes, code) || all.some(({ codeMap = {} }) => Object.hasOwn(codeMap, code));
  const codes = readModuleCodes(module, name, lint);
  if (codes) return [...codes].some(([code, value]) => code === value && isLegacyCode(code));
  const isAtPath = typeof legacy.codes === "object" && legacy.codes.from === "file" && legacy.codes.path !== undefined;
  // Where a relative specifier leads to no file, nothing there speaks against a name.
  const isMissing = module.startsWith(".") && !findModuleFile(path.resolve(path.dirname(lint.filename), module));
  const names = [legacy.class, legacy.converter].flatMap((each) => listMatcherNames(each));
  return isAtPath || isMissing || names.some((each) => mentionsName(lint.sourceCode.text, each));
}

function createOrigin(module: string, name: string, filename: string): NameOrigin {
  if (!isProjectModule(module)) return { from: "package", name, package: module };
  const isPath = /^\.{0,2}\//.test(module);
  return { from: "file", name, file: isPath ? path.resolve(path.dirname(filename), module) : module };
}

// Classes that extend each other in circles do not run, but they may be linted.
const MAX_STEPS = 5;

// `no-legacy-error` reports arguments of a deprecated class and members of its codes object: one finding per node.

/** Returns whether an object literal is an argument of a deprecated class or its converter. */
export function isLegacyArgument(object: TSESTree.Node, lint: LintContext): boolean {
  const call = object.parent;
  if (call?.type === "VariableDeclarator") {
    const references = resolveVariable(call.id, lint.sourceCode)?.references ?? [];
    // Not through a second variable: nobody writes that, and variables may lead in circles.
    return references.some(
      ({ identifier }) => identifier.parent.type !== "VariableDeclarator" && isLegacyArgument(identifier, lint),
    );
  }
  if (call?.type === "SpreadElement") return isLegacyArgument(call.parent, lint);
  if (call?.type !== "NewExpression" && call?.type !== "CallExpression") return false;
  const callee = call.callee.type === "Super" ? findEnclosingClass(call)?.superClass : call.callee;
  return callee != null && isLegacyClass(callee, lint);
}

/** Returns whether an object literal stands in a deprecated class: it has the fields that `toDiagnostic()` shows. */
export function isMadeByLegacyClass(object: TSESTree.Node, lint: LintContext): boolean {
  const around = lint.contract.definesLegacy ? findEnclosingClass(object) : undefined;
  return around?.id != null && isLegacyClass(around.id, lint);
}

/** Whether an expression means a deprecated class or its converter, or a class of this file below one. */
export function isLegacyClass(node: TSESTree.Node, lint: LintContext, steps = 0): boolean {
  const parts = findLegacyParts(lint);
  if (!parts || steps > MAX_STEPS) return false;
  const part = parts.partAt(node);
  if (part) return part.kind !== "codes" && part.rest.length === 0;
  const variable = resolveVariable(node, lint.sourceCode);
  const isName = ({ class: legacyClass, converter }: LegacySettings) =>
    [legacyClass, converter].some((matcher) => variable && listMatcherNames(matcher).includes(variable.name));
  if (lint.contract.definesLegacy && parts.settings.some(isName)) return true;
  const declared = variable?.defs[0]?.node;
  const superClass = declared?.type === "ClassDeclaration" ? declared.superClass : undefined;
  return superClass != null && isLegacyClass(superClass, lint, steps + 1);
}

/** Whether an expression reads the codes object of a deprecated class. */
export function isLegacyCode(node: TSESTree.Node, lint: LintContext): boolean {
  return findLegacyParts(lint)?.partAt(node)?.kind === "codes";
}

/** The code of the contract that a legacy code became, where their names differ. */
export function findLegacyReplacement(code: string | number, { contract }: LintContext): string | undefined {
  const maps = contract.settings.legacy.map(({ codeMap = {} }) => codeMap);
  return maps.find((map) => Object.hasOwn(map, code))?.[code];
}
