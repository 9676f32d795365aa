#!/usr/bin/env bash
# Eleven plugins in GritQL look for pieces of one program that has each of them; what is found and how the run ends is
# listed.
# Version: @biomejs/biome 2.6.8.
# Expected by most: a pattern that is no whole statement or expression is refused where the plugin is loaded, or works.
# What happens: a clause (catch, finally, case) and plain nonsense are accepted, find nothing and end with
# exit 0, as a clean file does. Only names of nodes are checked. Clauses are found by their node, JsCatchClause(). The
# pattern of a whole try with catch does not see one that has a finally, a type or no binding.
# Seen on 2026-11-28: see the table below.
# What follows: a rule that looks for empty catch clauses by a snippet is green for ever; keep a file beside each plugin
# that it must report.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true}' >package.json
npm install --no-audit --no-fund --silent --ignore-scripts @biomejs/biome@2.6.8 >/dev/null

cat >source.ts <<'END'
class Row {
  readonly id = 1;
  async read(kind: string) {
    try {
      load();
    } catch (error) {
      throw new Error('a');
    }
    try {
      load();
    } catch (error: unknown) {
      load();
    } finally {
      load();
    }
    try {
      load();
    } catch {
      load();
    }
    switch (kind) {
      case 'a':
        load();
    }
  }
}
END

cat >program.mjs <<'END'
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';

const patterns = [
  '`throw new Error($x)`',
  '`try { $... } catch ($x) { $... }`',
  '`catch ($x) { $... }`',
  '`catch { $... }`',
  '`finally { $... }`',
  '`case $x: $...`',
  '`readonly id = 1`',
  '`async read($...) { $... }`',
  '`throw new (`',
  'JsCatchClause()',
  'JsCatchClauses()',
];
const settings = { linter: { rules: { preset: 'none' } }, formatter: { enabled: false }, assist: { enabled: false } };
writeFileSync('biome.json', JSON.stringify({ plugins: ['./plugin.grit'], ...settings }));
for (const pattern of patterns) {
  writeFileSync('plugin.grit', `language js\n${pattern} as $found where { register_diagnostic(span=$found, message="found") }\n`);
  const { status, stdout } = spawnSync('node_modules/.bin/biome', ['lint', '--reporter=json', 'source.ts'], { encoding: 'utf8' });
  const told = stdout.startsWith('{') ? JSON.parse(stdout).diagnostics.map(({ message, location }) => `${message} in line ${location.start.line}`) : ['no report'];
  console.log(`${pattern}: exit ${status}, ${told.join(', ') || 'nothing'}`);
}
END

cat >expected.txt <<'END'
`throw new Error($x)`: exit 1, found in line 7
`try { $... } catch ($x) { $... }`: exit 1, found in line 4
`catch ($x) { $... }`: exit 0, nothing
`catch { $... }`: exit 0, nothing
`finally { $... }`: exit 0, nothing
`case $x: $...`: exit 0, nothing
`readonly id = 1`: exit 1, found in line 2
`async read($...) { $... }`: exit 1, found in line 3
`throw new (`: exit 0, nothing
JsCatchClause(): exit 1, found in line 6, found in line 11, found in line 18
JsCatchClauses(): exit 1, no report
END

node program.mjs >seen.txt
if ! cmp -s expected.txt seen.txt; then
  echo 'Expected:' && cat expected.txt
  echo 'Seen:' && cat seen.txt
  exit 1
fi
echo 'OK: patterns of clauses and of nonsense find nothing, without a word and with exit 0'
