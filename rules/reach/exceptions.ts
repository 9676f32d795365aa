// The functions of a project whose failures reach no client, by file and name, with why.
import type { TSESTree } from "@typescript-eslint/utils";
import { readPlainKey } from "../syntax/expressions.js";
import { isFunctionNode } from "../syntax/functions.js";
import { nameOfPlace } from "../syntax/place-names.js";
import { getOrCreate } from "../syntax/remember.js";
import { collectNodes } from "../syntax/source-file.js";
import { ENTRY_KINDS, type EntryKind } from "../words/entries.js";
import { REASON_WORDS } from "../contract/known-exceptions.js";
import type { FunctionRecord, ProjectFlow, SourceFile } from "./project-flow.js";
import { type Reach, reachesClient } from "./reach.js";

/** Why the failures of a function reach no client. */
export type Reason =
  /** Nothing that was read calls it. */
  | { readonly kind: "uncalled" }
  /** Only entries call it that have no client. */
  | { readonly kind: "elsewhere"; readonly entries: readonly EntryKind[] }
  /** A client calls it, and its errors end at handlers of these functions. */
  | { readonly kind: "ended"; readonly by: readonly string[] };

/**
 * Lists what reaches no client, among the functions in which anything fails, with why: folders (`src/cli/`), files
 * (`src/cli.ts`) and functions (`src/store.ts#read`).
 */
export function listExceptions(
  sources: readonly SourceFile[],
  project: ProjectFlow,
  reach: Reach,
): ReadonlyMap<string, Reason> {
  const byName = new Map(sources.map((source) => [source, new Map<string, FunctionRecord[]>()]));
  for (const fn of project.functions) {
    const own = byName.get(fn.source);
    if (own) getOrCreate(own, nameOfPlace(fn.node), () => []).push(fn);
  }
  const files = [...byName].map(([source, named]) => judgeFile(source, named, reach));
  const folders = listFolders(files);
  const inFolder = (name: string) => [...folders.keys()].some((folder) => name.startsWith(folder));
  const others = files.filter(({ name }) => !inFolder(name)).flatMap(({ lines }) => lines);
  return new Map([...folders, ...others]);
}

interface JudgedFile {
  readonly name: string;
  /** Why nothing of it reaches a client, where that is so. */
  readonly whole: Reason | undefined;
  readonly lines: readonly (readonly [string, Reason])[];
}

function judgeFile(
  { name }: SourceFile,
  named: ReadonlyMap<string, readonly FunctionRecord[]>,
  reach: Reach,
): JudgedFile {
  const judged = [...named].flatMap(([place, all]) => {
    // What runs when a file is loaded is no call.
    const functions = all.filter((fn) => fn.node.type !== "Program" || mayFail(fn));
    if (functions.length === 0) return [];
    return [{ place, functions, reason: findReason(functions, reach), fails: functions.some(mayFail) }];
  });
  if (judged.every(({ reason }) => reason && reason.kind !== "ended")) {
    const whole = joinReasons(judged.flatMap(({ reason }) => reason ?? []));
    return { name, whole, lines: judged.some(({ fails }) => fails) ? [[name, whole]] : [] };
  }
  const lines = judged.flatMap(({ place, reason, fails, functions }) => {
    const isListed = reason?.kind === "ended" ? functions.some(mayThrow) : fails;
    return reason && isListed ? [[`${name}#${place}`, reason] as const] : [];
  });
  return { name, whole: undefined, lines };
}

/** Joins why each of some places reaches no client; where they are called, that is said. */
function joinReasons(reasons: readonly Reason[]): Reason {
  const entries = reasons.flatMap((reason) => (reason.kind === "elsewhere" ? reason.entries : []));
  return entries.length === 0 ? { kind: "uncalled" } : { kind: "elsewhere", entries: [...new Set(entries)].sort() };
}

/** The outermost folders of several files of which nothing reaches a client, and something fails. */
function listFolders(files: readonly JudgedFile[]): ReadonlyMap<string, Reason> {
  const holding = new Map<string, JudgedFile[]>();
  for (const file of files)
    for (const { index } of file.name.matchAll(/\//g))
      getOrCreate(holding, file.name.slice(0, index + 1), () => []).push(file);
  const found = new Map<string, Reason>();
  for (const [folder, held] of [...holding].sort(([one], [other]) => one.length - other.length)) {
    const isInside = [...found.keys()].some((outer) => folder.startsWith(outer));
    const reasons = held.flatMap(({ whole }) => whole ?? []);
    const failing = held.filter(({ lines }) => lines.length > 0);
    if (!isInside && failing.length > 1 && reasons.length === held.length) found.set(folder, joinReasons(reasons));
  }
  return found;
}

function findReason(functions: readonly FunctionRecord[], { called, failing, endedAt }: Reach): Reason | undefined {
  const kindsOf = (reached: Reach["called"]) => new Set(functions.flatMap((fn) => [...(reached.get(fn) ?? [])]));
  const entries = kindsOf(called);
  if (entries.size === 0) return { kind: "uncalled" };
  if (!reachesClient(entries)) return { kind: "elsewhere", entries: [...entries].sort() };
  if (reachesClient(kindsOf(failing))) return undefined;
  const calls = functions.flatMap((fn) => endedAt.get(fn) ?? []);
  const by = calls.map(({ caller, node }) => `${caller.source.name}#${nameOfPlace(node)}`);
  return { kind: "ended", by: [...new Set(by)].sort() };
}

const isOther = (root: TSESTree.Node) => (node: TSESTree.Node) => node !== root && isFunctionNode(node);

function mayThrow({ node, source }: FunctionRecord): boolean {
  return collectNodes(source.lint.sourceCode, node, isOther(node)).some(throws);
}

/** Whether the rules may have something to say of a function: it throws, catches, or makes a failing result. */
function mayFail({ node, source }: FunctionRecord): boolean {
  return collectNodes(source.lint.sourceCode, node, isOther(node)).some(fails);
}

const throws = (node: TSESTree.Node) =>
  node.type === "ThrowStatement" || (node.type === "Identifier" && node.name === "reject");

const fails = (node: TSESTree.Node) =>
  throws(node) ||
  node.type === "CatchClause" ||
  (node.type === "Identifier" && node.name === "catch") ||
  (node.type === "Property" && FLAG.test(readPlainKey(node.key) ?? "") && SAYS_SO.has(node.value.type));

/** The fields by which a result says whether it is a failure, and what stands there: `ok: false`, `success: !error`. */
const FLAG = /^(?:isError|ok|success)$/;
const SAYS_SO: ReadonlySet<string> = new Set(["Literal", "UnaryExpression", "BinaryExpression", "Identifier"]);

/** More callers than this are a count. */
const MOST_CALLERS = 2;

/** Describes a reason in one line. */
export function describeReason(reason: Reason): string {
  const words = REASON_WORDS[reason.kind];
  switch (reason.kind) {
    case "uncalled":
      return words;
    case "elsewhere":
      return `${words} ${reason.entries.map((entry) => ENTRY_KINDS[entry].words).join(", ")} alone`;
    case "ended": {
      const more = reason.by.length - MOST_CALLERS;
      const named = reason.by.slice(0, MOST_CALLERS).join(", ") || "its callers";
      return `${words} ${named}${more > 0 ? ` and ${more} more` : ""}`;
    }
  }
}
