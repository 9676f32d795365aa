import { CONDITIONS } from "./training-sites.js";

// The whole file is to be at most 64 kB; the table of confidence takes the rest.
const MOST_BYTES = 63 * 1024;
const SCALE = 8;

/** Keeps as many weights as fit into the file, those first that change most scores. */
export function serializeWeights(weights, names, sites) {
  const count = new Float64Array(names.size);
  for (const { indexes } of sites) for (const feature of indexes) count[feature]++;
  const importance = (index) => Math.abs(weights[index]) * Math.sqrt(count[Math.floor(index / CONDITIONS.length)] + 1);
  const indexes = [...weights.keys()].filter((index) => index >= CONDITIONS.length && toScale(weights[index]) !== 0);
  indexes.sort((one, other) => importance(other) - importance(one) || one - other);
  let [low, high] = [0, indexes.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (JSON.stringify(toFile(indexes.slice(0, middle), weights, names)).length <= MOST_BYTES) low = middle;
    else high = middle - 1;
  }
  return toFile(indexes.slice(0, low), weights, names);
}

function toFile(indexes, weights, names) {
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
  return { conditions: CONDITIONS, bias, scale: SCALE, weights: groups };
}

function toScale(weight) {
  return Math.round(weight * SCALE);
}
