import { CONDITIONS, LEAST_REPOSITORIES } from "./training-sites.js";
import { serializeWeights } from "./serialize-weights.js";

const EPOCHS = 10;
const RATE = 0.15;
const SPARSENESS = 8;
const SMOOTHNESS = 60;
// The first epochs see only sites whose label means one condition: they decide how the others are divided.
const STRICT_EPOCHS = 3;
const STRICT_WEIGHT = 1.5;
// Rare conditions count more than their share, and large repositories less than theirs.
const RARE_POWER = 0.6;

/**
 * Fits weights to sites. The same sites give the same weights.
 *
 * @param {readonly import("./training-sites.js").TrainingSite[]} sites
 * @returns {object} what the plugin reads, without its confidence
 */
export function fitWeights(sites) {
  const names = collectNames(sites);
  const indexed = sites.map((site) => ({ ...site, indexes: indexesOf(site, names) }));
  return serializeWeights(learnWeights(indexed, names.size), names, indexed);
}

function collectNames(all) {
  const repos = new Map();
  for (const { repo, features } of all) {
    for (const name of features) repos.set(name, (repos.get(name) ?? new Set()).add(repo));
  }
  const common = [...repos].filter(([, of]) => of.size >= LEAST_REPOSITORIES).map(([name]) => name);
  return new Map(["bias", ...common.sort()].map((name, index) => [name, index]));
}

function indexesOf({ features }, names) {
  return [0, ...features.flatMap((name) => names.get(name) ?? [])];
}

/**
 * Multinomial logistic regression by FTRL-proximal, which leaves out weights that say little. A label that several
 * conditions share is right with any of them: the loss is the logarithm of the probability of all of them together.
 */
function learnWeights(all, count) {
  const size = count * CONDITIONS.length;
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
