import type { ESLint } from "eslint";
import path from "node:path";
import { mayRegisterTools } from "../../tools/registrations.js";
import { nameOfFile } from "../text.js";
import type { Site } from "./find-sites.js";

const RAW_FAILURE = /\bthrow new (?:\w*Error|\w*Exception)\b|\bisError:\s*true\b/;
const TEST = /\b(?:describe|it|test|suite)(?:\.\w+)*\(|["'](?:node:test|vitest|mocha|chai|ava|tap|@jest\/globals)["']/;
const TOOL_OR_TYPES = /\.(?:config|setup|test|spec|bench|stories)\.[cm]?[jt]sx?$|\.d\.[cm]?ts$|\.min\.js$/;

/** A file that looks like a part of a server, and that no rule of the plugin is on for. */
export interface LeftOutFile {
  /** Its path from the project. */
  readonly name: string;
  readonly why: "registers tools" | "holds raw failures";
}

/** Finds the files of a server that no rule is on for, those that register tools first. */
export async function findLeftOut(
  { cwd, sources }: Site,
  eslint: ESLint,
  root: string,
): Promise<readonly LeftOutFile[]> {
  const files: LeftOutFile[] = [];
  for (const { name, text } of sources) {
    const why = mayRegisterTools(text) ? "registers tools" : RAW_FAILURE.test(text) ? "holds raw failures" : undefined;
    if (why === undefined || TEST.test(text) || TOOL_OR_TYPES.test(name)) continue;
    const file = path.join(cwd, name);
    if (!(await isLinted(file, eslint))) files.push({ name: nameOfFile(file, root), why });
  }
  return files.sort(
    (one, other) => Number(one.why === "holds raw failures") - Number(other.why === "holds raw failures"),
  );
}

async function isLinted(file: string, eslint: ESLint): Promise<boolean> {
  try {
    const config: unknown = await eslint.calculateConfigForFile(file);
    const { rules = {} } = (config ?? {}) as { readonly rules?: Readonly<Record<string, readonly [severity: number]>> };
    return Object.entries(rules).some(([rule, [severity]]) => severity > 0 && rule.startsWith("error-contract/"));
  } catch {
    // The packages of the configuration are not installed yet: what it says of the file is not known.
    return true;
  }
}
