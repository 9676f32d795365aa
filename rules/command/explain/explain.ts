import {
  type Command,
  CommandError,
  exitCodes,
  type ExitCode,
  parseArguments,
  type Terminal,
} from "error-contract/cli";
import { closest } from "fastest-levenshtein";
import fs from "node:fs";
import plugin from "../../index.js";

const RULES = Object.keys(plugin.rules);

const USAGE = `Usage: npx eslint-plugin-error-contract explain [RULE] [OPTIONS]

Prints the page of a rule: what it reports, with examples, its options, what --fix changes, and its limits. Without a
name it lists the rules.

  RULE        the name of a rule, such as no-raw-error or error-contract/no-raw-error
  --json      print \`rule\`, \`description\` and \`page\` (Markdown) as JSON on stdout; without a name, a list
  -h, --help  show this text

Exit codes: 0 printed; 2 there is no such rule.`;

const OPTIONS = {
  json: { type: "boolean", default: false },
  help: { type: "boolean", short: "h", default: false },
} as const;

export const explain: Command = { usage: USAGE, run: (args, terminal) => Promise.resolve(run(args, terminal)) };

function run(args: readonly string[], terminal: Terminal): ExitCode {
  const { values, positionals } = parseArguments(args, OPTIONS);
  const [given, ...others] = positionals;
  if (others.length > 0) throw new CommandError(`explain expects one rule, and was given ${positionals.join(", ")}.`);
  if (given === undefined) listRules(values.json, terminal);
  else printRule(readName(given), values.json, terminal);
  return exitCodes.ok;
}

/** @throws CommandError that names the nearest rule, where there is none of the name. */
function readName(given: string): string {
  const name = given.slice(given.lastIndexOf("/") + 1);
  if (RULES.includes(name)) return name;
  throw new CommandError(`There is no rule \`${given}\`: did you mean \`${closest(name, RULES)}\`?`);
}

function listRules(isJson: boolean, { print, paint }: Terminal): void {
  const listed = RULES.map((rule) => ({ rule, description: describe(rule) }));
  if (isJson) print(JSON.stringify(listed, null, 2));
  else for (const { rule, description } of listed) print(`${paint("cyan", rule.padEnd(24))} ${description}`);
}

function printRule(rule: string, isJson: boolean, { print, paint }: Terminal): void {
  const page = readPage(rule);
  if (isJson) print(JSON.stringify({ rule, description: describe(rule), page }, null, 2));
  else for (const line of toLines(page)) print(/^#+ /.test(line) ? paint("bold", line.replace(/^#+ /, "")) : line);
}

const describe = (rule: string): string =>
  (plugin.rules as typeof plugin.rules & Rules)[rule]?.meta?.docs?.description ?? "";

type Rules = Readonly<Record<string, { readonly meta?: { readonly docs?: { readonly description?: string } } }>>;

/** Reads the page that the package has of a rule. */
function readPage(rule: string): string {
  const file = new URL(`lib/pages/${rule}.md`, import.meta.resolve("eslint-plugin-error-contract/package.json"));
  if (fs.existsSync(file)) return fs.readFileSync(file, "utf8");
  throw new CommandError(`The page of \`${rule}\` is missing: in a clone, run \`npm run build\`.`);
}

/** The lines of a page as a terminal shows them: without marks for other tools, and links as their text. */
function toLines(page: string): readonly string[] {
  let isCode = false;
  return page.split("\n").flatMap((line) => {
    if (line.startsWith("```")) {
      isCode = !isCode;
      return [];
    }
    if (isCode) return [`    ${line}`];
    return line.startsWith("<!--") ? [] : [line.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")];
  });
}
