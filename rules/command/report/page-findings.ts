import plugin from "../../index.js";
import type { RuleName } from "../../plugin-types.js";
import { countOf } from "../text.js";
import { type Html, html, writeWithCode } from "./html.js";
import { describeLostCodes, listLostCodes } from "./markdown.js";
import type { FindingReport, FrameLine, ReportData, RuleReport } from "./report-data.js";
import { RULE_MEANINGS } from "./rule-meanings.js";

/** The findings at which codes are lost: until they are gone, no other one helps a client. */
export function writeLostCodes(report: ReportData): Html {
  const places = listLostCodes(report).map(
    ({ number, file, line, message }) =>
      html`<li>
        <a href="#finding-${number}"><code>${file}:${line}</code></a
        >: ${writeWithCode(message)}
      </li>`,
  );
  if (places.length === 0) return html``;
  return html`<section aria-labelledby="codes-lost">
    <h2 id="codes-lost">Where codes are lost</h2>
    <p>${describeLostCodes(report)}</p>
    <ul>
      ${places}
    </ul>
  </section>`;
}

/** The rules that report something, with the meaning of their findings. */
export function writeRules({ rules }: ReportData): Html {
  const most = Math.max(1, ...rules.map(({ findings }) => findings));
  return html`<section aria-labelledby="rules">
    <h2 id="rules">Rules</h2>
    ${rules.length === 0 && html`<p>No rule reports anything.</p>`}
    <ul class="bars">
      ${rules.map((rule) => writeRule(rule, most))}
    </ul>
  </section>`;
}

function writeRule({ rule, url, findings, fixable, suggested }: RuleReport, most: number): Html {
  return html`<li>
    <h3><a href="${url}">${rule}</a> <span class="count">${findings}</span></h3>
    <meter min="0" max="${most}" value="${findings}" aria-hidden="true"></meter>
    <p>${getMeaning(rule)}</p>
    <p class="offers">${fixable} fixed by <code>--fix</code>, ${suggested} with suggestions</p>
  </li>`;
}

const isRuleName = (rule: string): rule is RuleName => Object.hasOwn(plugin.rules, rule);
const getMeaning = (rule: string) => (isRuleName(rule) ? RULE_MEANINGS[rule] : "");

/** The directories by their findings. */
export function writeDirectories({ directories }: ReportData): Html {
  const rows = directories.map(
    ({ directory, files, findings }) =>
      html`<tr>
        <th scope="row">${directory === "." ? "the folder itself" : html`<code>${directory}</code>`}</th>
        <td class="number">${files}</td>
        <td class="number ${findings === 0 ? "none" : ""}">${findings}</td>
      </tr>`,
  );
  return html`<section aria-labelledby="directories">
    <h2 id="directories">Directories</h2>
    <table>
      <thead>
        <tr>
          <th scope="col">Directory</th>
          <th scope="col" class="number">Files</th>
          <th scope="col" class="number">Findings</th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </section>`;
}

/** Every finding, by file. */
export function writeFindings({ findings, rules }: ReportData): Html {
  const files = [...new Set(findings.map(({ file }) => file))];
  const urls = new Map(rules.map(({ rule, url }) => [rule, url]));
  const isShort = findings.length <= 10;
  return html`<section aria-labelledby="findings">
    <h2 id="findings">Findings</h2>
    ${findings.length === 0 && html`<p>Nothing was found.</p>`}
    ${files.map((file) => {
      const found = findings.filter((finding) => finding.file === file);
      return html`<details class="file" ${isShort ? html`open` : undefined}>
        <summary>
          <h3><code>${file}</code></h3>
          <span class="count">${countOf(found.length, "finding")}</span>
        </summary>
        ${found.map((finding) => writeFinding(finding, urls.get(finding.rule) ?? ""))}
      </details>`;
    })}
  </section>`;
}

function writeFinding(finding: FindingReport, url: string): Html {
  const { number, rule, file, line, column, message, fixable, suggestions, frame } = finding;
  const gutterWidth = String(frame.at(-1)?.line ?? "").length;
  return html`<article id="finding-${number}" aria-labelledby="message-${number}">
    <h4 id="message-${number}">${writeWithCode(message)}</h4>
    <p class="place">
      <span class="index">${number}</span> <code>${file}:${line}:${column}</code> <a href="${url}">${rule}</a>
    </p>
    <pre
      tabindex="0"
      role="region"
      aria-label="Code of finding ${number}"
    ><code>${frame.map((each) => writeLine(each, gutterWidth))}</code></pre>
    <p class="meaning">${getMeaning(rule)}</p>
    <div class="remedy">${writeRemedy(fixable, suggestions, url)}</div>
  </article>`;
}

function writeRemedy(fixable: boolean, suggestions: readonly string[], url: string): Html {
  if (fixable) return html`<p><strong>Fix:</strong> <code>eslint --fix</code> rewrites it.</p>`;
  if (suggestions.length === 0)
    return html`<p><strong>By hand:</strong> <a href="${url}">the rule’s page</a> shows how it should look.</p>`;
  return html`<p><strong>Choose one</strong> in the editor:</p>
    <ul>
      ${suggestions.map((text) => html`<li>${writeWithCode(text)}</li>`)}
    </ul>`;
}

function writeLine({ line, text, mark }: FrameLine, width: number): Html {
  const gutter = html`<span class="gutter">${String(line).padStart(width)}</span> `;
  if (!mark) return html`<span class="line">${gutter}${text}</span>`;
  const [start, end] = mark;
  return html`<span class="line marked"
    >${gutter}${text.slice(0, start)}<mark>${text.slice(start, end)}</mark>${text.slice(end)}</span
  >`;
}
