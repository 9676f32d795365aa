import { type Html, html } from "./html.js";
import { describeSource } from "./proof-text.js";
import type { ProofReport, ProvedTool } from "./report-data.js";

/** The table of what stands in the source of each tool beside what its clients were seen to receive. */
export function writeProof(proof: ProofReport | null): Html | undefined {
  if (!proof) return undefined;
  return html`<section aria-labelledby="proof">
    <h2 id="proof">Source and wire</h2>
    <p>
      What <code>npx error-contract prove</code> saw of ${proof.server} on ${proof.date.slice(0, 10)}, beside what
      stands in the source. Failures that both see swallowed come first.
    </p>
    <table>
      <thead>
        <tr>
          <th scope="col">Tool</th>
          <th scope="col">In the source</th>
          <th scope="col">On the wire</th>
        </tr>
      </thead>
      <tbody>
        ${proof.tools.map(writeTool)}
      </tbody>
    </table>
  </section>`;
}

function writeTool({ name, source, wire, isSwallowedInBoth }: ProvedTool): Html {
  return html`<tr>
    <th scope="row">
      <code class="name">${name}</code>
      ${source && html`<span class="place">${source.file}:${source.line}</span>`}
      ${isSwallowedInBoth && html`<span class="badge bad">swallowed in both</span>`}
    </th>
    <td>${describeSource(source)} ${source?.findings.map((each) => html`<a href="#finding-${each}">${each}</a> `)}</td>
    <td>
      ${wire.length === 0 && html`<span class="none">nothing wrong</span>`}
      ${wire.map(({ kind, columns }) => html`<p><strong>${kind}</strong>: ${columns.join(", ")}</p>`)}
    </td>
  </tr>`;
}
