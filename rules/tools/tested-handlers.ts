import path from "node:path";
import {
  type Workspace,
  type WorkspaceFile,
  findWorkspace,
  isTestFile,
  listImportingFiles,
} from "../modules/workspace-files.js";

/** A text that starts a server, runs built files, or imports a computed path: it may reach any file. */
const REACHES_ANYTHING =
  /ClientTransport\b|\bchild_process\b|\bspawn\b|\bexeca\b|\b(?:import|require)\(\s*[^"'\s)]|["'`]\.{1,2}\/(?:[^"'`\n]*\/)?(?:dist|build|out)\//;

/**
 * Words of a test that looks at failures, or at the very function that is registered: the boundary changes nothing
 * else.
 */
const LOOKS_AT_FAILURES = /err|throw|reject|fail|calledwith|mock\.calls|snapshot/i;

/** The member of a failing result, which has the envelope beside it behind the boundary. */
const TESTS_FAILING_RESULTS = /\bisError\b/;

/**
 * Returns whether tests of the workspace cannot notice the boundary around the handlers of a file: none that imports
 * the file, in steps, or may reach it otherwise, looks at failures. False where not every file of the workspace is
 * known.
 */
export function isUntested(file: string): boolean {
  const workspace = findWorkspace(file);
  if (!workspace?.isComplete) return false;
  const reaching = listImportingFiles(file, workspace);
  for (const { path: test, text } of workspace.files.values()) {
    if (!isTestFile(test, workspace.root) || !LOOKS_AT_FAILURES.test(text)) continue;
    if (reaching.has(test) || REACHES_ANYTHING.test(text)) return false;
  }
  return true;
}

/**
 * Returns a test of the workspace that imports a file, in steps, and looks at failing results; `undefined` where none
 * is seen.
 */
export function findTestOfResults(file: string): string | undefined {
  const workspace = findWorkspace(file);
  if (!workspace) return undefined;
  const found = listImportingTests(file, workspace).find(({ text }) => TESTS_FAILING_RESULTS.test(text));
  return found && printPath(found, workspace);
}

/** The words by which a test refers to a handler. */
export interface HandlerNames {
  readonly tool: string | undefined;
  /** The functions around the registration, and the handler's own name. */
  readonly functions: readonly string[];
}

/** A line of a test that compares a failing result as a whole. */
interface Comparison {
  readonly line: number;
  /** The texts of the blocks around it, the innermost first. */
  readonly blocks: readonly string[];
}

/**
 * Returns the line of a test that compares a failing result of a handler as a whole, so that the envelope beside the
 * result would fail the test: `test/read.test.ts:12`. The comparison is about the handlers that the innermost block
 * around it names; where no block names one, it is about each handler of the file.
 *
 * @param handlers of the whole file
 */
export function findComparison(
  file: string,
  handler: HandlerNames,
  handlers: readonly HandlerNames[],
): string | undefined {
  const workspace = findWorkspace(file);
  if (!workspace) return undefined;
  for (const test of listImportingTests(file, workspace)) {
    const found = getComparisons(test).find(({ blocks }) => {
      const block = blocks.find((text) => handlers.some((each) => mentions(text, each)));
      return block === undefined || mentions(block, handler);
    });
    if (found) return `${printPath(test, workspace)}:${String(found.line)}`;
  }
  return undefined;
}

function listImportingTests(file: string, workspace: Workspace): readonly WorkspaceFile[] {
  return [...listImportingFiles(file, workspace)].flatMap((each) =>
    isTestFile(each, workspace.root) ? (workspace.files.get(each) ?? []) : [],
  );
}

function printPath({ path: file }: WorkspaceFile, { root }: Workspace): string {
  return path.relative(root, file).replaceAll("\\", "/");
}

function mentions(text: string, { tool, functions }: HandlerNames): boolean {
  const isQuoted = tool !== undefined && [`"${tool}"`, `'${tool}'`, `\`${tool}\``].some((each) => text.includes(each));
  return (
    isQuoted ||
    functions.some((name) => new RegExp(String.raw`(?<![\w$])${name.replaceAll("$", "\\$")}(?![\w$])`).test(text))
  );
}

const FAILING_RESULT = /["']?\bisError["']?\s*:\s*true\b/;
/** An assertion that takes members beside the expected ones. */
const COMPARES_PARTS = /objectContaining|toMatchObject|containSubset|[iI]nclude\(|\bcontain\(/;
const COMPARES_ALL = /(?:\b\w*[eE]quals?|\beql|\w*InlineSnapshot)\(/;
const HOLDS_EXPECTED = /(?:const|let|var)\s+(\w+)[^=]*=\s*[{[]?\s*$/;

const comparisons = new WeakMap<WorkspaceFile, readonly Comparison[]>();

function getComparisons(file: WorkspaceFile): readonly Comparison[] {
  const found = comparisons.get(file) ?? (FAILING_RESULT.test(file.text) ? readComparisons(file.text) : []);
  comparisons.set(file, found);
  return found;
}

function readComparisons(text: string): readonly Comparison[] {
  const lines = text.split("\n");
  return lines.flatMap((line, index) => {
    if (!FAILING_RESULT.test(line)) return [];
    const openers = listOpeners(lines, index);
    if (
      !isComparedWhole(
        [index, ...openers].map((each) => lines[each] ?? ""),
        text,
      )
    )
      return [];
    return [{ line: index + 1, blocks: openers.map((opener) => readBlock(lines, opener)) }];
  });
}

/** Returns whether the innermost of these lines, each of which opens a block around the one before, compares wholly. */
function isComparedWhole(openers: readonly string[], text: string): boolean {
  const deciding = openers.find(
    (line) => COMPARES_PARTS.test(line) || COMPARES_ALL.test(line) || /=>|\bfunction\b/.test(line),
  );
  if (deciding !== undefined && !COMPARES_PARTS.test(deciding) && COMPARES_ALL.test(deciding)) return true;
  const name = openers.map((line) => HOLDS_EXPECTED.exec(line)?.[1]).find((each) => each !== undefined);
  return name !== undefined && new RegExp(String.raw`[eE]quals?\((?:[^()]*,\s*)?${name}\b`).test(text);
}

/** Returns the lines that open the blocks around a line, by their indentation, the innermost first. */
function listOpeners(lines: readonly string[], index: number): readonly number[] {
  const openers: number[] = [];
  let indent = readIndent(lines[index]);
  for (let each = index - 1; each >= 0 && indent > 0; each--) {
    const line = lines[each] ?? "";
    if (line.trim() === "" || readIndent(line) >= indent) continue;
    indent = readIndent(line);
    openers.push(each);
  }
  return openers;
}

function readBlock(lines: readonly string[], opener: number): string {
  const indent = readIndent(lines[opener]);
  const length = lines.slice(opener + 1).findIndex((line) => line.trim() !== "" && readIndent(line) <= indent);
  return lines.slice(opener, length < 0 ? undefined : opener + 1 + length).join("\n");
}

function readIndent(line = ""): number {
  return line.length - line.trimStart().length;
}
