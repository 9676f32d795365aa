// What a developer downloads and keeps on the disk, and what a client of one contract has in its bundle:
// `npm run sizes`. What every other import costs stands in `npm run bench`.
import { builtInContracts } from "error-contract/detect";
import { sizeOfClient } from "../../tools/bench/subpaths.js";
import { tarballs } from "./tarballs.js";

const KINDS = {
  JavaScript: /\.js$/,
  declarations: /\.d\.ts$/,
  "schemas and presets": /^(?:schemas|oxlint)\//,
  "the rest": /./,
};

const kindOf = (file) => Object.keys(KINDS).find((kind) => KINDS[kind].test(file.path));
const inKilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} kB`.padStart(11);

for (const { name, version, size, unpackedSize, files } of tarballs()) {
  console.log(`${name}@${version}`);
  console.log(`  ${inKilobytes(size)}  packed`);
  console.log(`  ${inKilobytes(unpackedSize)}  unpacked, ${files.length} files`);
  for (const kind of Object.keys(KINDS)) {
    const ofKind = files.filter((file) => kindOf(file) === kind);
    const bytes = ofKind.reduce((sum, file) => sum + file.size, 0);
    if (bytes > 0) console.log(`  ${inKilobytes(bytes)}    ${kind}, ${ofKind.length} files`);
  }
}

console.log("a client of one contract: createDetector and the contract, minified and gzipped");
for (const contract of builtInContracts) {
  console.log(`  ${inKilobytes(await sizeOfClient(contract))}  ${contract.vocabulary.module}`);
}
