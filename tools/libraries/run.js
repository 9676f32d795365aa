// Runs real libraries at pinned versions against servers of this machine, throws each failure in a wrapped tool
// under `standard`, and says what the client is told. Ends with 1 where a code or a wait is not the one that is right.
//
//   npm run libraries [-- --only NAME...] [--write]
//
// `--only` runs some groups, `--write` makes docs/libraries.md of all. The packages are installed from the registry
// into a temporary folder. Redis and MariaDB are those of Debian (`apt-get install redis-server mariadb-server`); where
// one is not installed its failures are left out, and nothing is written.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { createTrials } from "./trials.js";
import { writePage } from "./page.js";

const { values: args, positionals } = parseArgs({
  options: { only: { type: "boolean", default: false }, write: { type: "boolean", default: false } },
  allowPositionals: true,
});
const all = readdirSync(path.join(import.meta.dirname, "groups")).map((file) => path.basename(file, ".js"));
const unknown = positionals.filter((name) => !all.includes(name));
if (unknown.length > 0) throw new TypeError(`--only: no group ${unknown.join(", ")}; there are ${all.join(", ")}`);
const names = args.only ? positionals : all;

/** Installs packages into a folder of their own; returns a function that imports them from there. */
function install(folder, packages) {
  writeFileSync(path.join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
  writeFileSync(path.join(folder, "load.js"), "export const load = (name) => import(name);\n");
  const wanted = Object.entries(packages).map(([name, version]) => `${name}@${version}`);
  const quiet = ["--no-audit", "--no-fund", "--ignore-scripts", "--save-exact", "--loglevel=error"];
  if (wanted.length > 0) execFileSync("npm", ["install", ...quiet, ...wanted], { cwd: folder, stdio: "inherit" });
  return import(pathToFileURL(path.join(folder, "load.js")).href);
}

const results = [];
const missing = [];
for (const name of names) {
  const { packages, run } = await import(`./groups/${name}.js`);
  const folder = mkdtempSync(path.join(tmpdir(), "libraries-"));
  const trials = createTrials(name, folder);
  try {
    const { load } = await install(folder, packages);
    await run({ ...trials, load, folder });
  } finally {
    await trials.close();
    rmSync(folder, { recursive: true, force: true });
  }
  missing.push(...trials.missing);
  results.push(...trials.results.map((result) => ({ ...result, version: packages[result.package] })));
}

const wrong = results.filter(({ isRight }) => !isRight);
for (const { library, failure, code, wait, expected, message } of results) {
  const isRight = !wrong.some((each) => each.library === library && each.failure === failure);
  console.log(`${isRight ? "  " : "! "}${library} | ${failure} | ${code}${wait === undefined ? "" : ` in ${wait} s`}`);
  if (!isRight) console.log(`    wanted ${expected}; it says: ${message}`);
}
for (const what of missing) console.log(`! left out, since it is not installed: ${what}`);
console.log(`${results.length - wrong.length} of ${results.length} failures have the code and the wait that is right.`);
if (args.write && !args.only && missing.length === 0) await writePage(results);
process.exit(wrong.length > 0 || missing.length > 0 ? 1 : 0);
