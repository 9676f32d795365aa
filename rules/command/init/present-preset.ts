import fs from "node:fs";
import path from "node:path";
import { presets } from "../../configs.js";
import type { PresetName } from "../../plugin-types.js";
import { createEslint, loadAnyEslint } from "../project/installed-packages.js";
import type { Setup } from "./find-setup.js";
import { hasOurRules } from "./source-globs.js";

/** What ESLint computes for a file, as far as it is read. */
interface FileConfig {
  readonly rules?: Readonly<Record<string, readonly [severity: number]>>;
  readonly settings?: { readonly errorContract?: { readonly contract?: unknown } };
}

/** How Node says that a package of a configuration is not installed yet. */
const MISSING = /^Cannot find (?:package|module) '(?![./\\]|\w:)/;

/** What a configuration has of the plugin. */
export interface PresentPreset {
  /** Whether the plugin is named in it, or its rules come from what it imports. */
  readonly isPresent: boolean;
  /** The presets that it may be; none where no rule is on. */
  readonly presets: readonly PresetName[];
  /** Why the configuration cannot be loaded, unless packages of it are not installed yet. */
  readonly problem?: string;
}

/** Finds out what a configuration has of the plugin. */
export async function findPresentPreset({ cwd, file, sources }: Setup): Promise<PresentPreset> {
  if (file === undefined) return { isPresent: false, presets: [] };
  const isNamed = fs.readFileSync(file, "utf8").includes("eslint-plugin-error-contract");
  try {
    const eslint = createEslint(loadAnyEslint(cwd), { cwd });
    for (const { name } of sources) {
      const config = (await eslint.calculateConfigForFile(path.join(cwd, name))) as FileConfig | undefined;
      if (!config || !hasOurRules(config)) continue;
      return { isPresent: true, presets: listPresets(config.settings?.errorContract?.contract) };
    }
    return { isPresent: isNamed, presets: [] };
  } catch (error) {
    const { message } = error instanceof Error ? error : { message: String(error) };
    return { isPresent: isNamed, presets: [], ...(MISSING.test(message) ? {} : { problem: message }) };
  }
}

/** The presets that set a contract. */
function listPresets(contract: unknown): readonly PresetName[] {
  const names = Object.keys(presets) as PresetName[];
  return names.filter((name) => presets[name].contract === contract);
}
