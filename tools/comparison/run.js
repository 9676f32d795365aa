// Lints the shapes with our rules and with those of others, and writes the tables of docs/evidence.md: `npm run
// comparison`, on Node 24.
import fs from "node:fs";
import * as prettier from "prettier";
import { compare, refusal } from "./compare.js";
import { UNLOADABLE } from "./rules.js";
import { filledPage, keyOfPeers, PAGE, PEERS } from "./table.js";

const [major] = process.versions.node.split(".").map(Number);
if (major < 22)
  throw new Error(`eslint-plugin-unicorn 80 asks for Node 22.13, and this is ${process.version}: run it on Node 24`);

const refused = await refusal(UNLOADABLE);
if (!refused) throw new Error(`${UNLOADABLE} loads: compare it`);

const ours = await compare("ours");
const peers = await compare("peers");
await write(PEERS, JSON.stringify({ key: keyOfPeers(), peers }));
await write(PAGE, filledPage(ours, peers));

async function write(file, text) {
  fs.writeFileSync(file, await prettier.format(text, { ...(await prettier.resolveConfig(file)), filepath: file }));
}

for (const { job, rule, faults, others, missed, wrong } of [...ours, ...peers]) {
  const figures = `${faults - missed.length} of ${faults} caught, ${wrong.length} of ${others} wrongly reported`;
  console.log(`${job.padEnd(18)} ${rule.padEnd(48)} ${figures}`);
}
