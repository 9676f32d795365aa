import { createHash } from "node:crypto";
import { html, writeStyle } from "./html.js";
import { writeDirectories, writeFindings, writeLostCodes, writeRules } from "./page-findings.js";
import { writeProof } from "./page-proof.js";
import { PAGE_STYLE } from "./page-style.js";
import { writeOverview, writeTools } from "./page-tools.js";
import type { ReportData } from "./report-data.js";

const hashText = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

// The page asks for nothing and runs nothing, and the browser holds it to that: only its own style is allowed.
const POLICY = `default-src 'none'; style-src ${hashText(PAGE_STYLE)}; base-uri 'none'; form-action 'none'`;

/** Writes a report as one page that needs nothing else. */
export function writePage(report: ReportData): string {
  const title = `Error contract report: ${report.project}`;
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${POLICY}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        ${writeStyle(PAGE_STYLE)}
      </head>
      <body>
        <a class="skip" href="#findings">Skip to the findings</a>
        <header>
          <p class="kicker">Error contract report</p>
          <h1>${report.project}</h1>
          <p class="soft">
            <time datetime="${report.date}">${report.date.slice(0, 10)}</time>, version ${report.plugin} of the plugin
          </p>
          <nav aria-label="Sections">
            <ul>
              ${report.proof && html`<li><a href="#proof">Source and wire</a></li>`}
              <li><a href="#tools">Tools</a></li>
              <li><a href="#rules">Rules</a></li>
              <li><a href="#directories">Directories</a></li>
              <li><a href="#findings">Findings</a></li>
            </ul>
          </nav>
        </header>
        <main>
          ${writeLostCodes(report)} ${writeOverview(report)} ${writeProof(report.proof)} ${writeTools(report)}
          ${writeRules(report)} ${writeDirectories(report)} ${writeFindings(report)}
        </main>
        <footer>
          <p>
            Written by <code>npx eslint-plugin-error-contract report</code> for the
            ${report.contracts.length === 1 ? "contract" : "contracts"} ${report.contracts.join(", ")}.
          </p>
        </footer>
      </body>
    </html>`;
  return `${page.html}\n`;
}
