// Applies fixes and suggestions to copies of foreign servers, and measures them: `npm run adoption -- --help`.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { InputError } from "./input-error.js";
import { packPackages } from "./install-packages.js";
import { chooseFallback } from "./lint-server.js";
import { readArguments, USAGE } from "./read-arguments.js";
import { sayProgress } from "./record-steps.js";
import { readResults, writeReport } from "./report.js";

async function main() {
  const options = readArguments(process.argv.slice(2));
  if (options.help) return console.log(USAGE);

  const fallbacks = options.servers.map(({ preset }) => chooseFallback(preset, options.fallback));
  const out = options.out ?? fs.mkdtempSync(path.join(os.tmpdir(), "error-contract-adoption-"));
  fs.mkdirSync(out, { recursive: true });
  sayProgress(`copies and results are in ${out}`);
  const packed = packPackages(path.join(out, "packages"));

  // It loads TypeScript, for which a wrong argument need not wait.
  const { runServer } = await import("./run-server.js");
  const results = new Map(readResults(out, packed.hash).map((result) => [result.name, result]));
  for (const [index, server] of options.servers.entries()) {
    try {
      results.set(server.name, await runServer(server, { ...options, out, packed, fallback: fallbacks[index] }));
      writeReport(out, [...results.values()]);
    } catch (error) {
      // The other servers have nothing to do with it.
      sayProgress(`${server.name}: it stops here: ${error.stack}`);
      process.exitCode = 1;
    }
  }
  console.log(writeReport(out, [...results.values()]));
}

try {
  await main();
} catch (error) {
  console.error(error instanceof InputError ? `adoption: ${error.message}` : error);
  process.exitCode = 1;
}
