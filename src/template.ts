const placeholder = /\{(\w+)\}/g;

/** The names in braces of a template such as `Invariant {invariant_id} was violated`. */
export function placeholders(template: string): readonly string[] {
  return Array.from(template.matchAll(placeholder), ([, name]) => name!);
}

/** A template with each `{name}` replaced by the text of its value. */
export function filledTemplate(template: string, valueOf: (name: string) => unknown): string {
  return template.replace(placeholder, (_, name: string) => String(valueOf(name)));
}
