import { ALL } from "../../reach/tool-failures.js";
import { compareText } from "../text.js";
import { type CatalogueEntry, type ListedCode, OPEN_KINDS, type OpenKind } from "./failure-catalogue.js";

/** Why a tool may answer more than its codes, by the first word of the line. */
const OPEN_REASONS: Readonly<Record<OpenKind, string>> = {
  converted: "The code is that of what has failed, or is worked out, in",
  library: "The code is that of what goes wrong in",
  raw: "An error without a code is thrown in",
  result: "A failing result without a code is made in",
  unknown: "A call could not be followed in",
};

/** A line of more characters is broken, as a formatter does it. */
const LONGEST_LINE = 80;

const MOST_FILES = 3;

/** Writes a module of types: `Failures["read_note"]` are the codes that the tool can answer when it fails. */
export function writeFailureTypes(catalogue: readonly CatalogueEntry[]): string {
  const tools = catalogue.filter(({ kind }) => kind === "tool");
  const shared = tools.find(({ name }) => name === ALL)?.codes ?? [];
  return [
    "// Written by `eslint-plugin-error-contract failures --types`, from the code of the server.",
    "",
    "/** By tool, the codes that it can answer when it fails. */",
    "export interface Failures {",
    ...tools.flatMap((tool) => [...describeOpen(tool), describeCodes(tool.name, [...tool.codes, ...shared])]),
    "}",
    "",
  ].join("\n");
}

function describeOpen({ open }: CatalogueEntry): readonly string[] {
  const reasons = OPEN_KINDS.filter((kind) => open[kind].length > 0).map((kind) => {
    const files = open[kind].slice(0, MOST_FILES).join(", ");
    const more = open[kind].length > MOST_FILES ? ` and ${open[kind].length - MOST_FILES} more` : "";
    // A path may hold what would end the comment.
    return `${OPEN_REASONS[kind]} ${files}${more}.`.replaceAll("*/", "*\\/");
  });
  if (reasons.length === 0) return [];
  return ["  /**", ...reasons.map((reason) => `   * ${reason}`), "   */"];
}

function describeCodes(name: string, codes: readonly ListedCode[]): string {
  const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
  const values = [...new Set(codes.map(({ code }) => JSON.stringify(code)))].sort(compareText);
  const line = `  ${key}: ${values.join(" | ") || "never"};`;
  return line.length <= LONGEST_LINE ? line : `  ${key}:${values.map((value) => `\n    | ${value}`).join("")};`;
}
