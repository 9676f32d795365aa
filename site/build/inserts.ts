// What the pages of `site/pages/` show beside their words: blocks of other pages, tables from the data of the packages,
// and what `site/build/samples.js` has seen. A mark is a comment: `<!-- insert: NAME ARGUMENT -->`.
import fs from "node:fs";
import path from "node:path";
import type { ContractData } from "error-contract";
import { builtInContracts, getRecovery } from "error-contract/detect";
import errorContract from "eslint-plugin-error-contract";
import { readFile, root } from "./repository.js";

interface Finding {
  readonly ruleId: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
  readonly suggestions?: readonly { readonly desc: string }[];
}

interface ToolResult {
  readonly content: readonly [{ readonly text: string }];
}

/** What `samples.js` writes of the first example. */
interface StartSample {
  readonly received: ToolResult;
  readonly presets: Readonly<
    Record<string, { readonly findings: readonly Finding[]; readonly code: string; readonly received: ToolResult }>
  >;
}

type PresetName = keyof typeof errorContract.configs;

/** What ESLint reads of a rule, beside what the types of the plugin promise. */
interface RuleMeta {
  readonly docs: { readonly description: string };
  readonly fixable?: string;
  readonly hasSuggestions?: boolean;
}

const SAMPLES = path.join(root, "site/.cache/samples");
const PRESETS = Object.keys(errorContract.configs) as PresetName[];

const INSERTS: Readonly<Record<string, (argument: string) => string>> = {
  block: insertBlock,
  section: insertSection,
  rules: insertRules,
  codes: insertCodes,
  changelog: insertChangelog,
  received: () => showReceived(readStart().received),
  envelope: () => showReceived(presetSample("recommended").received),
  finding: insertFindings,
  change: insertChange,
  configurations: () =>
    tabs((preset) => ["js", readBlock(CONFIGURATION).code.replace("configs.recommended", `configs.${preset}`)]),
  servers: () => tabs((preset) => ["js", tool(presetSample(preset).code, "import { wrapServer")]),
  envelopes: () => tabs((preset) => ["json", format(presetSample(preset).received)]),
  output: (name) => fence("text", readSample(name)),
  page: (name) => readSample(name).replace(/^# .*\n+/, ""),
};
const CONFIGURATION = "docs/guides/hosts.md#TypeScript";

/** Replaces the marks of a page by what they name. */
export function insertBlocks(text: string): string {
  return text.replaceAll(/^<!-- insert: (\w+) ?(.*) -->$/gm, (_mark, name: string, argument: string) => {
    const insert = INSERTS[name];
    if (!insert) throw new Error(`There is nothing to insert of the name ${name}`);
    return insert(argument);
  });
}

/** Returns a file of the samples, or a word in its place where `npm run site` has not made them yet. */
export function readSample(name: string): string {
  const file = path.join(SAMPLES, name);
  return fs.existsSync(file) ? fs.readFileSync(file, "utf8").trimEnd() : "npm run site shows it.";
}

function readStart(): StartSample {
  const text = readSample("start.json");
  const empty: StartSample = { received: { content: [{ text }] }, presets: {} };
  return text.startsWith("{") ? (JSON.parse(text) as StartSample) : empty;
}

function presetSample(preset: string): StartSample["presets"][string] {
  const { presets, received } = readStart();
  return presets[preset] ?? { findings: [], code: "", received };
}

function fence(language: string, code: string): string {
  return `\`\`\`${language}\n${code.trimEnd()}\n\`\`\``;
}

/** What stands below a heading of a page, without that of other headings: `FILE#Heading`. */
function readSection(place: string): string {
  const [file = "", heading = ""] = place.split("#");
  const [, section] = readFile(file).split(new RegExp(`^#+ ${heading}$`, "m"));
  if (section === undefined) throw new Error(`There is no section ${place}`);
  // A comment in code begins with a `#`, too.
  const [text = ""] = section.split(/^#+ (?=[A-Z].*\n\n)/m);
  return text.trim();
}

/** A section of a page of the root, with links from there. */
function insertSection(place: string): string {
  return readSection(place).replaceAll(/\]\((?![\w+]+:|#)/g, "](/");
}

/** A block of a section: `FILE#Heading`, or `FILE#Heading:2` for the second one. */
function readBlock(place: string): { readonly language: string; readonly code: string } {
  const [section = "", count = "1"] = place.split(":");
  const [, language = "", code] =
    [...readSection(section).matchAll(/^```(\w*)\n([^]*?)^```/gm)][Number(count) - 1] ?? [];
  if (code === undefined) throw new Error(`There is no block ${place}`);
  return { language, code };
}

function insertBlock(place: string): string {
  const { language, code } = readBlock(place);
  return fence(language, code);
}

/** A tab for each contract, with the preset that follows it. */
function tabs(show: (preset: string) => readonly [language: string, code: string]): string {
  const blocks = PRESETS.filter((preset) => contractOf(preset) !== null).map((preset) => {
    const [language, code] = show(preset);
    return fence(`${language} [${contractOf(preset) ?? ""}]`, code);
  });
  return ["::: code-group", ...blocks, ":::"].join("\n\n");
}

function contractOf(preset: PresetName): string | null {
  const [config] = errorContract.configs[preset];
  return (config?.settings?.errorContract as { readonly contract: string | null } | undefined)?.contract ?? null;
}

/** What the first example of a rule's page becomes under each contract; empty where its names are those of one. */
export function insertRewrites(rule: string): string {
  const text = readSample("rules.json");
  const rewrites = text.startsWith("{") ? (JSON.parse(text) as Partial<Record<string, Record<string, string>>>) : {};
  const rewritten = rewrites[rule];
  if (!rewritten) return "";
  const shown = tabs((preset) => ["js", rewritten[preset] ?? ""]);
  const lead = "With the fix or the first suggestion, under each contract:";
  return `### What the first example becomes\n\n${lead}\n\n${shown}\n\n`;
}

/** The server and its tool, without what surrounds them, and with the import that is asked for. */
function tool(code: string, ...beginnings: readonly string[]): string {
  const lines = code.split("\n");
  const isShown = (line: string) => ["const server", ...beginnings].some((beginning) => line.startsWith(beginning));
  const [begin, end] = [lines.findIndex((line) => line.startsWith("server.")), lines.indexOf("});")];
  return [...lines.slice(0, begin).filter(isShown), "", ...lines.slice(begin, end + 1)].join("\n");
}

function format({ content: [{ text }] }: ToolResult): string {
  return text.startsWith("{") ? JSON.stringify(JSON.parse(text), null, 2) : text;
}

function showReceived(result: ToolResult): string {
  const text = format(result);
  return fence(text.startsWith("{") ? "json" : "text", text);
}

/** The findings of the first example as ESLint prints them, each with what an editor offers. */
function insertFindings(rule: string): string {
  const findings = presetSample("recommended").findings.filter(({ ruleId }) => ruleId === `error-contract/${rule}`);
  const lines = findings.flatMap(({ line, column, message, ruleId, suggestions = [] }) => [
    `  ${line}:${column}  error  ${message.replace(/\.$/, "")}  ${ruleId}`,
    ...suggestions.map(({ desc }) => `        offers: ${desc}`),
  ]);
  return fence("text", ["server.js", ...lines].join("\n"));
}

/** The line of the first example that has a word after the suggestions, before and after them. */
function insertChange(word: string): string {
  const before = readFile("site/examples/start/server.js").split("\n");
  const after = presetSample("recommended").code.split("\n");
  const index = after.findIndex((line) => line.includes(word) && !line.startsWith("import"));
  // The import stands in front of it.
  const [old = "", line = ""] = [before[index - 1], after[index]];
  return fence("diff", `-${old.trim()}\n+${line.trim()}`);
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cell = (text: string) => text.replaceAll("|", String.raw`\|`);
  const lines = [head, head.map(() => "---"), ...rows].map((row) => `| ${row.map(cell).join(" | ")} |`);
  return lines.join("\n");
}

const code = (text: string) => `\`${text}\``;

/** The rules by their own meta; what types add to each was measured. */
function insertRules(): string {
  const measured = new Map(
    Array.from(
      readFile("docs/types.md").matchAll(/^\| \[([a-z-]+)\]\S+ +\| +(\d+) \| +(\d+) \| +(\d+) \|$/gm),
      ([, rule = "", ...counts]) => [rule, counts.map(Number)] as const,
    ),
  );
  const rows = Object.entries(errorContract.rules).map(([rule, { meta }]) => {
    const { docs, fixable, hasSuggestions } = meta as RuleMeta;
    const presets = PRESETS.filter(
      (preset) => `error-contract/${rule}` in (errorContract.configs[preset][0]?.rules ?? {}),
    );
    const [typed = 0, untyped = 0, only = 0] = measured.get(rule) ?? [];
    return [
      `[${rule}](${rule}.md)`,
      docs.description,
      presets.map(code).join(" "),
      fixable ? "yes" : "no",
      hasSuggestions ? "yes" : "no",
      typed > untyped || only > 0 ? "yes" : "no",
    ];
  });
  return table(["Rule", "What it does", "Presets", "Fix", "Suggestion", "More with types"], rows);
}

function insertCodes(): string {
  const anchors = new Set<string>();
  const entries = builtInContracts
    .flatMap((contract: ContractData) =>
      Object.entries(contract.codes).map(([name, entry]) => ({ name, entry, contract })),
    )
    .sort((one, other) => one.name.localeCompare(other.name, "en"));
  const rows = entries.map(({ name, entry, contract }) => {
    const { retryable = false, recovery = "" } = getRecovery(contract, entry.value ?? name) ?? {};
    // The first row of a code has its anchor.
    const id = anchors.has(name) ? "" : ` id="${name}"`;
    anchors.add(name);
    const value = entry.value === undefined ? "" : ` ${code(String(entry.value))}`;
    const retry = retryable ? "yes" : "no";
    return [
      `<a${id} href="#${name}">${code(name)}</a>${value}`,
      `[${contract.name}](contracts/index.md#${contract.name})`,
      entry.meaning,
      entry.kind === "warning" ? "-" : retry,
      recovery,
    ];
  });
  return table(["Code", "Contract", "Meaning", "Retry", "What to do"], rows);
}

/** The changelogs of both packages, and what waits for the next version. */
function insertChangelog(): string {
  const waiting = fs
    .readdirSync(path.join(root, ".changeset"))
    .filter((name) => name.endsWith(".md") && name !== "README.md")
    .map((name) => readFile(`.changeset/${name}`).replace(/^---[^]*?^---\n+/m, ""));
  const next = waiting.length === 0 ? [] : ["## Next", ...waiting.map((text) => `- ${text.trim()}`)];
  const packages = ["src", "rules"].map((folder) => {
    const { name } = JSON.parse(readFile(`${folder}/package.json`)) as { readonly name: string };
    const text = readFile(`${folder}/CHANGELOG.md`).replace(/^# .*\n+/, "");
    return `## ${name}\n\n${text.replaceAll(/^##/gm, "###")}`;
  });
  return [...next, ...packages].join("\n\n");
}
