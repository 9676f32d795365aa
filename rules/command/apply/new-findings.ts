import type { Linter } from "eslint";
import { createEslint, loadEslint } from "../project/installed-packages.js";
import { nameOfFile } from "../text.js";
import type { ChangedFile } from "./file-writer.js";

/** What ESLint says about a changed file and did not say before the change. */
export interface NewFinding {
  readonly file: string;
  readonly line: number;
  /** The rule with its namespace; null for a text that cannot be parsed. */
  readonly rule: string | null;
  readonly message: string;
}

/**
 * Lists what the project's own lint, with all its rules, finds in changed files and did not find before. Lines move, so
 * a finding is new where its rule has more findings in the file than it had.
 */
export async function listNewFindings(changed: readonly ChangedFile[], cwd: string): Promise<readonly NewFinding[]> {
  if (changed.length === 0) return [];
  const eslint = createEslint(loadEslint(cwd), { cwd });
  const lint = async (filePath: string, text: string): Promise<readonly Linter.LintMessage[]> =>
    (await eslint.lintText(text, { filePath })).flatMap(({ messages }) => messages);
  const findings: NewFinding[] = [];
  for (const { file, before, after } of changed) {
    const old = await lint(file, before);
    for (const message of listAdded(old, await lint(file, after)))
      findings.push({
        file: nameOfFile(file, cwd),
        line: message.line,
        rule: message.ruleId,
        message: message.message,
      });
  }
  return findings;
}

/** Leaves out as many messages of each rule as there were before: first those in the same words. */
function listAdded(
  before: readonly Linter.LintMessage[],
  after: readonly Linter.LintMessage[],
): readonly Linter.LintMessage[] {
  const reworded = subtract(before, after, ({ ruleId, message }) => `${ruleId} ${message}`);
  const gone = subtract(after, before, ({ ruleId, message }) => `${ruleId} ${message}`);
  return subtract(gone, reworded, ({ ruleId }) => String(ruleId));
}

/** The messages that are left when each of the first ones has taken away one of its key. */
function subtract(
  taken: readonly Linter.LintMessage[],
  messages: readonly Linter.LintMessage[],
  keyOf: (message: Linter.LintMessage) => string,
): readonly Linter.LintMessage[] {
  const counts = new Map<string, number>();
  for (const message of taken) counts.set(keyOf(message), (counts.get(keyOf(message)) ?? 0) + 1);
  return messages.filter((message) => {
    const count = counts.get(keyOf(message)) ?? 0;
    counts.set(keyOf(message), count - 1);
    return count <= 0;
  });
}
