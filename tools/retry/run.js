// What a code is worth to a client that repeats its calls, and prints the table of docs/guides/retrying.md.
//
//   npm run retry -- [--passing SECONDS] [--all] [--proof FORM=FILE]...
//
// `prove` makes everything below a server fail, and records what its client receives, once for each form in which the
// server can tell it (server.js). Then a scripted agent gets these answers, as long as the fault lasts, and repeats its
// calls by `retryCall`, in a time that passes at once: only what it can read in the answers differs. `--passing` says
// how long what passes lasts, `--all` prints each fault, and `--proof` names other outputs of `prove --json` by their
// forms: `text`, `code` and `next`.
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { createDetector, retryCall } from "error-contract/detect";
import { standard } from "error-contract/standard";
import { recall } from "./recall.js";

const { values: args } = parseArgs({
  options: {
    passing: { type: "string", default: "5" },
    all: { type: "boolean", default: false },
    proof: { type: "string", multiple: true, default: [] },
  },
});
const passing = Number(args.passing);
if (!(passing > 0)) throw new TypeError(`--passing: expected seconds, found "${args.passing}"`);

/** How each fault ends: by itself after seconds, by a call of another tool; else only by what no tool can do. */
const ends = {
  ENOENT: { by: "create_note" },
  EMFILE: { after: passing },
  ECONNREFUSED: { after: passing },
  EHOSTUNREACH: { after: passing },
  ECONNRESET: { after: passing },
  ENOTFOUND: { after: passing },
  hang: { after: passing },
  401: { by: "sign_in" },
  409: { by: "sync" },
  // As prove's other server says itself.
  429: { after: 7 },
  500: { after: passing },
  503: { after: passing },
  "cut body": { after: passing },
  SIGKILL: { after: passing },
};

const detect = createDetector([standard]);
const isFailed = (answer) => answer.isError === true;
const always = (answer) => (isFailed(answer) ? { condition: undefined, retryable: true } : undefined);

/** What an agent can do with each form: by which failures it repeats a call, and whether it does what `next` says. */
const agents = [
  { name: "text, given up at once", form: "text", detect: () => undefined },
  { name: "text, repeated", form: "text", detect: always },
  { name: "code", form: "code", detect },
  { name: "code and `next`", form: "next", detect, doesNext: true },
];

const server = path.join(import.meta.dirname, "server.js");
const main = path.join(import.meta.dirname, "../../src/dist/command/main.js");

/** Proves the server that tells its failures in a form. */
function prove(form) {
  const options = ["prove", "--seed", "1", "--limit", "3", "--json", "--", process.execPath, server, form];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [main, ...options], { maxBuffer: 2 ** 26 }, (error, stdout, stderr) => {
      if (error && error.code !== 1) reject(new Error(stderr, { cause: error }));
      else resolve(JSON.parse(stdout));
    });
  });
}

/** Lists what a client has received under each fault that a call came to. */
function listFailures({ rows, columns }) {
  const faults = new Set(columns.filter(({ group }) => group !== "input").map(({ name }) => name));
  return rows.flatMap(({ name, cells }) =>
    cells
      .filter(({ column, verdict, answer }) => faults.has(column) && verdict !== "not reached" && isFailed(answer))
      .map(({ column, answer }) => ({ tool: name, fault: column, answer })),
  );
}

async function loadProofs() {
  if (args.proof.length === 0) {
    const forms = ["text", "code", "next"];
    return new Map(await Promise.all(forms.map(async (form) => [form, await prove(form)])));
  }
  return new Map(
    args.proof.map((each) => {
      const [form, ...file] = each.split("=");
      return [form, JSON.parse(readFileSync(file.join("="), "utf8"))];
    }),
  );
}

const proofs = await loadProofs();
const listed = new Map([...proofs].map(([form, proof]) => [form, listFailures(proof)]));
const keyOf = ({ tool, fault }) => `${tool} ${fault}`;
const keys = [...listed.values()].map((failures) => new Set(failures.map(keyOf)));
const isShared = (failure) => keys.every((each) => each.has(keyOf(failure)));

const rows = [];
for (const { name, form, ...agent } of agents.filter((each) => listed.has(each.form))) {
  const outcomes = [];
  for (const failure of listed.get(form)) {
    if (!isShared(failure)) continue;
    const outcome = await recall(failure.answer, ends[failure.fault] ?? {}, { ...agent, retryCall, isFailed });
    outcomes.push(outcome);
    if (args.all) console.log(name, keyOf(failure), JSON.stringify(outcome));
  }
  const done = outcomes.filter(({ isDone }) => isDone);
  const sum = (key, of = outcomes) => of.reduce((total, each) => total + each[key], 0);
  const mean = done.length === 0 ? "-" : (sum("calls", done) / done.length).toFixed(1);
  rows.push([name, `${done.length} of ${outcomes.length}`, mean, sum("needless"), `${Math.round(sum("wait"))} s`]);
}
const head = ["what the client is told", "ends in success", "calls until then", "needless repeats", "waited in all"];
const lines = [head, ["---", "---:", "---:", "---:", "---:"], ...rows];
console.log(lines.map((row) => `| ${row.join(" | ")} |`).join("\n"));
