import { createHash } from "node:crypto";
import type { FrameLine } from "./code-frame.js";
import type { Block, Inline } from "./document.js";
import { PAGE_STYLE } from "./page-style.js";

const hashText = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

// The page asks for nothing and runs nothing, and the browser holds it to that: only its own style is allowed.
const POLICY = `default-src 'none'; style-src ${hashText(PAGE_STYLE)}; base-uri 'none'; form-action 'none'`;

/** Writes a report as one page that needs nothing else. */
export function writePage(blocks: readonly Block[], title: string): string {
  const sections = blocks.flatMap((block) => ("heading" in block && block.level === 2 ? [block] : []));
  const links = sections.map(({ heading, id }) => `<li><a href="#${id}">${writeInline(heading)}</a></li>`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeText(title)}</title>
<style>${PAGE_STYLE}</style>
</head>
<body>
<nav aria-label="Sections"><ul>${links.join("")}</ul></nav>
<main>
${blocks.map(writeBlock).join("\n")}
</main>
</body>
</html>
`;
}

function writeBlock(block: Block): string {
  if ("heading" in block) {
    const { heading, level, id } = block;
    return `<h${level} id="${id}">${writeInline(heading)}</h${level}>`;
  }
  if ("text" in block) return `<p>${writeInline(block.text)}</p>`;
  if ("list" in block) {
    const name = block.isOrdered ? "ol" : "ul";
    return `<${name}>${block.list.map((item) => `<li>${writeInline(item)}</li>`).join("")}</${name}>`;
  }
  if ("head" in block) return writeTable(block);
  if ("blocks" in block) {
    const { summary, blocks, isOpen } = block;
    const text = blocks.map(writeBlock).join("\n");
    return `<details${isOpen ? " open" : ""}><summary>${writeInline(summary)}</summary>${text}</details>`;
  }
  const { frame, label } = block;
  const width = String(frame.at(-1)?.line ?? "").length;
  const lines = frame.map((line) => writeLine(line, width)).join("");
  return `<pre tabindex="0" role="region" aria-label="${escapeText(label)}"><code>${lines}</code></pre>`;
}

function writeTable({ head, rows }: Extract<Block, { readonly head: unknown }>): string {
  const label = escapeText(head.join(", "));
  const titles = head.map((title) => `<th scope="col">${escapeText(title)}</th>`).join("");
  const body = rows.map(([first = "", ...cells]) => {
    const others = cells.map((cell) => `<td>${writeInline(cell)}</td>`).join("");
    return `<tr><th scope="row">${writeInline(first)}</th>${others}</tr>`;
  });
  return `<div class="wide" tabindex="0" role="region" aria-label="Table of ${label}"><table>
<thead><tr>${titles}</tr></thead>
<tbody>${body.join("\n")}</tbody>
</table></div>`;
}

function writeLine({ line, text, mark }: FrameLine, width: number): string {
  const [start, end] = mark ?? [0, 0];
  const marked = mark ? `<mark>${escapeText(text.slice(start, end))}</mark>` : "";
  const gutter = `<span class="gutter">${String(line).padStart(width)}</span>`;
  const code = escapeText(text.slice(0, start)) + marked + escapeText(text.slice(end));
  return `<span class="line">${gutter} ${code}</span>`;
}

function writeInline(part: Inline): string {
  if (typeof part === "number") return String(part);
  if (typeof part === "string") {
    const parts = part.split(/`([^`]+)`/);
    return parts.map((each, at) => (at % 2 === 1 ? writeInline({ code: each }) : escapeText(each))).join("");
  }
  if ("code" in part) return `<code>${escapeText(part.code)}</code>`;
  if ("href" in part) return `<a href="${escapeText(part.href)}">${escapeText(part.text)}</a>`;
  if ("badge" in part) return `<span class="${part.badge}">${escapeText(part.text)}</span>`;
  return part.map(writeInline).join("");
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

const escapeText = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
