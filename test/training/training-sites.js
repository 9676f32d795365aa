import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { readTextFacts } from "../../rules/dist/throws/throw-facts.js";
import { conditions } from "../../src/dist/contract/conditions.js";
import { kaiza } from "../../src/dist/contracts/kaiza/contract.js";

/**
 * @typedef {{ repo: string, features: readonly string[], weight: number, allowed: readonly number[] }} TrainingSite
 *   A site with the conditions that its label may mean, as indexes of CONDITIONS
 */

export const CONDITIONS = Object.keys(conditions);

// A word that fewer repositories have says more of them than of failures.
export const LEAST_REPOSITORIES = 5;
const PHRASE_WEIGHT = 4;
// A test for a status is no matter of opinion.
const TEST_WEIGHT = 40;
const FOLDS = 4;

/** Reads the sites that `npm run training:collect` has written, a JSON line each. */
export function readSites(file) {
  const lines = readFileSync(file, "utf8").trim().split("\n");
  return lines.map((line) => {
    const { repo, condition, others, features } = JSON.parse(line);
    return { repo, features, weight: 1, allowed: toIndexes([condition, ...others]) };
  });
}

/** Lists what is known without any repository: phrases, tests for a status or for an errno code. */
export function listKnownSites() {
  return [...readPhrases(path.join(import.meta.dirname, "phrases.tsv")), ...listStatuses()];
}

/**
 * What everybody writes of a condition, where too few sites say so. Each counts as several sites of as many
 * repositories.
 */
function readPhrases(file) {
  const lines = readFileSync(file, "utf8").trim().split("\n");
  return lines.flatMap((line) => {
    const [condition, phrase] = line.split("\t");
    return createSites([...readTextFacts(phrase)], [condition], PHRASE_WEIGHT);
  });
}

/** What a test for a status or an errno code says: the tables of the contracts know it. */
function listStatuses() {
  const ofStatus = groupBy(CONDITIONS, (condition) => conditions[condition].http);
  const statuses = [...ofStatus].map(([status, allowed]) => [`guard:status ${status}`, allowed]);
  const errnos = Object.entries(kaiza.foreign.codes).map(([errno, code]) => [
    `caught:${errno}`,
    [kaiza.codes[code].condition],
  ]);
  return [...statuses, ...errnos].flatMap(([fact, allowed]) => createSites([fact], allowed, TEST_WEIGHT));
}

function groupBy(list, keyOf) {
  const groups = new Map();
  for (const each of list) groups.set(keyOf(each), [...(groups.get(keyOf(each)) ?? []), each]);
  return groups;
}

function createSites(features, allowed, weight) {
  const repos = Array.from({ length: LEAST_REPOSITORIES }, (_, index) => `known ${index}`);
  return repos.map((repo) => ({ repo, features, weight, allowed: toIndexes(allowed) }));
}

function toIndexes(names) {
  return names.map((name) => CONDITIONS.indexOf(name));
}

/** Whether a repository is kept for measuring: a quarter of them is. */
export function isHeldBack({ repo }) {
  return hashOf(repo, 0) % 4 === 0;
}

/** Divides sites into parts by repository: each part with all the others. */
export function foldSites(sites) {
  return Array.from({ length: FOLDS }, (_, fold) => ({
    others: sites.filter(({ repo }) => hashOf(repo, 8) % FOLDS !== fold),
    part: sites.filter(({ repo }) => hashOf(repo, 8) % FOLDS === fold),
  }));
}

function hashOf(repo, from) {
  const hash = createHash("sha1").update(repo.toLowerCase()).digest("hex");
  return parseInt(hash.slice(from, from + 8), 16);
}
