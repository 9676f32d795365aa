import { type Command, CommandError, type ExitCode, exitCodes, type Terminal } from "error-contract/cli";
import fs from "node:fs";
import path from "node:path";
import { COMMON_USAGE, readArguments } from "../arguments.js";
import { writeFormatted } from "../project/format-files.js";
import { countOf } from "../text.js";
import { collectFindings } from "./collect-findings.js";
import { findWatchers } from "./find-watchers.js";
import { type Group, groupFindings, isOpen, proposeCodes } from "./group-findings.js";
import { acceptProposals, mergeDecisions, takeDecisions } from "./merge-plan.js";
import { readPlan } from "./read-plan.js";
import { type Plan, writePlan } from "./write-plan.js";

/** Where a plan stands, in the folder of the project. */
export const PLAN_FILE = "error-contract.plan.yaml";

const USAGE = `Usage: npx eslint-plugin-error-contract plan [FILES] [OPTIONS]

Lints the project, groups the findings by what they have in common, and writes a table of decisions:
${PLAN_FILE}.
A second run keeps the decisions that are still possible, adds what is new, and marks what is gone.

  FILES             files, folders and patterns, as ESLint takes them (default: ".")
  --accept NUMBER   accept each proposal whose confidence is at least NUMBER, from 0 to 1
  --decisions FILE  take decisions from a JSON file, {"id": "CODE"} or {"id": {"decision": "keep", "reason": "..."}};
                    "-" stands for stdin
${COMMON_USAGE}

Exit codes: 0 all groups are decided; 1 some are open; 2 wrong arguments, or a failure.`;

export const plan: Command = { usage: USAGE, run };

async function run(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const { values, files, cwd } = readArguments(args, {
    accept: { type: "string" },
    decisions: { type: "string" },
  });
  const file = path.join(cwd, PLAN_FILE);
  const accept = values.accept === undefined ? undefined : readConfidence(values.accept);
  const earlier = fs.existsSync(file) ? readPlan(file) : undefined;
  const { findings, linted, unplanned } = await collectFindings(cwd, files, terminal);
  let groups = groupFindings(findings);
  if (earlier) groups = mergeDecisions(groups, findings, earlier.decisions);
  if (values.decisions !== undefined) groups = takeDecisions(groups, values.decisions);
  if (accept !== undefined) groups = acceptProposals(groups, accept);
  const made: Plan = { groups, codes: proposeCodes(findings) };
  await writeFormatted(file, writePlan(made, earlier?.document), cwd);
  const open = groups.filter(isOpen).length;
  const changing = findings.map((finding) => finding.file);
  const outcome = {
    file,
    findings: findings.length,
    open,
    unplanned,
    watchers: findWatchers(cwd, changing, linted),
    ...made,
  };
  if (values.json) terminal.print(JSON.stringify(outcome, null, 2));
  else describePlan(outcome, terminal);
  return open > 0 ? exitCodes.problems : exitCodes.ok;
}

function readConfidence(text: string): number {
  const number = Number(text);
  if (text.trim() !== "" && number >= 0 && number <= 1) return number;
  throw new CommandError(`--accept expects a number from 0 to 1; found "${text}".`);
}

interface Outcome extends Plan {
  readonly findings: number;
  readonly open: number;
  readonly unplanned: readonly string[];
  readonly watchers: readonly string[];
}

function describePlan({ groups, codes, findings, open, unplanned, watchers }: Outcome, terminal: Terminal): void {
  const gone = groups.filter(({ isGone }) => isGone === true).length;
  const now = groups.length - gone;
  terminal.print(`${countOf(findings, "finding")} in ${countOf(now, "group")}, ${open} of them open: ${PLAN_FILE}`);
  if (gone > 0) terminal.print(`${countOf(gone, "decided group")} gone since the last plan`);
  if (codes.length > 0) terminal.print(`${countOf(codes.length, "code")} to add to the contract, listed in the file`);
  if (unplanned.length > 0)
    terminal.print(`Not in the plan, which takes scripts alone; settle these in the editor: ${unplanned.join(", ")}`);
  for (const group of groups.filter(isOpen)) terminal.print(`  ${describeOpen(group, terminal)}`);
  if (watchers.length > 0)
    terminal.print(`Expect failures of files that change, run them afterwards: ${watchers.join(", ")}`);
  if (now > open) terminal.print("Next: npx eslint-plugin-error-contract apply");
}

function describeOpen({ rule, kind, places, proposed, confidence, dropped }: Group, { paint }: Terminal): string {
  const proposal = proposed === undefined ? "nothing proposed" : `${proposed} ${confidence.toFixed(2)}`;
  const told = dropped === undefined ? proposal : `${proposal}; \`${dropped}\` is not possible any more`;
  return `${String(places.length).padStart(3)} ${paint("cyan", rule)} ${kind}  ${paint("dim", told)}`;
}
