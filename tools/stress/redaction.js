// What redaction costs, and what it takes from ordinary text. `node tools/stress/redaction.js [lines]` prints the
// seconds that a megabyte of texts that are hard to read takes, and each redaction in lines that are installed here: of
// guides and changelogs, and of messages in code. Hardly one holds a secret, so read what is printed for redactions
// that are wrong.
import fs from "node:fs";
import path from "node:path";
import { createRedactor } from "../../src/dist/redact.js";

const [lines = "10000"] = process.argv.slice(2);
const redact = createRedactor();
const redactText = (text) => redact({ text }).text;

const beginnings = [
  "password=",
  "password:[",
  'password:{"',
  '"cookie: ',
  "<password ",
  "<password>",
  "--password ",
  '"authorization","',
  "<password><![CDATA[",
  "mysql -p",
  "curl -u a",
  "Command failed: ",
  "invocation:\n",
  "\nparams: ",
  "Duplicate entry '",
  "dup key: {",
  "insert into a - ",
];
const pieces = [
  "a",
  "A ",
  "\\",
  '"',
  "'",
  "[",
  "{",
  "%5C",
  "%22",
  "key ",
  "://a:",
  "http://a",
  "eyJaaaaaaaa.",
  "-eyJ-",
  "\\u0061",
  "%61",
  "%25",
  "\\x61",
  "<a ",
  "<a>",
  "&lt;a&gt;",
  "mysql ",
  "curl -u a:",
  "sk-",
  "SG.",
  "AKIA",
  "?a",
  "?",
  "/a?",
  "://",
  ', "',
  " - ",
  "select a from ",
  "Command failed: 'a",
  "\n",
];
const hard = [...beginnings, ...pieces, ...beginnings.flatMap((first) => pieces.map((piece) => first + piece))];

const messages =
  /(?:Error|log|warn|error|debug|info)\(\s*(?<quote>["'`])(?<message>(?:(?!\k<quote>)[^\\\n]|\\.){20,300})\k<quote>/g;

measure();
countRedactions(Number(lines));

/** Prints the slowest texts: linear reading takes about ten times as long for ten times the text. */
function measure() {
  const slowest = hard.map((text) => [text, time(text, 30_000)]).sort(([, a], [, b]) => b - a);
  for (const [text, seconds] of slowest.slice(0, 8)) {
    const long = time(text, 1_000_000);
    console.log(`${JSON.stringify(text)}: 30 kB ${seconds.toFixed(3)} s, 1 MB ${long.toFixed(3)} s`);
  }
}

function time(piece, length) {
  const text = piece.repeat(Math.ceil(length / piece.length));
  const begin = process.cpuUsage();
  redactText(text);
  return process.cpuUsage(begin).user / 1_000_000;
}

function countRedactions(count) {
  const all = listTexts("node_modules");
  const step = Math.max(1, Math.floor(all.length / count));
  const sample = all.filter((_, index) => index % step === 0).slice(0, count);
  const redacted = sample.filter((line) => redactText(line) !== line);
  for (const line of redacted) console.log(`${line}\n  ${redactText(line)}`);
  console.log(`${redacted.length} of ${sample.length} lines are redacted`);
}

/** Lists lines that look like those of a log: guides and changelogs, and texts of messages in code. */
function listTexts(root) {
  const files = fs.readdirSync(root, { recursive: true }).sort();
  return files.flatMap((name) => {
    const isGuide = /\.(?:md|txt)$/i.test(name);
    if (!isGuide && !/\.(?:js|cjs|mjs)$/.test(name)) return [];
    const file = path.join(root, name);
    if (!fs.statSync(file).isFile() || fs.statSync(file).size > 300_000) return [];
    const text = fs.readFileSync(file, "utf8");
    const found = isGuide ? text.split("\n") : Array.from(text.matchAll(messages), ({ groups }) => groups.message);
    return found.map((line) => line.trim()).filter(({ length }) => length > 20 && length < 300);
  });
}
