#!/usr/bin/env bash
# Four plugins in GritQL rewrite the same call. Each is run by `lint`, by `lint --write` and with --unsafe.
# Version: @biomejs/biome 2.6.8.
# Expected by most: a plugin that is a rewrite rewrites, as a pattern of GritQL does elsewhere, or is refused where it
# is loaded.
# What happens: a rewrite alone is accepted, matches, and neither reports nor changes anything, with exit 0 in all runs.
# A diagnostic makes it a fix, where the rewrite may stand before `where` or in it. Without fix_kind it is an unsafe one,
# which --write leaves.
# Seen on 2026-11-29: see the table below.
# What follows: a codemod that was tried elsewhere stays silent in Biome; give it a register_diagnostic and a fix_kind,
# and try it on a file that it has to change.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true}' >package.json
npm install --no-audit --no-fund --silent --ignore-scripts @biomejs/biome@2.6.8 >/dev/null

cat >program.mjs <<'END'
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const told = 'register_diagnostic(span = $call, message = "m"';
const plugins = {
  'a rewrite alone': '`isFailed($x)` => `failed($x)`',
  'with a diagnostic': `\`isFailed($x)\` as $call where { $call => \`failed($x)\`, ${told}) }`,
  'with a safe one': `\`isFailed($x)\` as $call where { $call => \`failed($x)\`, ${told}, fix_kind = "safe") }`,
  'with a safe one behind': `\`isFailed($x)\` as $call => \`failed($x)\` where { ${told}, fix_kind = "safe") }`,
};
writeFileSync('biome.json', '{"plugins":["./plugin.grit"],"linter":{"rules":{"preset":"none"}}}');
for (const [name, plugin] of Object.entries(plugins)) {
  writeFileSync('plugin.grit', `language js\n\n${plugin}\n`);
  const runs = [[], ['--write'], ['--write', '--unsafe']].map((options) => {
    writeFileSync('source.js', 'export const read = (row) => isFailed(row);\n');
    const { status } = spawnSync('node_modules/.bin/biome', ['lint', ...options, 'source.js']);
    const isRewritten = readFileSync('source.js', 'utf8').includes('=> failed(row)');
    return `${['lint', ...options].join(' ')} exit ${status}${isRewritten ? ' and rewritten' : ''}`;
  });
  console.log(`${name}: ${runs.join('; ')}`);
}
END

cat >expected.txt <<'END'
a rewrite alone: lint exit 0; lint --write exit 0; lint --write --unsafe exit 0
with a diagnostic: lint exit 1; lint --write exit 1; lint --write --unsafe exit 0 and rewritten
with a safe one: lint exit 1; lint --write exit 0 and rewritten; lint --write --unsafe exit 0 and rewritten
with a safe one behind: lint exit 1; lint --write exit 0 and rewritten; lint --write --unsafe exit 0 and rewritten
END

node program.mjs >seen.txt
if ! cmp -s expected.txt seen.txt; then
  echo 'Expected:' && cat expected.txt
  echo 'Seen:' && cat seen.txt
  exit 1
fi
echo 'OK: a plugin of Biome that only rewrites is accepted, matches and does nothing'
