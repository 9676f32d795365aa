#!/usr/bin/env bash
# A rule of a JS plugin throws in one of two files; the run is printed in each format, and ESLint runs the same plugin.
# Versions: oxlint 1.94.0, eslint 10.15.0.
# Expected by most: a broken rule ends the run as in ESLint (exit 2), or is an error with its message in every format.
# What happens: exit 1, as for a finding. The other JS rules lose what they found in that file, built-in rules do not.
# Five formats leave out the words; in github, unix and checkstyle the error is a warning at line 0 with an empty
# message.
# Seen on 2026-11-28: see the table below; severity "warn" of the rule changes none of it.
# What follows: CI that annotates by github or counts errors by checkstyle shows nothing of a rule that broke and took
# others along; run the default format too, and look for line 0.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true}' >package.json
npm install --no-audit --no-fund --silent --ignore-scripts oxlint@1.94.0 eslint@10.15.0 >/dev/null

cat >plugin.mjs <<'END'
export default {
  meta: { name: 'rows' },
  rules: {
    broken: {
      create: () => ({
        Identifier({ name }) {
          if (name === 'broken') throw new TypeError('rule broke');
        },
      }),
    },
    other: {
      create: (context) => ({
        Identifier(node) {
          context.report({ node, message: `other saw ${node.name}` });
        },
      }),
    },
  },
};
END

cat >program.mjs <<'END'
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';

writeFileSync('one.js', 'fine; broken; debugger;\n');
writeFileSync('two.js', 'fine;\n');
const rules = { 'rows/broken': 'warn', 'rows/other': 'error', 'no-debugger': 'error' };
writeFileSync('.oxlintrc.json', JSON.stringify({ jsPlugins: ['./plugin.mjs'], categories: { correctness: 'off' }, rules }));
writeFileSync('eslint.config.mjs', `import rows from './plugin.mjs';\nexport default [{ plugins: { rows }, rules: ${JSON.stringify(rules)} }];\n`);
function run(tool, format) {
  const { status, stdout, stderr } = spawnSync(`node_modules/.bin/${tool}`, ['-f', format, 'one.js', 'two.js'], { encoding: 'utf8' });
  const seen = { 'rule broke': 'words of the error', 'no-debugger': 'built-in rule', 'other saw broken': 'other rule in one.js', 'other saw fine': 'other rule' };
  const found = Object.keys(seen).filter((text) => (stdout + stderr).includes(text));
  console.log(`${tool} ${format}: exit ${status}; ${found.map((text) => seen[text]).join(', ')}`);
  return stdout;
}
run('eslint', 'json');
for (const format of ['default', 'stylish', 'json', 'agent', 'sarif', 'junit', 'gitlab']) run('oxlint', format);
const lines = { unix: /^.*:0:0:.*$/m, github: /^::.*line=0.*$/m, checkstyle: /<error line="0".*?>/ };
for (const [format, pattern] of Object.entries(lines)) console.log(`  ${pattern.exec(run('oxlint', format))[0]}`);
END

cat >expected.txt <<'END'
eslint json: exit 2; words of the error
oxlint default: exit 1; words of the error, built-in rule, other rule
oxlint stylish: exit 1; words of the error, built-in rule, other rule
oxlint json: exit 1; words of the error, built-in rule, other rule
oxlint agent: exit 1; words of the error, built-in rule, other rule
oxlint sarif: exit 1; words of the error, built-in rule, other rule
oxlint junit: exit 1; built-in rule, other rule
oxlint gitlab: exit 1; built-in rule, other rule
oxlint unix: exit 1; built-in rule, other rule
  one.js:0:0:  [Warning]
oxlint github: exit 1; built-in rule, other rule
  ::warning file=one.js,line=0,endLine=0,col=0,endColumn=0,title=oxlint::one.js:0:0: 
oxlint checkstyle: exit 1; built-in rule, other rule
  <error line="0" column="0" severity="warning" message="" source="" />
END

node program.mjs >seen.txt
if ! cmp -s expected.txt seen.txt; then
  echo 'Expected:' && cat expected.txt
  echo 'Seen:' && cat seen.txt
  exit 1
fi
echo 'OK: in five formats of oxlint the error of a broken rule has no words, and the other JS rules are silent for the file'
