import type { Block, FrameLine, Inline } from "./document.js";

/** Writes blocks as Markdown, for a pull request or a wiki. */
export const writeMarkdown = (blocks: readonly Block[]): string => `${blocks.map(writeBlock).join("\n\n")}\n`;

function writeBlock(block: Block): string {
  if ("heading" in block) return `${"#".repeat(block.level)} ${writeInline(block.heading)}`;
  if ("text" in block) return writeInline(block.text);
  if ("list" in block)
    return block.list.map((item, at) => `${block.isOrdered ? `${at + 1}.` : "-"} ${writeInline(item)}`).join("\n");
  if ("head" in block) {
    const rows = [block.head, ...block.rows].map((cells) => cells.map(writeInline));
    rows.splice(
      1,
      0,
      block.head.map(() => "---"),
    );
    return rows.map((cells) => `| ${cells.map((cell) => cell.trim()).join(" | ")} |`).join("\n");
  }
  if ("blocks" in block) return block.blocks.map(writeBlock).join("\n\n");
  const text = typeof block.frame === "string" ? block.frame : block.frame.map(writeLine).join("\n");
  const fence = "`".repeat(Math.max(3, findLongestRun(text) + 1));
  return `${fence}text\n${text}\n${fence}`;
}

const writeLine = ({ line, text, mark }: FrameLine): string =>
  `${mark ? ">" : " "} ${String(line).padStart(5)} | ${text}`;

function writeInline(part: Inline): string {
  if (typeof part === "string") return escapeText(part);
  if (typeof part === "number") return String(part);
  if ("code" in part) return writeCode(part.code);
  if (!("text" in part)) return part.map(writeInline).join("");
  const text = escapeText(part.text);
  // A link within the page leads nowhere here.
  return part.href !== undefined && !part.href.startsWith("#") ? `[${text}](${part.href})` : text;
}

const findLongestRun = (text: string): number => Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));

/** Writes a code span, which may hold backticks. A pipe would end the cell of a table there, too. */
function writeCode(code: string): string {
  const text = code.replace(/\s+/g, " ");
  const fence = "`".repeat(findLongestRun(text) + 1);
  const padding = text.startsWith("`") || text.endsWith("`") ? " " : "";
  return `${fence}${padding}${text.replaceAll("|", String.raw`\|`)}${padding}${fence}`;
}

/** Escapes a text but for its parts in backticks, which are code. */
const escapeText = (text: string): string =>
  text
    .split(/`([^`]+)`/)
    .map((part, at) => {
      if (at % 2 === 1) return writeCode(part);
      return part.replace(/\s+/g, " ").replace(/[\\`*_<>[\]|#]/g, String.raw`\$&`);
    })
    .join("");
