#!/usr/bin/env bash
# Two modules each have a class ToolError that sets this.name = this.constructor.name; a third imports both and is
# bundled, not minified.
# Versions: esbuild 0.28.2, rolldown 1.3.3.
# Expected by most: without minifying, names stay; if one is renamed, every bundler renames the second.
# What happens: esbuild renames the second (ToolError2), rolldown the first (ToolError$1), and error.name at run time
# follows. keepNames mends it in both; in rolldown minify.mangle.keepNames does not, it keeps the name that the
# bundler made.
# Seen on 2026-11-28: see the table below.
# What follows: error.name made from the class changes with the set of bundled modules, so a test of names passes
# unbundled and fails in production; write the name as a text.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true}' >package.json
npm install --no-audit --no-fund --silent --ignore-scripts esbuild@0.28.2 rolldown@1.3.3 >/dev/null

cat >program.mjs <<'END'
import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import * as esbuild from 'esbuild';
import { rolldown } from 'rolldown';

const module = 'export class ToolError extends Error { constructor(m) { super(m); this.name = this.constructor.name; } }\n';
writeFileSync('first.mjs', module);
writeFileSync('second.mjs', module);
writeFileSync(
  'entry.mjs',
  "import { ToolError as First } from './first.mjs';\nimport { ToolError as Second } from './second.mjs';\n" +
    "export const names = [new First('m').name, new Second('m').name];\n",
);
let count = 0;
async function show(label, build) {
  const file = `out${(count += 1)}.mjs`;
  await build(file);
  const { names } = await import(pathToFileURL(file));
  console.log(`${label}: ${names.join(', ')}`);
}
for (const options of [{}, { keepNames: true }]) {
  await show(`esbuild ${JSON.stringify(options)}`, (outfile) =>
    esbuild.build({ entryPoints: ['entry.mjs'], bundle: true, format: 'esm', outfile, ...options }),
  );
}
for (const options of [{}, { keepNames: true }, { minify: { mangle: { keepNames: true } } }]) {
  await show(`rolldown ${JSON.stringify(options)}`, async (file) => {
    const bundle = await rolldown({ input: 'entry.mjs' });
    await bundle.write({ file, format: 'esm', ...options });
  });
}
END

cat >expected.txt <<'END'
esbuild {}: ToolError, ToolError2
esbuild {"keepNames":true}: ToolError, ToolError
rolldown {}: ToolError$1, ToolError
rolldown {"keepNames":true}: ToolError, ToolError
rolldown {"minify":{"mangle":{"keepNames":true}}}: ToolError$1, ToolError
END

node program.mjs >seen.txt
if ! cmp -s expected.txt seen.txt; then
  echo 'Expected:' && cat expected.txt
  echo 'Seen:' && cat seen.txt
  exit 1
fi
echo 'OK: esbuild renames the second class, rolldown the first, and keepNames keeps both'
