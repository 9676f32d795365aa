#!/usr/bin/env node
// What error-contract does to a server: npm run demo
// To one with errors of its own:        npm run demo -- kaiza
// And to yours, on a copy:              npm run demo -- PATH

import path from "node:path";
import { parseArgs } from "node:util";
import { sourceFiles } from "./demo/project.js";
import { DemoError, say } from "./demo/terminal.js";
import { removeAtExit, temporaryFolder } from "./demo/temporary-folder.js";

const USAGE = `Usage: npm run demo -- [kaiza | PATH] [--keep]

Without an argument: what a client receives from a failing tool before and
after, the finding, the fix, the matrix of \`prove\`, and what a review sees;
then the counts of a larger server, docs/examples/legacy-server.
With kaiza: migrates that server, type-checks and tests the result, adds the
boundary, and proves what clients receive before and after.
With PATH: shows what the linter finds in that project folder, and fixes. A
folder of the name kaiza is ./kaiza.

Everything happens on a copy in a temporary folder; the original is only read.

  --keep   leave the copy, and say where it is
  --help   show this text`;

async function main() {
  const { help, keep, example, folder } = options();
  if (help) return console.log(USAGE);

  const files = folder ? sourceFiles(folder) : [];
  const temporary = temporaryFolder();
  if (!keep) removeAtExit(temporary);

  // ESLint and TypeScript take a second to load, which a help text and an error do not need.
  if (folder) await (await import("./demo/migrate.js")).migrateFolder(folder, files, temporary);
  else if (example) await (await import("./demo/kaiza.js")).migrateExample(temporary);
  else await (await import("./demo/story.js")).tellStory(temporary);
  if (keep) say(`\nThe copy is in ${temporary}`);
}

function options() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { keep: { type: "boolean", default: false }, help: { type: "boolean", short: "h", default: false } },
    });
    if (positionals.length > 1) throw new Error(`one PATH at a time, not ${positionals.length}`);
    const [name] = positionals;
    if (name === "kaiza") return { ...values, example: name };
    // npm runs scripts in the workspace, wherever it was called.
    const from = process.env.npm_lifecycle_event === "demo" ? process.env.INIT_CWD : undefined;
    return { ...values, folder: name === undefined ? undefined : path.resolve(from ?? "", name) };
  } catch (error) {
    throw new DemoError(`${/** @type {Error} */ (error).message}\n\n${USAGE}`);
  }
}

try {
  await main();
} catch (error) {
  console.error(error instanceof DemoError ? `demo: ${error.message}` : error);
  process.exitCode = 1;
}
