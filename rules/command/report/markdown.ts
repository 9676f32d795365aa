import type { Block, Inline } from "./document.js";

/** Writes a report as Markdown, for a pull request or a wiki. */
export const writeMarkdown = (blocks: readonly Block[]): string => `${blocks.map(writeBlock).join("\n\n")}\n`;

function writeBlock(block: Block): string {
  if ("heading" in block) return `${"#".repeat(block.level)} ${writeInline(block.heading)}`;
  if ("text" in block) return writeInline(block.text);
  if ("list" in block)
    return block.list.map((item, at) => `${block.isOrdered ? `${at + 1}.` : "-"} ${writeInline(item)}`).join("\n");
  if ("head" in block) {
    const rows = [block.head, block.head.map(() => "---"), ...block.rows.map((cells) => cells.map(writeInline))];
    return rows.map((cells) => `| ${cells.map((cell) => cell.trim()).join(" | ")} |`).join("\n");
  }
  if ("blocks" in block) return block.blocks.map(writeBlock).join("\n\n");
  const lines = block.frame.map(({ line, text, mark }) => `${mark ? ">" : " "} ${String(line).padStart(5)} | ${text}`);
  const fence = "`".repeat(Math.max(3, findLongestRun(lines.join("\n")) + 1));
  return `${fence}text\n${lines.join("\n")}\n${fence}`;
}

function writeInline(part: Inline): string {
  if (typeof part === "string") return escapeText(part);
  if (typeof part === "number") return String(part);
  if ("code" in part) return writeCode(part.code);
  if (!("text" in part)) return part.map(writeInline).join("");
  const text = escapeText(part.text);
  // A link within the page leads nowhere here.
  return "href" in part && !part.href.startsWith("#") ? `[${text}](${part.href})` : text;
}

const findLongestRun = (text: string) => Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));

/** Writes a code span, which may hold backticks. A pipe would end the cell of a table there, too. */
function writeCode(text: string): string {
  const fence = "`".repeat(findLongestRun(text) + 1);
  const padding = text.startsWith("`") || text.endsWith("`") ? " " : "";
  return `${fence}${padding}${text.replaceAll("|", String.raw`\|`)}${padding}${fence}`;
}

/** Escapes a text but for its parts in backticks, which are code. */
function escapeText(text: string): string {
  const parts = text.split(/(`[^`]+`)/);
  return parts
    .map((part, index) => (index % 2 === 1 ? part : part.replace(/[\\`*_<>[\]|#]/g, String.raw`\$&`)))
    .join("");
}
