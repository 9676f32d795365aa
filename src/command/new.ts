import { cpSync, existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import {
  CommandError,
  exitCodes,
  parseArguments,
  toCommandError,
  type Command,
  type ExitCode,
  type Terminal,
} from "../cli/command.js";

const usage = `Usage: npx error-contract new DIR [OPTIONS]

Writes an MCP server whose failures follow the contract \`standard\`, with all that checks them: one tool with a
service behind it, one resource, Streamable HTTP and stdio, audit log, lint, tests, proof in CI, and a client that acts
on codes. DIR is a new folder, or an empty one.

  --packages DIR  take error-contract and its plugin from the tarballs in this folder, as \`npm run pack\` in a clone
                  makes them; otherwise from the registry
  --json          print \`folder\`, \`files\` and \`next\` (commands) as JSON
  --help          show this text

Exit codes: 0 written; 2 wrong arguments, or a folder that holds files.`;

const options = { packages: { type: "string" }, json: { type: "boolean" } } as const;

/** What `npm run check` runs, one after the other: each has a script of its name. */
const CHECKS = {
  lint: "eslint . --max-warnings 0",
  failures: "eslint-plugin-error-contract failures --check",
  test: "node --test test/*.test.js",
  prove: "node test/prove.js",
};

const TEMPLATE = fileURLToPath(new URL("../../template/", import.meta.url));
const NAMES = ["error-contract", "eslint-plugin-error-contract"] as const;

export const create: Command = { usage, run: (args, terminal) => Promise.resolve(run(args, terminal)) };

function run(args: readonly string[], terminal: Terminal): ExitCode {
  const { positionals, values } = parseArguments(args, options);
  const [given, ...others] = positionals;
  if (given === undefined || given === "" || others.length > 0)
    throw new CommandError(`new expects one DIR, and there are ${positionals.length}.`);
  const folder = path.resolve(given);
  if (existsSync(folder) && listFiles(folder).length > 0)
    throw new CommandError(`${folder} is expected to be a new folder or an empty one, and holds files.`);
  const files = writeServer(folder, findPackages(values.packages));
  const next = [`cd ${given}`, "npm install", "npm run check"];
  if (values.json) terminal.print(JSON.stringify({ folder, files, next }, null, 2));
  else {
    for (const file of files) terminal.print(path.join(given, file));
    terminal.print(`Next: ${next.join(" && ")}`);
  }
  return exitCodes.ok;
}

function listFiles(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    throw toCommandError(error, folder);
  }
}

/** Where the two packages come from, as a `package.json` says it. */
function findPackages(folder: string | undefined): readonly string[] {
  const manifest = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  const { version } = JSON.parse(manifest) as { readonly version: string };
  if (folder === undefined) return NAMES.map(() => `^${version}`);
  return NAMES.map((name) => {
    const file = path.resolve(folder, `${name}-${version}.tgz`);
    if (!existsSync(file))
      throw new CommandError(`--packages expects a folder with ${name}-${version}.tgz, not ${folder}.`);
    return `file:${file}`;
  });
}

/** Writes the files of the server, and returns their paths. */
function writeServer(folder: string, [runtime, plugin]: readonly (string | undefined)[]): readonly string[] {
  const name = path
    .basename(folder)
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, "-");
  const manifest = {
    name,
    version: "0.1.0",
    private: true,
    type: "module",
    engines: { node: ">=20.19" },
    scripts: {
      start: "node src/main.js",
      client: "node src/client.js",
      ...CHECKS,
      check: Object.keys(CHECKS)
        .map((each) => `npm run ${each}`)
        .join(" && "),
    },
    dependencies: { "@modelcontextprotocol/sdk": "^1.32.2", "error-contract": runtime, zod: "^4.6.7" },
    devDependencies: { eslint: "^10.15.0", "eslint-plugin-error-contract": plugin },
  };
  try {
    cpSync(TEMPLATE, folder, { recursive: true });
    for (const file of ["README.md", "src/server.js"]) {
      const target = path.join(folder, file);
      writeFileSync(target, readFileSync(target, "utf8").replaceAll("NAME", name));
    }
    writeFileSync(path.join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
    // npm leaves a file of this name out of what it packs.
    writeFileSync(path.join(folder, ".gitignore"), "node_modules/\n*.jsonl\n");
  } catch (error) {
    throw toCommandError(error, folder);
  }
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort();
}
