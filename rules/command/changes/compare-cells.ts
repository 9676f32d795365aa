import { isObject } from "../project/read-project.js";
import { countOf } from "../text.js";

/** The parts of a cell of `prove --json` that a difference shows. */
interface Cell {
  readonly column: string;
  readonly verdict: string;
  readonly problems: readonly { readonly kind: string }[];
  readonly code?: string | number;
}

interface Row {
  readonly kind: string;
  readonly name: string;
  readonly cells: readonly Cell[];
}

interface Proof {
  readonly rows: readonly Row[];
}

/** A cell of the matrix that says something else than before. */
export interface CellChange {
  readonly name: string;
  readonly column: string;
  /** The sign of the cell, its code and its problems. */
  readonly before: string;
  readonly now: string;
  readonly isWorse: boolean;
}

/** What two proofs do not have in common: the cells of what both have, what got worse first, and the rest in words. */
export interface MatrixChanges {
  readonly cells: readonly CellChange[];
  readonly rows: readonly string[];
}

export const isProof = (value: unknown): value is Proof => isObject(value) && Array.isArray(value.rows);

export function compareCells(before: Proof, now: Proof): MatrixChanges {
  const [old, all] = [indexRows(before), indexRows(now)];
  const cells = [...all].flatMap(([key, row]) => compareRow(old.get(key), row));
  const added = [...all].filter(([key]) => !old.has(key));
  const gone = [...old.keys()].filter((key) => !all.has(key));
  return {
    cells: cells.sort((one, other) => Number(other.isWorse) - Number(one.isWorse)),
    rows: [
      ...added.map(([key, { cells: own }]) => `${key} is new: ${countWrong(own)} of ${countOf(own.length, "cell")}`),
      ...gone.map((key) => `${key} is gone`),
    ],
  };
}

const indexRows = ({ rows }: Proof): ReadonlyMap<string, Row> =>
  new Map(rows.map((row) => [`${row.kind} \`${row.name}\``, row]));

const countWrong = (cells: readonly Cell[]): string =>
  `${cells.filter(({ verdict }) => verdict === "wrong").length} wrong`;

function compareRow(old: Row | undefined, { name, cells }: Row): readonly CellChange[] {
  return cells.flatMap((cell): readonly CellChange[] => {
    const before = old?.cells.find(({ column }) => column === cell.column);
    if (!before || describeCell(before) === describeCell(cell)) return [];
    const isWorse = cell.problems.some(({ kind }) => !before.problems.some((each) => each.kind === kind));
    return [{ name, column: cell.column, before: describeCell(before), now: describeCell(cell), isWorse }];
  });
}

function describeCell({ verdict, code, problems }: Cell): string {
  const kinds = problems.length > 0 ? `: ${problems.map(({ kind }) => kind).join(", ")}` : "";
  return `${verdict}${code === undefined ? "" : ` ${code}`}${kinds}`;
}
