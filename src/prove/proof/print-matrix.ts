import { escapeMarks } from "../../json/to-json-safe.js";
import { printFailures } from "./print-failures.js";
import type { Cell, Proof, Row, Verdict } from "./proof.js";

/** The sign of a verdict in a terminal and in Markdown. */
export const signs: Readonly<Record<Verdict, string>> = {
  kept: "ok",
  wrong: "NO",
  "no code": "nc",
  open: "?",
  "not reached": "-",
  "not called": "",
};

/** What a sign says, where it stands in the matrix. */
const meanings: Readonly<Record<Verdict, string>> = {
  kept: "ok kept",
  wrong: "NO wrong",
  "no code": "nc fails as MCP wants it, with no code to judge, as it follows no contract",
  open: "? may be right",
  "not reached": "- not reached",
  "not called": "(empty) not called",
};

/** The parts of the matrix, and their titles. */
export const groups = {
  input: "Input",
  file: "Files",
  network: "Network",
  http: "HTTP",
  child: "Child processes",
} as const;

const mostShown = 15;
const longestName = 32;

/** Writes a proof for a terminal. Names and texts of the server cannot steer it. */
export function printMatrix(proof: Proof): string {
  const lines = Object.entries(groups).flatMap(([group, title]) => printGroup(proof, group, title));
  return escapeMarks(
    [
      ...printFailures(proof),
      ...lines,
      listLegend(proof).join("   "),
      "",
      ...printWrong(proof),
      ...printNotes(proof),
      describeTotals(proof),
    ].join("\n"),
  );
}

/** Explains the signs that stand in the matrix. */
export const listLegend = ({ totals }: Proof): readonly string[] =>
  Object.entries(meanings).flatMap(([verdict, meaning]) => (totals[verdict as Verdict] > 0 ? meaning : []));

/** A group shows the rows in which it says something. */
function printGroup({ columns, rows }: Proof, group: string, title: string): readonly string[] {
  const shown = columns.filter((column) => column.group === group);
  const said = rows.filter(({ cells }) =>
    cells.some(
      ({ column, verdict }) =>
        !["not reached", "not called"].includes(verdict) && shown.some(({ name }) => name === column),
    ),
  );
  if (shown.length === 0 || said.length === 0) return [];
  const width = Math.min(longestName, Math.max(title.length, ...said.map(({ name }) => name.length)));
  const head = [title.padEnd(width), ...shown.map(({ name }) => name)].join("  ");
  const body = said.map(({ name, cells }) => {
    const marks = shown.map((column) =>
      signs[findCell(cells, column.name)?.verdict ?? "not called"].padEnd(column.name.length),
    );
    return [shorten(name).padEnd(width), ...marks].join("  ").trimEnd();
  });
  return [head, ...body, ""];
}

const shorten = (name: string): string => (name.length <= longestName ? name : `${name.slice(0, longestName - 1)}…`);

export const findCell = (cells: readonly Cell[], column: string): Cell | undefined =>
  cells.find((cell) => cell.column === column);

/** Lists what is wrong: the swallowed failures first, then one of each kind in turn. */
function printWrong(proof: Proof): readonly string[] {
  const wrong = groupWrong(proof);
  const lines = wrong
    .slice(0, mostShown)
    .flatMap(({ row, cell, count }) => [
      `${row.name} / ${cell.column}${describeCount(count)}: ${describeProblems(cell)}`,
      `    ${shortenText(JSON.stringify(cell.call?.params ?? {}))}`,
      `    ${shortenText(JSON.stringify(cell.answer ?? null))}`,
    ]);
  const more =
    wrong.length > mostShown
      ? [`... and ${wrong.length - mostShown} more, which --html, --markdown and --json show.`]
      : [];
  return [...proof.problems.map(({ message }) => `The server: ${message}`), ...lines, ...more];
}

/** A wrong cell, and how many have the same problem, it among them. */
interface Wrong {
  readonly row: Row;
  readonly cell: Cell;
  readonly count: number;
}

/** Says how many other cells have the same problem. */
export const describeCount = (count: number): string => (count === 1 ? "" : ` and ${count - 1} more`);

export const describeProblems = ({ problems }: Cell): string => problems.map(({ message }) => message).join("; ");

/** Lists the wrong cells, those with the same problem as one: in the same words but for what the column is about. */
export function groupWrong({ rows, columns }: Pick<Proof, "rows" | "columns">): readonly Wrong[] {
  const groups = new Map<string, Wrong>();
  for (const { row, cell } of listWrong(rows)) {
    const { meaning = "" } = columns.find(({ name }) => name === cell.column) ?? {};
    const key = meaning === "" ? describeProblems(cell) : describeProblems(cell).replaceAll(meaning, "");
    const { count = 0, ...first } = groups.get(key) ?? { row, cell };
    groups.set(key, { ...first, count: count + 1 });
  }
  return [...groups.values()];
}

const longestText = 160;
const shortenText = (text: string): string => (text.length <= longestText ? text : `${text.slice(0, longestText)}…`);

/** Lists the wrong cells, each kind of problem by turns, so that the first of them show what there is. */
function listWrong(rows: readonly Row[]): readonly { readonly row: Row; readonly cell: Cell }[] {
  const wrong = rows.flatMap((row) =>
    row.cells.filter(({ verdict }) => verdict === "wrong").map((cell) => ({ row, cell })),
  );
  const counts = new Map<string, number>();
  return wrong
    .map((each) => {
      const { kind = "" } = each.cell.problems[0] ?? {};
      const turn = counts.get(kind) ?? 0;
      counts.set(kind, turn + 1);
      return { ...each, turn, isSwallowed: kind === "swallowed" };
    })
    .sort((one, other) => one.turn - other.turn || Number(other.isSwallowed) - Number(one.isSwallowed));
}

function printNotes(proof: Proof): readonly string[] {
  const notes = proof.rows.flatMap(({ name, note, cells }) => [
    ...(note === undefined ? [] : [`${name}: ${note}`]),
    ...groupEffects(cells).map(([after, { column, count }]) => `${name} / ${column}${describeCount(count)}: ${after}`),
  ]);
  return [
    ...notes,
    ...(proof.hasFaults
      ? []
      : ["The server does not run on Node, or not as a command: there are no faults below its tools."]),
    proof.hold,
    ...proof.advice,
  ];
}

/** Lists what faults of a row have left behind, with the first column and how many have left the same. */
function groupEffects(cells: readonly Cell[]): readonly (readonly [string, { column: string; count: number }])[] {
  const groups = new Map<string, { column: string; count: number }>();
  for (const { column, after } of cells) {
    if (after === undefined) continue;
    const { count = 0, ...first } = groups.get(after) ?? { column };
    groups.set(after, { ...first, count: count + 1 });
  }
  return [...groups];
}

export function describeTotals({ totals, contract, columns, rows }: Proof): string {
  const counts = Object.entries(totals).filter(([, count]) => count > 0);
  const listed = counts.map(([verdict, count]) => `${count} ${verdict}`).join(", ");
  const follows = contract === null ? "no contract" : `the contract ${contract}`;
  return `${rows.length} by ${columns.length}, ${follows}: ${listed}.`;
}
