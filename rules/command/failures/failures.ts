import { type Command, CommandError, type ExitCode, exitCodes, type Terminal } from "error-contract/cli";
import type { ContractData } from "error-contract";
import fs from "node:fs";
import path from "node:path";
import { FAILURES_FILE } from "../../contract/known-exceptions.js";
import { type Reason, listExceptions } from "../../reach/exceptions.js";
import { functionsOf } from "../../reach/project-flow.js";
import { findReach } from "../../reach/reach.js";
import type { Served } from "../../reach/served.js";
import { ALL, type ServedFailures, listServedFailures } from "../../reach/tool-failures.js";
import { COMMON_USAGE, readArguments } from "../arguments.js";
import { replaceFile } from "../project/changed-files.js";
import { formatFiles, writeFormatted } from "../project/format-files.js";
import { type ServerGraph, readServerGraph } from "../reach/server-graph.js";
import { readProjectName } from "../project/read-project.js";
import { compareText, countOf } from "../text.js";
import { listDeclarationProblems, listUnthrownCodes } from "./declared-failures.js";
import { createCatalogue } from "./failure-catalogue.js";
import { createFile, describeChanges, printFile, readFile } from "./failures-file.js";
import { writeFailuresPage } from "./failures-markdown.js";
import { writeFailureTypes } from "./failures-types.js";
import { writeToolsList } from "./failures-tools-list.js";

const USAGE = `Usage: npx eslint-plugin-error-contract failures [OPTIONS]

Writes ${FAILURES_FILE}: for each tool, resource and prompt what it can
answer when it fails. Commit it, and a pull request shows when a tool can fail in a
new way.

  --file FILE       the file (default: ${FAILURES_FILE})
  --check           write nothing; say what has changed, also of the files below, and where a
                    declaration (\`throws\`, \`@throws {CODE}\`) is not what is thrown; exit with 1
                    if there is something. In GitHub Actions each change is an annotation, too
  --markdown FILE   also write one page, tool by tool: codes, meanings, what to do
  --types FILE      also write a module of types: \`Failures["read_note"]\` are the codes of a tool
  --tools-list FILE also write what \`tools/list\` can say of each tool, in \`_meta\`: codes, what to do
  --explain NAME [CODE]
                    print the shortest way to each failure of a tool, a resource or a prompt,
                    or to one of them: a code, or a line of the file
${COMMON_USAGE}

Exit codes: 0 done; 1 a file is old, or a declaration is wrong; 2 wrong arguments, or nothing is served.`;

const OPTIONS = {
  file: { type: "string", default: FAILURES_FILE },
  check: { type: "boolean", default: false },
  markdown: { type: "string" },
  types: { type: "string" },
  "tools-list": { type: "string" },
  explain: { type: "string" },
} as const;

export const failures: Command = { usage: USAGE, run };

async function run(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const { values, files, cwd } = readArguments(args, OPTIONS);
  const { check, explain, json } = values;
  const others = files.filter((each) => each !== ".");
  if (others.length > (explain === undefined ? 0 : 1))
    throw new CommandError(
      `failures reads the whole project, and takes no files: ${others.join(" ")} is not expected.`,
    );
  const graph = await readServerGraph(cwd, terminal);
  const read = readServed(graph, terminal);
  if (!read)
    throw new CommandError(
      `No tool, resource or prompt was found in ${countOf(graph.project.sources.length, "file")} below ${cwd}.`,
    );
  const { served, contract, exceptions, declared, unthrown } = read;
  if (explain !== undefined) return printWays(explain, others[0], served, terminal);
  const target = path.resolve(cwd, values.file);
  const after = createFile(served, contract.name, exceptions, unthrown);
  const derived = await formatDerived(listDerived(values, served, contract, cwd), cwd);
  if (json) terminal.print(JSON.stringify({ ...after, ways: listWays(served), declared, unthrown }, null, 2));
  for (const each of declared) terminal.note(each);
  for (const each of unthrown) terminal.note(`${each} is registered, and nothing throws it.`);
  if (check) {
    const changes = describeChanges(readFile(target), after, served);
    for (const each of changes) terminal.note(each);
    if (process.env.GITHUB_ACTIONS === "true") for (const each of changes) annotate(each, values.file, terminal);
    const old = [
      ...(changes.length > 0 ? [values.file] : []),
      ...derived.filter(({ file, text }) => !isWritten(path.resolve(cwd, file), text)).map(({ file }) => file),
    ];
    for (const file of old) terminal.note(`${file} is old: \`npx eslint-plugin-error-contract failures\` writes it.`);
    return old.length + declared.length > 0 ? exitCodes.problems : exitCodes.ok;
  }
  await writeFormatted(target, printFile(after), cwd);
  terminal.note(`Wrote ${target}: ${describeCounts(served)}`);
  for (const { file, text } of derived) {
    replaceFile(path.resolve(cwd, file), text);
    terminal.note(`Wrote ${path.resolve(cwd, file)}`);
  }
  return exitCodes.ok;
}

/** Shows a change beside the file in a pull request: GitHub reads the line in the log of an action. */
function annotate(change: string, file: string, { print }: Terminal): void {
  const text = change.replace(/[%\r\n]/g, encodeURIComponent);
  print(`::error file=${file.replace(/[%\r\n:,]/g, encodeURIComponent)}::${text}`);
}

/** A file that is written from the same failures, where an option names it. */
interface DerivedFile {
  readonly file: string;
  readonly text: string;
}

function listDerived(
  { markdown, types, "tools-list": list }: Readonly<Record<"markdown" | "types" | "tools-list", string | undefined>>,
  served: readonly ServedFailures[],
  contract: ContractData,
  cwd: string,
): readonly DerivedFile[] {
  const catalogue = createCatalogue(served, contract);
  return [
    ...(markdown === undefined ? [] : [{ file: markdown, text: writeFailuresPage(catalogue, readProjectName(cwd)) }]),
    ...(types === undefined ? [] : [{ file: types, text: writeFailureTypes(catalogue) }]),
    ...(list === undefined ? [] : [{ file: list, text: writeToolsList(served, contract) }]),
  ];
}

async function formatDerived(files: readonly DerivedFile[], cwd: string): Promise<readonly DerivedFile[]> {
  const changes = files.map(({ file, text }) => ({ file: path.resolve(cwd, file), before: undefined, after: text }));
  const formatted = await formatFiles(changes, cwd);
  return files.map(({ file, text }, index) => ({ file, text: formatted[index]?.after ?? text }));
}

/** Compares without the layout that a formatter may have given the file. */
function isWritten(file: string, text: string): boolean {
  // A formatter writes long unions with a `|` in front, too.
  const words = (written: string) => written.replaceAll(/[\s-]+/g, "").replaceAll(":|", ":");
  return fs.existsSync(file) && words(fs.readFileSync(file, "utf8")) === words(text);
}

interface ReadFailures {
  readonly served: readonly ServedFailures[];
  /** The contract that the project follows. */
  readonly contract: ContractData;
  readonly exceptions: ReadonlyMap<string, Reason>;
  /** Where a declaration and the code differ. */
  readonly declared: readonly string[];
  /** Codes of the project's own that nothing throws. */
  readonly unthrown: readonly string[];
}

/** Works out what the file holds; `undefined` where nothing is served. */
function readServed(server: ServerGraph, terminal: Terminal): ReadFailures | undefined {
  const { project, served, graph } = server;
  for (const name of project.unread) terminal.note(`Not parsed: ${name}: what stands in it is not known.`);
  const listed = listServedFailures(served, graph, project.flow);
  const contract = project.sources[0]?.lint.contract.data;
  if (listed.length === 0 || !contract) return undefined;
  return {
    served: listed,
    contract,
    exceptions: findExceptions(server, terminal),
    declared: listDeclarationProblems(project.flow, graph),
    unthrown: listUnthrownCodes(project.flow, graph),
  };
}

/**
 * Writes the file of a project where it serves anything, and says so.
 *
 * @returns whether it is written; where it is the same as before, nothing is
 */
export async function writeFailuresFile(cwd: string, server: ServerGraph, terminal: Terminal): Promise<boolean> {
  const read = readServed(server, terminal);
  if (!read) return false;
  // The rules read the one that the setting names.
  const { failures: named } = server.project.sources[0]?.lint.contract.settings ?? {};
  const target = path.resolve(cwd, named ?? FAILURES_FILE);
  const text = printFile(createFile(read.served, read.contract.name, read.exceptions, read.unthrown));
  if (isWritten(target, text)) return false;
  await writeFormatted(target, text, cwd);
  terminal.note(`Wrote ${target}: ${describeCounts(read.served)}`);
  return true;
}

/** Finds what reaches no client; nothing, where it is not known what serves each tool: that may call all the rest. */
function findExceptions({ project, served, graph }: ServerGraph, terminal: Terminal): ReadonlyMap<string, Reason> {
  const { flow, sources } = project;
  const isServed = ({ handlers }: Served) => handlers.some((place) => functionsOf(place, flow).length > 0);
  const unknown = served.filter((each) => !isServed(each));
  if (unknown.length === 0) return listExceptions(sources, flow, findReach(served, graph, flow));
  const places = unknown.slice(0, MOST_PLACES).map(({ source, node }) => `${source.name}:${node.loc.start.line}`);
  const more = unknown.length > places.length ? ` and ${unknown.length - places.length} more` : "";
  terminal.note(`No exceptions: what serves ${places.join(", ")}${more} could not be found, and may call anything.`);
  return new Map();
}

const MOST_PLACES = 3;

const listWays = (served: readonly ServedFailures[]) =>
  Object.fromEntries(
    served.map(({ name, failures: own }) => [
      name,
      Object.fromEntries([...own.values()].map(({ line, way }) => [line, way])),
    ]),
  );

/**
 * Prints the ways to the failures of what is served under a name.
 *
 * @param asked the one failure that is asked for, as a line of the file; all where it is not given
 */
function printWays(
  name: string,
  asked: string | undefined,
  served: readonly ServedFailures[],
  { print, paint }: Terminal,
): ExitCode {
  const named = served.filter((each) => each.name === name);
  if (named.length === 0) {
    const known = served
      .map((each) => each.name)
      .sort()
      .join(", ");
    throw new CommandError(
      `--explain expects the name of something that is served, and \`${name}\` is none of ${known}.`,
    );
  }
  const lines = named.flatMap(({ failures: own }) => [...own.keys()]);
  if (asked !== undefined && !lines.includes(asked))
    throw new CommandError(
      `--explain expects a failure of \`${name}\`, and \`${asked}\` is none of ${lines.sort(compareText).join(", ")}.`,
    );
  for (const { kind, failures: own } of named) {
    const shown = [...own.values()].filter(({ line }) => asked === undefined || line === asked);
    if (shown.length === 0) continue;
    print(paint("bold", `${kind} ${name}`));
    for (const { line, way } of shown) print(`  ${line}  ${paint("dim", way.join(" > "))}`);
  }
  return exitCodes.ok;
}

function describeCounts(served: readonly ServedFailures[]): string {
  const named = served.filter(({ name }) => name !== ALL);
  const counted = named.length > 0 ? named : served;
  const unknown = counted.filter(({ failures: own }) => [...own.keys()].some((line) => line.startsWith("unknown ")));
  const names = countOf(counted.length, "tool, resource or prompt", "tools, resources and prompts");
  return `${names}, ${unknown.length} of them with calls that could not be followed.`;
}
