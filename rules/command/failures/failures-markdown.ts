import { type Block, type Inline, writeMarkdown } from "error-contract/cli";
import { type CatalogueEntry, type ListedCode, OPEN_KINDS, type OpenKind } from "./failure-catalogue.js";
import { groupBy } from "../text.js";

const SECTIONS = { tool: "Tools", resource: "Resources", prompt: "Prompts" } as const;

/** What a client gets where no code is known, by the first word of the line. */
const OPEN_WAYS: Readonly<Record<OpenKind, string>> = {
  converted: "The code of what has failed, or one that is worked out, in",
  library: "The code of what goes wrong in",
  raw: "An error without a code, thrown in",
  result: "A failing result without a code, made in",
  unknown: "More that is not known, as a call could not be followed in",
};

/** Writes one page, tool by tool, for people and models: what each can answer when it fails, and what to do then. */
export function writeFailuresPage(catalogue: readonly CatalogueEntry[], project: string): string {
  const kinds = groupBy(catalogue, ({ kind }) => kind);
  const sections = Object.entries(SECTIONS).flatMap(([kind, title]): readonly Block[] => {
    const entries = kinds.get(kind) ?? [];
    if (entries.length === 0) return [];
    return [{ heading: title, level: 2, id: kind }, ...entries.flatMap(describeEntry)];
  });
  return writeMarkdown([
    { heading: [`What can fail: `, project], level: 1, id: "failures" },
    {
      text:
        "What each tool, resource and prompt can answer when it fails, found in the code. Decide by the code, never " +
        "by the message. Input that the schema refuses is answered before the tool runs, and stands nowhere below.",
    },
    ...sections,
  ]);
}

function describeEntry({ kind, name, codes, open }: CatalogueEntry): readonly Block[] {
  const ways = OPEN_KINDS.flatMap((each) => describeOpen(each, open[each]));
  const isSilent = codes.length === 0 && ways.length === 0;
  return [
    { heading: { code: name }, level: 3, id: `${kind}-${name}` },
    ...(codes.length > 0 ? [describeCodes(codes)] : []),
    ...(ways.length > 0 ? [{ list: ways }] : []),
    ...(isSilent ? [{ text: "No failure is known." }] : []),
  ];
}

const describeCodes = (codes: readonly ListedCode[]): Block => ({
  head: ["code", "meaning", "the same call again", "what to do"],
  rows: codes.map(({ code, meaning, retryable, recovery }) => [
    { code: String(code) },
    meaning ?? "Not a code of the contract",
    retryable === undefined ? "" : retryable ? "may succeed" : "fails again",
    recovery ?? "",
  ]),
});

function describeOpen(kind: OpenKind, files: readonly string[]): readonly Inline[] {
  if (files.length === 0) return [];
  const listed = files.flatMap((file, at): readonly Inline[] => [at === 0 ? " " : ", ", { code: file }]);
  return [[OPEN_WAYS[kind], ...listed, "."]];
}
