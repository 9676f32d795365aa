// Proves public servers at pinned versions, as `error-contract prove` does, and prints the table of
// docs/evidence.md.
//
//   npm run prove -- --out FOLDER [--use table] [--only NAME]... [--again] [--jobs N]
//
// Each server is installed from the registry into a folder of its own below FOLDER, and what `prove --json` says of it
// stands beside that, in NAME.json. What stands there already is not done again, unless `--again` is given. `--use` and
// `--only` choose servers of servers.js.
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, openSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { client, servers } from "./servers.js";
import { createTable } from "./table.js";

const { values: args } = parseArgs({
  options: {
    out: { type: "string" },
    use: { type: "string" },
    only: { type: "string", multiple: true, default: [] },
    again: { type: "boolean", default: false },
    jobs: { type: "string", default: "2" },
  },
});
if (args.out === undefined) throw new TypeError("--out: expected a folder for the servers and what is said of them");
const names = servers.map(({ name }) => name);
const unknown = args.only.filter((name) => !names.includes(name));
if (unknown.length > 0) throw new TypeError(`--only: no server ${unknown.join(", ")}; there are ${names.join(", ")}`);
const main = path.join(import.meta.dirname, "../../src/dist/command/main.js");

/** Installs a server, with its files; returns the folder, and the package's own. */
function install({ name, package: wanted, files = {} }) {
  const folder = path.resolve(args.out, name.replaceAll(/[/ ]/g, "-"));
  const own = path.join(folder, "node_modules", wanted.slice(0, wanted.lastIndexOf("@")));
  if (!existsSync(own)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, "package.json"), JSON.stringify({ private: true }));
    const quiet = ["--no-audit", "--no-fund", "--ignore-scripts", "--save-exact", "--loglevel=error"];
    execFileSync("npm", ["install", ...quiet, client, wanted], { cwd: folder, stdio: "inherit" });
  }
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
  return { folder, own };
}

/** Puts the boundary of this package around a server, in one line before it is connected. */
function wrap({ file, server }, folder, own) {
  const target = path.join(own, file);
  const text = readFileSync(target, "utf8");
  if (text.includes("error-contract/standard")) return;
  const connect = `await ${server}.connect(`;
  if (!text.includes(connect)) throw new TypeError(`${file} has no "${connect}"`);
  symlinkSync(path.join(import.meta.dirname, "../../src"), path.join(folder, "node_modules/error-contract"));
  const options = '{ audit: "none", checkInput: true }';
  const line = `(await import("error-contract/standard")).wrapServer(${server}, ${options});\n`;
  writeFileSync(target, text.replace(connect, `${line}${connect}`));
}

/** The command that starts a server: its own, or the only program of its package. */
function createCommand({ command, args: rest = [] }, own) {
  if (command) return ["node", path.join(own, command[0]), ...command.slice(1)];
  const { name, bin } = JSON.parse(readFileSync(path.join(own, "package.json"), "utf8"));
  const program = typeof bin === "string" ? bin : (bin[name.split("/").at(-1)] ?? Object.values(bin)[0]);
  return ["node", path.join(own, program), ...rest];
}

/** The names of at most `most` tools, taken evenly from all that a server has. */
function chooseTools({ most }, folder, command, env) {
  if (most === undefined) return [];
  const draft = path.join(folder, "draft.json");
  execFileSync(process.execPath, [main, "prove", "--draft", draft, "--", ...command], {
    cwd: folder,
    env,
    timeout: 60_000,
    stdio: "ignore",
  });
  const all = Object.keys(JSON.parse(readFileSync(draft, "utf8")));
  return all.filter(
    (_, place) => Math.floor((place * most) / all.length) > Math.floor(((place - 1) * most) / all.length),
  );
}

async function prove(server) {
  const { folder, own } = install(server);
  if (server.wrap) wrap(server.wrap, folder, own);
  const out = `${folder}.json`;
  if (existsSync(out) && !args.again) return;
  const fill = (value) => JSON.parse(JSON.stringify(value).replaceAll("{folder}", folder));
  writeFileSync(path.join(folder, "inputs.json"), JSON.stringify(fill(server.inputs ?? {})));
  const command = fill(createCommand(server, own));
  const env = { ...process.env, ...fill(server.env ?? {}) };
  const only = chooseTools(server, folder, command, env).flatMap((name) => ["--only", name]);
  const options = [
    "--seed",
    "1",
    "--whole",
    "3000",
    "--start",
    "120",
    "--jobs",
    args.jobs,
    "--inputs",
    "inputs.json",
    "--json",
    ...only,
  ];
  const started = spawn(process.execPath, [main, "prove", ...options, "--", ...command], {
    cwd: folder,
    env,
    stdio: ["ignore", openSync(`${out}.part`, "w"), openSync(`${folder}.log`, "w")],
  });
  const code = await new Promise((resolve) => started.on("close", resolve));
  if (code === 0 || code === 1) writeFileSync(out, readFileSync(`${out}.part`));
  else console.error(`${server.name} cannot be proved: ${readFileSync(`${folder}.log`, "utf8").slice(-500)}`);
}

const chosen = servers.filter(
  ({ name, use }) =>
    (args.use === undefined || use === args.use) && (args.only.length === 0 || args.only.includes(name)),
);
const proofs = [];
for (const server of chosen) {
  await prove(server).catch(({ message }) => console.error(`${server.name} cannot be proved: ${message}`));
  const out = `${path.resolve(args.out, server.name.replaceAll(/[/ ]/g, "-"))}.json`;
  if (existsSync(out)) proofs.push({ server, proof: JSON.parse(readFileSync(out, "utf8")) });
}
console.log(createTable(proofs));
