// What `error-contract.failures.json` says of a file that is linted: which of its functions no client is told of.
import type { TSESTree } from "@typescript-eslint/utils";
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { findInFolders } from "../modules/package-name.js";
import { findModuleFile, nameOfFile } from "../modules/parsed-module.js";
import { nameOfPlace } from "../syntax/place-names.js";
import { type RuleContext, type Settings, getSettings } from "./settings.js";

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

interface Exceptions {
  readonly changed: string;
  /** Why, by folder (`src/cli/`), file (`src/cli.ts`) and function (`src/store.ts#read`). */
  readonly reasons: Readonly<Record<string, string>>;
}

const NONE: Exceptions["reasons"] = {};
const files = new Map<string, Exceptions>();

/**
 * Returns a test whether the file of failures says that no client is told of what fails at a place; `undefined` where
 * there is no such file, or it says nothing of the linted file.
 */
export function createExceptionTest(
  part: JudgedPart,
  context: RuleContext,
): ((node: TSESTree.Node) => boolean) | undefined {
  const settings = getSettings(context);
  const found = findFile(settings, context);
  if (found === undefined) return undefined;
  const reasons = readExceptions(found, settings);
  const file = nameOfFile(context.filename, path.dirname(found));
  const settles = (name: string) =>
    SETTLED[part].some((kind) => reasons[name]?.startsWith(REASON_WORDS[kind]) ?? false);
  const folders = [...file.matchAll(/\//g)].map(({ index }) => file.slice(0, index + 1));
  if ([...folders, file].some(settles)) return () => true;
  const isNamed = Object.keys(reasons).some((name) => name.startsWith(`${file}#`));
  return isNamed ? (node) => settles(`${file}#${nameOfPlace(node)}`) : undefined;
}

/** The file that the settings name, or else the nearest one at or above the linted file. */
function findFile({ failures }: Settings, { filename, cwd }: RuleContext): string | undefined {
  const named = failures ?? FAILURES_FILE;
  const isNear = failures === undefined;
  const folder = isNear ? findInFolders(path.dirname(filename), (each) => hasFile(each, named)) : cwd;
  return folder === undefined ? undefined : path.resolve(folder, named);
}

const hasFile = (folder: string, name: string) => (existsSync(path.join(folder, name)) ? folder : undefined);

/** Reads the exceptions of a file, again when it has changed. */
function readExceptions(file: string, settings: Settings): Exceptions["reasons"] {
  const changed = findModuleFile(file)?.changed;
  if (changed === undefined) return tellUnused(file, "there is no such file");
  const known = files.get(file);
  if (known?.changed === changed) return known.reasons;
  const reasons = parseExceptions(file, settings);
  files.set(file, { changed, reasons });
  return reasons;
}

function parseExceptions(file: string, { contract }: Settings): Exceptions["reasons"] {
  const written = readJson(file);
  if (written === undefined) return tellUnused(file, "it is no JSON");
  const { version, contract: name, exceptions } = written;
  if (version !== FAILURES_VERSION)
    return tellUnused(file, `it is of version ${String(version)}, and expected is ${FAILURES_VERSION}`);
  if (name !== contract.name)
    return tellUnused(file, `it is about the contract ${String(name)}, and the settings say ${contract.name}`);
  return Object(exceptions ?? NONE) as Exceptions["reasons"];
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
function tellUnused(file: string, why: string): Exceptions["reasons"] {
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
  const folder = findInFolders(cwd, (each) => hasFile(each, FAILURES_FILE));
  const written = folder === undefined ? undefined : readJson(path.join(folder, FAILURES_FILE));
  if (!written) return null;
  const { version, contract, exceptions } = written;
  return createHash("sha256")
    .update(JSON.stringify([version, contract, exceptions]))
    .digest("hex")
    .slice(0, 16);
}
