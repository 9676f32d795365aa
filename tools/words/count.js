// Counts what the words of the linter decide on checked-out servers: see "The size of the code" in contributing.md.
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { readLabels } from "../corpus/labels.js";
import { lintServers } from "../corpus/lint-servers.js";
import { QUESTIONS } from "../corpus/questions.js";
import { listAlternatives, listPatterns, listSets } from "./patterns.js";

const USAGE = `npm run words -- FOLDER...

Leaves out each word of the linter in turn, the alternatives of its regular expressions and the members of its sets,
and prints in how many repositories of each folder the rules then say something else, of files where it decides a match.

  FOLDER...      where servers are checked out, each as owner+name
  --labels DIR   labels of judged places: counts those that a word decides rightly; may be given again
  --all          prints each word; without it those that decide in fewer than two repositories
  --json FILE    writes the counts to a file
`;

// A word that decides in so many repositories is tried in no more of them, but for files with judged places.
const ENOUGH = 3;
// Servers after which it is seen which words need no more of them.
const AT_A_TIME = 6;
const root = path.join(import.meta.dirname, "../..");
const here = path.relative(path.join(root, "tools/corpus"), import.meta.dirname);

const { values: args, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    all: { type: "boolean", default: false },
    labels: { type: "string", multiple: true, default: [] },
    json: { type: "string" },
    help: { type: "boolean", default: false },
  },
});

async function count(folders) {
  const labels = args.labels.flatMap(readLabels);
  const words = new Map(listWords().map((word) => [word.id, { ...word, matches: 0, changes: [] }]));
  const servers = folders.flatMap(listServers);
  for (let index = 0; index < servers.length; index += AT_A_TIME) {
    const tried = servers.slice(index, index + AT_A_TIME).map((server) => {
      const judged = labels.filter(({ repo }) => repo === server.repo).map(({ file }) => file);
      return { ...server, judged: [...new Set(judged)] };
    });
    const settled = [...words.values()].filter(({ changes }) => countRepositories(changes) >= ENOUGH);
    const input = { settled: settled.map(({ id }) => id) };
    for (const { server, output } of await lintServers(`${here}/try-words.js`, tried, input)) {
      for (const [id, { files, changes }] of Object.entries(output)) {
        const word = words.get(id);
        word.matches += files;
        word.changes.push(...changes.map((change) => ({ repo: server.repo, set: server.set, ...change })));
      }
    }
  }
  print([...words.values()], folders, labels);
}

function listServers(folder) {
  return readdirSync(folder)
    .filter((name) => name.includes("+"))
    .map((name) => ({ repo: name.replace("+", "/"), folder: path.join(folder, name), set: folder }));
}

/** Lists the alternatives that stand beside others, and the members of sets. */
function listWords() {
  const files = readdirSync(path.join(root, "rules"), { recursive: true }).filter(
    (file) => file.endsWith(".ts") && !/^(?:dist|node_modules|command)\//.test(file),
  );
  return files.flatMap((file) => {
    const text = readFileSync(path.join(root, "rules", file), "utf8");
    const name = file.replace(/\.ts$/, "");
    const patterns = listPatterns(text).map(({ pattern, flags, line }, index) => ({
      line,
      words: (pattern === undefined ? [] : listAlternatives(pattern, flags)).map((each, position) => ({
        id: `${name}#${index}#${position}`,
        text: each.text,
      })),
    }));
    const sets = listSets(text).map(({ members, line }, index) => ({
      line,
      words: members.map((member) => ({ id: `${name}#set${index}#${member}`, text: String(member) })),
    }));
    return [...patterns, ...sets].flatMap(({ line, words }) =>
      words.map((word) => ({ ...word, where: `rules/${file}:${line}` })),
    );
  });
}

function print(words, folders, labels) {
  const counted = words.map(({ changes, ...word }) => ({
    ...word,
    decides: folders.map((folder) => countRepositories(changes.filter(({ set }) => set === folder))),
    ...judge(changes, labels),
    changes,
  }));
  if (args.json) writeFileSync(args.json, JSON.stringify(counted));
  const isRare = ({ decides }) => decides.reduce((sum, each) => sum + each, 0) < 2;
  printTable(
    ["where", "word", "decides a match", ...folders.map((folder) => path.basename(folder)), "right", "wrong"],
    counted
      .filter((word) => args.all || isRare(word))
      .map(({ where, text, matches, decides, right, wrong }) => [
        ...[where, `\`${text.replaceAll("|", "\\|")}\``, matches],
        ...[...decides, right, wrong],
      ]),
  );
  const rare = counted.filter(isRare).length;
  console.log(`${counted.length} words; ${rare} decide in fewer than two repositories.`);
}

function countRepositories(changes) {
  return new Set(changes.map(({ repo }) => repo)).size;
}

/** How many judged places the rules judge as the reader did because of a word, and how many otherwise. */
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
