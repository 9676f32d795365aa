import type { ESLint } from "eslint";
import path from "node:path";
import { PAGES } from "../../create-rule.js";
import { mayRegisterTools } from "../../tools/registrations.js";
import { countOf } from "../text.js";
import type { Setup } from "./find-setup.js";
import { isLinted } from "./source-globs.js";

const RAW_FAILURE = /\bthrow new \w*(?:Error|Exception)\b|\bisError:\s*true\b/;
const TEST = /\b(?:describe|it|test|suite)(?:\.\w+)*\(|["'](?:node:test|vitest|mocha|chai|ava|tap|@jest\/globals)["']/;
const NO_SERVER = /\.(?:config|setup|test|spec|bench|stories)\.\w+$/;

const MOST_FOLDERS = 5;

/** Says by folder which files of a server no rule is on for, those that register tools first; nothing where all are. */
export async function describeLeftOut({ cwd, sources }: Setup, eslint: ESLint): Promise<string | undefined> {
  const tools: string[] = [];
  const failures: string[] = [];
  for (const { name, text } of sources) {
    const isTool = mayRegisterTools(text);
    if ((!isTool && !RAW_FAILURE.test(text)) || TEST.test(text) || NO_SERVER.test(name)) continue;
    if (!(await isLinted(path.join(cwd, name), eslint))) (isTool ? tools : failures).push(name);
  }
  const names = [...tools, ...failures];
  const folders = [...new Set(names.map((name) => path.posix.dirname(name)))];
  const lines = folders.slice(0, MOST_FOLDERS).map((folder) => {
    const [first = "", ...others] = names.filter((name) => path.posix.dirname(name) === folder);
    const more = others.length > 0 ? `, and ${countOf(others.length, "more file")} there` : "";
    return `  ${first} ${tools.includes(first) ? "registers tools" : "holds raw failures"}${more}`;
  });
  if (folders.length > MOST_FOLDERS)
    lines.push(`  and files in ${countOf(folders.length - MOST_FOLDERS, "more folder")}`);
  if (lines.length === 0) return undefined;
  return (
    `Not linted, because the preset or the configuration leaves these out:\n${lines.join("\n")}\n` +
    `If they are the server's, ${PAGES}/docs/guides/linted-files.md#what-is-left-out says how they are linted.`
  );
}
