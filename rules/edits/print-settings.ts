import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import type * as Yaml from "yaml";

/** The settings of a project's configuration for the layout of code. */
export interface PrintSettings {
  readonly width?: number;
  readonly tabWidth?: number;
  readonly bracketSpacing?: boolean;
  readonly trailingComma?: string;
}

type Values = Readonly<Record<string, unknown>>;

const load = createRequire(import.meta.url);
const PRETTIER_WIDTH = 80;
/** An editor may lint again after somebody has changed a configuration. */
const REMEMBERED_MS = 1000;

interface FolderSettings {
  readonly at: number;
  /** Text of the EditorConfig files, the nearest first. */
  readonly editor: readonly string[];
  readonly formatter: PrintSettings | undefined;
}

const remembered = new Map<string, FolderSettings>();

/** Reads the settings for a file from the static configuration of prettier, Biome or EditorConfig above it. */
export function findPrintSettings(file: string): PrintSettings {
  const { editor, formatter } = readFolder(dirname(file));
  const widths = editor.map((text) => readEditorConfig(text, basename(file)));
  const settings = Object.assign({}, ...widths.reverse(), formatter) as PrintSettings;
  return formatter ? { width: PRETTIER_WIDTH, ...settings } : settings;
}

function readFolder(folder: string): FolderSettings {
  const known = remembered.get(folder);
  if (known && Date.now() - known.at < REMEMBERED_MS) return known;
  const editor = readText(join(folder, ".editorconfig")) ?? [];
  const formatter = readPrettier(folder) ?? readBiome(folder);
  const parent = dirname(folder);
  const above = formatter || parent === folder ? undefined : readFolder(parent);
  const settings = {
    at: Date.now(),
    editor: [editor, above?.editor ?? []].flat(),
    formatter: formatter ?? above?.formatter,
  };
  remembered.set(folder, settings);
  return settings;
}

function readPrettier(folder: string): PrintSettings | undefined {
  const texts = [".prettierrc", ".prettierrc.json", ".prettierrc.yaml", ".prettierrc.yml"].map((name) =>
    join(folder, name),
  );
  const written = texts.map(readText).find((text) => text !== undefined);
  const config =
    written === undefined
      ? (parse(readText(join(folder, "package.json"))).prettier ?? readPrettierModule(folder))
      : parse(written);
  if (!isObject(config)) return undefined;
  return pickDefined({
    width: toNumber(config.printWidth),
    tabWidth: toNumber(config.tabWidth),
    bracketSpacing: typeof config.bracketSpacing === "boolean" ? config.bracketSpacing : undefined,
    trailingComma: typeof config.trailingComma === "string" ? config.trailingComma : undefined,
  });
}

/**
 * Reads the settings that a module writes out: it is code of the project, and not run. `undefined` where it writes no
 * width, which may come from a module that it imports.
 */
function readPrettierModule(folder: string): Values | undefined {
  const names = [".prettierrc", "prettier.config"].flatMap((name) =>
    ["js", "cjs", "mjs", "ts"].map((end) => `${name}.${end}`),
  );
  const text = names.map((name) => readText(join(folder, name))).find((each) => each !== undefined);
  if (text === undefined) return undefined;
  const written = /\b(printWidth|tabWidth|bracketSpacing|trailingComma)["']?\s*:\s*["']?(\w+)/g;
  // The first is for all files, those of `overrides` follow.
  const found = [...text.matchAll(written)].reverse();
  const values: Values = Object.fromEntries(
    found.map(([, name = "", value = ""]) => [name, parse(`value: ${value}`).value]),
  );
  return "printWidth" in values ? values : undefined;
}

function readBiome(folder: string): PrintSettings | undefined {
  const text = readText(join(folder, "biome.json")) ?? readText(join(folder, "biome.jsonc"));
  if (text === undefined) return undefined;
  const { formatter, javascript } = parse(stripComments(text));
  const all = toValues(formatter);
  const own = toValues(toValues(javascript).formatter);
  return pickDefined({
    width: toNumber(own.lineWidth) ?? toNumber(all.lineWidth),
    tabWidth: toNumber(own.indentWidth) ?? toNumber(all.indentWidth),
    bracketSpacing: own.bracketSpacing === false ? false : undefined,
    trailingComma: typeof own.trailingCommas === "string" ? own.trailingCommas : undefined,
  });
}

/** Removes the comments of JSON; a glob such as `"src/**"` is none. */
function stripComments(json: string): string {
  return json.replaceAll(/"(?:[^"\\\n]|\\.)*"|\/\/.*|\/\*[\s\S]*?\*\//g, (part) => (part.startsWith('"') ? part : ""));
}

/** Reads the sections that may be for a file, the last one first. */
function readEditorConfig(text: string, name: string): PrintSettings {
  let isMeant = false;
  let width: number | undefined;
  for (const line of text.split("\n")) {
    const section = /^\s*\[(.+)\]\s*$/.exec(line)?.[1];
    if (section !== undefined) isMeant = toPattern(section).test(name);
    const value = isMeant ? /^\s*max_line_length\s*=\s*(\S+)/i.exec(line)?.[1] : undefined;
    if (value !== undefined) width = toNumber(Number(value));
  }
  return pickDefined({ width });
}

/** `*.{js,ts}` without its folders. */
function toPattern(glob: string): RegExp {
  const name = glob.slice(glob.lastIndexOf("/") + 1);
  const pattern = name
    .replaceAll(/[.+^$()|\\]/g, String.raw`\$&`)
    .replaceAll(/\*+/g, ".*")
    .replaceAll("?", ".");
  const alternatives = pattern.replaceAll(/\{([^{}]*)\}/g, (_, list: string) => `(?:${list.replaceAll(",", "|")})`);
  return new RegExp(`^${alternatives.replaceAll(/[{}]/g, String.raw`\$&`)}$`);
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    // Most folders have none.
    return undefined;
  }
}

/** JSON is YAML. */
function parse(text: string | undefined): Values {
  if (text === undefined) return {};
  try {
    return toValues(text.trimStart().startsWith("{") ? JSON.parse(text) : (load("yaml") as typeof Yaml).parse(text));
  } catch {
    // It is being edited, or in a form that only prettier reads.
    return {};
  }
}

function toValues(value: unknown): Values {
  return isObject(value) ? value : {};
}

export function isObject(value: unknown): value is Values {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function toNumber(value: unknown): number | undefined {
  return typeof value === "number" && value > 0 && value < 1000 ? value : undefined;
}

function pickDefined(settings: {
  readonly [Name in keyof PrintSettings]: PrintSettings[Name] | undefined;
}): PrintSettings {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
}
