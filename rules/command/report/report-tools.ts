import { compareText } from "../text.js";
import type { FileOutline, Place, ToolOutline } from "./file-outline.js";
import type { FindingReport, ToolReport } from "./report-data.js";

/** The rules that have a column of their own. */
const COUNTED = new Set(["no-raw-error", "no-swallowed-error", "no-error-result"]);

/**
 * Reports each tool with the findings that a call of it may reach: in its handler, and in the functions of the project
 * that are called from there. A function that several tools call counts for each of them.
 */
export function reportTools(
  files: readonly { readonly file: string; readonly name: string; readonly source: string }[],
  outlines: ReadonlyMap<string, FileOutline>,
  findings: readonly FindingReport[],
): readonly ToolReport[] {
  const placed = files.flatMap(({ file, name, source }) => {
    const starts = findLineStarts(source);
    const found = findings.filter((finding) => finding.file === name);
    return found.map((finding) => ({ file, at: (starts[finding.line - 1] ?? 0) + finding.column - 1, finding }));
  });

  function reportTool({ name, isNamed, line, boundary, places }: ToolOutline, file: string): ToolReport {
    const reached = listReachedPlaces(places, outlines);
    const found = placed
      .filter((each) => reached.some((place) => place.file === each.file && isIn(each.at, place)))
      .map(({ finding }) => finding);
    const countOf = (isMeant: (rule: string) => boolean) =>
      places.length === 0 ? null : found.filter(({ rule }) => isMeant(rule)).length;
    const codes = reached.flatMap((place) =>
      (outlines.get(place.file)?.codes ?? []).filter(({ at }) => isIn(at, place)).map(({ code }) => code),
    );
    return {
      name,
      isNamed,
      file,
      line,
      boundary,
      rawErrors: countOf((rule) => rule === "no-raw-error"),
      swallowed: countOf((rule) => rule === "no-swallowed-error"),
      results: countOf((rule) => rule === "no-error-result"),
      others: countOf((rule) => !COUNTED.has(rule)),
      codes: [...new Set(codes)].sort(compareText),
      findings: found.map(({ number }) => number),
    };
  }

  return files
    .flatMap(({ file, name }) => (outlines.get(file)?.tools ?? []).map((tool) => reportTool(tool, name)))
    .sort((one, other) => compareText(one.name, other.name) || compareText(one.file, other.file));
}

/** The places that a call may reach from some of them. */
function listReachedPlaces(places: readonly Place[], outlines: ReadonlyMap<string, FileOutline>): readonly Place[] {
  const reached = new Map(places.map((place) => [toKey(place), place]));
  // Grows while it is read.
  for (const place of reached.values())
    for (const { at, target } of outlines.get(place.file)?.calls ?? [])
      if (isIn(at, place) && !reached.has(toKey(target))) reached.set(toKey(target), target);
  return [...reached.values()];
}

const toKey = ({ file, range }: Place) => `${range[0]} ${range[1]} ${file}`;
const isIn = (at: number, { range }: Place) => range[0] <= at && at < range[1];

function findLineStarts(source: string): readonly number[] {
  // ESLint's offsets leave out a byte order mark.
  const text = source.replace(/^\uFEFF/, "");
  return [0, ...[...text.matchAll(/\r\n|[\n\r\u2028\u2029]/g)].map(({ index, 0: end }) => index + end.length)];
}
