const CHANGE = /«([^»]*?)(?: ⇒ |⇒)([^»]*)»/g;

/** Reads the code and what a rewrite makes of it from one text, where each change stands as `«before ⇒ after»`. */
export function readRewrite(marked: string): { readonly code: string; readonly output: string } {
  return { code: marked.replaceAll(CHANGE, "$1"), output: marked.replaceAll(CHANGE, "$2") };
}

/** The same for two passes, of which the second takes the import in the first line away. */
export function readRewriteWithImport(marked: string): { readonly code: string; readonly output: string[] } {
  const { code, output } = readRewrite(marked);
  return { code, output: [output, output.replace(/^.*\n/, "")] };
}

/** The cases of a table whose rows are the rewrite of each, by its name. */
export const toMarked = (table: Readonly<Record<string, string>>): { name: string; marked: string }[] =>
  Object.entries(table).map(([name, marked]) => ({ name, marked }));
