import type { Terminal } from "error-contract/cli";
import { structuredPatch } from "diff";
import { applyEdits, editsOf } from "../../edits/source-style.js";
import { placeKey } from "../project/finding-place.js";
import { lintProject } from "../project/lint-project.js";
import { decideBehindWrappers } from "../reach/behind-wrappers.js";
import { readServerGraph } from "../reach/server-graph.js";
import { compareText, nameOfFile } from "../text.js";
import { createHook, type Choice, type Finding, type OpenFinding } from "./finding.js";

/** A finding of the project that a decision can settle. */
export interface PlannedFinding extends Finding {
  /** Relative to the folder of the project, with slashes. */
  readonly file: string;
  readonly choices: readonly Omit<Choice, "fix" | "code">[];
  /** The edits of the best choice as lines of a diff, for one finding of a kind in each file. */
  readonly example: string | undefined;
}

/**
 * The findings of a project by file and place, without those that a directive silences, the files it linted, and those
 * of them whose findings no plan has: they are no scripts, but components with a script among other things.
 */
export interface CollectedFindings {
  readonly unplanned: readonly string[];
  readonly findings: readonly PlannedFinding[];
  readonly linted: readonly string[];
}

/**
 * Collects all findings of a project in one lint.
 *
 * @throws CommandError where nothing was linted.
 */
export async function collectFindings(
  cwd: string,
  files: readonly string[],
  terminal: Terminal,
): Promise<CollectedFindings> {
  const seen = new Map<string, PlannedFinding>();
  const shown = new Set<string>();
  const collect = (open: OpenFinding) => {
    const { finding, choices } = open;
    const { filename, rule, kind } = finding;
    const group = `${filename}\n${rule}\n${kind}`;
    seen.set(placeKey(filename, rule, finding), {
      ...finding,
      file: nameOfFile(filename, cwd),
      choices: choices.map(({ decision, confidence, reason }) => ({ decision, confidence, reason })),
      example: shown.has(group) ? undefined : showExample(open),
    });
    shown.add(group);
    return undefined;
  };
  const all = await lintProject({ cwd, files, hook: createHook(collect) }, terminal);
  const linted = await decideBehindWrappers(all, () => readServerGraph(cwd, terminal, { isOptional: true }));
  const findings = linted.files
    .flatMap((each) =>
      each.findings.flatMap((found) => {
        const planned = seen.get(placeKey(each.file, found.rule, found));
        if (!planned) return [];
        return found.decision?.of === undefined ? planned : { ...planned, kind: found.decision.name };
      }),
    )
    .sort(comparePlaces);
  const unplanned = linted.files.filter((each) => each.findings.length > 0 && !SCRIPT.test(each.file));
  return {
    findings,
    unplanned: unplanned.map(({ file }) => nameOfFile(file, cwd)),
    linted: linted.files.map(({ file }) => nameOfFile(file, cwd)),
  };
}

const SCRIPT = /\.[cm]?[jt]sx?$/;

function comparePlaces(one: PlannedFinding, other: PlannedFinding): number {
  return compareText(one.file, other.file) || one.line - other.line || one.column - other.column;
}

/** The lines that the best choice removes and adds, without the lines around them. */
function showExample({ text, choices: [best] }: OpenFinding): string | undefined {
  if (!best) return undefined;
  const { hunks } = structuredPatch("", "", text, applyEdits(text, editsOf(best.fix)), "", "", { context: 0 });
  return hunks.flatMap(({ lines }) => lines.filter((line) => /^[-+]/.test(line))).join("\n");
}
