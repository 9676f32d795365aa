import { createEslint, loadAnyEslint, requireFrom, resolveFrom } from "./installed-packages.js";

/** Formats a text as the project formats a file; undefined where the formatter leaves the file alone. */
export type Format = (file: string, text: string) => Promise<string | undefined>;

interface RuleModule {
  readonly meta?: { readonly type?: string };
}

/** What ESLint computes for a file, as far as it is read. */
interface FileConfig {
  readonly plugins?: Readonly<Record<string, { readonly rules?: Readonly<Record<string, RuleModule>> }>>;
  readonly rules?: Readonly<Record<string, readonly [severity: number]>>;
}

/** Rules that put imports, the properties of an object and others in order, and are of another type than layout. */
const SORTS = /^(?:order|first|sort-.+)$/;

/**
 * Finds the rules that a project's own ESLint has on for layout, and for the order of imports and other things; the
 * format is undefined where there are none, or its configuration cannot be loaded.
 */
export async function findEslintFormat(files: readonly string[], cwd: string): Promise<Format | undefined> {
  if (resolveFrom(cwd, "eslint") === undefined) return undefined;
  try {
    const module = loadAnyEslint(cwd);
    const asked = createEslint(module, { cwd });
    const wanted = new Set<string>();
    for (const file of files) {
      const config = (await asked.calculateConfigForFile(file)) as FileConfig | undefined;
      for (const id of listLayoutRules(config, cwd)) wanted.add(id);
    }
    if (wanted.size === 0) return undefined;
    const fix = ({ ruleId }: { readonly ruleId: string | null }) => ruleId !== null;
    const eslint = createEslint(module, { cwd, fix, ruleFilter: ({ ruleId }) => wanted.has(ruleId) });
    return async (filePath, text) => {
      const [result] = await eslint.lintText(text, { filePath });
      return result && (result.output ?? text);
    };
  } catch {
    // The configuration is none that can be loaded, which the lint itself says.
    return undefined;
  }
}

function listLayoutRules({ rules = {}, plugins = {} }: FileConfig = {}, cwd: string): readonly string[] {
  return Object.entries(rules).flatMap(([id, [severity]]) => {
    const slash = id.lastIndexOf("/");
    const name = id.slice(slash + 1);
    const rule = slash < 0 ? findCoreRule(name, cwd) : plugins[id.slice(0, slash)]?.rules?.[name];
    return severity > 0 && (rule?.meta?.type === "layout" || SORTS.test(name)) ? [id] : [];
  });
}

function findCoreRule(name: string, cwd: string): RuleModule | undefined {
  const { builtinRules } = (requireFrom(cwd, "eslint/use-at-your-own-risk") ?? {}) as {
    readonly builtinRules?: ReadonlyMap<string, RuleModule>;
  };
  return builtinRules?.get(name);
}
