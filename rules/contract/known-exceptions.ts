// What `error-contract.failures.json` says: which functions of a file that is linted no client is told of, what each
// tool, resource and prompt can answer, and which codes nothing throws.
import type { TSESTree } from "@typescript-eslint/utils";
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { findModuleFile, nameOfFile } from "../modules/parsed-module.js";
import { nameOfPlace } from "../syntax/place-names.js";
import { getOrCreate, rememberFor } from "../syntax/remember.js";
import { type RuleContext, type Settings, getSettings, listUpwards } from "./settings.js";

/** The name of the file, which stands at the root of a project. */
export const FAILURES_FILE = "error-contract.failures.json";

/** The form of the file; one of another form is not used. */
export const FAILURES_VERSION = 1;

/** Why no client is told of what fails in a place, as the file begins to say it. */
export const REASON_WORDS = { uncalled: "never called", elsewhere: "called by", ended: "errors end in" } as const;

type ReasonKind = keyof typeof REASON_WORDS;

/**
 * What a rule judges, with the reasons that settle it: an error that is thrown, an answer, or what becomes of a caught
 * failure, which matters wherever code runs.
 */
const SETTLED = {
  errors: ["uncalled", "elsewhere", "ended"],
  results: ["uncalled", "elsewhere"],
  handlers: ["uncalled"],
} as const satisfies Record<string, readonly ReasonKind[]>;

export type JudgedPart = keyof typeof SETTLED;

/** What the file says. */
interface KnownFailures {
  /** Why no client is told, by folder (`src/cli/`), file (`src/cli.ts`) and function (`src/store.ts#read`). */
  readonly reasons: Readonly<Record<string, string>>;
  /** The lines of what is served, by its name. */
  readonly served: Readonly<Record<ServedKind, Readonly<Record<string, readonly string[]>>>>;
  /** Codes of the project's own that nothing throws. */
  readonly unthrown: readonly string[];
}

type ServedKind = "tool" | "resource" | "prompt";

const NONE: KnownFailures = { reasons: {}, served: { tool: {}, resource: {}, prompt: {} }, unthrown: [] };
const files = new Map<string, { readonly changed: string; readonly known: KnownFailures }>();

type FoundFailures = KnownFailures & { readonly file: string };

const getFound = rememberFor<Settings, WeakMap<object, FoundFailures | undefined>>(() => new WeakMap());

/**
 * Returns what the file of failures says, and its path; `undefined` where there is no such file. It is looked for once
 * for all rules of a linted file.
 */
export function readKnownFailures(context: RuleContext): FoundFailures | undefined {
  const settings = getSettings(context);
  return getOrCreate(getFound(settings), context.sourceCode, () => {
    const file = findFile(settings, context);
    return file === undefined ? undefined : { ...readFile(file, settings), file };
  });
}

/**
 * Returns a test whether the file of failures says that no client is told of what fails at a place; `undefined` where
 * there is no such file, or it says nothing of the linted file.
 */
export function createExceptionTest(
  part: JudgedPart,
  context: RuleContext,
): ((node: TSESTree.Node) => boolean) | undefined {
  const known = readKnownFailures(context);
  if (known === undefined) return undefined;
  const { reasons } = known;
  const file = nameOfFile(context.filename, path.dirname(known.file));
  const settles = (name: string) =>
    SETTLED[part].some((kind) => reasons[name]?.startsWith(REASON_WORDS[kind]) ?? false);
  const folders = [...file.matchAll(/\//g)].map(({ index }) => file.slice(0, index + 1));
  if ([...folders, file].some(settles)) return () => true;
  const isNamed = Object.keys(reasons).some((name) => name.startsWith(`${file}#`));
  return isNamed ? (node) => settles(`${file}#${nameOfPlace(node)}`) : undefined;
}

/** The file that the settings name, or else the nearest one at or above the linted file. */
function findFile({ failures }: Settings, { filename, cwd }: RuleContext): string | undefined {
  return failures === undefined ? findNearest(filename) : path.resolve(cwd, failures);
}

function findNearest(from: string): string | undefined {
  const nearest = listUpwards(FAILURES_FILE, from).find((file) => existsSync(file));
  return nearest && path.resolve(nearest);
}

/** Reads a file, again when it has changed. */
function readFile(file: string, settings: Settings): KnownFailures {
  const changed = findModuleFile(file)?.changed;
  if (changed === undefined) return tellUnused(file, "there is no such file");
  const known = files.get(file);
  if (known?.changed === changed) return known.known;
  const parsed = parseFailures(file, settings);
  files.set(file, { changed, known: parsed });
  return parsed;
}

function parseFailures(file: string, { contract }: Settings): KnownFailures {
  const written = readJson(file);
  if (written === undefined) return tellUnused(file, "it is no JSON");
  const { version, contract: name } = written;
  if (version !== FAILURES_VERSION)
    return tellUnused(file, `it is of version ${String(version)}, and expected is ${FAILURES_VERSION}`);
  if (name !== contract.name)
    return tellUnused(file, `it is about the contract ${String(name)}, and the settings say ${contract.name}`);
  const objectOf = (key: string) => Object(written[key] ?? {}) as Readonly<Record<string, never>>;
  return {
    reasons: objectOf("exceptions"),
    served: { tool: objectOf("tools"), resource: objectOf("resources"), prompt: objectOf("prompts") },
    unthrown: Array.isArray(written.unthrown) ? written.unthrown : [],
  };
}

function readJson(file: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return Object(JSON.parse(readFileSync(file, "utf8"))) as Readonly<Record<string, unknown>>;
  } catch {
    // It is being written.
    return undefined;
  }
}

/** Says once of a file why it is not used. Nothing is silent then that would else be reported. */
function tellUnused(file: string, why: string): KnownFailures {
  if (!warned.has(file))
    process.emitWarning(`${file} is not used: ${why}. Run \`npx eslint-plugin-error-contract failures\`.`, WARNING);
  warned.add(file);
  return NONE;
}

const WARNING = "ErrorContractWarning";
const warned = new Set<string>();

/**
 * The hash of what the rules read of the file at or above a folder; `null` where there is none. Presets hold it, so
 * that ESLint's cache begins anew when it changes.
 */
export function hashExceptions(cwd: string): string | null {
  const file = findNearest(path.join(cwd, FAILURES_FILE));
  const written = file === undefined ? undefined : readJson(file);
  if (!written) return null;
  const { version, contract, exceptions, tools, resources, prompts, unthrown } = written;
  return createHash("sha256")
    .update(JSON.stringify([version, contract, exceptions, tools, resources, prompts, unthrown]))
    .digest("hex")
    .slice(0, 16);
}
