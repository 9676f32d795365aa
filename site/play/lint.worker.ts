import { type ParserOptions, parseForESLint } from "@typescript-eslint/parser";
import { createSystem, createVirtualTypeScriptEnvironment, type VirtualTypeScriptEnvironment } from "@typescript/vfs";
import { expose } from "comlink";
import { builtInContracts } from "error-contract/detect";
import { Linter } from "eslint/universal";
import errorContract from "eslint-plugin-error-contract";
import ts from "typescript";
import type { PlaygroundState } from "./address.js";
import { COMPILER_OPTIONS } from "./compiler-options.js";

const FILE = "/src/code.ts";
const PREFIX = "error-contract/";

const linter = new Linter({ cwd: "/" });
let typed: VirtualTypeScriptEnvironment | undefined;

/** typescript-eslint's, with the program of the text that is parsed: each pass of fixes has another one. */
const parser = {
  meta: { name: "playground" },
  parseForESLint(code: string, options: ParserOptions) {
    typed?.updateFile(FILE, code);
    const program = typed?.languageService.getProgram();
    return parseForESLint(code, program ? { ...options, programs: [program] } : options);
  },
};

type Config = (typeof errorContract.configs)["node"][number];

/** What there is to choose, from the packages. */
export interface Catalogue {
  readonly contracts: readonly string[];
  /** The names of the codes of all contracts. */
  readonly codes: readonly string[];
  readonly presets: readonly { readonly name: string; readonly contract: string | null; readonly rules: string[] }[];
  readonly rules: readonly { readonly name: string; readonly description: string }[];
}

function listChoices(): Catalogue {
  return {
    contracts: builtInContracts.map(({ name }) => name),
    codes: builtInContracts.flatMap(({ codes }) => Object.keys(codes)),
    // One that stands behind another has no settings.
    presets: Object.entries(errorContract.configs).flatMap(([name, [block]]) => {
      if (!block?.settings) return [];
      const { contract, rules } = readPreset(name);
      return [{ name, contract, rules: Object.keys(rules).map((rule) => rule.slice(PREFIX.length)) }];
    }),
    rules: Object.entries(errorContract.rules).map(([name, { meta }]) => {
      const { description = "" } = meta?.docs ?? {};
      return { name, description };
    }),
  };
}

function readPreset(name: string) {
  // The second block of a preset turns the rules off in other files.
  const [block] = (errorContract.configs as Readonly<Partial<Record<string, Config[]>>>)[name] ?? [];
  if (!block) throw new TypeError(`There is no preset "${name}".`);
  const settings = block.settings?.errorContract as { readonly contract: string | null };
  return { ...block, settings, contract: settings.contract };
}

function createConfig({ preset = "recommended", contract, rules, options = {} }: PlaygroundState): Linter.Config[] {
  const block = readPreset(preset);
  const names = rules?.map((rule) => PREFIX + rule) ?? Object.keys(block.rules);
  const getLevel = (name: string): Linter.RuleEntry => {
    const own = options[name.slice(PREFIX.length)];
    return own === undefined ? (block.rules[name] ?? "error") : ["error", own];
  };
  return [
    {
      files: ["**/*.ts"],
      plugins: block.plugins ?? {},
      // ESLint and typescript-eslint name the types of tokens otherwise.
      languageOptions: { parser: parser },
      settings: { errorContract: { ...block.settings, ...(contract === undefined ? {} : { contract }) } },
      rules: Object.fromEntries(names.map((name) => [name, getLevel(name)])),
    },
  ];
}

function lint(state: PlaygroundState): Linter.LintMessage[] {
  return linter.verify(state.code, createConfig(state), { filename: FILE });
}

/** Returns the code after all passes of fixes. */
function fixAll(state: PlaygroundState): string {
  return linter.verifyAndFix(state.code, createConfig(state), { filename: FILE }).output;
}

/** Turns types on, with the declarations that stand at this address, or off. */
async function setTypes(address: string | undefined): Promise<void> {
  typed = undefined;
  if (address === undefined) return;
  const response = await fetch(address);
  const files = Object.entries((await response.json()) as Record<string, string>);
  const system = createSystem(new Map([...files, [FILE, "export {};"]]));
  typed = createVirtualTypeScriptEnvironment(system, [FILE], ts, COMPILER_OPTIONS);
}

/** Returns the code as a script that a function with `require` and `exports` runs. */
function transpile(code: string): string {
  const compilerOptions = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.CommonJS, esModuleInterop: true };
  return ts.transpileModule(code, { compilerOptions }).outputText;
}

const api = { listChoices, lint, fixAll, setTypes, transpile };
export type LintWorker = typeof api;
expose(api);
