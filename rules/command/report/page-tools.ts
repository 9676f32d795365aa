import { countOf } from "../text.js";
import { type Html, html, writeWithCode } from "./html.js";
import type { ReportData, ToolReport } from "./report-data.js";

/** The numbers that a reader looks for first, and what to do next. */
export function writeOverview({ totals, unreadable, next }: ReportData): Html {
  const { findings, fixable, suggested, suppressed, tools, toolsWithoutBoundary: bare, files } = totals;
  const place = `in ${totals.filesWithFindings} of ${countOf(files, "file")}`;
  return html`<section aria-labelledby="overview-title">
    <h2 id="overview-title">Where the server stands</h2>
    <dl class="cards">
      ${writeCard("Findings", findings, place, toneOf(findings))}
      ${writeCard("Fixed by --fix", fixable, "nothing to decide")}
      ${writeCard("With suggestions", suggested, "a choice to make")}
      ${writeCard("By hand", findings - fixable - suggested, "nothing is offered")}
      ${writeCard("Bare tools", bare, `of ${countOf(tools, "tool")} without boundary`, toneOf(bare))}
      ${totals.toolsUnknown > 0 && writeCard("Unknown tools", totals.toolsUnknown, "boundary not known", "unsure")}
    </dl>
    ${
      suppressed > 0 &&
      html`<p>${countOf(suppressed, "more finding is", "more findings are")} silenced by comments.</p>`
    }
    ${unreadable.length > 0 && writeUnreadable(unreadable)}
    <h2 id="next">Next</h2>
    <ol>
      ${next.map((step) => html`<li>${writeWithCode(step)}</li>`)}
    </ol>
  </section>`;
}

function writeUnreadable(unreadable: ReportData["unreadable"]): Html {
  const verb = unreadable.length === 1 ? "is" : "are";
  return html`<div class="warning" role="note">
    <p>${countOf(unreadable.length, "file")} could not be parsed and ${verb} not counted:</p>
    <ul>
      ${unreadable.map(({ file, message }) => html`<li><code>${file}</code>: ${message}</li>`)}
    </ul>
  </div>`;
}

const toneOf = (count: number) => (count === 0 ? "good" : "bad");

function writeCard(name: string, value: number, note: string, tone = ""): Html {
  return html`<div class="card ${tone}">
    <dt>${name}</dt>
    <dd><strong>${value}</strong> <span>${note}</span></dd>
  </div>`;
}

const BOUNDARY = {
  wrapped: { word: "wrapped", tone: "good" },
  bare: { word: "not wrapped", tone: "bad" },
  unknown: { word: "not known", tone: "unsure" },
} as const;

/** The columns of numbers. */
const COUNTS = [
  ["Raw errors", "rawErrors"],
  ["Swallowed", "swallowed"],
  ["Results", "results"],
  ["Others", "others"],
] as const;

/** The table of tools. */
export function writeTools({ tools }: ReportData): Html {
  return html`<section aria-labelledby="tools">
    <h2 id="tools">Tools</h2>
    ${
      tools.length === 0
        ? html`<p>No registration of a tool was found in the files that were linted.</p>`
        : writeTable(tools)
    }
  </section>`;
}

function writeTable(tools: readonly ToolReport[]): Html {
  return html`<p>
      The numbers count the findings that a call of the tool may reach: in its handler, and in the functions of the
      project that the handler calls. A function that several tools call counts for each of them. A handler that is made
      elsewhere is not followed.
    </p>
    <table class="stacked" role="table">
      <caption class="hidden">
        Tools of the server
      </caption>
      <thead role="rowgroup">
        <tr role="row">
          <th role="columnheader" scope="col">Tool</th>
          <th role="columnheader" scope="col">Boundary</th>
          ${COUNTS.map(([label]) => html`<th role="columnheader" scope="col" class="number">${label}</th>`)}
          <th role="columnheader" scope="col">Codes in it</th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        ${tools.map(writeRow)}
      </tbody>
    </table>`;
}

function writeRow(tool: ToolReport): Html {
  const { word, tone } = BOUNDARY[tool.boundary];
  return html`<tr role="row">
    <th role="rowheader" scope="row">
      ${tool.isNamed ? html`<code class="name">${tool.name}</code>` : html`<em>named by</em> <code>${tool.name}</code>`}
      <span class="place">${tool.file}:${tool.line}</span>
      ${tool.findings.length > 0 && writeLinks(tool.findings)}
    </th>
    <td role="cell" data-label="Boundary"><span class="badge ${tone}">${word}</span></td>
    ${tool.rawErrors === null ? html`<td role="cell" colspan="5" class="all none">not followed</td>` : writeReach(tool)}
  </tr>`;
}

const MOST_CODES = 6;

function writeLinks(findings: readonly number[]): Html {
  return html`<details class="links">
    <summary>${countOf(findings.length, "finding")}</summary>
    <p>${findings.map((each) => html`<a href="#finding-${each}">${each}</a> `)}</p>
  </details>`;
}

function writeCodes(all: readonly string[]): Html {
  const shown = all.slice(0, MOST_CODES).map((code) => html`<code>${code}</code> `);
  if (all.length <= MOST_CODES) return html`${shown}`;
  return html`${shown}
    <details class="links">
      <summary>${all.length - MOST_CODES} more</summary>
      <p>${all.slice(MOST_CODES).map((code) => html`<code>${code}</code> `)}</p>
    </details>`;
}

/** What a call of the tool may reach. */
function writeReach(tool: ToolReport): Html {
  const counts = COUNTS.map(
    ([label, key]) =>
      html`<td role="cell" data-label="${label}" class="number ${tool[key] === 0 ? "none" : ""}">
        ${tool[key] ?? ""}
      </td>`,
  );
  return html`${counts}
    <td role="cell" data-label="Codes in it" class="all">
      ${tool.codes.length === 0 ? html`<span class="none">none</span>` : writeCodes(tool.codes)}
    </td>`;
}
