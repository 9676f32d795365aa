import { builtInContracts } from "error-contract/detect";
import { contextResolve } from "error-contract/context-resolve";
import { typedMcp } from "error-contract/typed-mcp";
import { presets } from "../../configs.js";
import type { PresetName } from "../../plugin-types.js";
import { FRAMEWORKS } from "../../words/frameworks.js";
import type { Project, Source } from "../project/read-project.js";
import { countOf } from "../text.js";

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
    // `{ success: false, error: { ... } }` is the shape of many others.
    pattern: /\bMCP-?AQL\b/g,
    least: 2,
    meaning: "MCP-AQL is named",
  },
  {
    preset: "typedMcp",
    // `{ error: "not_found" }` is the shape of many others; `details` beside it is not.
    pattern: new RegExp(String.raw`\berror:\s*${oneOf(typedMcp.codes)},\s*message\b[^{}]*?,\s*details\b`, "g"),
    least: 2,
    meaning: "failures are `{ error, message, details }` with the codes of typed MCP errors",
  },
  {
    preset: "jsonRpc",
    // The other codes are those of MCP itself, over HTTP too, which each server without an SDK has.
    pattern: /\bcode:\s*-32(?!700\b|60[0-3]\b|00[02]\b)\d{3}\b/g,
    least: 2,
    share: 0.5,
    meaning: "errors have the codes of JSON-RPC",
  },
];

/** The preset that a code base resembles, with the reason. */
export interface PresetChoice {
  readonly preset: PresetName;
  readonly reason: string;
  /** Whether it was asked for. */
  readonly isNamed?: boolean;
}

/**
 * Chooses the preset whose signs stand in the code of a server; where none does, `recommended`, or `node` in a project
 * without an MCP server.
 */
export function choosePreset(sources: readonly Source[], isServer: boolean): PresetChoice {
  const texts = sources.map(({ text }) => text);
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
  return isServer
    ? { preset: "recommended", reason: "nothing in the code is of another contract" }
    : { preset: "node", reason: "no MCP server is in the project; for one that was not seen, `--preset recommended`" };
}

const isImported = (names: readonly string[]) => new RegExp(`["'](?:${names.join("|")})["'/]`);

const SERVER_PACKAGES = FRAMEWORKS.flatMap(({ packages }) => packages);
const FRAMEWORK = new RegExp(`["'](?:${SERVER_PACKAGES.join("|")})(?:/[^"']*)?["']`, "g");
/** The parts of the SDK that clients import, too. */
const CLIENT = /^["'][^"']*\/sdk\/(?:client|types|inMemory|shared)\b/;
/** The methods of the protocol that a server without a framework answers. */
const METHOD = /\bcase ["'`]tools\/(?:call|list)["'`]|=== ?["'`]tools\/(?:call|list)["'`]/;

/**
 * Returns whether a file of a project imports a framework for MCP servers, and not its client alone, or answers the
 * methods of the protocol. A project without code for it counts where it depends on one.
 */
export function hasServer({ packages, sources }: Project): boolean {
  const imports = sources.flatMap(({ text }) => text.match(FRAMEWORK) ?? []);
  if (imports.some((each) => !CLIENT.test(each)) || sources.some(({ text }) => METHOD.test(text))) return true;
  return imports.length === 0 && SERVER_PACKAGES.some((name) => Object.hasOwn(packages, name));
}

const WRAPPED = FRAMEWORKS.filter(({ runtime }) => "module" in runtime);
const IMPORTED = isImported(WRAPPED.flatMap(({ packages }) => packages));
/** The expression that creates a server. */
const CREATED = new RegExp(
  String.raw`\bnew (${[...new Set(WRAPPED.flatMap(({ classes }) => classes))].join("|")})[(<]`,
);

/** Returns whether a file creates a server that `wrapServer` takes. */
function createsServer(text: string): boolean {
  return IMPORTED.test(text) && CREATED.test(text);
}

/**
 * Proposes the line that puts the server of a project behind the boundary of a preset's contract; `undefined` where no
 * file creates one, or the boundary is there already.
 */
export function proposeBoundary(sources: readonly Source[], preset: PresetName): string | undefined {
  if (sources.some(({ text }) => text.includes("wrapServer"))) return undefined;
  const contract = builtInContracts.find(({ name }) => name === presets[preset].contract);
  const found = sources.find(({ text }) => createsServer(text));
  const [, created] = CREATED.exec(found?.text ?? "") ?? [];
  if (!contract || !found || created === undefined) return undefined;
  return (
    `${found.name}: put the server behind the boundary, so that every failure reaches the client as the envelope:\n` +
    `  import { wrapServer } from "${contract.vocabulary.module}";\n` +
    `  const server = wrapServer(new ${created}(...));`
  );
}
