import { contextResolve } from "error-contract/context-resolve";
import { typedMcp } from "error-contract/typed-mcp";
import type { PresetName } from "../../plugin-types.js";
import { FRAMEWORKS } from "../../words/frameworks.js";
import type { Project, Source } from "../project/read-project.js";
import { countOf } from "../text.js";
import { isServerCode } from "./source-globs.js";

/** The preset that a code base resembles, with the reasons. */
export interface PresetChoice {
  readonly preset: PresetName;
  readonly reason: string;
}

interface Sign {
  readonly preset: PresetName;
  readonly pattern: RegExp;
  /** How often it has to stand in the code. */
  readonly least: number;
  /** How many of them there have to be for each `throw new`, where other servers have some of them too. */
  readonly share?: number;
  readonly meaning: string;
}

const oneOf = (codes: object) => `["'\`](?:${Object.keys(codes).join("|")})["'\`]`;

/** The words that only servers of one contract have, the most distinctive first. */
const SIGNS: readonly Sign[] = [
  {
    preset: "kaiza",
    pattern: /\bKaizaError\b|\bSystemError\.(?:toolFailure|invariantViolation|startupFailure)\b|\bnew SystemError\(/g,
    least: 2,
    meaning: "`KaizaError` or `SystemError` is made",
  },
  {
    preset: "contextResolve",
    pattern: new RegExp(String.raw`\bcode:\s*${oneOf(contextResolve.codes)}`, "g"),
    least: 2,
    meaning: "errors have the codes of context-resolve",
  },
  {
    preset: "mcpAql",
    pattern: /\bsuccess:\s*false,\s*error:\s*\{|\bMCP-?AQL\b/g,
    least: 3,
    meaning: "failures are `{ success: false, error: { ... } }`",
  },
  {
    preset: "typedMcp",
    pattern: new RegExp(String.raw`\berror:\s*${oneOf(typedMcp.codes)}`, "g"),
    least: 2,
    share: 0.25,
    meaning: "failures are `{ error: code, ... }` with the codes of typed MCP errors",
  },
  {
    preset: "jsonRpc",
    pattern: /\bcode:\s*-32\d{3}\b/g,
    least: 2,
    share: 0.5,
    meaning: "errors have the codes of JSON-RPC",
  },
];

/** Chooses the preset whose signs stand in the code; `recommended` where none does. */
export function choosePreset(sources: readonly Source[]): PresetChoice {
  const texts = sources.filter(({ name }) => isServerCode(name)).map(({ text }) => text);
  const countIn = (pattern: RegExp) =>
    texts.map((text) => text.match(pattern)?.length ?? 0).filter((count) => count > 0);
  const sum = (counts: readonly number[]) => counts.reduce((total, each) => total + each, 0);
  const throws = sum(countIn(/\bthrow new\b/g));
  for (const { preset, pattern, least, meaning, share = 0 } of SIGNS) {
    const counts = countIn(pattern);
    const count = sum(counts);
    if (count >= least && count >= throws * share)
      return { preset, reason: `${meaning}: ${countOf(count, "place")} in ${countOf(counts.length, "file")}` };
  }
  return { preset: "recommended", reason: "nothing in the code is of another contract" };
}

const SERVER_PACKAGES = FRAMEWORKS.flatMap(({ packages }) => packages);

/** Returns whether a project depends on a framework for MCP servers, or a file of it imports one. */
export function hasServer({ packages, sources }: Project): boolean {
  return SERVER_PACKAGES.some(
    (name) => Object.hasOwn(packages, name) || sources.some(({ text }) => importsFrom(text, name)),
  );
}

/** `"fastmcp"`, `"@modelcontextprotocol/sdk/server/mcp.js"` */
function importsFrom(text: string, name: string): boolean {
  return [`"${name}"`, `'${name}'`, `"${name}/`, `'${name}/`].some((specifier) => text.includes(specifier));
}
