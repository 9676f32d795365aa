import type { Block, Inline, Tone } from "../../cli/document.js";
import {
  describeCount,
  describeProblems,
  describeTotals,
  findCell,
  groups,
  groupWrong,
  listLegend,
  signs,
} from "./print-matrix.js";
import { describeFailures } from "./print-failures.js";
import type { Cell, Column, Proof, Row } from "./proof.js";

/** Describes a proof, as a page and Markdown show it. */
export function describeProof(proof: Proof): readonly Block[] {
  const { server, command, sdk, date, seed, hold, advice, problems } = proof;
  const wrong = groupWrong(proof).map(({ row, cell, count }): Inline => {
    const place = [{ code: row.name }, ", ", { text: cell.column, href: `#${idOf(proof.rows.indexOf(row), cell)}` }];
    const values = [cell.call?.params, cell.answer].map((value) => [" ", { code: shorten(value) }]);
    return [place, `${describeCount(count)}: ${describeProblems(cell)}`, values];
  });
  return [
    { heading: ["Proof of ", server.name, " ", server.version], level: 1, id: "proof" },
    {
      text: [
        "What clients receive when something fails: ",
        ...[{ code: command }, `, ${date.slice(0, 10)}, ${sdk}, seed ${seed}.`],
      ],
    },
    ...describeFailures(proof),
    ...[describeTotals(proof), `${listLegend(proof).join("; ")}.`, hold, ...advice].map((text) => ({ text })),
    ...problems.map(({ message }) => ({ text: [{ text: "The server", tone: "bad" as const }, ": ", message] })),
    ...Object.entries(groups).flatMap(([group, title]) => describeGroup(proof, group, title)),
    ...(wrong.length > 0 ? [{ heading: "What is wrong", level: 2, id: "wrong" } as const, { list: wrong }] : []),
  ];
}

const longestText = 300;
const shorten = (value: unknown): string => JSON.stringify(value ?? null).slice(0, longestText);

function describeGroup({ columns, rows }: Proof, group: string, title: string): readonly Block[] {
  const shown = columns.filter((column) => column.group === group);
  if (shown.length === 0) return [];
  return [
    { heading: title, level: 2, id: group },
    {
      head: ["", ...shown.map(({ name, meaning }) => ({ text: name, title: meaning }))],
      rows: rows.map(({ name, cells }, index) => [
        { code: name },
        ...shown.map((column) => describeSign(findCell(cells, column.name), index)),
      ]),
    },
  ];
}

function describeSign(cell: Cell | undefined, row: number): Inline {
  if (!cell) return "";
  const { verdict, call } = cell;
  return {
    text: signs[verdict],
    tone: tones[verdict],
    title: verdict,
    ...(call && { href: `#${idOf(row, cell)}` }),
  };
}

const tones: Readonly<Partial<Record<string, Tone>>> = { wrong: "bad", kept: "good", open: "unsure" };

const idOf = (row: number, { column }: Cell): string => `cell-${row}-${column.replaceAll(" ", "-")}`;

/** Describes each cell with its call and its answer, which a page adds. Rows with a wrong one are open. */
export function describeCells({ rows, columns }: Proof): readonly Block[] {
  return [
    { heading: "Cells", level: 2, id: "cells" },
    ...rows.flatMap((row, index) => {
      const called = row.cells.filter(({ call }) => call);
      return called.length === 0 ? [] : [describeRow(row, called, index, columns)];
    }),
  ];
}

function describeRow(
  { name, kind, note }: Row,
  called: readonly Cell[],
  row: number,
  columns: readonly Column[],
): Block {
  const wrong = called.filter(({ verdict }) => verdict === "wrong");
  const others = called.filter(({ verdict }) => verdict !== "wrong");
  return {
    summary: [{ code: name }, ` ${kind}, ${wrong.length} wrong of ${called.length}`],
    blocks: [
      ...(note === undefined ? [] : [{ text: note }]),
      ...[...wrong, ...others].flatMap((cell) => describeCell(cell, row, columns)),
    ],
    isOpen: wrong.length > 0,
  };
}

function describeCell(cell: Cell, row: number, columns: readonly Column[]): readonly Block[] {
  const { verdict, problems, reason, after, call, answer, hits = [], ms = 0 } = cell;
  const { meaning = "", expected = [] } = columns.find(({ name }) => name === cell.column) ?? {};
  const texts: readonly Inline[] = [
    `${meaning}; ${ms} ms`,
    ...problems.map(({ kind, message }) => `${kind}: ${message}`),
    ...[reason, after].flatMap((text) => text ?? []),
    ...(expected.length === 0 ? [] : [`Expected of a failure: ${expected.join(" or ")}`]),
  ];
  const happened = hits.map(({ operation, target, by }): Inline => {
    const end = by === "wall" ? " was refused, so that nothing is harmed" : " failed";
    return [{ code: `${operation} ${target}` }, end];
  });
  return [
    { heading: [{ text: verdict, tone: tones[verdict] }, " ", cell.column], level: 3, id: idOf(row, cell) },
    ...texts.map((text) => ({ text })),
    { text: "Call:" },
    { frame: print(call), label: "Call" },
    { text: "Answer:" },
    { frame: print(answer), label: "Answer" },
    ...(happened.length === 0 ? [] : [{ list: happened }]),
  ];
}

const print = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value ?? null, null, 2));
