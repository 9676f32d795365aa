import { createHash } from "node:crypto";
import { pageStyle } from "./page-style.js";
import { describeTotals, describeWalls, findCell, groups, signs } from "./print-matrix.js";
import type { Cell, Column, Proof, Row } from "./proof.js";

// As the page of the plugin's report, it asks for nothing and runs nothing, and the browser holds it to that.
const hash = createHash("sha256").update(pageStyle).digest("base64");
const policy = `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`;

/** Writes a proof as one page that needs nothing else. Each cell of its matrix leads to its call and its answer. */
export function writePage(proof: Proof): string {
  const { server, command, sdk, date, totals, rows, problems, contract, seed } = proof;
  const cards: readonly (readonly [string, number, string, string])[] = [
    ["Wrong", totals.wrong, "cells", totals.wrong > 0 ? "bad" : "good"],
    ["Kept", totals.kept, contract === null ? "no contract" : `under ${contract}`, "good"],
    ["No code", totals["no code"], "failing as MCP wants it", ""],
    ["Open", totals.open, "may be right", "unsure"],
    ["Not reached", totals["not reached"], "by the input", ""],
    ["Not called", totals["not called"], "might do harm", ""],
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escape(`Proof: ${server.name}`)}</title>
<style>${pageStyle}</style>
</head>
<body>
<a class="skip" href="#cells">Skip to the cells</a>
<header>
<p class="kicker">What clients receive when something fails</p>
<h1>${escape(server.name)} <span class="soft">${escape(server.version)}</span></h1>
<p class="soft"><code>${escape(command)}</code></p>
<p class="soft"><time datetime="${escape(date)}">${escape(date.slice(0, 10))}</time>, ${escape(sdk)}, seed ${seed}. Walls: ${escape(describeWalls(proof.walls))}.</p>
</header>
<main>
<dl class="cards">${cards.map(([name, count, note, tone]) => `<div class="card ${tone}"><dt>${name}</dt><dd><strong>${count}</strong> <span>${escape(note)}</span></dd></div>`).join("")}</dl>
${problems.map(({ message }) => `<div class="warning" role="note"><p>The server: ${escape(message)}</p></div>`).join("")}
<p class="hidden">${escape(describeTotals(proof))}</p>
${Object.entries(groups)
  .map(([group, title]) => writeGroup(proof, group, title))
  .join("")}
<h2 id="cells">Cells</h2>
${rows.map((row, index) => writeRow(row, index, proof.columns)).join("")}
</main>
<footer><p>Written by <code>npx error-contract prove</code>.</p></footer>
</body>
</html>
`;
}

function writeGroup({ columns, rows }: Proof, group: string, title: string): string {
  const shown = columns.filter((column) => column.group === group);
  if (shown.length === 0) return "";
  const head = shown
    .map(({ name, meaning }) => `<th scope="col" title="${escape(meaning)}">${escape(name)}</th>`)
    .join("");
  const body = rows.map((row, index) => {
    const cells = shown.map((column) => writeSign(findCell(row.cells, column.name), idOf(index, column.name)));
    return `<tr><th scope="row"><code>${escape(row.name)}</code></th>${cells.join("")}</tr>`;
  });
  return `<section><h2>${title}</h2><div class="wide" role="region" tabindex="0" aria-label="${title}"><table><thead><tr><td></td>${head}</tr></thead><tbody>${body.join("")}</tbody></table></div></section>`;
}

function writeSign(cell: Cell | undefined, id: string): string {
  if (!cell) return "<td></td>";
  const sign = `<span class="sign ${toneOf(cell)}" title="${cell.verdict}">${signs[cell.verdict] || "&nbsp;"}</span>`;
  return `<td>${cell.call ? `<a href="#${id}" aria-label="${cell.verdict}">${sign}</a>` : sign}</td>`;
}

const toneOf = ({ verdict }: Cell): string => ({ wrong: "bad", kept: "good", open: "unsure" })[verdict as string] ?? "";

const idOf = (row: number, column: string): string => `cell-${row}-${column.replaceAll(" ", "-")}`;

/** The wrong cells of a row stand open; the others are there to be looked up. */
function writeRow({ name, kind, cells, note }: Row, index: number, columns: readonly Column[]): string {
  const called = cells.filter(({ call }) => call);
  if (called.length === 0) return "";
  const write = (list: readonly Cell[]): string =>
    list
      .map((cell) =>
        writeCell(
          cell,
          idOf(index, cell.column),
          columns.find((column) => column.name === cell.column),
        ),
      )
      .join("");
  const [wrong, others] = [
    called.filter(({ verdict }) => verdict === "wrong"),
    called.filter(({ verdict }) => verdict !== "wrong"),
  ];
  const rest =
    others.length > 0 ? `<details><summary>${others.length} other cells</summary>${write(others)}</details>` : "";
  const said = note === undefined ? "" : `<p class="soft">${escape(note)}</p>`;
  return `<section class="file"><h3><code>${escape(name)}</code> <span class="soft">${kind}, ${wrong.length} wrong</span></h3>${said}${write(wrong)}${rest}</section>`;
}

function writeCell(cell: Cell, id: string, column: Column | undefined): string {
  const { verdict, problems, reason, call, answer, hits = [], ms } = cell;
  const expected =
    column && column.expected.length > 0
      ? `<p><strong>Expected:</strong> a failure that says ${escape(column.expected.join(" or "))}</p>`
      : "";
  const happened = hits.map(
    ({ operation, target, by }) =>
      `<li><code>${escape(operation)} ${escape(target)}</code> ${by === "wall" ? "refused, so that nothing is harmed" : "failed"}</li>`,
  );
  return `<article id="${id}"><h4><span class="badge ${toneOf(cell)}">${verdict}</span> ${escape(cell.column)}</h4>
<p class="soft">${escape(column?.meaning ?? "there is no such thing")}${ms === undefined ? "" : `; ${ms} ms`}</p>
${problems.map(({ kind, message }) => `<p><strong>${escape(kind)}:</strong> ${escape(message)}</p>`).join("")}${reason === undefined ? "" : `<p>${escape(reason)}</p>`}${expected}
<p class="soft">Call</p>${writeValue(call, "Call")}<p class="soft">Answer</p>${writeValue(answer, "Answer")}${happened.length > 0 ? `<ul>${happened.join("")}</ul>` : ""}</article>`;
}

const writeValue = (value: unknown, label: string): string =>
  `<pre tabindex="0" role="region" aria-label="${label}"><code>${escape(typeof value === "string" ? value : JSON.stringify(value ?? null, null, 2))}</code></pre>`;

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Escapes a text; characters that steer its direction are shown as dots. */
const escape = (text: string): string =>
  text
    .replace(/[\p{Bidi_Control}\u0000-\u0008\u000b-\u001f]/gu, "\u00b7")
    .replace(/[&<>"']/g, (character) => entities[character]!);
