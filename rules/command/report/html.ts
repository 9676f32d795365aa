/** A piece of HTML, in which every text is escaped. */
export interface Html {
  readonly html: string;
}

type Part = Html | string | number | readonly Html[] | undefined | null | false;

/** Writes HTML: what is put in is escaped, unless it is HTML already. */
export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return { html: texts.map((text, index) => text + toHtml(parts[index])).join("") };
}

function toHtml(part: Part): string {
  if (part === undefined || part === null || part === false) return "";
  if (typeof part === "string" || typeof part === "number") return escapeHtml(String(part));
  return "html" in part ? part.html : part.map((each) => each.html).join("");
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Writes a style, in which no entity is read. */
export const writeStyle = (text: string): Html => ({ html: `<style>${text}</style>` });

/** Writes a text of which the parts in backticks are code. */
export function writeWithCode(text: string): Html {
  const parts = text.split(/`([^`]+)`/);
  return html`${parts.map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))}`;
}

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
