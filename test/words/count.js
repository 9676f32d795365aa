// Counts what the words of the linter decide on checked-out servers: see "The size of the code" in contributing.md.
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { readLabels } from "../corpus/labels.js";
import { lintServers } from "../corpus/lint-servers.js";
import { QUESTIONS } from "../corpus/questions.js";
import { listAlternatives, listPatterns } from "./patterns.js";

const USAGE = `npm run words -- FOLDER...

Leaves out each alternative of the linter's regular expressions in turn, and prints in how many repositories of each
folder the rules then say something else, of the files where it decides a match.

  FOLDER...      where servers are checked out, each as owner+name
  --labels DIR   labels of judged places: counts those that an alternative decides rightly; may be given again
  --all          prints each alternative; without it those that decide in fewer than two repositories
  --in TEXT      only the patterns of source files whose path contains the text
  --json FILE    writes the counts to a file
`;

// Alternatives that a process tries.
const CHUNK = 60;
// Files that are tried for an alternative, the shortest of each repository first.
const MOST_FILES = 14;
const root = path.join(import.meta.dirname, "../..");

const { values: args, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    all: { type: "boolean", default: false },
    labels: { type: "string", multiple: true, default: [] },
    in: { type: "string", default: "" },
    json: { type: "string" },
    help: { type: "boolean", default: false },
  },
});

async function count(folders) {
  const here = path.relative(path.join(root, "test/corpus"), import.meta.dirname);
  const servers = folders.flatMap(listServers);
  const found = await lintServers(`${here}/find-words.js`, servers, {});
  const words = new Map(listWords().map((word) => [word.id, { ...word, places: [], changes: [] }]));
  for (const { server, output } of found) {
    for (const [id, files] of Object.entries(output)) {
      const word = words.get(id);
      if (word) word.places.push(files.map((file) => ({ ...server, file })));
    }
  }
  const tried = [...words.values()].filter(({ places }) => places.length > 0);
  const chunks = Array.from({ length: Math.ceil(tried.length / CHUNK) }, (_, index) => ({
    repo: `alternatives from ${index * CHUNK}`,
    words: tried
      .slice(index * CHUNK, (index + 1) * CHUNK)
      .map(({ id, places }) => ({ id, places: deal(places).slice(0, MOST_FILES) })),
  }));
  for (const { output } of await lintServers(`${here}/try-words.js`, chunks, {}))
    for (const { id, changes } of output) words.get(id).changes.push(...changes);
  print([...words.values()], folders);
}

function listServers(folder) {
  return readdirSync(folder)
    .filter((name) => name.includes("+"))
    .map((name) => ({ repo: name.replace("+", "/"), folder: path.join(folder, name), set: folder }));
}

/** The shortest files of each repository, then the next ones, so that few files are of many repositories. */
function deal(all) {
  const sizeOf = ({ folder, file }) => statSync(path.join(folder, file)).size;
  const places = all.map((files) => files.toSorted((one, other) => sizeOf(one) - sizeOf(other)));
  const longest = Math.max(...places.map(({ length }) => length));
  return Array.from({ length: longest }, (_, index) => places.flatMap((files) => files[index] ?? [])).flat();
}

function listWords() {
  const files = readdirSync(path.join(root, "rules"), { recursive: true }).filter(
    (file) => file.endsWith(".ts") && !/^(?:dist|node_modules|command)\//.test(file),
  );
  return files
    .filter((file) => file.includes(args.in))
    .flatMap((file) =>
      listPatterns(readFileSync(path.join(root, "rules", file), "utf8")).flatMap(({ pattern, flags, line }, index) =>
        (pattern === undefined ? [] : listAlternatives(pattern, flags)).map(({ text }, position) => ({
          id: `${file.replace(/\.ts$/, "")}#${index}#${position}`,
          text,
          where: `rules/${file}:${line}`,
        })),
      ),
    );
}

function print(words, folders) {
  const labels = args.labels.flatMap(readLabels);
  const counted = words.map(({ places, changes, ...word }) => ({
    ...word,
    matches: places.length,
    decides: folders.map((folder) => countRepositories(changes.filter(({ set }) => set === folder))),
    ...judge(changes, labels),
    changes,
  }));
  if (args.json) writeFileSync(args.json, JSON.stringify(counted));
  const isRare = ({ decides }) => decides.reduce((sum, each) => sum + each, 0) < 2;
  printTable(
    ["pattern", "alternative", "decides a match", ...folders.map((folder) => path.basename(folder)), "right", "wrong"],
    counted
      .filter((word) => args.all || isRare(word))
      .map(({ where, text, matches, decides, right, wrong }) => [
        ...[where, `\`${text.replaceAll("|", "\\|")}\``, matches],
        ...[...decides, right, wrong],
      ]),
  );
  const rare = counted.filter(isRare).length;
  console.log(`${counted.length} alternatives beside others; ${rare} decide in fewer than two repositories.`);
}

function countRepositories(changes) {
  return new Set(changes.map(({ repo }) => repo)).size;
}

/** How many judged places the rules judge as the reader did because of an alternative, and how many otherwise. */
function judge(changes, labels) {
  const counts = { right: 0, wrong: 0 };
  for (const { repo, file, gone, added } of changes) {
    for (const label of labels.filter((each) => each.repo === repo && each.file === file)) {
      const question = QUESTIONS.find(({ group }) => group === label.group);
      const touches = ({ rule, line }) => rule === question.rule && line >= label.line && line <= label.endLine;
      const isPositive = question.isPositive(label);
      if (gone.some(touches)) counts[isPositive ? "right" : "wrong"]++;
      if (added.some(touches)) counts[isPositive ? "wrong" : "right"]++;
    }
  }
  return counts;
}

function printTable(head, rows) {
  console.log([head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n"), "\n");
}

const folders = positionals.map((folder) => path.resolve(folder));
const missing = folders.find((folder) => !existsSync(folder));
if (args.help) {
  console.log(USAGE);
} else if (folders.length === 0 || missing) {
  console.error(`${missing ? `${missing} is not there` : "FOLDER is missing"}\n\n${USAGE}`);
  process.exitCode = 2;
} else {
  await count(folders);
}
