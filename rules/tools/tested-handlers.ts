import path from "node:path";
import { nameOfFile } from "../modules/module-file.js";
import {
  type Workspace,
  type WorkspaceFile,
  findWorkspace,
  isTestFile,
  listImportingFiles,
} from "../modules/workspace-files.js";
import { rememberFor } from "../syntax/remember.js";
import { mentionsName } from "../syntax/source-file.js";

/** A text that starts a server, runs built files, or imports a computed path: it may reach any file. */
const REACHES_ANYTHING = new RegExp(
  String.raw`ClientTransport\b|\bchild_process\b|\bspawn\b|\bexeca\b|\b(?:import|require)\(\s*[^"'\s)]|` +
    String.raw`["'\`]\.{1,2}/(?:[^"'\`\n]*/)?(?:dist|build|out)/`,
);

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
  return found && nameOfFile(found.path, workspace.root);
}

/** The words by which a test refers to a handler. */
export interface HandlerNames {
  readonly tool: string | undefined;
  /** The expression of its name, where that is no string: `TOOLS.read`. */
  readonly constant: string | undefined;
  /** The functions around the registration, and the handler's own name. */
  readonly functions: readonly string[];
  /** Whether it serves every tool, so that its throws are protocol errors. */
  readonly servesRequests: boolean;
}

/**
 * Returns the line of a test that compares a failing result of a handler as a whole, so that the envelope beside the
 * result would fail the test, or expects the protocol error of a throw: `test/read.test.ts:12`. The comparison is about
 * the handlers that the innermost block around it names; where no block names one, it is about each handler of the
 * files that the test itself imports.
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
  const importers = workspace.mapImporters().get(path.resolve(file)) ?? [];
  for (const test of listImportingTests(file, workspace)) {
    const isImporter = importers.includes(test.path);
    const found = readComparisons(test).find(({ blocks, isRejection }) => {
      if (isRejection && !handler.servesRequests) return false;
      const block = blocks.find((text) => handlers.some((each) => mentions(text, each)));
      if (block === undefined) return isImporter;
      // A function may register several tools.
      const isByTool = handlers.some((each) => mentionsTool(block, each));
      return isByTool ? mentionsTool(block, handler) : mentionsFunction(block, handler);
    });
    if (found) return `${nameOfFile(test.path, workspace.root)}:${String(found.line)}`;
  }
  return undefined;
}

function listImportingTests(file: string, workspace: Workspace): readonly WorkspaceFile[] {
  return [...listImportingFiles(file, workspace)].flatMap((each) =>
    isTestFile(each, workspace.root) ? (workspace.files.get(each) ?? []) : [],
  );
}

function mentions(text: string, handler: HandlerNames): boolean {
  return mentionsTool(text, handler) || mentionsFunction(text, handler);
}

function mentionsTool(text: string, { tool, constant }: HandlerNames): boolean {
  const quoted = tool === undefined ? [] : [`"${tool}"`, `'${tool}'`, `\`${tool}\``];
  return quoted.some((each) => text.includes(each)) || (constant !== undefined && mentionsName(text, constant));
}

function mentionsFunction(text: string, { functions }: HandlerNames): boolean {
  return functions.some((name) => mentionsName(text, name));
}

// Lines of tests are found by their text. Tests are formatted, so the indentation says which block stands around one.

/** A line of a test that compares a failing result as a whole, or expects a call of a tool to reject. */
interface Comparison {
  readonly line: number;
  readonly isRejection: boolean;
  /** The texts of the blocks around it, the innermost first. */
  readonly blocks: readonly string[];
}

const REJECTION = /\brejects\b|\brejected(?:With)?\b/;
/** Calls a tool, or takes the handler of requests out of the server: `handlers.get(CallToolRequestSchema)`. */
const CALLS_TOOLS = /\bcallTool\(|\bCallToolRequestSchema\b|["']tools\/call["']/;
const FAILING_RESULT = /["']?\bisError["']?\s*:\s*true\b/;
/** An assertion that takes members beside the expected ones. */
const COMPARES_PARTS = /objectContaining|toMatchObject|containSubset|[iI]nclude\(|\bcontain\(/;
const COMPARES_ALL = /(?:\b\w*[eE]quals?|\beql|\w*InlineSnapshot)\(/;
const HOLDS_EXPECTED = /(?:const|let|var)\s+(\w+)[^=]*=\s*[{[]?\s*$/;

/** Reads the lines of a test that the boundary around a handler would fail. */
const readComparisons = rememberFor(({ text }: WorkspaceFile): readonly Comparison[] => {
  if (!FAILING_RESULT.test(text) && !REJECTION.test(text)) return [];
  const lines = text.split("\n");
  return lines.flatMap((line, index) => {
    const openers = listOpeners(lines, index);
    const isRejection = REJECTION.test(line) && CALLS_TOOLS.test(readCalls(lines, index, openers));
    if (!isRejection && !FAILING_RESULT.test(line)) return [];
    const outwards = [line, ...openers.map((opener) => lines[opener] ?? "")];
    if (!isRejection && !isComparedWhole(outwards, text)) return [];
    return [{ line: index + 1, isRejection, blocks: openers.map((opener) => readBlock(lines, opener)) }];
  });
});

/**
 * Reads the statement around a line such as `).rejects.toThrow(`. Where it calls a variable of the test's function, the
 * part of that function in front of it counts, too: `const handler = handlers.get(CallToolRequestSchema)`.
 */
function readCalls(lines: readonly string[], index: number, openers: readonly number[]): string {
  const indent = readIndent(lines[index]);
  const isEnd = /^\s*[).]/.test(lines[index] ?? "");
  const start = isEnd ? lines.findLastIndex((line, at) => at < index && isStart(line, indent)) : index;
  const statement = [...lines.slice(Math.max(start, 0), index), readBlock(lines, index)].join("\n");
  const isHandler = /\b\w*[hH]andler\w*\(/.test(statement);
  const around = isHandler ? openers.find((each) => /=>|\bfunction\b/.test(lines[each] ?? "")) : undefined;
  return around === undefined ? statement : [...lines.slice(around, index), statement].join("\n");
}

function isStart(line: string, indent: number): boolean {
  return readIndent(line) <= indent && /^\s*[\w$]/.test(line);
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
