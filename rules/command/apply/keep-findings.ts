import { diffArrays } from "diff";
import type { Terminal } from "error-contract/cli";
import { createHook } from "../plan/finding.js";
import { formatFiles } from "../project/format-files.js";
import { lintProject } from "../project/lint-project.js";
import type { ChangedFile } from "./file-writer.js";
import type { Settling } from "./settle-findings.js";

interface Rewritten {
  /** The files that have other changes, as the project formats them. */
  readonly formatted: readonly ChangedFile[];
  /** The text of each linted file. */
  readonly sources: ReadonlyMap<string, string>;
  readonly settling: Settling;
  readonly cwd: string;
}

/**
 * Mends the directives of the findings that a plan keeps, in files in which all else is settled. The formatter may have
 * moved a finding away from its directive, so that those that are missing are added. The project's own lint, in which
 * one finding may stand for several places, then says which of them silence nothing; ESLint would report these, and
 * `--fix` remove them, so they are taken out.
 */
export async function keepFindings(rewritten: Rewritten, terminal: Terminal): Promise<readonly ChangedFile[]> {
  const { formatted, sources, settling, cwd } = rewritten;
  if (settling.keptFiles.size === 0) return formatted;
  const changed = new Map(formatted.map((each) => [each.file, each]));
  const texts = [...settling.keptFiles].map((file) => ({
    file,
    text: changed.get(file)?.after ?? sources.get(file) ?? "",
  }));
  const hook = createHook(settling.keep);
  const kept = await lintProject({ cwd, texts, fix: true, hook, progress: "Keeping" }, terminal);
  const written = kept.files.map(({ file, source, output = source }) => ({
    file,
    before: sources.get(file) ?? "",
    after: output,
  }));
  for (const each of await removeUnused(await formatFiles(written, cwd), cwd, terminal)) changed.set(each.file, each);
  return [...changed.values()].filter(({ before, after }) => before !== after);
}

const DIRECTIVE = /\s*\/\/ eslint-disable-(?:next-)?line [^]*$/;

/** Takes out the directives that silence nothing, but for those that stood there before. */
async function removeUnused(
  changed: readonly ChangedFile[],
  cwd: string,
  terminal: Terminal,
): Promise<readonly ChangedFile[]> {
  const texts = changed.map(({ file, after }) => ({ file, text: after }));
  const linted = await lintProject({ cwd, texts, progress: "Checking" }, terminal);
  return changed.map((each) => {
    const { unused = [] } = linted.files.find(({ file }) => file === each.file) ?? {};
    const lines = each.after.split("\n");
    const isNew = findNewLines(each.before.split("\n"), lines);
    const left = lines.flatMap((line, at) => {
      if (!unused.includes(at + 1) || !isNew.has(at)) return [line];
      const rest = line.replace(DIRECTIVE, line.endsWith("\r") ? "\r" : "");
      return rest.trim() === "" ? [] : [rest];
    });
    return { ...each, after: left.join("\n") };
  });
}

/** The places of lines that stand in a text alone. */
function findNewLines(before: readonly string[], after: readonly string[]): ReadonlySet<number> {
  const added = new Set<number>();
  let at = 0;
  for (const { value, added: isAdded, removed } of diffArrays([...before], [...after])) {
    if (removed) continue;
    if (isAdded) for (const offset of value.keys()) added.add(at + offset);
    at += value.length;
  }
  return added;
}
