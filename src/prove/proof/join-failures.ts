import { findEntry, getWireCode } from "../../contract/codes.js";
import type { ContractData } from "../../contract/contract-data.js";
import { jsonRpc } from "../../contracts/json-rpc/contract.js";
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
  const called = rows.filter(({ cells }) => cells.some(({ call }) => call));
  const holes: SeenCode[] = [];
  const unseen: SeenCode[] = [];
  const inCommon = new Map<Row["kind"], Set<string | number | null>>();
  for (const { kind, name, cells, isKnown } of called) {
    const seen = groupSeen(cells.filter((cell) => cell.failed === true && !isRefusal(cell, columns)));
    const ofKind = inCommon.get(kind) ?? new Set();
    inCommon.set(kind, new Set([...ofKind, ...seen.keys()]));
    // What is asked of a name that is not there, all answer together.
    if (!isKnown) continue;
    const own = readCodes(lines[sections[kind]], kind, name, contract);
    const listed = [...own, ...readCodes(lines[sections[kind]], kind, shared, contract)];
    // All lines but codes are several words, and stand for what has no code in the source: the boundary gives it one.
    const isOpen = listed.some(isOpenLine);
    for (const [code, all] of seen)
      if (!isOpen && (code === null || !listed.includes(code))) holes.push({ kind, name, code, columns: all });
    // What each resource answers is not known: the file has their names, and a client their addresses.
    if (kind !== "resource") unseen.push(...listUnseen(kind, name, own, seen));
  }
  for (const [kind, seen] of inCommon)
    unseen.push(...listUnseen(kind, shared, readCodes(lines[sections[kind]], kind, shared, contract), seen));
  return { file, holes, unseen };
}

function listUnseen(
  kind: Row["kind"],
  name: string,
  listed: readonly (string | number)[],
  seen: { has: (code: string | number) => boolean },
): readonly SeenCode[] {
  const codes = listed.filter((code) => !isOpenLine(code) && !seen.has(code));
  return codes.map((code) => ({ kind, name, code, columns: [] }));
}

const isOpenLine = (line: string | number): boolean => typeof line === "string" && line.includes(" ");

/** The lines of a name in the file, each code as it stands on the wire. */
function readCodes(
  lines: Lines,
  kind: Row["kind"],
  name: string,
  contract: ContractData | undefined,
): readonly (string | number)[] {
  const listed = kind === "resource" ? Object.values(lines).flat() : Object.hasOwn(lines, name) ? lines[name]! : [];
  return [...new Set(listed)].map((line) => {
    // Those of the protocol, which a tool without a contract throws, too, have the names that the SDKs give them.
    const owner = [contract, jsonRpc].find((each) => each && findEntry(each, line));
    return owner ? getWireCode(owner, line) : line;
  });
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
