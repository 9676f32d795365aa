import { findEntry, getWireCode } from "../../contract/codes.js";
import type { ContractData } from "../../contract/contract-data.js";
import { readMember } from "../../json/read.js";
import type { Cell, Column, JoinedFailures, Row, SeenCode } from "./proof.js";

/** The file that `eslint-plugin-error-contract failures` writes: by kind and name, a line for each way to fail. */
export type FailuresFile = Readonly<Record<Section, Lines>>;

type Lines = Readonly<Record<string, readonly string[]>>;
type Section = (typeof sections)[keyof typeof sections];

const sections = { tool: "tools", resource: "resources", prompt: "prompts" } as const;

/** The name in the file of what all that one handler serves share. */
const shared = "(every tool)";

export const isFailuresFile = (value: unknown): value is FailuresFile =>
  Object.values(sections).every((section) => {
    const lines = readMember(value, section);
    return typeof lines === "object" && lines !== null && Object.values(lines).every(Array.isArray);
  });

/**
 * Puts what was seen beside what the file says: first what is not in the file, the holes.
 *
 * @param file the name of the file, for the reader.
 */
export function joinFailures(
  { rows, columns }: { readonly rows: readonly Row[]; readonly columns: readonly Column[] },
  lines: FailuresFile,
  file: string,
  contract: ContractData | undefined,
): JoinedFailures {
  const called = rows.filter(({ isKnown, cells }) => isKnown && cells.some(({ call }) => call));
  const holes: SeenCode[] = [];
  const unseen: SeenCode[] = [];
  for (const { kind, name, cells } of called) {
    const listed = listLines(lines[sections[kind]], kind, name).map((line) => toWireCode(line, contract));
    const seen = groupSeen(cells.filter((cell) => cell.failed === true && !isRefusal(cell, columns)));
    // All lines but codes are several words, and stand for what has no code in the source: the boundary gives it one.
    const isOpen = listed.some(isOpenLine);
    for (const [code, all] of seen)
      if (!isOpen && (code === null || !listed.includes(code))) holes.push({ kind, name, code, columns: all });
    // What each resource answers is not known: the file has their names, and a client their addresses.
    if (kind === "resource") continue;
    for (const code of listed) if (!isOpenLine(code) && !seen.has(code)) unseen.push({ kind, name, code, columns: [] });
  }
  return { file, holes, unseen };
}

const isOpenLine = (line: string | number): boolean => typeof line === "string" && line.includes(" ");

function listLines(lines: Lines, kind: Row["kind"], name: string): readonly string[] {
  if (kind === "resource") return [...new Set(Object.values(lines).flat())];
  const listed = [name, shared].flatMap((each) => (Object.hasOwn(lines, each) ? lines[each]! : []));
  return [...new Set(listed)];
}

/** A line has the name of a code. */
function toWireCode(line: string, contract: ContractData | undefined): string | number {
  return contract && findEntry(contract, line) ? getWireCode(contract, line) : line;
}

/** By code, null for a failure without one, the columns in which it was seen. */
function groupSeen(cells: readonly Cell[]): ReadonlyMap<string | number | null, readonly string[]> {
  const seen = new Map<string | number | null, readonly string[]>();
  for (const { code = null, column, verdict } of cells) {
    // A call that does not come to a fault is one with valid input.
    const others = seen.get(code) ?? [];
    seen.set(code, [...new Set([...others, verdict === "not reached" ? "valid" : column])]);
  }
  return seen;
}

/** Input that the schema refuses comes to no tool, unless the answer says something else than that it was refused. */
function isRefusal({ column, code, problems }: Cell, columns: readonly Column[]): boolean {
  const { group } = columns.find(({ name }) => name === column) ?? {};
  if (group !== "input" || column === "valid") return false;
  return code === undefined || !problems.some(({ kind }) => kind === "code");
}
