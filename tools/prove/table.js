// The table of docs/evidence.md.

/** Counts each, the most frequent first. */
function count(values) {
  const counts = new Map();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a);
}

/** One row for each server, in Markdown. A wrong cell counts by the first problem that it has. */
export function createTable(proofs) {
  const rows = proofs.map(({ server: { name, package: wanted }, proof: { rows: tools, totals } }) => {
    const cells = tools.flatMap((row) => row.cells).filter(({ verdict }) => verdict === "wrong");
    const kinds = count(cells.map(({ problems }) => problems[0].kind)).map(([kind, times]) => `${times} ${kind}`);
    const version = wanted.slice(wanted.lastIndexOf("@") + 1);
    const known = tools.filter(({ kind, isKnown }) => kind === "tool" && isKnown).length;
    const numbers = [known, totals.kept + totals["no code"], totals.open, totals.wrong, totals["not reached"]];
    return `| ${[`\`${name}\` ${version}`, ...numbers, kinds.join(", ") || "-"].join(" | ")} |`;
  });
  const head = ["server", "tools", "right", "open", "wrong", "not reached", "of which"];
  return [`| ${head.join(" | ")} |`, "| --- | ---: | ---: | ---: | ---: | ---: | --- |", ...rows].join("\n");
}
