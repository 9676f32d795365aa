/** @typedef {import("./lint.js").Finding} Finding */

/**
 * Found, fixed and left findings by rule.
 *
 * @param {Finding[]} before
 * @param {Finding[]} after
 */
export function summaryTable(before, after) {
  const rules = [...new Set([...before, ...after].map(({ rule }) => rule))].sort();
  const counts = rules.map((rule) => countsOf(before, after, (finding) => finding.rule === rule));
  const rows = [
    ["rule", "found", "fixed", "left with suggestions", "left without"],
    ...rules.map((rule, index) => [rule, ...(counts[index] ?? [])]),
    ["all", ...countsOf(before, after, () => true)],
  ];
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => String(row[column]).length))) ?? [];
  return rows
    .map(([name, ...cells]) => {
      const numbers = cells.map((cell, column) => String(cell).padStart(widths[column + 1] ?? 0));
      return ["", String(name).padEnd(widths[0] ?? 0), ...numbers].join("  ");
    })
    .join("\n");
}

/**
 * @param {Finding[]} before
 * @param {Finding[]} after
 * @param {(finding: Finding) => boolean} isCounted
 */
function countsOf(before, after, isCounted) {
  const left = after.filter(isCounted);
  // A finding that shows when another one is fixed was there before.
  const found = Math.max(before.filter(isCounted).length, left.length);
  const suggested = left.filter(({ suggestions }) => suggestions.length > 0).length;
  return [found, found - left.length, suggested, left.length - suggested];
}
