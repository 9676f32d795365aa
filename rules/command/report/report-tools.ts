import { compareText } from "../text.js";
import type { FileOutline, Place, ToolOutline } from "./file-outline.js";
import type { FindingReport, ToolReport } from "./report-data.js";

/** The offset at which a finding begins, by file. */
interface PlacedFinding {
  readonly file: string;
  readonly at: number;
  readonly report: FindingReport;
}

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
    return found.map((report) => ({ file, at: (starts[report.line - 1] ?? 0) + report.column - 1, report }));
  });
  return files
    .flatMap(({ file, name }) =>
      (outlines.get(file)?.tools ?? []).map((tool) => reportTool(tool, name, reach(tool), placed)),
    )
    .sort((one, other) => compareText(one.name, other.name) || compareText(one.file, other.file));

  /** The places that a call of a tool may reach, and the codes in them. */
  function reach({ places }: ToolOutline): Reached {
    const reached: Place[] = [...places];
    const keys = new Set(reached.map(toKey));
    // Grows while it is read.
    for (const place of reached) {
      for (const { at, target } of outlines.get(place.file)?.calls ?? []) {
        if (!isIn(at, place) || keys.has(toKey(target))) continue;
        keys.add(toKey(target));
        reached.push(target);
      }
    }
    const codes = reached.flatMap((place) =>
      (outlines.get(place.file)?.codes ?? []).filter(({ at }) => isIn(at, place)).map(({ code }) => code),
    );
    return { places: reached, codes: [...new Set(codes)].sort(compareText) };
  }
}

interface Reached {
  readonly places: readonly Place[];
  readonly codes: readonly string[];
}

const toKey = ({ file, range }: Place) => `${range[0]} ${range[1]} ${file}`;
const isIn = (at: number, { range }: Place) => range[0] <= at && at < range[1];

function reportTool(
  { name, isNamed, line, boundary }: ToolOutline,
  file: string,
  { places, codes }: Reached,
  placed: readonly PlacedFinding[],
): ToolReport {
  const found = placed
    .filter((finding) => places.some((place) => place.file === finding.file && isIn(finding.at, place)))
    .map(({ report }) => report);
  const countOf = (rule: string) => found.filter((finding) => finding.rule === rule).length;
  const rawErrors = countOf("no-raw-error");
  const swallowed = countOf("no-swallowed-error");
  const results = countOf("no-error-result");
  return {
    name,
    isNamed,
    file,
    line,
    boundary,
    rawErrors,
    swallowed,
    results,
    others: found.length - rawErrors - swallowed - results,
    codes,
    findings: found.map(({ number }) => number),
  };
}

function findLineStarts(source: string): readonly number[] {
  // ESLint's offsets leave out a byte order mark.
  const text = source.replace(/^\uFEFF/, "");
  return [0, ...[...text.matchAll(/\r\n|[\n\r\u2028\u2029]/g)].map(({ index, 0: end }) => index + end.length)];
}
