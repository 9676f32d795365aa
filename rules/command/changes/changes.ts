import { type Block, type Command, CommandError, type ExitCode, exitCodes, writeMarkdown } from "error-contract/cli";
import type { Terminal } from "error-contract/cli";
import fs from "node:fs";
import path from "node:path";
import { COMMON_USAGE, readArguments } from "../arguments.js";
import { FAILURES_FILE } from "../../contract/known-exceptions.js";
import { createFile, describeChanges, type FailuresFile, isFailuresFile } from "../failures/failures-file.js";
import { replaceFile } from "../project/changed-files.js";
import { runProcess } from "../project/run-process.js";
import { countOf } from "../text.js";
import { type CellChange, compareCells, isProof, type MatrixChanges } from "./compare-cells.js";

const PROOF = "proof.json";

const USAGE = `Usage: npx eslint-plugin-error-contract changes --base COMMIT [OPTIONS]

Says what a branch changes for clients, by committed files alone: what each tool can
answer now, and which cells of the matrix say something else. It reads no code, and
starts no server.

  --base COMMIT     what to compare with: a branch, a tag or a commit that git has
  --failures FILE   what \`failures\` wrote (default: ${FAILURES_FILE})
  --proof FILE      what \`error-contract prove --json\` printed (default: ${PROOF})
  --markdown FILE   write it as Markdown, for the summary of a pull request
${COMMON_USAGE}

Exit codes: 0 done; 2 wrong arguments, or a file of another form.`;

const OPTIONS = {
  base: { type: "string" },
  failures: { type: "string", default: FAILURES_FILE },
  proof: { type: "string", default: PROOF },
  markdown: { type: "string" },
} as const;

export const changes: Command = { usage: USAGE, run };

/** What a branch changes for clients; `matrix` is undefined where there is no proof. */
interface Changes {
  readonly failures: readonly string[];
  readonly matrix: MatrixChanges | undefined;
}

async function run(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const { values, files, cwd } = readArguments(args, OPTIONS);
  const { base, failures, proof, markdown, json } = values;
  if (files.some((each) => each !== "."))
    throw new CommandError(`changes takes no files: ${files.join(" ")} is not expected.`);
  if (base === undefined || base.startsWith("-"))
    throw new CommandError("--base expects a branch, a tag or a commit, such as origin/main.");
  const commit = await findCommit(base, cwd);
  const place: Place = { commit, cwd, note: terminal.note };
  const [oldFailures, nowFailures] = await readBoth(failures, "failures", isFailuresFile, place);
  const [oldProof, nowProof] = await readBoth(proof, "proof", isProof, place);
  if (!nowFailures && !nowProof) throw new CommandError(`There is neither ${failures} nor ${proof} below ${cwd}.`);
  const found: Changes = {
    failures: nowFailures ? describeChanges(oldFailures ?? EMPTY, nowFailures, []) : [],
    matrix: nowProof && compareCells(oldProof ?? { rows: [] }, nowProof),
  };
  if (markdown !== undefined) replaceFile(path.resolve(cwd, markdown), writeMarkdown(describe(found, base)));
  if (json) terminal.print(JSON.stringify(found, null, 2));
  else for (const line of listLines(found)) terminal.print(line);
  return exitCodes.ok;
}

const EMPTY: FailuresFile = createFile([], "", new Map());

/** @throws CommandError where git has no such commit. */
async function findCommit(base: string, cwd: string): Promise<string> {
  const { status, stdout } = await runProcess("git", ["rev-parse", "--verify", "--quiet", `${base}^{commit}`], { cwd });
  if (status === 0) return stdout.trim();
  throw new CommandError(`--base expects a commit that git has, and \`${base}\` is none: fetch it first.`);
}

/** What is compared: a commit with a folder. */
interface Place extends Pick<Terminal, "note"> {
  readonly commit: string;
  readonly cwd: string;
}

/**
 * Reads a file as the commit has it, and as it is; undefined where it is not there, or had another form then.
 *
 * @throws CommandError where it has another form now.
 */
async function readBoth<T>(
  file: string,
  option: string,
  fits: (value: unknown) => value is T,
  { commit, cwd, note }: Place,
): Promise<readonly [before: T | undefined, now: T | undefined]> {
  const own = path.resolve(cwd, file);
  const now = fs.existsSync(own) ? parseJson(fs.readFileSync(own, "utf8")) : undefined;
  if (fs.existsSync(own) && !fits(now))
    throw new CommandError(`--${option} expects what its command writes, and ${file} has another form.`);
  const name = path.relative(cwd, own).replaceAll(path.sep, "/");
  const { status, stdout } = await runProcess("git", ["show", `${commit}:./${name}`], { cwd });
  const before = status === 0 ? parseJson(stdout) : undefined;
  const isOther = status === 0 && !fits(before);
  // Another version of the command wrote it.
  if (isOther) note(`${file} of ${commit.slice(0, 8)} has another form, so that all of it counts as new.`);
  return [fits(before) ? before : undefined, fits(now) ? now : undefined];
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function listLines({ failures, matrix }: Changes): readonly string[] {
  const lines = [
    ...failures,
    ...(matrix?.rows ?? []),
    ...(matrix?.cells ?? []).map(
      ({ name, column, before, now, isWorse }) =>
        `${isWorse ? "worse: " : ""}\`${name}\` / ${column}: ${before}, now ${now}`,
    ),
  ];
  return lines.length > 0 ? lines : [NOTHING];
}

const NOTHING = "Nothing changes for clients.";

function describe({ failures, matrix }: Changes, base: string): readonly Block[] {
  const { cells = [], rows = [] } = matrix ?? {};
  const worse = cells.filter(({ isWorse }) => isWorse);
  return [
    { heading: ["What changes for clients, beside ", { code: base }], level: 2, id: "changes" },
    ...(failures.length + rows.length + cells.length === 0 ? [{ text: NOTHING }] : []),
    ...describeList("What tools can answer", failures),
    ...describeList("What is proved", rows),
    ...describeTable(`Worse in the matrix: ${countOf(worse.length, "cell")}`, worse),
    ...describeTable(
      "Other cells of the matrix",
      cells.filter(({ isWorse }) => !isWorse),
    ),
  ];
}

const describeList = (title: string, list: readonly string[]): readonly Block[] =>
  list.length === 0 ? [] : [{ heading: title, level: 3, id: title }, { list }];

function describeTable(title: string, cells: readonly CellChange[]): readonly Block[] {
  if (cells.length === 0) return [];
  const rows = cells.map(({ name, column, before, now }) => [{ code: name }, column, before, now]);
  return [
    { heading: title, level: 3, id: title },
    { head: ["", "column", "before", "now"], rows },
  ];
}
