// Lints files of one checked-out server and prints the findings as JSON: a process of its own for each server, because
// a program of TypeScript stays in memory. Reads { folder, files, preset, types, peers, detectors } from standard
// input; `peers` also lints with the rules of others, `detectors` with those of a folder.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { json } from "node:stream/consumers";
import { Linter } from "eslint";
import plugin from "../../rules/dist/index.js";
import { loadDetectors } from "./detectors.js";
import { createLintBlocks } from "./lint-blocks.js";
import { findSites, parseSource } from "./sites.js";

const { folder, files, preset, types, peers = false, detectors } = await json(process.stdin);

// The labels judge a place wherever its file stands: the preset without the block that exempts tests and scripts.
const [{ rules, settings, plugins }] = plugin.configs[preset];
const linter = new Linter({ cwd: folder });
// How likely the codes are that a finding offers stands in the data of its suggestions alone.
const likelihoods = new Map();
const errorContractCommand = {
  see({ context: { filename }, descriptor: { loc, node, suggest } }) {
    const { line, column } = loc?.start ?? loc ?? node.loc.start;
    for (const { data } of suggest ?? [])
      if (data?.confidence !== undefined)
        likelihoods.set(`${filename}:${line}:${column + 1} ${data.code}`, data.confidence);
  },
};
const { jobs, plugins: peerPlugins } = peers ? await import("../comparison/rules.js") : { jobs: {}, plugins: {} };
const detectorRules = detectors ? await loadDetectors(detectors) : {};
const otherPlugins = { ...peerPlugins, detector: { rules: detectorRules } };
const otherRules = Object.entries({
  ...Object.assign({}, ...Object.values(jobs).map((job) => job.peers)),
  ...Object.fromEntries(Object.keys(detectorRules).map((name) => [`detector/${name}`, []])),
});

function lint(file, isTyped, chosen = { plugins, settings: { ...settings, errorContractCommand }, rules }) {
  const code = readFileSync(path.join(folder, file), "utf8");
  const filename = path.join(folder, file);
  const blocks = createLintBlocks(folder, isTyped ? types : "off", [chosen]);
  return { code, messages: linter.verify(code, blocks, { filename }) };
}

/** The places that rules of others report; a `try` counts as the handler that it has. */
function findPeerFindings(file, isTyped) {
  const rules = otherRules.filter(([name]) => isTyped || !needsTypes(name));
  if (rules.length === 0) return [];
  const entries = rules.map(([name, options]) => [name, ["error", ...options]]);
  const { messages } = lint(file, isTyped, { plugins: otherPlugins, settings, rules: Object.fromEntries(entries) });
  const handlerLines = new Map();
  for (const { target } of linter.getSourceCode()?.traverse() ?? []) {
    if (target.type === "TryStatement" && target.handler)
      handlerLines.set(target.loc.start.line, target.handler.loc.start.line);
  }
  return messages
    .filter(({ ruleId }) => ruleId)
    .map(({ ruleId, line, message }) => ({ rule: ruleId, line, message, handlerLine: handlerLines.get(line) }));
}

function needsTypes(rule) {
  const [plugin, name] = rule.split("/");
  return otherPlugins[plugin]?.rules[name]?.meta?.docs?.requiresTypeChecking ?? false;
}

function findingsOf(file) {
  if (!existsSync(path.join(folder, file))) return { file, isMissing: true, findings: [] };
  let { code, messages } = lint(file, true);
  // No tsconfig holds the file: a user would lint it without types.
  const isUntyped = types === "services" && messages.some(({ fatal }) => fatal);
  if (isUntyped) ({ code, messages } = lint(file, false));
  const sites = parseSource(code, file);
  return {
    file,
    isUntyped,
    error: messages.find(({ fatal }) => fatal)?.message,
    findings: messages.filter(({ fatal }) => !fatal).map((message) => toFinding(message, file)),
    made: [...findMade(code)],
    peers: findPeerFindings(file, types === "services" && !isUntyped),
    handlers: sites ? findSites(sites).filter(({ group }) => group === "catch") : [],
  };
}

function toFinding({ ruleId, messageId, message, line, column, endLine, fix, suggestions }, file) {
  const place = `${path.join(folder, file)}:${line}:${column}`;
  return {
    rule: ruleId?.replace("error-contract/", ""),
    messageId,
    message,
    line,
    endLine,
    isFixed: fix !== undefined,
    fixText: fix?.text,
    offers: (suggestions ?? []).map(({ messageId: id, desc }) => {
      const code = /`([^`]+)`/.exec(desc)?.[1];
      return { id, desc, confidence: likelihoods.get(`${place} ${code}`) };
    }),
  };
}

/** The classes that a file makes errors of, with their lines. */
function* findMade(code) {
  for (const [index, line] of code.split("\n").entries()) {
    for (const [, name] of line.matchAll(/\bnew (\w+(?:Error|Exception))\b/g)) yield { name, line: index + 1 };
  }
}

/** Names the classes whose declaration is reported, wherever in the server it stands. */
function findReportedClasses(names) {
  if (names.length === 0) return new Set();
  const pattern = `class (${names.join("|")})\\b`;
  let listed = "";
  try {
    listed = execFileSync("git", ["grep", "-lE", pattern], { cwd: folder, encoding: "utf8" });
  } catch {
    // None is declared here, or the folder is no repository.
  }
  const declaring = new Set([...files, ...listed.split("\n")].filter((file) => /\.[cm]?[jt]sx?$/.test(file)));
  const all = [...declaring].filter((file) => existsSync(path.join(folder, file)));
  const findings = all
    .flatMap((file) => lint(file, false).messages)
    .filter(({ messageId }) => messageId === "ownClass");
  return new Set(findings.map(({ message }) => /`(\w+)`/.exec(message)?.[1]));
}

const results = files.map(findingsOf);
const names = new Set(results.flatMap(({ made = [] }) => made.map(({ name }) => name)));
const reported = findReportedClasses([...names]);
for (const result of results) result.decided = (result.made ?? []).filter(({ name }) => reported.has(name));
console.log(JSON.stringify(results));
