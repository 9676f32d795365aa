const placeholder = /\{(\w+)\}/g;

/** The names in braces of a template such as `Invariant {invariant_id} was violated`. */
export function placeholders(template: string): readonly string[] {
  return Array.from(template.matchAll(placeholder), ([, name]) => name!);
}

/** A template with each `{name}` replaced by the text of its value. */
export function filledTemplate(template: string, valueOf: (name: string) => unknown): string {
  return template.replace(placeholder, (_, name: string) => String(valueOf(name)));
}

/**
 * A template with each `{name}` replaced by its text, and without the clauses that have none: `Permission denied: '{reason}'`
 * reads `Permission denied` where nobody knows the reason.
 *
 * A clause begins at a colon, comma or semicolon that a space follows, and goes as a whole when one of its names has no text.
 * What stands before the first of them stays; only the name goes, with the quotes or parentheses around it.
 */
export function renderedTemplate(template: string, textOf: (name: string) => string | undefined): string {
  const clauses = [""];
  const dropped = new Set<number>();
  for (const [piece] of template.matchAll(pieces)) {
    if (/^[:,;]/.test(piece)) clauses.push("");
    const last = clauses.length - 1;
    if (placeholders(piece).every((name) => textOf(name) !== undefined)) {
      clauses[last] = clauses[last]! + filledTemplate(piece, textOf);
    } else if (last > 0) {
      dropped.add(last);
    } else {
      clauses[0] = clauses[0]!.trimEnd();
    }
  }
  return clauses
    .filter((_, index) => !dropped.has(index))
    .join("")
    .trim();
}

/** Quoted or parenthesised text with a name in it, a name alone, what begins a clause, anything else. */
const pieces = /'[^'{}]*(?:\{\w+\}[^'{}]*)+'|\([^(){}]*(?:\{\w+\}[^(){}]*)+\)|\{\w+\}|[:,;](?=\s)|[^'({:,;]+|[^]/gu;
