import type { Linter } from "eslint";
import type { PlaygroundState } from "./address.js";
import type { Catalogue } from "./lint.worker.js";
import type { RunAnswer } from "./run.worker.js";

type Settings = Omit<PlaygroundState, "code">;

/** What the views show. Where a text of the form is no JSON, `trouble` says so. */
export interface Model {
  choices: Catalogue | undefined;
  settings: Settings;
  optionsText: string;
  hasTypes: boolean;
  findings: readonly Linter.LintMessage[] | undefined;
  trouble: string;
  received: RunAnswer | string;
  /** The last call that was answered. */
  called: RunAnswer | undefined;
  tool: string | undefined;
  argsText: string | undefined;
  /** The code before all fixes, and after them. */
  difference: readonly [string, string] | undefined;
  notice: string;
}

/** What the views can do. */
export interface Actions {
  /** Sets the settings of these names; one without a value goes back to its default. */
  readonly choose: (settings: { readonly [Key in keyof Settings]: Settings[Key] | undefined }) => void;
  /** Reads the text of the options. */
  readonly setOptions: () => void;
  readonly share: () => void;
  readonly fixAll: () => void;
  readonly settle: (code: string | undefined) => void;
  readonly chooseTool: (tool: string) => void;
  readonly call: () => void;
}

export function createModel(): Model {
  return {
    choices: undefined,
    settings: {},
    optionsText: "",
    hasTypes: false,
    findings: undefined,
    trouble: "",
    received: "",
    called: undefined,
    tool: undefined,
    argsText: undefined,
    difference: undefined,
    notice: "",
  };
}

export function findPreset({ choices, settings: { preset = "recommended" } }: Model) {
  return choices?.presets.find(({ name }) => name === preset);
}
