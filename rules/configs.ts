import { kaizaLegacy } from "./contract/kaiza-legacy.js";

/** The settings of a preset. Every key stands here, so that presets for other files do not mix. */
const settingsFor = <const Name extends string>(contract: Name) =>
  ({
    contract,
    runtime: null,
    codes: null,
    legacy: null,
    sinks: null,
    loggers: null,
    boundaries: null,
    types: "auto",
  }) as const;

/** The settings of the `kaiza` preset. */
export const kaizaSettings = { ...settingsFor("kaiza"), legacy: kaizaLegacy } as const;

/** The presets by name, with the settings of their contract. */
export const presets = {
  recommended: settingsFor("standard"),
  kaiza: kaizaSettings,
  contextResolve: settingsFor("context-resolve"),
  jsonRpc: settingsFor("json-rpc"),
  typedMcp: settingsFor("typed-mcp"),
  mcpAql: settingsFor("mcp-aql"),
} as const;

export type PresetName = keyof typeof presets;

/** Files whose failures reach no client: tests, scripts, the configuration of tools. */
const NO_SERVER_CODE = [
  "**/*.{test,spec,bench}.{js,mjs,cjs,jsx,ts,mts,cts,tsx}",
  "**/{test,tests,__tests__,__mocks__,e2e,scripts}/**",
  "**/*.config.{js,mjs,cjs,ts,mts,cts}",
];

/** A rule or plugin as ESLint's own types and typescript-eslint's both accept it. */
export interface Rule {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the context types of ESLint 9, 10 and typescript-eslint differ
  create: (context: any) => any;
  meta?: {
    docs?: {
      description?: string;
      presets?: "all" | readonly string[];
      presetOptions?: Readonly<Record<string, readonly unknown[]>>;
    };
  };
}

export interface Config {
  name: string;
  files?: string[];
  plugins?: Record<string, { meta: { name: string; version: string; namespace: string }; rules: Record<string, Rule> }>;
  settings?: Record<string, unknown>;
  rules: Record<string, "off" | "error" | ["error", ...unknown[]]>;
}

/**
 * A preset: the rules that name it in their docs, with the settings of its contract, then a block that turns them off
 * where no client is told of failures.
 */
export function preset(
  name: PresetName,
  rules: Readonly<Record<string, Rule>>,
  plugins: NonNullable<Config["plugins"]>,
): Config[] {
  const names = Object.keys(rules).filter((rule) => {
    const presetsOf = rules[rule]?.meta?.docs?.presets ?? [];
    return presetsOf === "all" || presetsOf.includes(name);
  });
  const all = (level: (rule: string) => Config["rules"][string]) =>
    Object.fromEntries(names.map((rule) => [`error-contract/${rule}`, level(rule)]));
  const on = (rule: string): Config["rules"][string] => {
    const options = rules[rule]?.meta?.docs?.presetOptions?.[name];
    return options ? ["error", ...options] : "error";
  };
  return [
    { name: `error-contract/${name}`, plugins, settings: { errorContract: presets[name] }, rules: all(on) },
    { name: `error-contract/${name}/no-server-code`, files: NO_SERVER_CODE, rules: all(() => "off") },
  ];
}
