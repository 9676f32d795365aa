// The audit log under real conditions. `node tools/stress/run.js [share] [words of a scenario's name]`
import { scenarios } from "./scenarios.js";

const [share = "1", word = ""] = process.argv.slice(2);

for (const [name, run] of Object.entries(scenarios)) {
  if (!name.includes(word)) continue;
  const start = performance.now();
  try {
    const figures = await run(Number(share));
    console.log(`ok    ${name}  ${JSON.stringify({ seconds: seconds(start), ...figures })}`);
  } catch (error) {
    process.exitCode = 1;
    console.log(`FAIL  ${name}  ${seconds(start)} s: ${error.message}`);
  }
}

function seconds(start) {
  return Number(((performance.now() - start) / 1000).toFixed(1));
}
