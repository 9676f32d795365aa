import {
  describeCount,
  describeProblems,
  describeTotals,
  findCell,
  groups,
  groupWrong,
  printLegend,
  signs,
} from "./print-matrix.js";
import type { Cell, Proof, Row } from "./proof.js";

/** Writes a proof as Markdown, for a pull request or a wiki. */
export function writeMarkdown(proof: Proof): string {
  const { server, command, sdk, date, problems, seed } = proof;
  const wrong = groupWrong(proof);
  const made = `${writeCode(command)}, ${date.slice(0, 10)}, ${sdk}, seed ${seed}.`;
  const sections = [
    `# What clients of ${escapeText(server.name)} receive when something fails`,
    `${describeTotals(proof)} ${made} ${escapeText(proof.hold)}`,
    escapeText(printLegend(proof)),
    ...proof.advice.map(escapeText),
    ...problems.map(({ message }) => `The server: ${escapeText(message)}`),
    ...Object.entries(groups).flatMap(([group, title]) => writeGroup(proof, group, title)),
    ...(wrong.length > 0
      ? ["## What is wrong", ...wrong.map(({ row, cell, count }) => writeWrong(row, cell, count))]
      : []),
  ];
  return `${sections.join("\n\n")}\n`;
}

function writeGroup({ columns, rows }: Proof, group: string, title: string): readonly string[] {
  const shown = columns.filter((column) => column.group === group);
  if (shown.length === 0) return [];
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  const body = rows.map(({ name, cells }) =>
    line([writeCode(name), ...shown.map((column) => signs[findCell(cells, column.name)?.verdict ?? "not called"])]),
  );
  return [
    `## ${title}`,
    [line(["", ...shown.map(({ name }) => name)]), line(["---", ...shown.map(() => "---")]), ...body].join("\n"),
  ];
}

function writeWrong({ name }: Row, cell: Cell, count: number): string {
  const { column, call, answer } = cell;
  return [
    `- ${writeCode(name)}, ${column}${describeCount(count)}: ${escapeText(describeProblems(cell))}`,
    ...[call?.params, answer].map((value) => `  - ${writeCode(JSON.stringify(value ?? null).slice(0, 300))}`),
  ].join("\n");
}

const writeCode = (text: string): string => {
  const fence = text.includes("`") ? "``" : "`";
  return `${fence} ${text.replace(/\s+/g, " ").replaceAll("|", "\\|")} ${fence}`;
};

const escapeText = (text: string): string => text.replace(/[\\`*_[\]<>|#]/g, "\\$&").replace(/\s+/g, " ");
