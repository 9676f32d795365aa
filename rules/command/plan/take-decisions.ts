import fs from "node:fs";
import { CommandError } from "../command-error.js";
import { NEEDS_REASON } from "./decision-words.js";
import type { Group } from "./group-findings.js";

interface TakenDecision {
  readonly decision: string;
  readonly reason?: string | undefined;
  readonly despiteTests?: boolean | undefined;
}

/**
 * Decides groups as a file of JSON says, by their ids.
 *
 * @param file The name of the file, or "-" for stdin.
 * @throws CommandError that names the id, where a decision is none or there is no such group.
 */
export function takeDecisions(groups: readonly Group[], file: string): readonly Group[] {
  const taken = readDecisions(file);
  const ids = new Set(groups.map(({ id }) => id));
  for (const id of taken.keys())
    if (!ids.has(id)) throw new CommandError(`--decisions: there is no group "${id}" in the plan.`);
  return groups.map((group) => ({ ...group, ...taken.get(group.id) }));
}

function readDecisions(file: string): ReadonlyMap<string, TakenDecision> {
  const data = parseFile(file);
  if (typeof data !== "object" || data === null || Array.isArray(data))
    throw new CommandError(`--decisions expects an object of ids and decisions.`);
  return new Map(Object.entries(data).map(([id, value]) => [id, readDecision(id, value)]));
}

function parseFile(file: string): unknown {
  try {
    return JSON.parse(fs.readFileSync(file === "-" ? process.stdin.fd : file, "utf8"));
  } catch (error) {
    const { message } = error instanceof Error ? error : { message: String(error) };
    throw new CommandError(`--decisions cannot be read: ${message}`, { cause: error });
  }
}

function readDecision(id: string, value: unknown): TakenDecision {
  const given: Partial<Record<keyof TakenDecision, unknown>> =
    typeof value === "object" && value !== null ? value : { decision: value };
  const { decision, reason, despiteTests = false } = given;
  const isReason = reason === undefined || (typeof reason === "string" && !/[\r\n]/.test(reason));
  if (typeof decision !== "string" || !isReason || typeof despiteTests !== "boolean")
    throw new CommandError(`--decisions: expected "${id}" to have a text, or { decision, reason, despiteTests }.`);
  if (NEEDS_REASON.has(decision) && reason === undefined)
    throw new CommandError(`--decisions: "${id}": \`${decision}\` needs a \`reason\`, which the directive will name.`);
  return { decision, reason, despiteTests: despiteTests || undefined };
}
