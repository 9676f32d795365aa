// Draws cells of proved servers that are to be read by hand, and prints each with its call and its answer.
//
//   node tools/prove/sample.js --out FOLDER --use reading [--seed N] [--wrong N] [--kept N] [--most N]
//
// FOLDER is that of run.js. `--most` bounds the cells of a server: wrong ones, and as many right ones.
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { servers } from "./servers.js";

const { values: args } = parseArgs({
  options: {
    out: { type: "string" },
    use: { type: "string", default: "reading" },
    seed: { type: "string", default: "1" },
    wrong: { type: "string", default: "60" },
    kept: { type: "string", default: "40" },
    most: { type: "string", default: "15" },
  },
});
if (args.out === undefined) throw new TypeError("--out: expected the folder that run.js has filled");

/** Random numbers from 0 to 1, the same for each seed. */
function createRandom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const random = createRandom(Number(args.seed));

/** Draws cells, at most so many of each server. */
function draw(cells, number) {
  const drawn = new Map();
  return cells
    .map((cell) => ({ cell, place: random() }))
    .sort((a, b) => a.place - b.place)
    .filter(({ cell: { server } }) => {
      drawn.set(server, (drawn.get(server) ?? 0) + 1);
      return drawn.get(server) <= Number(args.most);
    })
    .slice(0, number)
    .map(({ cell }) => cell)
    .sort((a, b) => `${a.server} ${a.row}`.localeCompare(`${b.server} ${b.row}`));
}

const cells = servers
  .filter(({ use }) => use === args.use)
  .map(({ name }) => ({ name, file: `${path.resolve(args.out, name.replaceAll(/[/ ]/g, "-"))}.json` }))
  .filter(({ file }) => existsSync(file))
  .flatMap(({ name, file }) =>
    JSON.parse(readFileSync(file, "utf8")).rows.flatMap((row) =>
      row.cells.map((cell) => ({ ...cell, server: name, row: row.name })),
    ),
  );

const print = (value) => {
  const text = JSON.stringify(value) ?? "";
  return text.length <= 500 ? text : `${text.slice(0, 500)}… (${text.length})`;
};
const sample = [
  ...draw(
    cells.filter(({ verdict }) => verdict === "wrong"),
    Number(args.wrong),
  ),
  ...draw(
    cells.filter(({ verdict }) => verdict === "kept" || verdict === "no code"),
    Number(args.kept),
  ),
];
for (const [
  place,
  { server, row, column, verdict, problems, call, answer, hits = [], ms, after },
] of sample.entries()) {
  console.log(`${place + 1}. ${server} / ${row} / ${column}: ${verdict}, ${ms} ms`);
  for (const { kind, message } of problems) console.log(`   ${kind}: ${message}`);
  console.log(`   call   ${print(call?.params)}`);
  console.log(`   answer ${print(answer)}`);
  if (hits.length > 0) console.log(`   hits   ${print(hits.slice(0, 4))}`);
  if (after !== undefined) console.log(`   after  ${after}`);
}
