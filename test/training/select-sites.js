import { createHash } from "node:crypto";

/**
 * @typedef {import("./collect-file.js").Site & { repo: string, file: string }} CollectedSite
 */

// A repository that has more than this share of its functions from another one is a copy of it.
const MOST_COPIED = 0.5;
const MOST_OF_ONE = 0.05;

/**
 * Leaves out sites that stand twice, repositories that are copies of others, and what a repository has more than its
 * share. The same sites give the same selection, in whatever order they come.
 *
 * @param {readonly CollectedSite[]} sites
 */
export function selectSites(sites) {
  const { kept, copies } = leaveOutCopies(groupBy(sites, ({ repo }) => repo));
  const selected = limitShare(kept);
  return { sites: sortBy([...selected.values()].flat(), (site) => `${site.repo} ${placeOf(site)}`), copies };
}

/** The largest repository is the original of its copies. */
function leaveOutCopies(byRepo) {
  const seen = new Set();
  const seenSources = new Set();
  const kept = new Map();
  const copies = [];
  const repos = [...byRepo].sort(([one, of], [other, with_]) => with_.length - of.length || (one < other ? -1 : 1));
  for (const [repo, all] of repos) {
    const sources = new Set(all.map(({ source }) => source));
    const copied = [...sources].filter((source) => seenSources.has(source));
    for (const source of sources) seenSources.add(source);
    if (copied.length > sources.size * MOST_COPIED) {
      copies.push(repo);
      continue;
    }
    const own = [];
    for (const site of sortBy(all, placeOf)) {
      const keys = [`${site.source} ${site.label}`, `${repo} ${site.label} ${site.features.join(" ")}`];
      if (!keys.some((key) => seen.has(key))) own.push(site);
      for (const key of keys) seen.add(key);
    }
    if (own.length > 0) kept.set(repo, own);
  }
  return { kept, copies };
}

/** Of a repository that has too many, the hash of a place decides. */
function limitShare(byRepo) {
  const selected = new Map(byRepo);
  for (;;) {
    const total = [...selected.values()].reduce((sum, { length }) => sum + length, 0);
    const most = Math.max(1, Math.floor(total * MOST_OF_ONE));
    // A handful of repositories cannot all stay below their share.
    if (selected.size * MOST_OF_ONE <= 1) return selected;
    const large = [...selected].filter(([, { length }]) => length > most);
    if (large.length === 0) return selected;
    for (const [repo, sites] of large) selected.set(repo, sortBy(sites, hashOf).slice(0, most));
  }
}

function placeOf({ file, line, label }) {
  return `${file} ${String(line).padStart(7, "0")} ${label}`;
}

function hashOf(site) {
  return createHash("sha1")
    .update(`${site.repo} ${placeOf(site)}`)
    .digest("hex");
}

function sortBy(list, keyOf) {
  return list
    .map((each) => [keyOf(each), each])
    .sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))
    .map(([, each]) => each);
}

function groupBy(list, keyOf) {
  const groups = new Map();
  for (const each of list) groups.set(keyOf(each), [...(groups.get(keyOf(each)) ?? []), each]);
  return groups;
}
