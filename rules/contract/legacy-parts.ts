import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import path from "node:path";
import { findModuleFile } from "../modules/module-file.js";
import { getLastSegment } from "../syntax/properties.js";
import { resolveReferencePath } from "../syntax/references.js";
import { getOrCreate } from "../syntax/remember.js";
import { mentionsName } from "../syntax/source-file.js";
import { LEGACY_KINDS, type LegacyKind, isProjectModule, listNamedParts, stripDefaultName } from "./file-contract.js";
import { type NameOrigin, listMatcherNames, matchesName } from "./name-matcher.js";
import { readModuleCodes } from "./registry.js";
import type { LegacySettings } from "./legacy-settings.js";
import { getSettings } from "./settings.js";

type Context = Readonly<TSESLint.RuleContext<string, readonly unknown[]>>;

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
  /** Whether the file writes the name of a part. */
  readonly isPresent: boolean;
  /** The part that an expression or a type name refers to, behind imports and aliases. */
  partAt: (node: TSESTree.Node) => LegacyPart | undefined;
}

const files = new WeakMap<TSESLint.SourceCode, LegacyParts>();

/** The legacy parts of the file that is linted; `undefined` where the settings name none. */
export function findLegacyParts(context: Context): LegacyParts | undefined {
  const { legacy } = getSettings(context);
  if (legacy.length === 0) return undefined;
  const known = files.get(context.sourceCode);
  if (known?.settings === legacy) return known;
  const parts = createLegacyParts(legacy, context);
  files.set(context.sourceCode, parts);
  return parts;
}

/** The name of a part as its setting has it. */
export function getLegacyName({ kind, legacy }: Pick<LegacyPart, "kind" | "legacy">): string {
  return listMatcherNames(legacy[kind])[0] ?? "";
}

function createLegacyParts(settings: readonly LegacySettings[], context: Context): LegacyParts {
  const { filename, sourceCode } = context;
  const names = listNamedParts(settings).map(({ name }) => getLastSegment(name));
  // A default export has whatever name the file gives it.
  const isPresent = names.some((name) => name === "default" || mentionsName(sourceCode.text, name));
  const known = new Map<string, LegacyPart | undefined>();
  return { settings, isPresent, partAt };

  function partAt(node: TSESTree.Node): LegacyPart | undefined {
    const reference = isPresent ? resolveReferencePath(node, sourceCode) : undefined;
    if (reference?.root.kind !== "import") return undefined;
    const { root, path: steps } = reference;
    // A default export has no name of its own: the project's own modules are believed on the local one.
    const isDefault = steps.length === 1 && steps[0] === "default" && isProjectModule(root.module);
    const exported = isDefault && node.type === "Identifier" ? [node.name] : stripDefaultName(steps);
    return getOrCreate(known, [root.module, ...exported].join("\n"), () => findPart(root.module, exported));
  }

  function findPart(module: string, [name, ...rest]: readonly string[]): LegacyPart | undefined {
    if (name === undefined) return undefined;
    const origin = createOrigin(module, name, filename);
    for (const legacy of settings) {
      const kind = LEGACY_KINDS.find((candidate) => matchesName(legacy[candidate], origin));
      const isOther = kind === "codes" && isProjectModule(module) && !holdsLegacyCodes(module, name, legacy, context);
      if (kind && !isOther) return { kind, legacy, rest };
    }
    return undefined;
  }
}

/**
 * `ERROR_CODES` is a common name. Where its module can be read, some code in it must be one that maps, as itself. Where
 * it cannot, the file must name the class or its converter too.
 */
function holdsLegacyCodes(module: string, name: string, legacy: LegacySettings, context: Context): boolean {
  const { contract, legacy: all } = getSettings(context);
  const isLegacyCode = (code: string): boolean =>
    Object.hasOwn(contract.codes, code) || all.some(({ codeMap = {} }) => Object.hasOwn(codeMap, code));
  const codes = readModuleCodes(module, name, context);
  if (codes) return [...codes].some(([code, value]) => code === value && isLegacyCode(code));
  const isAtPath = typeof legacy.codes === "object" && legacy.codes.from === "file" && legacy.codes.path !== undefined;
  // Where a relative specifier leads to no file, nothing there speaks against a name.
  const isMissing = module.startsWith(".") && !findModuleFile(resolveModule(module, context.filename));
  const names = [legacy.class, legacy.converter].flatMap((each) => listMatcherNames(each));
  return isAtPath || isMissing || names.some((each) => mentionsName(context.sourceCode.text, each));
}

function createOrigin(module: string, name: string, filename: string): NameOrigin {
  if (!isProjectModule(module)) return { from: "package", name, package: module };
  return { from: "file", name, file: resolveModule(module, filename) };
}

function resolveModule(module: string, filename: string): string {
  return /^\.{0,2}\//.test(module) ? path.resolve(path.dirname(filename), module) : module;
}
