import fs from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { describeServer } from "./describe-server.js";
import { InputError } from "./input-error.js";

const EXPERIMENTS = ["fix", "bulk", "suggestions"];

export const USAGE = `Usage: npm run adoption -- FOLDER... [options]

Copies servers, installs the packed packages, lets the linter edit the copies, and
measures the compiler, the tests, the comments and the formatting before and after.
A run that was killed goes on where it stopped when it is started with the same --out.

  FOLDER                the checkout of a server with its packages installed, or the
                        name of an entry of --config
  --config FILE         a JSON array of { name, folder, prepare, compile, test, files,
                        ignores, preset, tests }; folder alone is required. prepare,
                        compile and test are shell commands (test may be a list of them),
                        files and ignores are globs, tests is the known result without
                        an edit: { passed, failed }
  --preset NAME         the preset to lint with (recommended)
  --fallback CODE       the fallbackCode of the bulk experiment (the internal error of
                        the preset's contract)
  --experiments NAMES   of ${EXPERIMENTS.join(",")} (all)
  --typed, --untyped    lint with type information where a tsconfig.json exists (typed)
  --max-bisect N        most runs of a check to find the edits that break it (60)
  --timeout SECONDS     the time that a command may take (600)
  --out DIR             the folder of copies and results (a new temporary folder)
  --fresh               forget the finished steps of an earlier run in --out
  --help                show this text`;

/**
 * Reads the command line.
 *
 * @param {string[]} args
 */
export function readArguments(args) {
  const { values, positionals } = parse(args);
  if (values.help) return { help: true };
  // npm runs scripts in the workspace, wherever it was called.
  const from = (process.env.npm_lifecycle_event === "adoption" && process.env.INIT_CWD) || process.cwd();
  if (values.typed && values.untyped) throw new InputError("--typed and --untyped exclude each other");
  const entries = values.config === undefined ? [] : readConfig(path.resolve(from, values.config));
  if (positionals.length === 0 && entries.length === 0) throw new InputError(`name a FOLDER\n\n${USAGE}`);
  return {
    servers: chooseServers(positionals, entries, from).map((entry) => describeServer(entry, values.preset)),
    experiments: readExperiments(values.experiments),
    fallback: values.fallback,
    isTyped: !values.untyped,
    maxBisect: readCount("--max-bisect", values["max-bisect"]),
    timeout: readCount("--timeout", values.timeout),
    out: values.out === undefined ? undefined : path.resolve(from, values.out),
    isFresh: values.fresh,
  };
}

function parse(args) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        config: { type: "string" },
        preset: { type: "string", default: "recommended" },
        fallback: { type: "string" },
        experiments: { type: "string", default: EXPERIMENTS.join(",") },
        typed: { type: "boolean", default: false },
        untyped: { type: "boolean", default: false },
        "max-bisect": { type: "string", default: "60" },
        timeout: { type: "string", default: "600" },
        out: { type: "string" },
        fresh: { type: "boolean", default: false },
        help: { type: "boolean", short: "h", default: false },
      },
    });
  } catch (error) {
    throw new InputError(error.message, { cause: error });
  }
}

function readConfig(file) {
  let entries;
  try {
    entries = JSON.parse(fs.readFileSync(file, "utf8"));
  } catch (error) {
    throw new InputError(`--config ${file} cannot be read: ${error.message}`, { cause: error });
  }
  if (!Array.isArray(entries)) throw new InputError(`--config ${file} holds no array`);
  return entries.map((entry, index) => {
    if (typeof entry?.folder !== "string") throw new InputError(`--config ${file}: entry ${index} has no folder`);
    const folder = path.resolve(path.dirname(file), entry.folder);
    return { ...entry, folder, name: entry.name ?? path.basename(folder) };
  });
}

/** Returns an entry for each positional argument, or every entry of the configuration where there is none. */
function chooseServers(positionals, entries, from) {
  const chosen =
    positionals.length === 0
      ? entries
      : positionals.map((name) => {
          const folder = path.resolve(from, name);
          const entry = entries.find((each) => each.name === name) ?? entries.find((each) => each.folder === folder);
          return entry ?? { folder, name: path.basename(folder) };
        });
  const names = chosen.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new InputError(`two servers are called ${twice}; name them in --config`);
  return chosen;
}

function readExperiments(text) {
  const names = text.split(",");
  const unknown = names.find((name) => !EXPERIMENTS.includes(name));
  if (unknown === undefined) return EXPERIMENTS.filter((name) => names.includes(name));
  throw new InputError(`--experiments: "${unknown}" is none of ${EXPERIMENTS.join(", ")}`);
}

function readCount(option, text) {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1) throw new InputError(`${option}: "${text}" is no positive whole number`);
  return count;
}
