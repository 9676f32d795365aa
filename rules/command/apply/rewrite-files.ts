import type { Terminal } from "error-contract/cli";
import { createHook } from "../plan/finding.js";
import type { Decisions } from "../plan/read-plan.js";
import { placeKey } from "../project/finding-place.js";
import { formatFiles } from "../project/format-files.js";
import { lintProject } from "../project/lint-project.js";
import { compareText, groupBy } from "../text.js";
import type { ChangedFile } from "./file-writer.js";
import { keepFindings } from "./keep-findings.js";
import { type LeftFinding, type SettledPlace, type Settling, settleFindings } from "./settle-findings.js";

/** The files of a project as a plan rewrites them. */
export interface Rewriting {
  readonly places: readonly SettledPlace[];
  readonly left: readonly LeftFinding[];
  readonly mapped: Settling["mapped"];
  /** Rewrites the files at some of the places alone; each file is linted once for the places that it keeps. */
  readonly rewriteAt: (places: readonly SettledPlace[]) => Promise<readonly ChangedFile[]>;
}

interface LintedFiles {
  readonly cwd: string;
  readonly files: readonly string[];
}

/** Carries out a plan, and writes nothing. The files are formatted as the project does. */
export async function rewriteFiles(plan: Decisions, project: LintedFiles, terminal: Terminal): Promise<Rewriting> {
  const { cwd } = project;
  const rewrite = async (settling: Settling, files: readonly string[], progress: string) => {
    const hook = createHook(settling.decide);
    const linted = await lintProject({ cwd, files, fix: true, hook, progress }, terminal);
    terminal.showProgress("Formatting");
    const changed = linted.files.flatMap(({ file, source, output }) =>
      output === undefined || output === source ? [] : [{ file, before: source, after: output }],
    );
    const formatted = await formatFiles(changed, cwd);
    const sources = new Map(linted.files.map(({ file, source }) => [file, source]));
    return { linted, changed: await keepFindings({ formatted, sources, settling, cwd }, terminal) };
  };

  const settling = settleFindings(plan, cwd);
  const { linted, changed } = await rewrite(settling, project.files, "Rewriting");
  // Files are linted at once, and end in any order.
  const places = settling.listPlaces().toSorted((one, other) => compareText(one.file, other.file));
  const byFile = groupByFile(places);
  const texts = new Map(changed.map((each) => [keyOf(each.file, byFile.get(each.file) ?? []), each]));

  async function rewriteAt(some: readonly SettledPlace[]): Promise<readonly ChangedFile[]> {
    const kept = groupByFile(some);
    const missing = [...kept].filter(([file, own]) => !texts.has(keyOf(file, own)));
    if (missing.length > 0) {
      const names = new Set(some.map(({ name }) => name));
      const again = settleFindings(plan, cwd, (name) => names.has(name));
      const files = missing.map(([file]) => file);
      for (const each of (await rewrite(again, files, "Rewriting again")).changed)
        texts.set(keyOf(each.file, kept.get(each.file) ?? []), each);
    }
    return [...kept].flatMap(([file, own]) => texts.get(keyOf(file, own)) ?? []);
  }

  // A finding that a directive silences is none of our business.
  const left = linted.files.flatMap(({ file, findings }) => {
    const all = settling.left(file);
    return findings.flatMap((finding) => all.get(placeKey(file, finding.rule, finding)) ?? []);
  });
  return {
    places: places.filter(({ file }) => changed.some((each) => each.file === file)),
    left,
    mapped: settling.mapped,
    rewriteAt,
  };
}

const groupByFile = (places: readonly SettledPlace[]) => groupBy(places, ({ file }) => file);

const keyOf = (file: string, places: readonly SettledPlace[]): string =>
  [file, ...places.map(({ name }) => name).sort()].join("\n\n");
