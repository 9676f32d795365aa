// Prints how much of each folder of rules/ no file of checked-out servers reached, under some presets.
//
//   npm run cover -- FOLDER... [--preset recommended] [--types off] [--repo owner/name] [--files]
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { groupBy } from "./measures.js";

const USAGE = `npm run cover -- FOLDER...

  FOLDER...          where the servers are checked out, each as owner+name
  --preset NAME      may be given again; recommended and kaiza by default
  --types KIND       off, services (typescript-eslint), native (TypeScript 7); off by default
  --repo owner/name  only this repository; may be given again
  --files            also prints each file

Lints as \`npm run findings\` does, and counts the lines of code in rules/dist/ that did not run.
`;

const { values: args, positionals: folders } = parseArgs({
  allowPositionals: true,
  options: {
    preset: { type: "string", multiple: true, default: ["recommended", "kaiza"] },
    types: { type: "string", default: "off" },
    repo: { type: "string", multiple: true, default: [] },
    files: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});

const dist = path.join(import.meta.dirname, "../../rules/dist");

function cover() {
  const temporary = mkdtempSync(path.join(tmpdir(), "error-contract-cover-"));
  try {
    const isLinted = args.preset.every((preset) => lintServers(preset, temporary));
    if (isLinted) printCover(mergeCoverage(path.join(temporary, "coverage")));
    else process.exitCode = 2;
  } finally {
    rmSync(temporary, { recursive: true });
  }
}

/** Lints under a preset. Returns whether that succeeded; else `findings` has said why. */
function lintServers(preset, temporary) {
  const repositories = args.repo.flatMap((repo) => ["--repo", repo]);
  const out = path.join(temporary, "findings.jsonl");
  const options = ["--preset", preset, "--types", args.types, ...repositories, "--out", out];
  const { status } = spawnSync(
    process.execPath,
    [path.join(import.meta.dirname, "findings.js"), ...folders, ...options],
    {
      env: { ...process.env, NODE_V8_COVERAGE: path.join(temporary, "coverage") },
      stdio: ["ignore", "ignore", "inherit"],
    },
  );
  return status === 0;
}

/** Which characters of each built file ran in some process; a file that none loaded is missing. */
function mergeCoverage(folder) {
  const reached = new Map();
  for (const name of readdirSync(folder)) {
    const { result } = JSON.parse(readFileSync(path.join(folder, name), "utf8"));
    for (const { url, functions } of result.filter(({ url }) => url.startsWith(`${pathToFileURL(dist)}/`))) {
      const ran = findReached(functions);
      const before = reached.get(url);
      reached.set(url, before ? before.map((value, index) => value | ran[index]) : ran);
    }
  }
  return reached;
}

/** Ranges nest, and what an inner one counts holds for its characters. */
function findReached(functions) {
  const ranges = functions.flatMap((each) => each.ranges);
  ranges.sort((one, other) => one.startOffset - other.startOffset || other.endOffset - one.endOffset);
  const reached = new Uint8Array(Math.max(...ranges.map(({ endOffset }) => endOffset)));
  for (const { startOffset, endOffset, count } of ranges) reached.fill(count > 0 ? 1 : 0, startOffset, endOffset);
  return reached;
}

function printCover(reached) {
  const files = readdirSync(dist, { recursive: true })
    .filter((file) => file.endsWith(".js"))
    .map((file) => ({ file, ...countLines(file, reached.get(pathToFileURL(path.join(dist, file)).href)) }));
  const folders = Object.entries(groupBy(files, ({ file }) => path.dirname(path.join("rules", file)))).sort();
  printTable("folder", [...folders, ["all", files]]);
  if (args.files) printTable("file", files.map((each) => [each.file.replace(/js$/, "ts"), [each]]).sort());
}

/** Counts the lines that hold more than a comment or a bracket, and those of them that did not run. */
function countLines(file, reached) {
  let lines = 0;
  let unreached = 0;
  let offset = 0;
  for (const line of readFileSync(path.join(dist, file), "utf8").split("\n")) {
    if (/^\s*(?!\/\/|\/?\*)\W*\w/.test(line)) {
      lines++;
      if (!reached?.[offset + line.search(/\S/)]) unreached++;
    }
    offset += line.length + 1;
  }
  return { lines, unreached };
}

function printTable(title, groups) {
  const sum = (files, key) => files.reduce((total, file) => total + file[key], 0);
  const rows = groups.map(([name, files]) => {
    const lines = sum(files, "lines");
    const unreached = sum(files, "unreached");
    return [name, lines, unreached, `${Math.round((100 * unreached) / lines)} %`];
  });
  const head = [title, "lines of code", "reached by no file", "share"];
  const table = [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`);
  console.log(`${table.join("\n")}\n`);
}

const missing = folders.find((folder) => !existsSync(folder));
if (args.help) {
  console.log(USAGE);
} else if (folders.length === 0 || missing) {
  const problem = missing ? `${missing} is not there` : "FOLDER is missing: expected the folder of checked-out servers";
  console.error(`${problem}\n\n${USAGE}`);
  process.exitCode = 2;
} else {
  cover();
}
