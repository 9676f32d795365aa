// Learns which condition the facts of a throw site speak for: see guide.md.
//
//   npm run training:fit -- FACTS.jsonl [--out FILE] [--validate]
//
// Each line of FACTS is a throw site that says its code: { repo, condition, others, features }. The same lines give the
// same bytes. --validate holds a quarter of the repositories back, and prints how often the rest is right about them.
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { readTextFacts } from "../../rules/dist/throws/throw-facts.js";
import { conditions } from "../../src/dist/contract/conditions.js";
import { kaiza } from "../../src/dist/contracts/kaiza/contract.js";

const USAGE = `npm run training:fit -- FACTS.jsonl [--out FILE] [--validate]

  FACTS.jsonl   the throw sites that \`npm run training:collect\` has written
  --out FILE    the weights; those of the plugin by default
  --validate    writes nothing, and measures on repositories that were held back`;

const CONDITIONS = Object.keys(conditions);
const PLUGIN_FILE = path.join(import.meta.dirname, "../../rules/throws/condition-weights.json");
// A word that fewer repositories have says more of them than of failures.
const LEAST_REPOSITORIES = 5;
const MOST_BYTES = 64 * 1024;
const SCALE = 8;
const EPOCHS = 10;
const RATE = 0.15;
const SPARSENESS = 8;
const SMOOTHNESS = 60;
// The first epochs see only sites whose label means one condition: they decide how the others are divided.
const STRICT_EPOCHS = 3;
const STRICT_WEIGHT = 1.5;
// Rare conditions count more than their share, and large repositories less than theirs.
const RARE_POWER = 0.6;
const PHRASE_WEIGHT = 4;
// A test for a status is no matter of opinion.
const TEST_WEIGHT = 40;

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { out: { type: "string", default: PLUGIN_FILE }, validate: { type: "boolean", default: false } },
});
const [input] = positionals;
if (!input) {
  console.error(USAGE);
  process.exit(2);
}

const sites = [...readSites(input), ...readPhrases(path.join(import.meta.dirname, "phrases.tsv")), ...listStatuses()];
const kept = options.validate ? sites.filter((site) => !isHeldBack(site)) : sites;
const names = collectNames(kept);
const fitted = fit(kept.map((site) => ({ ...site, indexes: indexesOf(site) })));
const text = serialize(fitted, kept);
if (options.validate) console.log(describe(measure(sites.filter(isHeldBack), JSON.parse(text))));
else writeFileSync(options.out, text);

function readSites(file) {
  return readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => {
      const { repo, condition, others, features } = JSON.parse(line);
      return { repo, features, weight: 1, allowed: [condition, ...others].map((each) => CONDITIONS.indexOf(each)) };
    });
}

/** What everybody writes of a condition, where too few sites say so. Each counts as several sites of as many repositories. */
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
  const indexes = allowed.map((condition) => CONDITIONS.indexOf(condition));
  const repos = Array.from({ length: LEAST_REPOSITORIES }, (_, index) => `known ${index}`);
  return repos.map((repo) => ({ repo, features, weight, allowed: indexes }));
}

function isHeldBack({ repo }) {
  return parseInt(createHash("sha1").update(repo.toLowerCase()).digest("hex").slice(0, 8), 16) % 4 === 0;
}

function collectNames(all) {
  const repos = new Map();
  for (const { repo, features } of all) {
    for (const name of features) repos.set(name, (repos.get(name) ?? new Set()).add(repo));
  }
  const common = [...repos].filter(([, of]) => of.size >= LEAST_REPOSITORIES).map(([name]) => name);
  return new Map(["bias", ...common.sort()].map((name, index) => [name, index]));
}

function indexesOf({ features }) {
  return [0, ...features.flatMap((name) => names.get(name) ?? [])];
}

/**
 * Multinomial logistic regression by FTRL-proximal, which leaves out weights that say little. A label that several
 * conditions share is right with any of them: the loss is the logarithm of the probability of all of them together.
 */
function fit(all) {
  const size = names.size * CONDITIONS.length;
  const [sums, squares, weights] = [new Float64Array(size), new Float64Array(size), new Float64Array(size)];
  const shares = weighSites(all);
  const random = createRandom(12345);
  const order = all.map((_, index) => index);
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    shuffle(order, random);
    for (const at of order) if (epoch >= STRICT_EPOCHS || all[at].allowed.length === 1) learn(all[at], shares[at]);
  }
  return weights;

  function learn({ allowed, indexes }, share) {
    const likely = probabilities(indexes, weights);
    const together = allowed.reduce((sum, each) => sum + likely[each], 0);
    for (const [condition, probability] of likely.entries()) {
      const target = allowed.includes(condition) ? probability / together : 0;
      const gradient = (probability - target) * share;
      for (const feature of gradient === 0 ? [] : indexes) update(feature * CONDITIONS.length + condition, gradient);
    }
  }

  function update(index, gradient) {
    const sigma = (Math.sqrt(squares[index] + gradient * gradient) - Math.sqrt(squares[index])) / RATE;
    sums[index] += gradient - sigma * weights[index];
    squares[index] += gradient * gradient;
    const sum = sums[index];
    const isBias = index < CONDITIONS.length;
    const penalty = isBias ? 0 : Math.sign(sum) * SPARSENESS;
    const isSmall = !isBias && Math.abs(sum) <= SPARSENESS;
    weights[index] = isSmall ? 0 : -(sum - penalty) / ((1 + Math.sqrt(squares[index])) / RATE + SMOOTHNESS);
  }
}

function weighSites(all) {
  const ofCondition = new Float64Array(CONDITIONS.length);
  const ofRepository = new Map();
  for (const { allowed, repo } of all) {
    for (const each of allowed) ofCondition[each] += 1 / allowed.length;
    ofRepository.set(repo, (ofRepository.get(repo) ?? 0) + 1);
  }
  const weights = all.map(({ allowed, repo, weight }) => {
    const most = Math.max(...allowed.map((each) => ofCondition[each]));
    const rare = (all.length / CONDITIONS.length / most) ** RARE_POWER;
    const large = (100 / Math.max(20, ofRepository.get(repo))) ** 0.5;
    return weight * rare * large * (allowed.length === 1 ? STRICT_WEIGHT : 1);
  });
  const mean = weights.reduce((sum, weight) => sum + weight, 0) / weights.length;
  return weights.map((weight) => weight / mean);
}

function probabilities(indexes, weights) {
  const scores = CONDITIONS.map((_, condition) =>
    indexes.reduce((sum, feature) => sum + weights[feature * CONDITIONS.length + condition], 0),
  );
  const most = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(score - most));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}

function shuffle(order, random) {
  for (let i = order.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [order[i], order[j]] = [order[j], order[i]];
  }
}

function createRandom(seed) {
  let state = seed;
  return () => (state = (state * 1103515245 + 12345) % 2147483648) / 2147483648;
}

/** Writes as many weights as fit, those first that change most scores. */
function serialize(weights, all) {
  const count = new Float64Array(names.size);
  for (const site of all) for (const feature of indexesOf(site)) count[feature]++;
  const importance = (index) => Math.abs(weights[index]) * Math.sqrt(count[Math.floor(index / CONDITIONS.length)] + 1);
  const indexes = [...weights.keys()].filter((index) => index >= CONDITIONS.length && toScale(weights[index]) !== 0);
  indexes.sort((one, other) => importance(other) - importance(one) || one - other);
  let [low, high] = [0, indexes.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (write(indexes.slice(0, middle), weights).length <= MOST_BYTES) low = middle;
    else high = middle - 1;
  }
  return write(indexes.slice(0, low), weights);
}

function write(indexes, weights) {
  const byName = new Map();
  for (const index of [...indexes].sort((one, other) => one - other)) {
    const feature = Math.floor(index / CONDITIONS.length);
    const letter = String.fromCharCode("a".charCodeAt(0) + (index % CONDITIONS.length));
    byName.set(feature, `${byName.get(feature) ?? ""}${letter}${toScale(weights[index])}`);
  }
  const groups = {};
  for (const [name, feature] of names) {
    const written = byName.get(feature);
    if (written === undefined) continue;
    const colon = name.indexOf(":");
    (groups[name.slice(0, colon)] ??= {})[name.slice(colon + 1)] = written;
  }
  const bias = CONDITIONS.map((_, condition) => toScale(weights[condition]));
  return `${JSON.stringify({ conditions: CONDITIONS, bias, scale: SCALE, weights: groups })}\n`;
}

function toScale(weight) {
  return Math.round(weight * SCALE);
}

function measure(all, file) {
  const rows = new Map();
  const bins = Array.from({ length: 10 }, () => ({ sites: 0, right: 0 }));
  for (const { allowed, features, repo } of all.filter((site) => !site.repo.startsWith("known "))) {
    const scores = file.bias.map((each) => each / file.scale);
    for (const name of features) {
      const colon = name.indexOf(":");
      const group = file.weights[name.slice(0, colon)] ?? {};
      const written = Object.hasOwn(group, name.slice(colon + 1)) ? group[name.slice(colon + 1)] : "";
      for (const [, letter, weight] of written.matchAll(/([a-z])(-?\d+)/g)) {
        scores[letter.charCodeAt(0) - 97] += Number(weight) / file.scale;
      }
    }
    const sum = scores.reduce((total, score) => total + Math.exp(score), 0);
    const order = [...scores.keys()].sort((one, other) => scores[other] - scores[one]);
    const [isFirst, isAmong] = [1, 3].map((n) => order.slice(0, n).some((each) => allowed.includes(each)));
    const bin = bins[Math.min(9, Math.floor((10 * Math.exp(scores[order[0]])) / sum))];
    bin.sites++;
    bin.right += isFirst;
    for (const name of ["all", allowed.length === 1 ? CONDITIONS[allowed[0]] : "several conditions"]) {
      const row = rows.get(name) ?? { sites: 0, first: 0, three: 0, repos: new Set() };
      rows.set(name, row);
      row.sites++;
      row.first += isFirst;
      row.three += isAmong;
      row.repos.add(repo);
    }
  }
  return { rows, bins };
}

function describe({ rows, bins }) {
  const percent = (part, whole) => `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;
  return [
    "| sites | number | repositories | first | among three |",
    "| --- | --- | --- | --- | --- |",
    ...[...rows].map(
      ([name, { sites: n, first, three, repos }]) =>
        `| ${name} | ${n} | ${repos.size} | ${percent(first, n)} | ${percent(three, n)} |`,
    ),
    "",
    "| probability | sites | right |",
    "| --- | --- | --- |",
    ...bins.map(({ sites: n, right }, index) => `| ${index / 10} | ${n} | ${percent(right, n)} |`),
  ].join("\n");
}
