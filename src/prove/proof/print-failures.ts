import type { Block, Inline } from "../../cli/document.js";
import type { JoinedFailures, Proof, SeenCode } from "./proof.js";

export const describeCode = (code: SeenCode["code"]): string =>
  code === null ? "a failure without a code" : String(code);

/** Lists what the file and the matrix do not have in common, the holes of the file first; empty without a file. */
export function printFailures({ failures }: Pick<Proof, "failures">): readonly string[] {
  if (!failures) return [];
  const parts = listParts(failures).flatMap(({ title, codes }) => [
    title,
    ...codes.map(({ name, code, columns }) => `  ${name}  ${describeCode(code)}${describeColumns(columns)}`),
  ]);
  return [...parts, ""];
}

/** The same, as a page and Markdown show it. */
export function describeFailures({ failures }: Pick<Proof, "failures">): readonly Block[] {
  if (!failures) return [];
  return [
    { heading: ["Beside ", { code: failures.file }], level: 2, id: "failures" },
    ...listParts(failures).flatMap(({ title, codes }): readonly Block[] => {
      const list = codes.map(({ name, code, columns }): Inline => {
        const told = code === null ? describeCode(code) : { code: String(code) };
        return [{ code: name }, ": ", told, describeColumns(columns)];
      });
      return [{ text: title }, ...(list.length > 0 ? [{ list }] : [])];
    }),
  ];
}

function listParts({ file, holes, unseen }: JoinedFailures) {
  return [
    { title: `Seen, and not in ${file}: ${holes.length}`, codes: holes },
    { title: `In ${file}, and never seen: ${unseen.length}`, codes: unseen },
  ];
}

const describeColumns = (columns: readonly string[]): string => (columns.length > 0 ? ` (${columns.join(", ")})` : "");
