// What the lint rules and the runtime cost, as ratios: `npm run bench`, or `npm run bench -- --quick`.
//
// Every lint run, but for those of `--quick`, has a process of its own, since whoever asks for types first pays for
// them: the next rule, and the next run in the same process, finds them worked out. Times of rules are ESLint's own
// (`stats: true`), those of a whole lint are the wall clock around `lintFiles`, parsing and the making of types
// included.
import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import errorContract from "eslint-plugin-error-contract";
import { auditFigures, failureFigures, guardFigures, largeFigures, successFigures } from "./boundary.js";
import { detectFigures } from "./detect.js";
import { EDIT_HOSTS, editTimes } from "./edit.js";
import { callFigures, errorFigures } from "./errors.js";
import { median } from "./median.js";
import { rawFigures } from "./raw.js";
import { writeRawCorpus } from "./raw-corpus.js";
import { runtimeFigures } from "./runtime.js";
import { serverFigures } from "./server.js";
import { importable, importTime, sizeOf } from "./subpaths.js";
import { typesFigures } from "./types.js";
import { writeUntypedCorpus } from "./untyped-corpus.js";

const { values: args } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    rounds: { type: "string" },
    seed: { type: "string", default: "1" },
    /** One part alone: runtime, errors, boundary, detect, imports, untyped, handlers, raw, edits, types. */
    only: { type: "string" },
    /** The folder of a built checkout with which `errors` compares calls that fail. */
    against: { type: "string" },
  },
});

const OURS = ["error-contract/no-legacy-error", "error-contract/no-raw-error", "error-contract/no-unregistered-code"];
// Without a peer that does the same job.
const PEERLESS = ["error-contract/no-error-result"];
const CAUSE = "error-contract/require-cause";
const CAUSE_PEERS = ["preserve-caught-error", "error-cause/no-swallowed-error-cause"];
const SWALLOWED = "error-contract/no-swallowed-error";
// Each sees a part of what ours sees: empty blocks, unused catch bindings, promises without a handler.
const SWALLOWED_PEERS = ["no-empty", "sonarjs/no-ignored-exceptions", "promise/catch-or-return"];
// The rules of no other group. Most of them read the tables of a contract, and have less to do under other settings.
const GROUPED = [...OURS, ...PEERLESS, CAUSE, SWALLOWED];
const TABLES = Object.keys(errorContract.rules)
  .map((name) => `error-contract/${name}`)
  .filter((id) => !GROUPED.includes(id));

const effort = args.quick
  ? {
      perPackage: 10,
      rounds: 1,
      runtime: { rounds: 20, calls: 500 },
      errors: { rounds: 5, calls: 100 },
      success: { rounds: 20, calls: 2000 },
      server: { calls: 200 },
      failure: { rounds: 2, calls: 20 },
      audit: { rounds: 1, entries: 200, atOnce: 100 },
      detect: { rounds: 3, calls: 200 },
      edits: 2,
      imports: 1,
      raw: { packages: 2, perPackage: 2, rounds: 1 },
      types: { packages: 1, rounds: 1 },
    }
  : {
      perPackage: 150,
      rounds: Number(args.rounds ?? 2),
      runtime: { rounds: 200, calls: 2000 },
      errors: { rounds: 300, calls: 200 },
      success: { rounds: 200, calls: 20_000 },
      server: { calls: 4000 },
      failure: { rounds: 20, calls: 500 },
      audit: { rounds: 5, entries: 2000, atOnce: 100 },
      detect: { rounds: 11, calls: 5000 },
      edits: 40,
      imports: 15,
      raw: { packages: 4, perPackage: 40, rounds: Number(args.rounds ?? 2) },
      types: { packages: 4, rounds: Number(args.rounds ?? 2) },
    };

let runs = 0;

/** The first run of `--quick` has a process of its own too; the others would only start ESLint again and again. */
async function lint(folder, rules, isWhole = false, preset = "kaiza") {
  const job = { folder, rules, isWhole, preset };
  if (args.quick && runs++ > 0) return (await import("./lint-run.js")).lintRun(job);
  const script = path.join(import.meta.dirname, "lint-run.js");
  return JSON.parse(
    execFileSync(process.execPath, [script, JSON.stringify(job)], { encoding: "utf8", maxBuffer: 1e8 }),
  );
}

async function inRounds(measure) {
  const measured = [];
  for (let round = 0; round < effort.rounds; round++) measured.push(await measure());
  return measured;
}

const sum = (times) => times.reduce((total, time) => total + time, 0);
const ours = (run) => sum(OURS.map((id) => run.rules[id]));

/** One line of a table: the median over the rounds, and the spread. */
function line(name, ratios, times = "") {
  const figure = (value) => (name.startsWith("share") ? `${(value * 100).toFixed(1)} %` : value.toFixed(2));
  const spread = ratios.length > 1 ? `${figure(Math.min(...ratios))} .. ${figure(Math.max(...ratios))}` : "";
  console.log(`  ${name.padEnd(58)} ${figure(median(ratios)).padStart(8)}  ${spread.padEnd(18)} ${times}`);
}

const ms = (values) => `${Math.round(median(values))} ms`;

async function untypedFigures() {
  const { folder, files } = writeUntypedCorpus(effort.perPackage);
  try {
    const runs = await inRounds(() => lint(folder, OURS, true));
    const { findings, unparsed } = runs[0];
    const found = sum(OURS.map((id) => findings[id] ?? 0));
    const rest = unparsed ? `, ${unparsed} NOT PARSED` : "";
    console.log(`\nUntyped, installed packages: ${files} files, ${found} findings of ours${rest}`);
    line(
      "share of the three rules in the untyped lint",
      runs.map((run) => ours(run) / run.wall),
      `${ms(runs.map(ours))} of ${ms(runs.map(({ wall }) => wall))}`,
    );
    await causeFigures(folder);
    await tableFigures(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The shares of the rules that read a contract's tables, under the preset of each kind of message. */
async function tableFigures(folder) {
  for (const preset of ["kaiza", "contextResolve", "mcpAql"]) {
    const runs = await inRounds(() => lint(folder, TABLES, true, preset));
    const share = (ids) => runs.map(({ rules, wall }) => sum(ids.map((id) => rules[id])) / wall);
    for (const id of TABLES) line(`share of ${id.split("/")[1]}, ${preset}`, share([id]));
    const found = sum(TABLES.map((id) => runs[0].findings[id] ?? 0));
    line(`share of these rules together, ${preset}`, share(TABLES), `${found} findings`);
  }
}

async function handlerFigures() {
  const { folder, files } = writeUntypedCorpus(effort.perPackage);
  try {
    const runs = await inRounds(() => lint(folder, [...SWALLOWED_PEERS, SWALLOWED]));
    const { findings } = runs[0];
    console.log(
      `\nHandlers of failures, installed packages: ${files} files, ${findings[SWALLOWED] ?? 0} findings of ours`,
    );
    const peers = (run) => sum(SWALLOWED_PEERS.map((id) => run.rules[id]));
    line(
      "no-swallowed-error / its three peers together",
      runs.map((run) => run.rules[SWALLOWED] / peers(run)),
      `${ms(runs.map(({ rules }) => rules[SWALLOWED]))} / ${ms(runs.map(peers))}`,
    );
    line(
      "share of no-swallowed-error in this lint",
      runs.map((run) => run.rules[SWALLOWED] / run.wall),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * The preset `recommended` on code that keeps to no contract. Aims: 10 % of a typed lint, 12 % of an untyped one,
 * native twice none.
 */
function raw() {
  const { files, rounds } = rawFigures({ ...effort.raw, seed: Number(args.seed) });
  const { untyped, typed } = rounds[0];
  console.log(
    `\nFindings in nearly every file, ${effort.raw.packages} tsconfigs: ${files} files, ` +
      `findings ${untyped.findings.length} without types, ${typed.findings.length} with`,
  );
  for (const types of ["untyped", "typed"]) {
    const runs = rounds.map((round) => round[types]);
    line(
      `share of all rules in the ${types} lint`,
      runs.map(({ rules, wall }) => rules / wall),
      `${ms(runs.map(({ rules }) => rules))} of ${ms(runs.map(({ wall }) => wall))}`,
    );
  }
  line(
    "ESLint, native types / no rules and no types",
    rounds.map(({ native, bare }) => native.wall / bare.wall),
    `${ms(rounds.map(({ native }) => native.wall))} / ${ms(rounds.map(({ bare }) => bare.wall))}`,
  );
}

/** What an editor waits for after a keystroke, over the language servers. Aim: 40 ms. */
async function editFigures() {
  const { folder: workspace, files } = writeRawCorpus({ ...effort.raw, seed: Number(args.seed) });
  const folder = path.join(workspace, "packages/server-0");
  console.log(`\nEdit to diagnostics, one open file of ${files}, with the kaiza preset and without`);
  try {
    for (const { name, server, config } of EDIT_HOSTS) {
      const figures = (ours) => editTimes({ folder, server, config: config(ours), edits: effort.edits });
      const [own, bare] = [await figures(true), await figures(false)];
      const edit = `${own.edit.toFixed(1)} / ${bare.edit.toFixed(1)} ms`;
      const first = `opened in ${own.first.toFixed(0)} / ${bare.first.toFixed(0)} ms`;
      const more = (own.edit - bare.edit).toFixed(1);
      row(`edit, ${name}`, `+${more} ms`, `${edit}, ${first}, ${own.squiggles} findings`);
    }
  } finally {
    rmSync(workspace, { recursive: true, force: true });
  }
}

/** require-cause and its peers in one process, in both orders: who walks a file first warms it up for the others. */
async function causeFigures(folder) {
  const orders = [
    [CAUSE, ...CAUSE_PEERS],
    [...CAUSE_PEERS, CAUSE],
  ];
  const runs = await inRounds(async () => {
    const pair = [];
    for (const rules of orders) pair.push((await lint(folder, rules)).rules);
    return pair;
  });
  const times = (id) => runs.flat().map((rules) => rules[id]);
  for (const peer of CAUSE_PEERS) {
    const both = runs.map((pair) =>
      Math.sqrt(pair.reduce((product, rules) => (product * rules[CAUSE]) / rules[peer], 1)),
    );
    const name = peer.split("/").at(-1);
    line(`require-cause / ${name}`, both, `${ms(times(CAUSE))} / ${ms(times(peer))}`);
  }
}

/**
 * What the types of our preset cost by where they come from. Aims: native 1.5 times none, and ten times as fast in
 * oxlint.
 */
async function types() {
  const { files, rounds } = await typesFigures(effort.types);
  const { eslint, oxlint } = rounds[0];
  const found = `${eslint.off.result.length} without types, ${eslint.native.result.length} with`;
  console.log(`\nTypes for our preset, installed packages: ${files} files, findings ${found}`);
  row("findings that only one of the two kinds of types has", `${differing(eslint.native, eslint.services)}`, "");
  row("findings that only ESLint or only oxlint has", `${differing(eslint.native, oxlint.native)}`, "");
  const compare = (name, one, other) =>
    line(
      name,
      rounds.map((round) => one(round).wall / other(round).wall),
      `${ms(rounds.map((round) => one(round).wall))} / ${ms(rounds.map((round) => other(round).wall))}`,
    );
  const none = (round) => round.eslint.off;
  compare("ESLint, native types / none", (round) => round.eslint.native, none);
  compare("ESLint, typescript-eslint's types / none", (round) => round.eslint.services, none);
  compare(
    "ESLint, typescript-eslint's types / native",
    (round) => round.eslint.services,
    (round) => round.eslint.native,
  );
  compare(
    "oxlint, native types / none",
    (round) => round.oxlint.native,
    (round) => round.oxlint.off,
  );
  compare(
    "ESLint, typescript-eslint's types / oxlint, native",
    (round) => round.eslint.services,
    (round) => round.oxlint.native,
  );
  compare("ESLint, none / oxlint, native types", none, (round) => round.oxlint.native);
  const peaks = (of) => `${Math.round(median(rounds.map((round) => of(round).peak)))} MB`;
  row("peak memory, ESLint without types", peaks(none), "");
  row(
    "peak memory, ESLint and the native process",
    peaks((round) => round.eslint.native),
    "",
  );
  row(
    "peak memory, ESLint with typescript-eslint's types",
    peaks((round) => round.eslint.services),
    "",
  );
  row(
    "peak memory, oxlint and the native process",
    peaks((round) => round.oxlint.native),
    "",
  );
}

function differing({ result: one }, { result: other }) {
  const missing = (from, of) => from.filter((finding) => !of.has(finding)).length;
  return missing(one, new Set(other)) + missing(other, new Set(one));
}

function runtime() {
  console.log("\nRuntime, against a plain Error subclass with the same fields and defaults, without any checks");
  for (const { name, stack, ours: own, plain, ratio } of runtimeFigures(effort.runtime)) {
    const title = `${name}${stack ? "" : ", Error.stackTraceLimit = 0"}`;
    line(title, [ratio], `${(own / 1000).toFixed(2)} / ${(plain / 1000).toFixed(2)} µs`);
  }
}

async function errors() {
  console.log("\nOne failure with a cause, created and written, against `new Error` with a cause; aim: under 2.6");
  for (const { name, time, ratio } of await errorFigures(effort.errors))
    row(name, ratio.toFixed(2), `${time.toFixed(2)} µs`);
  const against = args.against === undefined ? "" : `, against ${args.against}`;
  console.log(`\nA call of a wrapped handler that fails, without audit${against}`);
  for (const { name, time, ratio } of await callFigures(effort.errors, args.against))
    row(name, ratio === undefined ? "" : ratio.toFixed(2), `${time.toFixed(2)} µs`);
}

async function boundary() {
  console.log("\nBoundary: what a wrapped handler costs more than the bare one; aim: under 100 ns");
  for (const { name, bare, wrapped, extra } of await successFigures(effort.success)) {
    row(name, `+${extra.toFixed(1)} ns`, `${wrapped.toFixed(0)} / ${bare.toFixed(0)} ns`);
  }
  for (const { name, bare, wrapped, extra } of await guardFigures(effort.success)) {
    row(name, `+${extra.toFixed(1)} ns`, `${wrapped.toFixed(0)} / ${bare.toFixed(0)} ns`);
  }
  for (const { name, time } of largeFigures(effort.success)) row(name, `${time.toFixed(2)} ms`, "");
  console.log("\nBoundary: what a wrapped server costs more than a bare one; aim: a success 3 µs, being made 100 µs");
  for (const { name, bare, wrapped, extra } of await serverFigures(effort.server)) {
    row(name, `+${extra.toFixed(2)} µs`, `${wrapped.toFixed(2)} / ${bare.toFixed(2)} µs`);
  }
  console.log("\nBoundary: a whole call through client and McpServer of SDK 1.x, in memory, without audit");
  for (const { name, time, ratio } of await failureFigures(effort.failure)) {
    row(name, ratio.toFixed(2), `${time.toFixed(0)} µs`);
  }
  console.log("\nAudit: the same envelope to a file");
  for (const { name, perSecond } of await auditFigures(effort.audit)) row(name, perSecond.toFixed(1), "");
}

async function detect() {
  console.log("\nClients: detectError with five contracts / a detector of one; aim: three times as fast");
  for (const { name, all, one } of await detectFigures(effort.detect)) {
    row(name, (all / one).toFixed(2), `${all.toFixed(2)} / ${one.toFixed(2)} µs`);
  }
}

async function imports() {
  console.log("\nImports: kB after esbuild --minify and gzip, with all that comes along, and time of import()");
  console.log(
    "Of a contract also: its table alone; all of its own modules without the core, which all contracts share; the",
  );
  console.log("class, codes and factories; those and wrapHandler. Aim for a contract: under 4 kB, MCP-AQL 8 kB");
  for (const one of importable()) {
    const { whole, ...parts } = await sizeOf(one);
    const kB = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;
    row(`import ${one.name}`, kB(whole), `${importTime(one, effort.imports).toFixed(1)} ms`);
    const figures = Object.entries(parts).map(([part, bytes]) => `${part} ${kB(bytes)}`);
    if (figures.length > 0) console.log(`    ${figures.join(", ")}`);
  }
}

function row(name, figure, rest) {
  console.log(`  ${name.padEnd(68)} ${figure.padStart(10)}  ${rest}`);
}

console.log(
  `Ratios; medians of ${effort.rounds} round(s) for lint runs, each run in its own process, ` +
    `and of ${effort.runtime.rounds} for the runtime.`,
);
console.log("Whole lint: recommended of @eslint/js.");
const parts = {
  runtime,
  errors,
  boundary,
  detect,
  imports,
  untyped: untypedFigures,
  handlers: handlerFigures,
  raw,
  edits: editFigures,
  types,
};
for (const [name, measure] of Object.entries(parts)) if ((args.only ?? name) === name) await measure();
