import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { defineContract } from "../contract/check-contract.js";
import type { ContractData } from "../contract/contract-data.js";
import { builtInContracts } from "../contracts/built-in-contracts.js";
import { isRecord, parseJSON, readMember } from "../json/read.js";
import { isProof, listWorse, versions, type Baseline } from "../prove/proof/compare-proofs.js";
import { describeCells, describeProof } from "../prove/proof/describe-proof.js";
import { isFailuresFile } from "../prove/proof/join-failures.js";
import { printMatrix } from "../prove/proof/print-matrix.js";
import { draftInputs, prove as runProof } from "../prove/prove.js";
import { ProveError } from "../prove/server/prove-error.js";
import type { ProveOptions } from "../prove/prove-options.js";
import { CommandError, exitCodes, parseArguments, type Command, type ExitCode, type Terminal } from "../cli/command.js";
import { writeMarkdown } from "../cli/markdown.js";
import { writePage } from "../cli/page.js";
import { readArgumentFile, writeArgumentFile } from "./argument-files.js";

const usage = `Usage: npx error-contract prove [OPTIONS] -- COMMAND [ARGUMENTS]
       npx error-contract prove [OPTIONS] --url URL

Starts an MCP server, or connects to one, and calls each of its tools, resources and prompts: with wrong input, and with
faults in what they read and call, such as a missing file or a 500 from an API. It prints a matrix of what a client
receives. On Linux the server runs in namespaces: what a call writes, sends or starts ends with it. Elsewhere only tools
with readOnlyHint, and those that --allow names, are called. "Walls" below the matrix says what held.

  --contract NAME   the contract that the server follows: a name, a JSON file or MODULE#EXPORT (default: the contract
                    that its answers show)
  --inputs FILE     valid inputs, as JSON: { "TOOL": { ... } }
  --draft FILE      only write a file with inputs made from the schemas, for you to complete
  --expect FILE     the codes to expect, as JSON: { "404": ["NOT_FOUND"], "TOOL:429": [...] }
  --failures FILE   compare the codes with what the source says, as \`eslint-plugin-error-contract failures\` writes it:
                    what was seen and is not in the file is a problem
  --first NAME      call this tool first after each start, for example one that begins a session; may be repeated
  --allow NAME      call this tool even if a call of it might do harm; may be repeated
  --only NAME       test only this tool, resource or prompt; may be repeated
  --column NAME     test only this column: "missing", "404", ...; may be repeated
  --writable PATH   let the server write to this file or folder: to a copy that is thrown away, where the files are
                    behind a wall; may be repeated
  --audit FILE      the audit log, which must have each failure by the time its answer arrives
  --header TEXT     a header for --url: "Authorization: Bearer TOKEN"; may be repeated
  --limit SECONDS   the longest time for a call (default: 10)
  --start SECONDS   the longest time for the server to start (default: 30)
  --whole SECONDS   the longest time for the whole run (default: 900)
  --jobs N          how many calls to work on at once; those that wait do not count (default: one for each core)
  --memory MB       the most memory of each process of the server (default: 1024)
  --tries N         how many wrong inputs of each kind to try (default: 3)
  --seed N          chooses the wrong inputs; each run prints its own seed
  --html FILE       write the result as an HTML page
  --markdown FILE   write the result as Markdown
  --baseline FILE   compare with the output of an earlier --json: only what got worse is a problem
  --json            print the result as JSON
  --help            show this text

Exit codes: 0 nothing is wrong, or nothing got worse than the baseline; 1 something is wrong, or got worse; 2 wrong
arguments, or a server that cannot be tested; 130 interrupted.`;

const options = {
  url: { type: "string" },
  contract: { type: "string" },
  inputs: { type: "string" },
  draft: { type: "string" },
  expect: { type: "string" },
  failures: { type: "string" },
  first: { type: "string", multiple: true },
  allow: { type: "string", multiple: true },
  only: { type: "string", multiple: true },
  column: { type: "string", multiple: true },
  writable: { type: "string", multiple: true },
  audit: { type: "string" },
  header: { type: "string", multiple: true },
  limit: { type: "string" },
  start: { type: "string" },
  whole: { type: "string" },
  jobs: { type: "string" },
  memory: { type: "string" },
  tries: { type: "string" },
  seed: { type: "string" },
  html: { type: "string" },
  markdown: { type: "string" },
  baseline: { type: "string" },
  json: { type: "boolean" },
} as const;

export const prove: Command = { usage, run };

const endingSignals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

type Values = ReturnType<typeof parseArguments<typeof options>>["values"];

async function run(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const end = args.indexOf("--");
  const { values, positionals } = parseArguments(end < 0 ? args : args.slice(0, end), options);
  if (positionals.length > 0)
    throw new CommandError(
      `prove expects the command of the server behind \`--\`, found "${positionals[0]}" in front of it.`,
    );
  const target = readTarget(values, end < 0 ? [] : args.slice(end + 1));
  const controller = new AbortController();
  const stop = (): void => controller.abort();
  for (const signal of endingSignals) process.once(signal, stop);
  try {
    const given = { ...(await readOptions(values)), target, note: terminal.note, signal: controller.signal };
    if (values.draft !== undefined) {
      writeArgumentFile("draft", values.draft, `${JSON.stringify(await draftInputs(given), null, 2)}\n`, terminal);
      return exitCodes.ok;
    }
    const before = values.baseline === undefined ? undefined : readBaseline(values.baseline);
    const proof = await runProof(given);
    const blocks = describeProof(proof);
    const page = writePage([...blocks, ...describeCells(proof)], `Proof: ${proof.server.name}`);
    if (values.html !== undefined) writeArgumentFile("html", values.html, page, terminal);
    if (values.markdown !== undefined) writeArgumentFile("markdown", values.markdown, writeMarkdown(blocks), terminal);
    terminal.print(values.json ? JSON.stringify(proof, null, 2) : printMatrix(proof));
    const worse = before && listWorse(before, proof);
    for (const problem of worse ?? []) terminal.note(`worse: ${problem}`);
    const isWrong = proof.totals.wrong > 0 || proof.problems.length > 0 || (proof.failures?.holes.length ?? 0) > 0;
    const isBad = worse ? worse.length > 0 : isWrong;
    return isBad ? exitCodes.problems : exitCodes.ok;
  } catch (error) {
    if (controller.signal.aborted) {
      terminal.note("Stopped; the server has been ended.");
      return exitCodes.interrupted;
    }
    if (!(error instanceof ProveError)) throw error;
    throw new CommandError(error.message, { cause: error });
  } finally {
    for (const signal of endingSignals) process.removeListener(signal, stop);
  }
}

function readTarget({ url, header = [] }: Values, command: readonly string[]): ProveOptions["target"] {
  if ((url === undefined) === (command.length === 0))
    throw new CommandError("prove expects `-- COMMAND`, or --url URL.");
  if (url === undefined) return { command };
  if (!URL.canParse(url)) throw new CommandError(`--url expects an address, found "${url}".`);
  const headers = header.map((text) => /^([^:\s]+):\s*(.*)$/.exec(text) ?? refuseHeader(text));
  return {
    url: new URL(url),
    headers: Object.fromEntries(headers.map(([, name, value]) => [name, value])) as Record<string, string>,
  };
}

function refuseHeader(text: string): never {
  throw new CommandError(`--header expects "Name: value", found "${text}".`);
}

async function readOptions(values: Values): Promise<Omit<ProveOptions, "target" | "note" | "signal">> {
  const cwd = process.cwd();
  const seconds = (name: "limit" | "start" | "whole", usual: number): number =>
    readNumber(name, values[name], usual) * 1_000;
  return {
    cwd,
    limits: { call: seconds("limit", 10), start: seconds("start", 30) },
    whole: seconds("whole", 900),
    jobs: Math.ceil(readNumber("jobs", values.jobs, availableParallelism())),
    memory: readNumber("memory", values.memory, 1024),
    tries: readNumber("tries", values.tries, 3),
    seed: values.seed === undefined ? undefined : readNumber("seed", values.seed, 0),
    contract: values.contract === undefined ? undefined : await readContract(values.contract, cwd),
    inputs: values.inputs === undefined ? {} : readTable("inputs", values.inputs, isRecord),
    expect: values.expect === undefined ? {} : readTable("expect", values.expect, Array.isArray),
    failures: values.failures === undefined ? undefined : readFailures(values.failures),
    first: values.first ?? [],
    allow: values.allow ?? [],
    only: { operations: values.only ?? [], columns: values.column ?? [] },
    audit: values.audit === undefined ? undefined : path.resolve(values.audit),
    writable: (values.writable ?? []).map((file) => path.resolve(file)),
  };
}

function readNumber(option: string, text: string | undefined, usual: number): number {
  if (text === undefined) return usual;
  if (/^\d{1,10}(?:\.\d+)?$/.test(text) && Number(text) > 0) return Number(text);
  throw new CommandError(`--${option} expects a number above 0, found "${text}".`);
}

function readTable<T>(option: string, file: string, fits: (value: unknown) => boolean): Readonly<Record<string, T>> {
  const value = parseJSON(readArgumentFile(option, file).toString(), Infinity);
  if (isRecord(value) && Object.values(value).every(fits)) return value as Readonly<Record<string, T>>;
  throw new CommandError(
    `--${option} expects a JSON object of ${option === "inputs" ? "objects" : "lists"}; ${file} has another form.`,
  );
}

function readFailures(file: string): ProveOptions["failures"] {
  const lines = parseJSON(readArgumentFile("failures", file).toString(), Infinity);
  if (isFailuresFile(lines)) return { name: file, lines };
  throw new CommandError(
    `--failures expects what \`eslint-plugin-error-contract failures\` writes; ${file} has another form.`,
  );
}

function readBaseline(file: string): Baseline {
  const value = parseJSON(readArgumentFile("baseline", file).toString(), Infinity);
  if (isProof(value)) return value;
  const version = readMember(value, "proof");
  if (typeof version === "number" && !versions.includes(version))
    throw new CommandError(`--baseline reads proofs of version ${versions.join(" and ")}; ${file} has ${version}.`);
  throw new CommandError(`--baseline expects the output of \`prove --json\`; ${file} has another form.`);
}

async function readContract(name: string, cwd: string): Promise<ContractData> {
  const builtIn = builtInContracts.find((contract) => contract.name === name);
  if (builtIn) return builtIn;
  const [named = "", member = "default"] = name.split("#");
  const file = path.resolve(cwd, named);
  if (!existsSync(file))
    throw new CommandError(
      `--contract expects ${builtInContracts.map((contract) => contract.name).join(", ")} or a file, found "${name}".`,
    );
  try {
    if (file.endsWith(".json"))
      return defineContract(JSON.parse(readArgumentFile("contract", file).toString()) as ContractData);
    const loaded: unknown = await import(pathToFileURL(file).href);
    return defineContract(readMember(loaded, member) as ContractData);
  } catch (error) {
    throw new CommandError(`--contract: ${name} is no contract: ${String(readMember(error, "message"))}`, {
      cause: error,
    });
  }
}
