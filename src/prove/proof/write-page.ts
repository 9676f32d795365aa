import { createHash } from "node:crypto";
import { escapeMarks } from "../../json/to-json-safe.js";
import { pageStyle } from "./page-style.js";
import {
  describeCount,
  describeProblems,
  describeTotals,
  findCell,
  groups,
  groupWrong,
  signs,
} from "./print-matrix.js";
import type { Cell, Column, Proof, Row, Verdict } from "./proof.js";

// As the page of the plugin's report, it asks for nothing and runs nothing, and the browser holds it to that.
const hash = createHash("sha256").update(pageStyle).digest("base64");
const policy = `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`;

/** Writes a proof as one page that needs nothing else. Each cell of its matrix leads to its call and its answer. */
export function writePage(proof: Proof): string {
  const { server, command, sdk, date, rows, problems, columns, advice, seed } = proof;
  const made = `<time datetime="${escape(date)}">${escape(date.slice(0, 10))}</time>, ${escape(sdk)}, seed ${seed}.`;
  return `${[
    "<!doctype html>",
    '<html lang="en">',
    "<head>",
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    `<title>${escape(`Proof: ${server.name}`)}</title>`,
    `<style>${pageStyle}</style>`,
    "</head>",
    "<body>",
    '<a class="skip" href="#cells">Skip to the cells</a>',
    "<header>",
    '<p class="kicker">What clients receive when something fails</p>',
    `<h1>${escape(server.name)} <span class="soft">${escape(server.version)}</span></h1>`,
    `<p class="soft"><code>${escape(command)}</code></p>`,
    `<p class="soft">${made} ${escape(proof.hold)}</p>`,
    ...advice.map((sentence) => `<p class="soft">${escape(sentence)}</p>`),
    "</header>",
    "<main>",
    writeCards(proof),
    ...problems.map(({ message }) => `<p class="warning" role="note">The server: ${escape(message)}</p>`),
    `<p class="hidden">${escape(describeTotals(proof))}</p>`,
    ...Object.entries(groups).map(([group, title]) => writeGroup(proof, group, title)),
    ...writeProblems(proof),
    '<h2 id="cells">Cells</h2>',
    ...rows.map((row, index) => writeRow(row, index, columns)),
    "</main>",
    "<footer><p>Written by <code>npx error-contract prove</code>.</p></footer>",
    "</body>",
    "</html>",
  ].join("\n")}\n`;
}

function writeCards({ totals, contract }: Proof): string {
  const cards: readonly (readonly [verdict: Verdict, note: string, tone: string])[] = [
    ["wrong", "cells", totals.wrong > 0 ? "bad" : "good"],
    ["kept", contract === null ? "no contract" : `under ${contract}`, "good"],
    ["no code", "failing as MCP wants it, with no code to judge", ""],
    ["open", "may be right", "unsure"],
    ["not reached", "by the input", ""],
    ["not called", "might do harm", ""],
  ];
  const written = cards.map(([verdict, note, tone]) => {
    const sign = signs[verdict] === "" ? "empty" : `<code>${signs[verdict]}</code>`;
    const count = `<strong>${totals[verdict]}</strong> <span>${escape(note)}</span>`;
    return `<div class="card ${tone}"><dt>${verdict}: ${sign}</dt><dd>${count}</dd></div>`;
  });
  return `<dl class="cards">${written.join("")}</dl>`;
}

/** Lists the problems, those that are the same as one, with the first of their cells. */
function writeProblems(proof: Proof): readonly string[] {
  const items = groupWrong(proof).map(({ row, cell, count }) => {
    const place = `${escape(row.name)} / ${escape(cell.column)}`;
    const link = `<a href="#${idOf(proof.rows.indexOf(row), cell.column)}"><code>${place}</code></a>`;
    return `<li>${link}${describeCount(count)}: ${escape(describeProblems(cell))}</li>`;
  });
  return items.length === 0 ? [] : ["<section><h2>What is wrong</h2><ul>", ...items, "</ul></section>"];
}

function writeGroup({ columns, rows }: Proof, group: string, title: string): string {
  const shown = columns.filter((column) => column.group === group);
  if (shown.length === 0) return "";
  const head = shown.map(({ name, meaning }) => `<th scope="col" title="${escape(meaning)}">${escape(name)}</th>`);
  const body = rows.map((row, index) => {
    const cells = shown.map((column) => writeSign(findCell(row.cells, column.name), idOf(index, column.name)));
    return `<tr><th scope="row"><code>${escape(row.name)}</code></th>${cells.join("")}</tr>`;
  });
  return [
    `<section><h2>${title}</h2><div class="wide" role="region" tabindex="0" aria-label="${title}"><table>`,
    `<thead><tr><td></td>${head.join("")}</tr></thead>`,
    `<tbody>${body.join("\n")}</tbody>`,
    "</table></div></section>",
  ].join("\n");
}

function writeSign(cell: Cell | undefined, id: string): string {
  if (!cell) return "<td></td>";
  const { verdict } = cell;
  const sign = `<span class="sign ${toneOf(cell)}" title="${verdict}">${signs[verdict] || "&nbsp;"}</span>`;
  return `<td>${cell.call ? `<a href="#${id}" aria-label="${verdict}">${sign}</a>` : sign}</td>`;
}

const toneOf = ({ verdict }: Cell): string => ({ wrong: "bad", kept: "good", open: "unsure" })[verdict as string] ?? "";

const idOf = (row: number, column: string): string => `cell-${row}-${column.replaceAll(" ", "-")}`;

/** The wrong cells of a row stand open; the others are there to be looked up. */
function writeRow({ name, kind, cells, note }: Row, index: number, columns: readonly Column[]): string {
  const called = cells.filter(({ call }) => call);
  if (called.length === 0) return "";
  const write = (isWrong: boolean): readonly string[] =>
    called
      .filter(({ verdict }) => (verdict === "wrong") === isWrong)
      .map((cell) => writeCell(cell, idOf(index, cell.column), columns));
  const [wrong, others] = [write(true), write(false)];
  return [
    '<section class="file">',
    `<h3><code>${escape(name)}</code> <span class="soft">${kind}, ${wrong.length} wrong</span></h3>`,
    ...(note === undefined ? [] : [`<p class="soft">${escape(note)}</p>`]),
    ...wrong,
    ...(others.length === 0
      ? []
      : [`<details><summary>${others.length} other cells</summary>`, ...others, "</details>"]),
    "</section>",
  ].join("\n");
}

function writeCell(cell: Cell, id: string, columns: readonly Column[]): string {
  const { verdict, problems, reason, after, call, answer, hits = [], ms = 0 } = cell;
  const { meaning = "", expected = [] } = columns.find(({ name }) => name === cell.column) ?? {};
  const happened = hits.map(({ operation, target, by }) => {
    const end = by === "wall" ? "was refused, so that nothing is harmed" : "failed";
    return `<li><code>${escape(operation)} ${escape(target)}</code> ${end}</li>`;
  });
  return [
    `<article id="${id}">`,
    `<h4><span class="badge ${toneOf(cell)}">${verdict}</span> ${escape(cell.column)}</h4>`,
    `<p class="soft">${escape(meaning)}; ${ms} ms</p>`,
    ...problems.map(({ kind, message }) => `<p><strong>${escape(kind)}:</strong> ${escape(message)}</p>`),
    ...[reason, after].flatMap((text) => (text === undefined ? [] : [`<p>${escape(text)}</p>`])),
    ...(expected.length === 0
      ? []
      : [`<p><strong>Expected</strong> of a failure: ${escape(expected.join(" or "))}</p>`]),
    writeValue(call, "Call"),
    writeValue(answer, "Answer"),
    ...(happened.length === 0 ? [] : [`<ul>${happened.join("")}</ul>`]),
    "</article>",
  ].join("\n");
}

function writeValue(value: unknown, label: string): string {
  const text = typeof value === "string" ? value : JSON.stringify(value ?? null, null, 2);
  const code = `<code>${escape(text)}</code>`;
  return `<p class="soft">${label}</p><pre tabindex="0" role="region" aria-label="${label}">${code}</pre>`;
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Escapes a text; characters that steer a line or its direction are shown as they are named. */
const escape = (text: string): string =>
  text
    .split("\n")
    .map(escapeMarks)
    .join("\n")
    .replace(/[&<>"']/g, (character) => entities[character]!);
