// Collects throw sites that say their condition from checkouts of public repositories: see guide.md.
//
//   npm run training:collect -- FOLDER... --out FACTS.jsonl
//
// Writes one JSON line a site: { repo, condition, others, features }. The same checkouts give the same bytes.
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { collectFromCheckout, findCheckouts } from "./read-checkouts.js";
import { selectSites } from "./select-sites.js";

const USAGE = `npm run training:collect -- FOLDER... --out FACTS.jsonl [--without LIST]

  FOLDER...         where repositories are checked out, each as owner+name
  --out FILE        the sites, one JSON line each, for \`npm run training:fit\`
  --without LIST    leaves out the repositories of a list, too: a line each, owner/name; may be given again
  --repo owner/name only this repository; may be given again`;

const EXCLUDED = path.join(import.meta.dirname, "excluded.tsv");

function collect() {
  const { folders, out, without, only } = readArguments();
  const excluded = new Set([EXCLUDED, ...without].flatMap(readNames));
  const checkouts = folders
    .flatMap(findCheckouts)
    .filter(({ repo }) => !excluded.has(repo.toLowerCase()) && (only.length === 0 || only.includes(repo)));
  const all = checkouts.flatMap((checkout) => {
    const found = collectFromCheckout(checkout);
    console.error(`${checkout.repo}: ${found.length}`);
    return found;
  });
  const { sites, copies } = selectSites(all);
  const lines = sites.map(({ repo, condition, others, features }) =>
    JSON.stringify({ repo, condition, others, features }),
  );
  writeFileSync(out, lines.map((line) => `${line}\n`).join(""));
  const repos = new Set(sites.map(({ repo }) => repo));
  console.log(`${sites.length} sites of ${repos.size} repositories; ${all.length} before duplicates went.`);
  if (copies.length > 0) console.log(`Copies of others: ${copies.join(", ")}`);
}

function readArguments() {
  const { values, positionals: folders } = parseArgs({
    allowPositionals: true,
    options: {
      out: { type: "string" },
      without: { type: "string", multiple: true, default: [] },
      repo: { type: "string", multiple: true, default: [] },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) {
    console.log(USAGE);
    process.exit(0);
  }
  if (folders.length === 0) fail("FOLDER is missing: name a folder with checkouts");
  if (values.out === undefined) fail("--out is missing: name the file to write");
  for (const folder of folders) if (!isFolder(folder)) fail(`FOLDER: ${folder} is no folder`);
  for (const list of values.without) if (!existsSync(list)) fail(`--without: ${list} does not exist`);
  if (!isFolder(path.dirname(path.resolve(values.out)))) fail(`--out: ${path.dirname(values.out)} is no folder`);
  return { folders, out: values.out, without: values.without, only: values.repo };
}

function fail(message) {
  console.error(`${message}\n\n${USAGE}`);
  process.exit(2);
}

function isFolder(folder) {
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function readNames(file) {
  const lines = readFileSync(file, "utf8").split("\n");
  return lines.map((line) => line.split("\t")[0].trim().replace("+", "/").toLowerCase()).filter((name) => name !== "");
}

collect();
