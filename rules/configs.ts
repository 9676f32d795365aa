import { hashExceptions } from "./contract/known-exceptions.js";
import { type Strictness, kaizaLegacy } from "./contract/settings.js";
import type { AddedPresetName, Config, PresetName, Rule, RuleDocs } from "./plugin-types.js";

/** What the project says of failures when the configuration is loaded. */
const failuresHash = hashExceptions(process.cwd());

/** The settings of a preset. Every key stands here, so that presets for other files do not mix. */
const createSettings = <const Name extends string | null>(contract: Name, strictness: Strictness) =>
  ({
    contract,
    runtime: null,
    codes: null,
    legacy: null,
    sinks: null,
    loggers: null,
    boundaries: null,
    types: "auto",
    strictness,
    failures: null,
    failuresHash,
  }) as const;

/** The settings of the `kaiza` preset. */
export const kaizaSettings = { ...createSettings("kaiza", "strict"), legacy: kaizaLegacy } as const;

/** The presets by name, with the settings of their contract. */
export const presets = {
  recommended: createSettings("standard", "recommended"),
  kaiza: kaizaSettings,
  contextResolve: createSettings("context-resolve", "strict"),
  jsonRpc: createSettings("json-rpc", "strict"),
  typedMcp: createSettings("typed-mcp", "strict"),
  mcpAql: createSettings("mcp-aql", "strict"),
  node: createSettings(null, "recommended"),
} as const satisfies Record<PresetName, object>;

/** The presets that stand behind one of the others, and take its settings. */
export const ADDED_PRESETS: readonly AddedPresetName[] = ["catalogue"];

const isAdded = (name: PresetName | AddedPresetName): name is AddedPresetName =>
  ADDED_PRESETS.some((each) => each === name);

const CODE = "{js,mjs,cjs,jsx,ts,mts,cts,tsx}";

/** The root of a project, and in a monorepo those of its packages. */
const ROOT = "{,packages/,packages/*/,apps/,apps/*/}";

/** Files whose failures reach no client: tests, examples, scripts, minified code, the configuration of tools. */
const NO_SERVER_CODE = [
  `**/*.{test,spec,bench,e2e,e2e-spec,eval,evals,stories}.${CODE}`,
  "**/*.min.{js,mjs,cjs}",
  `**/*.config.${CODE}`,
  `**/{jest,vitest}.setup.${CODE}`,
  "**/{test,tests,__tests__,__mocks__,__fixtures__,e2e,example,examples,scripts}/**",
  // Further down, products have these names too: `src/tools/test-plans.ts`, `src/services/benchmark/`.
  `${ROOT}{test,tests}[-_]*.${CODE}`,
  `${ROOT}*[-_]{test,tests}.${CODE}`,
  `${ROOT}*[-_]tests/**`,
  `${ROOT}*[-_]evals/**`,
  `${ROOT}{bench,benchmark,benchmarks,evals,fixtures,mocks}/**`,
  "**/test[-_]{utils,helpers,servers}/**",
  `**/test[-_]{utils,helpers}.${CODE}`,
];

/** Returns whether a preset turns on a rule that says so of itself. */
export function isOfPreset({ presets: named = [] }: RuleDocs = {}, preset: PresetName | AddedPresetName): boolean {
  if (typeof named === "object") return named.includes(preset);
  return !isAdded(preset) && (named === "all" || presets[preset].contract !== null);
}

/**
 * A preset: the rules that name it in their docs, with the settings of its contract if it has one, then a block that
 * turns them off where no client is told of failures.
 */
export function createPreset(
  name: PresetName | AddedPresetName,
  rules: Readonly<Record<string, Rule>>,
  plugins: NonNullable<Config["plugins"]>,
): Config[] {
  const names = Object.keys(rules).filter((rule) => isOfPreset(rules[rule]?.meta?.docs, name));
  const settings = isAdded(name) ? undefined : presets[name];
  const isStrict = settings?.strictness === "strict";
  const readLevel = (rule: string) => (rules[rule]?.meta?.docs?.warnsUnlessStrict && !isStrict ? "warn" : "error");
  const createLevels = (readOf: (rule: string) => "error" | "warn" | "off") =>
    Object.fromEntries(names.map((rule) => [`error-contract/${rule}`, readOf(rule)]));
  return [
    {
      name: `error-contract/${name}`,
      plugins,
      ...(settings && { settings: { errorContract: settings } }),
      rules: createLevels(readLevel),
    },
    { name: `error-contract/${name}/no-server-code`, files: NO_SERVER_CODE, rules: createLevels(() => "off") },
  ];
}
