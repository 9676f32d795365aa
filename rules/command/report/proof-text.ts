import type { ToolReport } from "./report-data.js";

const COUNTS = [
  ["swallowed", "swallowed"],
  ["raw errors", "rawErrors"],
  ["results", "results"],
  ["others", "others"],
] as const;

/** Says in words what a call of a tool may reach in the source. */
export function describeSource(source: ToolReport | null): string {
  if (!source) return "not found";
  if (source.rawErrors === null) return "not followed";
  const counts = COUNTS.filter(([, key]) => (source[key] ?? 0) > 0).map(
    ([label, key]) => `${source[key] ?? 0} ${label}`,
  );
  return counts.length === 0 ? "nothing found" : counts.join(", ");
}
