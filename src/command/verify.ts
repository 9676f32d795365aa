import { AuditLogError } from "../audit-log/audit-log-error.js";
import { readChains, verifyAuditLog, type AuditVerification, type AuditVerifyOptions } from "../audit-log/verify.js";
import { parseJSON } from "../json/read.js";
import { escapeMarks } from "../json/to-json-safe.js";
import { CommandError, exitCodes, parseArguments, type Command, type ExitCode, type Terminal } from "../cli/command.js";
import { readArgumentFile } from "./argument-files.js";

const usage = `Usage: npx error-contract verify FILE [OPTIONS]

Checks whether an audit log was changed. FILE is the path that openAuditLog was given; files that rotation left beside
it are checked too.

  --earlier FILE   compare with an earlier check: the output of --json, or a JSON list of its \`chains\`
  --key-file FILE  check the signatures of the entries with the key in this file
  --keep N         the value of \`rotate.keep\` with which the log is written
  --json           print the result as JSON: { ok, entries, problems, torn, chains, files }
  --help           show this text

Exit codes: 0 no problem; 1 problems; 2 wrong arguments, or a file that cannot be read.`;

const options = {
  earlier: { type: "string" },
  "key-file": { type: "string" },
  keep: { type: "string" },
  json: { type: "boolean" },
} as const;

export const verify: Command = { usage, run };

async function run(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const { positionals, values } = parseArguments(args, options);
  const [log, ...others] = positionals;
  if (log === undefined || log === "" || others.length > 0) {
    throw new CommandError(`verify expects one FILE, and there are ${positionals.length}.`);
  }
  const result = await check(log, {
    ...(values.earlier !== undefined && { earlier: readEarlier(values.earlier) }),
    ...(values["key-file"] !== undefined && { key: readKey(values["key-file"]) }),
    ...(values.keep !== undefined && { keep: readKeep(values.keep) }),
  });
  terminal.print(values.json ? JSON.stringify(result, null, 2) : describeResult(result));
  return result.ok ? exitCodes.ok : exitCodes.problems;
}

async function check(log: string, given: AuditVerifyOptions): Promise<AuditVerification> {
  try {
    return await verifyAuditLog(log, given);
  } catch (error) {
    if (!(error instanceof AuditLogError)) throw error;
    throw new CommandError(error.message, { cause: error });
  }
}

function readEarlier(file: string): NonNullable<AuditVerifyOptions["earlier"]> {
  const chains = readChains(parseJSON(readArgumentFile("earlier", file).toString(), Infinity));
  if (chains) return chains;
  throw new CommandError(
    `--earlier expects the output of \`verify --json\`, or a list of its \`chains\`; ${file} has neither.`,
  );
}

function readKey(file: string): Uint8Array {
  const key = readArgumentFile("key-file", file);
  if (key.toString("latin1").trim() === "") throw new CommandError(`--key-file expects a key, and ${file} is empty.`);
  return key;
}

function readKeep(text: string): number {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  throw new CommandError(`--keep expects a whole number above 0, found "${text}".`);
}

/** Describes a result in lines; a name in the log may hold marks that turn a terminal. */
function describeResult({ ok, entries, problems, torn, chains, files }: AuditVerification): string {
  const lines = problems.map(({ kind, file, line, message }) => `${file}:${line} ${kind}: ${message}`);
  const proof =
    chains.length === 0 && entries > 0 ? " No entry has a number: only the form of the lines was checked." : "";
  const counts = [
    count(entries, "entry", "entries"),
    count(chains.length, "chain"),
    count(torn.length, "torn line"),
    count(files.length, "file"),
  ];
  const verdict = ok ? "No problem" : count(problems.length, "problem");
  return escapeMarks([...lines, `${verdict}: ${counts.join(", ")}.${proof}`].join("\n"));
}

const count = (number: number, one: string, many = `${one}s`): string => `${number} ${number === 1 ? one : many}`;
