import type { Condition } from "../contract/condition-statuses.js";
import { isObject, readMember, tryTo } from "../json/read.js";
import type { ForeignLink, LibraryMeaning as Meaning } from "../contract/features.js";
import type { LibraryRow, MemberTest } from "../contract/library-row.js";

/** A row, ready for use. */
export interface KnownRow {
  readonly row: LibraryRow;
  readonly tests: readonly (readonly [path: Path, test: MemberTest])[];
  readonly at: readonly Path[];
  readonly means: Names | undefined;
  readonly says: Says | undefined;
  readonly status: Path | undefined;
  readonly original: Path | undefined;
  readonly wait: Path | undefined;
  readonly headers: Path | undefined;
}

export type Path = readonly string[];

/** Rows by what an error of theirs is found by: its members, name, code or message. */
export interface Table {
  readonly byMember: ReadonlyMap<string, readonly KnownRow[]>;
  readonly byName: ReadonlyMap<unknown, readonly KnownRow[]>;
  readonly byCode: ReadonlyMap<unknown, readonly KnownRow[]>;
  readonly byMessage: readonly KnownRow[];
  readonly codes: Words;
  readonly names: Words;
  readonly says: Says;
}

/** Meanings of values wherever they stand. */
type Words = Names<Meaning>;

interface Names<T = Condition> {
  readonly whole: Map<string, T>;
  readonly parts: (readonly [part: string, isBeginning: boolean, meaning: T])[];
}

interface Says<T = Meaning> {
  readonly whole: Map<string, T>;
  /** Beginnings, by their first word. */
  readonly beginnings: Map<string, (readonly [text: string, meaning: T])[]>;
}

const splitPath = (path: string): Path => path.split(".");

const tables = /* @__PURE__ */ new WeakMap<readonly LibraryRow[], Table>();

export function getTable(rows: readonly LibraryRow[]): Table {
  const known = tables.get(rows);
  if (known) return known;
  const table = createTable(rows);
  tables.set(rows, table);
  return table;
}

function createTable(rows: readonly LibraryRow[]): Table {
  const byMember = new Map<string, KnownRow[]>();
  const [byName, byCode] = [new Map<unknown, KnownRow[]>(), new Map<unknown, KnownRow[]>()];
  const byMessage: KnownRow[] = [];
  const [codes, names] = [createNames<Meaning>(), createNames<Meaning>()];
  const says = createSays();
  for (const row of rows) {
    const isGeneral = row.isGeneral ?? false;
    const [first] = Object.entries(row.members ?? {});
    if (!first) {
      addNames(row.at === "name" ? names : codes, row.means, (condition) => ({ condition, isGeneral }));
      addSays(says, row.says, isGeneral);
      continue;
    }
    const known = prepareRow(row, isGeneral);
    const [path, test] = first;
    const index = path === "name" ? byName : path === "code" ? byCode : undefined;
    if (index && typeof test === "object") for (const value of test) addTo(index, value, known);
    else if (path === "message" && known.tests.length === 1) byMessage.push(known);
    else addTo(byMember, splitPath(path)[0]!, known);
  }
  return { byMember, byName, byCode, byMessage, codes, names, says };
}

function addTo<K>(index: Map<K, KnownRow[]>, key: K, row: KnownRow): void {
  const rows = index.get(key);
  if (rows) rows.push(row);
  else index.set(key, [row]);
}

function prepareRow(row: LibraryRow, isGeneral: boolean): KnownRow {
  const { members = {}, at = "code", means, says: said, status, original, wait, headers } = row;
  const names = means && createNames<Condition>();
  if (names) addNames(names, means, (condition) => condition);
  const says = said && createSays();
  if (says) addSays(says, said, isGeneral);
  const [statusPath, originalPath, waitPath, headersPath] = [status, original, wait, headers].map(
    (path) => path && splitPath(path),
  ) as (Path | undefined)[];
  return {
    row,
    tests: Object.entries(members).map(([path, test]) => [splitPath(path), test] as const),
    at: at.split(" ").map(splitPath),
    means: names,
    says,
    status: statusPath,
    original: originalPath,
    wait: waitPath,
    headers: headersPath,
  };
}

const createNames = <T>(): Names<T> => ({ whole: new Map(), parts: [] });
const createSays = (): Says => ({ whole: new Map(), beginnings: new Map() });

function addNames<T>(names: Names<T>, means: LibraryRow["means"], toMeaning: (condition: Condition) => T): void {
  for (const [condition, list] of Object.entries(means ?? {})) {
    const meaning = toMeaning(condition as Condition);
    for (const name of list.split(" ")) {
      if (name.endsWith("*")) names.parts.push([name.slice(0, -1), true, meaning]);
      else if (name.startsWith("*")) names.parts.push([name.slice(1), false, meaning]);
      else if (!names.whole.has(name)) names.whole.set(name, meaning);
    }
  }
}

function addSays({ whole, beginnings }: Says, says: LibraryRow["says"], isGeneral: boolean): void {
  for (const [condition, messages] of Object.entries(says ?? {})) {
    const meaning = { condition: condition as Condition, isGeneral };
    for (const message of messages) {
      if (!message.endsWith(" ")) whole.set(message, meaning);
      else {
        const [word] = message.split(" ", 1) as [string];
        beginnings.set(word, [...(beginnings.get(word) ?? []), [message, meaning]]);
      }
    }
  }
}

/** The longest name of a failure; a longer value is a text. */
const longestName = 100;

/** More labels than a failure has; the list of a stranger may have no end. */
const mostLabels = 20;

function findLabel<T>(whole: ReadonlyMap<string, T>, labels: Iterable<unknown>): T | undefined {
  let seen = 0;
  for (const label of labels) {
    const found = typeof label === "string" ? whole.get(label) : undefined;
    if (found !== undefined || ++seen === mostLabels) return found;
  }
  return undefined;
}

export function findName<T>({ whole, parts }: Names<T>, value: unknown): T | undefined {
  if (typeof value === "number") return whole.get(String(value));
  if (typeof value !== "string") {
    // Labels: a set, or a list.
    if (!isObject(value) || typeof readMember(value, Symbol.iterator) !== "function") return undefined;
    return tryTo(() => findLabel(whole, value as Iterable<unknown>));
  }
  if (value.length > longestName) return undefined;
  const found = whole.get(value);
  if (found !== undefined || parts.length === 0) return found;
  return parts.find(([part, isBeginning]) => (isBeginning ? value.startsWith(part) : value.endsWith(part)))?.[2];
}

export function findSaid({ whole, beginnings }: Says, message: unknown): Meaning | undefined {
  if (typeof message !== "string") return undefined;
  const found = whole.get(message);
  if (found) return found;
  const end = message.indexOf(" ");
  return beginnings.get(message.slice(0, Math.max(end, 0)))?.find(([text]) => message.startsWith(text))?.[1];
}

export function readPath(value: unknown, path: Path): unknown {
  let inner = value;
  for (const part of path) inner = readMember(inner, part);
  return inner;
}

const patterns = /* @__PURE__ */ new Map<string, RegExp>();

function fits(owner: unknown, path: Path, test: MemberTest): boolean {
  const value = readPath(owner, path);
  if (typeof test === "object") return test.includes(value as string);
  switch (test) {
    case "any":
      return value !== undefined || tryTo(() => Reflect.has(owner as object, path[0]!)) === true;
    case "list":
      return tryTo(() => Array.isArray(value)) === true;
    case "object":
      return isObject(value);
    case "undefined":
      return value === undefined;
    default:
      return test.startsWith("^")
        ? typeof value === "string" && getPattern(test).test(value.slice(0, 1_000))
        : typeof value === test;
  }
}

const fitsAll = (thrown: unknown, { tests }: KnownRow): boolean =>
  tests.every(([path, test]) => fits(thrown, path, test));

/** Finds the row that a message leads to: the only member that it names. */
export function findWritten(table: Table, message: unknown): KnownRow | undefined {
  const text = typeof message === "string" ? message.slice(0, 1_000) : undefined;
  if (text === undefined) return undefined;
  return table.byMessage.find(({ row }) => getPattern(row.members!.message as string).test(text));
}

function getPattern(source: string): RegExp {
  let pattern = patterns.get(source);
  if (!pattern) patterns.set(source, (pattern = new RegExp(source, "u")));
  return pattern;
}

/** More members than an error has; a proxy may have no end of them. */
const mostMembers = 60;

/** Lists the names of the members of a value, as far as they can be read. */
export const listNames = (value: object): readonly string[] => {
  try {
    // Bytes, lists and texts have a name for each of their parts.
    if (ArrayBuffer.isView(value) || Array.isArray(value) || value instanceof String) return [];
    const names = Object.getOwnPropertyNames(value);
    return names.length > mostMembers ? names.slice(0, mostMembers) : names;
  } catch {
    // A proxy may refuse to tell.
    return [];
  }
};

/** A thrown value, or an original of it. */
export interface Link extends ForeignLink {
  /** The rows that it fits, of the last table that was asked. */
  found?: { readonly table: Table; readonly rows: readonly KnownRow[] };
}

/** Lists the rows that a thrown value fits, in the order of the table. Never throws. */
export function findRows(table: Table, link: Link): readonly KnownRow[] {
  if (link.found?.table !== table) link.found = { table, rows: listRows(table, link) };
  return link.found.rows;
}

function listRows(table: Table, { value: thrown, names }: Link): readonly KnownRow[] {
  if (!isObject(thrown)) return [];
  const found: KnownRow[] = [];
  const add = (rows: readonly KnownRow[]): void => {
    for (const row of rows) {
      if (!found.includes(row) && fitsAll(thrown, row)) found.push(row);
    }
  };
  for (const name of names) {
    const rows = table.byMember.get(name);
    if (rows) add(rows);
  }
  const [named, coded] = [table.byName.get(readMember(thrown, "name")), table.byCode.get(readMember(thrown, "code"))];
  if (named) add(named);
  if (coded) add(coded);
  return found;
}
