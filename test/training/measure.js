import { createRanker } from "../../rules/dist/throws/likely-conditions.js";
import { createCodeRanker } from "../../rules/dist/throws/suggest-codes.js";
import { CONTRACTS, judgeFirstCodes } from "./judge-codes.js";
import { CONDITIONS } from "./training-sites.js";

const LEVELS = [0.9, 0.8, 0.7, 0.6, 0.5, 0.3, 0];

/** Says how often the weights of a file are right about sites, as tables. */
export function describeMeasure(sites, file) {
  return [...describeConditions(sites, file), "", ...describeConfidence(sites, file)].join("\n");
}

function describeConditions(sites, file) {
  const { rankConditions } = createRanker(file);
  const rows = new Map();
  for (const { allowed, features, repo } of sites) {
    const order = rankConditions(features).map(({ condition }) => CONDITIONS.indexOf(condition));
    const [isFirst, isAmong] = [1, 3].map((count) => order.slice(0, count).some((each) => allowed.includes(each)));
    for (const name of ["all", allowed.length === 1 ? CONDITIONS[allowed[0]] : "several conditions"]) {
      const row = rows.get(name) ?? { sites: 0, first: 0, three: 0, repos: new Set() };
      rows.set(name, row);
      row.sites++;
      row.first += isFirst;
      row.three += isAmong;
      row.repos.add(repo);
    }
  }
  return [
    "| condition | places | repositories | first | among three |",
    "| --- | --- | --- | --- | --- |",
    ...[...rows].map(
      ([name, { sites: all, first, three, repos }]) =>
        `| ${name} | ${all} | ${repos.size} | ${toPercent(first, all)} | ${toPercent(three, all)} |`,
    ),
  ];
}

function describeConfidence(sites, file) {
  const judged = judgeFirstCodes(sites, createCodeRanker(file));
  return CONTRACTS.flatMap(({ name }) => {
    const all = judged.filter(({ contract }) => contract === name);
    const among = toPercent(all.filter(({ isAmong }) => isAmong).length, all.length);
    return [
      `| ${name}: confidence | places | right | this and more: places | right | `,
      "| --- | --- | --- | --- | --- |",
      ...LEVELS.map((level, index) => {
        const above = all.filter(({ probability }) => probability >= level);
        const here = above.filter(({ probability }) => probability < (LEVELS[index - 1] ?? Infinity));
        return `| ${level} | ${here.length} | ${toRight(here)} | ${above.length} | ${toRight(above)} |`;
      }),
      `| first / among three | ${all.length} | ${toRight(all)} | | ${among} |`,
      "",
    ];
  });
}

function toRight(judged) {
  return toPercent(judged.filter(({ isRight }) => isRight).length, judged.length);
}

function toPercent(part, whole) {
  return `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;
}
