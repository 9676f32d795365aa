// Compares findings with the labels of checked-out servers: see guide.md.
//
//   npm run corpus:score -- FOLDER... --labels FOLDER [--labels FOLDER] [--preset recommended]
//                           [--types services|off|native] [--repo owner/name] [--peers] [--detectors FOLDER]
//                           [--wrong] [--json FILE] [--last FILE]
//
// FOLDER holds checkouts as owner+name. Prints precision, recall and the share of other places reported, per rule and
// kind of label, plain and weighted, per set of labels and per repository; codes that are offered; rules of others; the
// difference to the last run of this kind.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { presets } from "../../rules/dist/configs.js";
import { builtInContracts } from "../../src/dist/contracts/built-in-contracts.js";
import { findCheckout, readLabels } from "./labels.js";
import { findDetectors } from "./detectors.js";
import { TYPES } from "./lint-blocks.js";
import { linkNativeTypeScript, lintServers } from "./lint-servers.js";
import { groupBy } from "./measures.js";
import { askPeers, judgeCodes, judgeLabels, offersOfDetector, offersOfRule, QUESTIONS } from "./questions.js";
import { printCodes, printPeers, printScore } from "./score-tables.js";

const USAGE = `npm run corpus:score -- FOLDER... --labels FOLDER

  FOLDER...          where the servers are checked out, each as owner+name
  --labels FOLDER    holds labels-catch.jsonl, -return, -throw or -verdict; may be given again
  --preset NAME      ${Object.keys(presets).join(", ")}; recommended by default
  --types KIND       services (typescript-eslint), off, native (TypeScript 7); services by default
  --repo owner/name  only this repository; may be given again
  --peers            also measures the rules of others that the comparison shows
  --detectors FOLDER also measures raw.mjs, swallowed.mjs, caller.mjs, result.mjs and codes.mjs, those that are there:
                     each exports \`rule\`, or the table of codes (tools/corpus/detectors.js)
  --wrong            lists the wrong places, with the label's reason
  --json FILE        also writes every answer to a file
  --last FILE        the answers of the last run, to be compared with and replaced; under node_modules/.cache by default
`;

const CACHE = path.join(import.meta.dirname, "../../node_modules/.cache/corpus-score");

const { values: args, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    labels: { type: "string", multiple: true, default: [] },
    preset: { type: "string", default: "recommended" },
    types: { type: "string", default: "services" },
    repo: { type: "string", multiple: true },
    peers: { type: "boolean", default: false },
    detectors: { type: "string" },
    wrong: { type: "boolean", default: false },
    json: { type: "string" },
    last: { type: "string" },
    help: { type: "boolean", default: false },
  },
});

const folders = positionals.map((folder) => path.resolve(folder));

async function score() {
  const labels = args.labels.flatMap(readLabels).filter(({ repo }) => args.repo?.includes(repo) ?? true);
  const servers = [...new Set(labels.map(({ repo }) => repo))].map((repo) => ({
    repo,
    folder: findCheckout(repo, folders),
    files: [...new Set(labels.filter((label) => label.repo === repo).map(({ file }) => file))],
  }));
  const found = servers.filter(({ folder }) => folder !== undefined);
  if (args.types === "native") linkNativeTypeScript(folders);
  const { preset, types, peers } = args;
  const detectors = args.detectors && path.resolve(args.detectors);
  const outputs = await lintServers("lint-server.js", found, { preset, types, peers, detectors });
  const files = new Map(
    outputs.flatMap(({ server, output }) => output.map((each) => [`${server.repo} ${each.file}`, each])),
  );
  const filesOf = ({ repo, file }) => files.get(`${repo} ${file}`);

  const questions = QUESTIONS.map((question) => ({
    ...question,
    judged: judgeLabels(question, labels, filesOf),
  })).filter(({ judged }) => judged.length > 0);
  const contract = builtInContracts.find(({ name }) => name === presets[args.preset].contract);
  const judgeOffers = (findOffers) => ({
    contract: contract?.name,
    judged: contract ? judgeCodes(labels, filesOf, contract.name, findOffers(contract)) : [],
  });
  const result = {
    preset: args.preset,
    types: args.types,
    notCheckedOut: servers.filter(({ folder }) => folder === undefined).map(({ repo }) => repo),
    untyped: [...files].filter(([, { isUntyped }]) => isUntyped).map(([file]) => file),
    unread: [...files].filter(([, { error, isMissing }]) => error ?? isMissing).map(([file]) => file),
    questions,
    codes: judgeOffers(offersOfRule),
  };
  const last = args.last ?? path.join(CACHE, `${args.preset}-${args.types}.json`);
  printScore(result, existsSync(last) ? JSON.parse(readFileSync(last, "utf8")) : undefined, { wrong: args.wrong });
  if (args.peers || args.detectors) {
    const sets = Object.entries(groupBy(labels, ({ set }) => set));
    for (const [set, chosen] of sets.length > 1 ? [["all sets", labels], ...sets] : sets)
      printPeers(set, await comparePeers(questions, chosen, filesOf));
  }
  if (args.detectors && findDetectors("codes", args.detectors).length > 0)
    printCodes(judgeOffers(offersOfDetector), " by the detector");
  if (!args.repo) saveAnswers(last, result);
  if (args.json) writeFileSync(args.json, JSON.stringify(result, undefined, 1));
}

/**
 * Answers each question by our rule, by each rule of others that claims its job, by all of those together, and by each
 * detector.
 */
async function comparePeers(questions, labels, filesOf) {
  const { jobs } = args.peers ? await import("../comparison/rules.js") : {};
  return questions.map(({ name, rule, ...question }) => {
    const peers = jobs ? [...new Set(question.jobs.flatMap((job) => Object.keys(jobs[job].peers)))] : [];
    const detectors = args.detectors ? findDetectors(name, args.detectors) : [];
    const judge = (rules) => judgeLabels(askPeers(question, rules), labels, filesOf);
    return {
      name,
      rows: [
        [`error-contract/${rule}`, judgeLabels(question, labels, filesOf)],
        ...peers.map((peer) => [peer, judge([peer])]),
        ...(peers.length > 1 ? [["all the others together", judge(peers)]] : []),
        ...detectors.map((detector) => [detector, judge([detector])]),
      ],
    };
  });
}

function saveAnswers(file, { questions, codes }) {
  mkdirSync(path.dirname(file), { recursive: true });
  const answers = questions.map(({ name, judged }) => [
    name,
    Object.fromEntries(judged.map(({ place, isReported }) => [place, isReported])),
  ]);
  const offered = codes.judged.map(({ place, first }) => [place, first]);
  writeFileSync(file, JSON.stringify({ answers: Object.fromEntries(answers), first: Object.fromEntries(offered) }));
}

function findArgumentProblem() {
  if (folders.length === 0) return "FOLDER is missing: expected the folder of the checked-out servers";
  const named = [...folders, ...args.labels, ...(args.detectors ? [args.detectors] : [])];
  const missing = named.find((folder) => !existsSync(folder));
  if (missing) return `${missing} is not there`;
  if (args.labels.length === 0) return "--labels is missing: expected the folder that holds the labels";
  if (!(args.preset in presets)) return `--preset ${args.preset}: expected one of ${Object.keys(presets).join(", ")}`;
  return TYPES.includes(args.types) ? undefined : `--types ${args.types}: expected one of ${TYPES.join(", ")}`;
}

const problem = args.help ? undefined : findArgumentProblem();
if (args.help || problem) {
  console[args.help ? "log" : "error"](problem ? `${problem}\n\n${USAGE}` : USAGE);
  process.exitCode = args.help ? 0 : 2;
} else {
  await score();
}
