import { CommandError } from "error-contract/cli";
import { closest } from "fastest-levenshtein";
import fs from "node:fs";
import { type Document, LineCounter, type Range, type YAMLMap, isMap, isScalar, isSeq, parseDocument } from "yaml";
import { type Group, type Place, groupId } from "./group-findings.js";

/** The decision about a group, as somebody wrote it. */
export interface Decided extends Pick<Group, "id" | "rule" | "kind" | "decision" | "reason"> {
  /** Place without its line -> the decision for it alone. */
  readonly places: ReadonlyMap<string, string>;
  /** All places without their lines. A place may belong to a group whose kind is not that of its own text. */
  readonly listed: ReadonlySet<string>;
}

/** The decisions of a file, by the ids of the groups. */
export type Decisions = ReadonlyMap<string, Decided>;

/** A plan as somebody left it. */
export interface WrittenPlan {
  readonly decisions: Decisions;
  /** The file with its comments. */
  readonly document: Document;
}

/** The keys of a plan. */
const PLAN_KEYS = ["version", "codes", "groups"];

/** The keys of a group, and of earlier versions; those beside the decision are written anew by each `plan`. */
const GROUP_KEYS = [
  ...["id", "rule", "kind", "gone", "decision", "dropped", "reason", "despiteTests", "message", "proposed"],
  ...["confidence", "why", "alternatives", "places", "dependents", "tests", "example"],
];

const PLACE = /^(.*?):\d+(?: in (.*?))?(?: (".*"))?$/;

/** Creates the error that names the line of a node. */
type Fail = (node: { readonly range?: Range | null } | null | undefined, problem: string) => CommandError;

/**
 * Reads a file of decisions.
 *
 * @throws CommandError that names the line, where the file is no plan.
 */
export function readPlan(file: string): WrittenPlan {
  const lines = new LineCounter();
  const text = readText(file);
  const document = parseDocument(text, { lineCounter: lines });
  const lineOf = (offset = 0) => lines.linePos(offset).line;
  const conflict = text.search(/^(?:<{7}|={7}|>{7})/m);
  if (conflict >= 0) throw new CommandError(`${file}:${lineOf(conflict)}: a merge conflict stands here: resolve it.`);
  const fail: Fail = (node, problem) => new CommandError(`${file}:${lineOf(node?.range?.[0])}: ${problem}`);
  const [error] = document.errors;
  if (error) throw new CommandError(`${file}:${lineOf(error.pos[0])}: ${error.message.replace(/ at line [^]*$/, "")}`);
  refuseUnknownKeys(document.contents, PLAN_KEYS, fail);
  const version = document.get("version");
  if (version !== 1) throw fail(null, `expected \`version: 1\`; found ${JSON.stringify(version ?? null)}.`);
  const list = document.get("groups", true);
  if (!isSeq(list)) throw fail(null, "expected a list `groups`.");
  const groups = new Map<string, Decided>();
  for (const node of list.items) {
    if (!isMap(node)) throw fail(list, "expected each group to be a table.");
    const group = readGroup(node, fail);
    if (groups.has(group.id)) throw fail(node, `the group stands here twice: "${group.kind}".`);
    groups.set(group.id, group);
  }
  return { decisions: groups, document };
}

/** A key with a typo would be a decision that nothing carries out. */
function refuseUnknownKeys(node: unknown, keys: readonly string[], fail: Fail): void {
  for (const { key } of isMap(node) ? node.items : []) {
    const name = String(key);
    if (!keys.includes(name) && isScalar(key))
      throw fail(key, `there is no key \`${name}\`: did you mean \`${closest(name, keys)}\`?`);
  }
}

function readText(file: string): string {
  try {
    return fs.readFileSync(file, "utf8");
  } catch (error) {
    throw new CommandError(`${file} cannot be read: run \`npx eslint-plugin-error-contract plan\` first.`, {
      cause: error,
    });
  }
}

function readGroup(node: YAMLMap, fail: Fail): Decided {
  refuseUnknownKeys(node, GROUP_KEYS, fail);
  const text = (key: string): string | undefined => {
    const value = node.get(key, true);
    if (value === undefined || (isScalar(value) && value.value === null)) return undefined;
    if (isScalar(value) && typeof value.value === "string" && value.value.trim() !== "") return value.value.trim();
    throw fail(value, `expected \`${key}\` to be a text.`);
  };
  const [rule, kind, decision, reason] = ["rule", "kind", "decision", "reason"].map(text);
  if (rule === undefined || kind === undefined) throw fail(node, "expected a group to have `rule` and `kind`.");
  const at = node.get("decision", true) ?? node;
  const problem = findDecisionProblem(decision, reason);
  if (problem !== undefined) throw fail(at, problem);
  const places = readPlaces(node, fail);
  return { id: groupId(rule, kind), rule, kind, decision, reason, places, listed: listPlaces(node) };
}

/** Says what a decision lacks, or where its reason cannot stand in a directive. */
export function findDecisionProblem(decision: string | undefined, reason: string | undefined): string | undefined {
  if (decision === "keep" && reason === undefined) return "`keep` needs a `reason`, which the directive will name.";
  return reason !== undefined && /[\r\n]/.test(reason) ? "expected `reason` to be one line." : undefined;
}

function listPlaces(node: YAMLMap): ReadonlySet<string> {
  const list = node.get("places", true);
  const items = isSeq(list) ? list.items : [];
  const names = items.map((item) => (isMap(item) ? item.items[0]?.key : item));
  return new Set(
    names.flatMap((name) => {
      const place = isScalar(name) ? parsePlace(String(name.value)) : undefined;
      return place ? [placeName(place)] : [];
    }),
  );
}

function readPlaces(node: YAMLMap, fail: Fail): ReadonlyMap<string, string> {
  const places = new Map<string, string>();
  const list = node.get("places", true);
  if (!isSeq(list)) return places;
  for (const item of list.items) {
    if (!isMap(item)) continue;
    const [pair] = item.items;
    const name = pair && isScalar(pair.key) ? String(pair.key.value) : "";
    const decision = pair && isScalar(pair.value) ? pair.value.value : undefined;
    const place = parsePlace(name);
    if (!place) throw fail(item, "expected a place as `file:line in function: decision`.");
    if (typeof decision !== "string" || decision === "keep")
      throw fail(item, "expected the decision for a place to be a code, or another one without a reason.");
    const key = placeName(place);
    if (places.has(key) && places.get(key) !== decision)
      throw fail(item, `expected one decision for all places of the kind in \`${place.within ?? place.file}\`.`);
    places.set(key, decision);
  }
  return places;
}

/** Reads `src/read.ts:12 in readPlan "Plan not found: {}"`. */
export function parsePlace(text: string): Omit<Place, "line"> | undefined {
  const [, file, within, detail] = PLACE.exec(text) ?? [];
  return file === undefined ? undefined : { file, within, detail };
}

/** A place by file, function and message: lines move. */
export function placeName({ file, within, detail }: Omit<Place, "line">): string {
  return [file, within, detail].map((part) => part ?? "").join("\n");
}
