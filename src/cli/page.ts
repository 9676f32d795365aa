import { createHash } from "node:crypto";
import { escapeMarks } from "../json/to-json-safe.js";
import type { Block, FrameLine, Inline } from "./document.js";
import { pageStyle } from "./page-style.js";

// The page asks for nothing and runs nothing, and the browser holds it to that: only its own style is allowed.
const hash = createHash("sha256").update(pageStyle).digest("base64");
const policy = `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`;

/** Writes blocks as one page that needs nothing else. */
export function writePage(blocks: readonly Block[], title: string): string {
  const sections = blocks.flatMap((block) => ("heading" in block && block.level === 2 ? [block] : []));
  const links = sections.map(({ heading, id }) => `<li><a href="#${id}">${writeInline(heading)}</a></li>`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeText(title)}</title>
<style>${pageStyle}</style>
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
  const lines = typeof frame === "string" ? escapeText(frame) : writeFrame(frame);
  return `<pre tabindex="0" role="region" aria-label="${escapeText(label)}"><code>${lines}</code></pre>`;
}

function writeTable({ head, rows }: Extract<Block, { readonly head: unknown }>): string {
  const label = escapeText(head.map(readText).join(", "));
  const titles = head.map((title) => `<th scope="col">${writeInline(title)}</th>`).join("");
  const body = rows.map(([first = "", ...cells]) => {
    const others = cells.map((cell) => `<td>${writeInline(cell)}</td>`).join("");
    return `<tr><th scope="row">${writeInline(first)}</th>${others}</tr>`;
  });
  return `<div class="wide" tabindex="0" role="region" aria-label="Table of ${label}"><table>
<thead><tr>${titles}</tr></thead>
<tbody>${body.join("\n")}</tbody>
</table></div>`;
}

function writeFrame(frame: readonly FrameLine[]): string {
  const width = String(frame.at(-1)?.line ?? "").length;
  const lines = frame.map(({ line, text, mark }) => {
    const [start, end] = mark ?? [0, 0];
    const marked = mark ? `<mark>${escapeText(text.slice(start, end))}</mark>` : "";
    const gutter = `<span class="gutter">${String(line).padStart(width)}</span>`;
    const code = escapeText(text.slice(0, start)) + marked + escapeText(text.slice(end));
    return `<span class="line">${gutter} ${code}</span>`;
  });
  return lines.join("");
}

/** The text of a part, without its links and signs. */
function readText(part: Inline): string {
  if (typeof part !== "object") return String(part);
  if ("code" in part) return part.code;
  return "text" in part ? part.text : part.map(readText).join("");
}

function writeInline(part: Inline): string {
  if (typeof part === "number") return String(part);
  if (typeof part === "string") {
    const parts = part.split(/`([^`]+)`/);
    return parts.map((each, at) => (at % 2 === 1 ? writeInline({ code: each }) : escapeText(each))).join("");
  }
  if ("code" in part) return `<code>${escapeText(part.code)}</code>`;
  if (!("text" in part)) return part.map(writeInline).join("");
  const { text, href, tone, title } = part;
  const attributes = Object.entries({ class: tone, title }).flatMap(([name, value]) =>
    value === undefined ? [] : ` ${name}="${escapeText(value)}"`,
  );
  const shown = attributes.length > 0 ? `<span${attributes.join("")}>${escapeText(text)}</span>` : escapeText(text);
  return href === undefined ? shown : `<a href="${escapeText(href)}">${shown}</a>`;
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Escapes a text; characters that steer a line or its direction are shown as they are named. */
const escapeText = (text: string): string => escapeMarks(text).replace(/[&<>"']/g, (character) => entities[character]!);
