// The types that users see. They import nothing: typescript-eslint's types do not hold for every compiler of a user.

export type PresetName = "recommended" | "kaiza" | "contextResolve" | "jsonRpc" | "typedMcp" | "mcpAql" | "node";

/** Presets that stand behind one of the others, and take its settings. */
export type AddedPresetName = "catalogue";

/** A rule as ESLint's own types and typescript-eslint's both accept it. */
export interface Rule {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the hosts' context types differ
  create: (context: any) => any;
  meta?: { docs?: RuleDocs };
}

export interface RuleDocs {
  description?: string;
  meaning?: string;
  url?: string;
  presets?: "all" | "contracts" | readonly string[];
  warnsUnlessStrict?: boolean;
}

export interface Config {
  name: string;
  files?: string[];
  plugins?: Record<string, { meta: { name: string; version: string; namespace: string }; rules: Record<string, Rule> }>;
  settings?: Record<string, unknown>;
  rules: Record<string, "off" | "warn" | "error" | ["error", ...unknown[]]>;
}

export interface Plugin<RuleName extends string> {
  meta: { name: string; version: string; namespace: string };
  rules: Record<RuleName, Rule>;
  configs: Record<PresetName | AddedPresetName, Config[]>;
}
