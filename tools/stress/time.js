// Holds that time is bounded: whoever sends ten times as much makes no function take far more than ten times as long.
// `node tools/stress/time.js [characters] [words of an entry point's name] [words of a seed's name] [share]`: one of
// `share` pairs of both is measured, such that each of either is in some.
import { entryPoints } from "./entry-points.js";
import { seeds } from "./seeds.js";

const [characters = "10000000", entryWord = "", seedWord = "", share = "1"] = process.argv.slice(2);
const [small, large] = [Number(characters) / 10, Number(characters)];

/** Linear work takes ten times as long, quadratic work a hundred times; the rest is for garbage and compilation. */
const most = 60;
/** How often a ratio that is too large is measured before it counts. */
const attempts = 6;

/** Measures the CPU time of this process in microseconds: the load of the machine does not count. */
async function measure(run) {
  const start = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(start);
  return user + system;
}

/** Measures linear work on a text of the small size. What takes less time than that cannot be compared. */
async function measureUnit() {
  const text = JSON.stringify({ text: "a\\".repeat(small / 3) });
  const times = [];
  for (let round = 0; round < 15; round++) times.push(await measure(() => JSON.stringify(JSON.parse(text))));
  return Math.max(1, times.sort((a, b) => a - b)[7]);
}

/** Returns the least ratio of the times that a function takes for much and for little. */
async function measureRatio(run, few, many, unit) {
  let ratio = Infinity;
  for (let attempt = 0; attempt < attempts && ratio > most; attempt++) {
    const before = await measure(() => run(few));
    const after = await measure(() => run(many));
    ratio = Math.min(ratio, after / Math.max(before, unit));
  }
  return ratio;
}

const unit = await measureUnit();
const failed = [];
let [checked, worst] = [0, 0];
for (const [seedIndex, { name: seedName, create, isDocument = false }] of seeds.entries()) {
  if (!seedName.includes(seedWord)) continue;
  const [few, many] = [create(small), create(large)];
  for (const [index, [name, run]] of Object.entries(entryPoints).entries()) {
    if (!name.includes(entryWord) || (seedIndex + index) % Number(share) !== 0) continue;
    checked++;
    try {
      const ratio = await measureRatio((seed) => run(seed, isDocument), few, many, unit);
      worst = Math.max(worst, ratio);
      if (ratio > most) failed.push(`FAIL  ${name}, ${seedName}: ${ratio.toFixed(1)} times as long`);
    } catch (error) {
      failed.push(`FAIL  ${name}, ${seedName}: ${error.message}`);
    }
  }
}
const pairs = `${checked} pairs of a function and one of ${seeds.length} seeds`;
const summary = `${pairs}; at most ${worst.toFixed(1)} times as long`;
console.log([...failed, ...(failed.length === 0 ? [`ok    ${summary}`] : [])].join("\n"));
process.exitCode = failed.length === 0 ? 0 : 1;
