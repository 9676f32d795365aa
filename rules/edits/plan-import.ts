import type { TSESLint, TSESTree } from "@typescript-eslint/utils";

import { moduleSystem, type ModuleSystem } from "../syntax/module-system.js";
import { importBindings, WHOLE_MODULE, type ImportBinding } from "./import-bindings.js";
import { aliasOf, isFreeName, isVisible, namespaceOf } from "./import-names.js";
import { importTarget, type ImportTarget } from "./import-target.js";

type SourceCode = Readonly<TSESLint.SourceCode>;

/** What a fix wants to use: exports of a module. */
export interface WantedImport {
  readonly module: string;
  readonly names: readonly string[];
}

export interface ImportPlanOptions {
  /** Tells CommonJS from ES modules where the code does not. */
  readonly filename?: string;
  /** Tells which other modules provide the names too, such as the project's own wrapper of the contract. */
  readonly equivalent?: (module: string) => boolean;
  /** What the same fix removes: neither used nor in the way. Only `exchangeImport` carries such a plan out. */
  readonly removing?: readonly TSESLint.Scope.Variable[];
}

/** How the wanted names come into the file. */
export interface ImportPlan {
  /** The text to write for each wanted name: the name, an alias, or `namespace.name`. */
  readonly locals: ReadonlyMap<string, string>;
  /** What the file does not import yet. */
  readonly missing: readonly MissingImport[];
  /** The import that takes what is missing; without one it gets a statement of its own. */
  readonly target: ImportTarget | undefined;
  /** Type-only imports that become imports of values. */
  readonly typeOnly: readonly ImportBinding[];
  readonly removing: readonly TSESLint.Scope.Variable[];
  readonly module: string;
  readonly system: ModuleSystem;
}

export interface MissingImport {
  /** `WHOLE_MODULE` where the module system of the file has no named imports. */
  readonly name: string;
  readonly local: string;
}

/** How the names can be used at all of these places. Undefined in a file without a module system. */
export function planImport(
  sourceCode: SourceCode,
  at: TSESTree.Node | readonly TSESTree.Node[],
  wanted: WantedImport,
  { equivalent = () => false, filename, removing = [] }: ImportPlanOptions = {},
): ImportPlan | undefined {
  const system = moduleSystem(sourceCode, filename);
  if (!system) return undefined;

  const places = "type" in at ? [at] : at;
  const provides = [(module: string) => module === wanted.module, equivalent];
  const isUsable = (binding: ImportBinding): boolean =>
    !removing.includes(binding.variable) && canHoldValue(binding, system) && isVisible(sourceCode, binding, places);
  const byPreference = provides
    .flatMap((accepts) => importBindings(sourceCode).filter((each) => accepts(each.module) && isUsable(each)))
    .sort(valuesFirst);

  const found = new Map<string, ImportBinding>();
  for (const name of wanted.names) {
    const binding = byPreference.find(({ exported }) => exported === name || exported === WHOLE_MODULE);
    if (binding) found.set(name, binding);
  }

  const unfound = [...new Set(wanted.names)].filter((name) => !found.has(name));
  const missing = missingImports(sourceCode, { ...wanted, names: unfound }, system, (name) =>
    isFreeName(sourceCode, name, places, removing),
  );
  const typeOnly = [...new Set(found.values())].filter((binding) => binding.isTypeOnly);
  const target =
    missing.length > 0 ? importTarget(sourceCode, system, { places, provides, removing, typeOnly }) : undefined;
  const locals = new Map(wanted.names.map((name) => [name, localText(name, found.get(name), missing)]));
  return { locals, missing, target, typeOnly, removing, module: wanted.module, system };
}

/** CommonJS under `verbatimModuleSyntax` allows `import type`, but no `import` of a value. */
function canHoldValue({ isTypeOnly, statement }: ImportBinding, system: ModuleSystem): boolean {
  return !isTypeOnly || system === "esm" || statement.type === "TSImportEqualsDeclaration";
}

function valuesFirst(left: ImportBinding, right: ImportBinding): number {
  const rank = ({ exported, isTypeOnly }: ImportBinding) => (isTypeOnly ? 2 : 0) + (exported === WHOLE_MODULE ? 1 : 0);
  return rank(left) - rank(right);
}

function missingImports(
  sourceCode: SourceCode,
  { module, names }: WantedImport,
  system: ModuleSystem,
  isFree: (name: string) => boolean,
): MissingImport[] {
  if (system !== "typescript-commonjs") {
    return names.map((name) => ({ name, local: isFree(name) ? name : aliasOf(sourceCode, name) }));
  }
  return names.length > 0 ? [{ name: WHOLE_MODULE, local: namespaceOf(sourceCode, module) }] : [];
}

function localText(name: string, binding: ImportBinding | undefined, missing: readonly MissingImport[]): string {
  if (binding) return binding.exported === WHOLE_MODULE ? `${binding.variable.name}.${name}` : binding.variable.name;

  const named = missing.find((item) => item.name === name);
  return named?.local ?? `${missing[0]?.local}.${name}`;
}
