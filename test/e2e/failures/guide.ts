import fs from "node:fs";

/** The page whose tables say how each failure leaves a server. */
const page = fs.readFileSync(new URL("../../../docs/guides/failures-of-a-server.md", import.meta.url), "utf8");

/** A line of a table: its first cell, those of the two SDKs, and that of the code, where there is one. */
export interface Line {
  readonly failure: string;
  readonly forms: readonly [sdk1: string, sdk2: string];
  readonly code: string | undefined;
}

/** The tables of the page, by their headings. */
export const tables: ReadonlyMap<string, readonly Line[]> = new Map(
  page
    .split(/^## /mu)
    .slice(1)
    .map((section) => [section.split("\n")[0]!, readLines(section)] as const),
);

function readLines(section: string): readonly Line[] {
  const lines = section.split("\n").filter((line) => line.startsWith("|"));
  return lines.slice(2).map((line) => {
    const [failure, sdk1, sdk2, code] = line
      .slice(1, -1)
      .split(" | ")
      .map((cell) => cell.trim());
    return { failure: failure!, forms: [readForm(sdk1!), readForm(sdk2!)], code: /`(\w+)`$/u.exec(code ?? "")?.[1] };
  });
}

function readForm(cell: string): string {
  return cell.replaceAll("`", "");
}
