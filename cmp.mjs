import { compare } from "./test/comparison/compare.js";
import { peerVersions } from "./test/comparison/rules.js";
console.log(peerVersions());
for (const v of await compare("peers")) console.log(v.job.padEnd(18), v.rule.padEnd(48), `${v.faults - v.missed.length}/${v.faults}`, "fp", `${v.wrong.length}/${v.others}`);
