#!/usr/bin/env bash
# One rule of a JS plugin counts the events of a walk, nodes and code paths; three linters run it on one function with a
# branch.
# Versions: eslint 10.15.0, oxlint 1.94.0, @rslint/core 0.9.2.
# Expected by most: a linter that runs ESLint plugins and gives selectors, scopes and fixes sends code path events too,
# or says that it does not.
# What happens: rslint sends none of them, and registers the listeners without a word; the nodes, their exits, `:exit`
# of the program and scopes come as in ESLint. oxlint sends all.
# Seen on 2026-11-28: see the table below.
# What follows: each rule that reports at the end of a code path (returns that are missing, hooks in branches,
# unreachable code) is switched on and finds nothing, so a green run of rslint says nothing of them.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true}' >package.json
npm install --no-audit --no-fund --silent --ignore-scripts eslint@10.15.0 oxlint@1.94.0 \
  @rslint/core@0.9.2 >/dev/null

cat >plugin.mjs <<'END'
const events = ['onCodePathStart', 'onCodePathEnd', 'onCodePathSegmentStart', 'onCodePathSegmentEnd', 'onUnreachableCodePathSegmentStart', 'onCodePathSegmentLoop', 'FunctionDeclaration', 'FunctionDeclaration:exit', 'ReturnStatement', ':function'];
export default {
  meta: { name: 'rows' },
  rules: {
    count: {
      create(context) {
        const counts = Object.fromEntries(events.map((event) => [event, 0]));
        const listeners = Object.fromEntries(events.map((event) => [event, () => void (counts[event] += 1)]));
        listeners['Program:exit'] = (node) => {
          const { scopeManager } = context.sourceCode;
          const seen = Object.entries(counts).map(([event, count]) => `${event} ${count}`);
          context.report({ node, message: `SEEN ${seen.join(', ')}, scopes ${scopeManager.scopes.length} DONE` });
        };
        return listeners;
      },
    },
  },
};
END

cat >program.mjs <<'END'
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';

writeFileSync('source.js', 'function read(id) {\n  while (id) {\n    if (id > 1) return id;\n    break;\n  }\n  return 2;\n  id();\n}\nread();\n');
const rules = { 'rows/count': 'error' };
const flat = `import rows from './plugin.mjs';\nexport default [{ files: ['**/*.js'], plugins: { rows }, rules: ${JSON.stringify(rules)} }];\n`;
writeFileSync('eslint.config.mjs', flat);
writeFileSync('rslint.config.mjs', flat);
writeFileSync('.oxlintrc.json', JSON.stringify({ jsPlugins: ['./plugin.mjs'], categories: { correctness: 'off' }, rules }));
for (const [tool, format] of [['eslint', 'json'], ['oxlint', 'json'], ['rslint', 'jsonline']]) {
  const { status, stdout } = spawnSync(`node_modules/.bin/${tool}`, [tool === 'rslint' ? '--format' : '-f', format, 'source.js'], { encoding: 'utf8' });
  console.log(`${tool}: exit ${status}, ${/SEEN (.*?) DONE/.exec(stdout)?.[1].split(', ').join('\n  ')}`);
}
END

cat >expected.txt <<'END'
eslint: exit 1, onCodePathStart 2
  onCodePathEnd 1
  onCodePathSegmentStart 7
  onCodePathSegmentEnd 6
  onUnreachableCodePathSegmentStart 2
  onCodePathSegmentLoop 0
  FunctionDeclaration 1
  FunctionDeclaration:exit 1
  ReturnStatement 2
  :function 1
  scopes 4
oxlint: exit 1, onCodePathStart 2
  onCodePathEnd 1
  onCodePathSegmentStart 7
  onCodePathSegmentEnd 6
  onUnreachableCodePathSegmentStart 2
  onCodePathSegmentLoop 0
  FunctionDeclaration 1
  FunctionDeclaration:exit 1
  ReturnStatement 2
  :function 1
  scopes 3
rslint: exit 1, onCodePathStart 0
  onCodePathEnd 0
  onCodePathSegmentStart 0
  onCodePathSegmentEnd 0
  onUnreachableCodePathSegmentStart 0
  onCodePathSegmentLoop 0
  FunctionDeclaration 1
  FunctionDeclaration:exit 1
  ReturnStatement 2
  :function 1
  scopes 4
END

node program.mjs >seen.txt
if ! cmp -s expected.txt seen.txt; then
  echo 'Expected:' && cat expected.txt
  echo 'Seen:' && cat seen.txt
  exit 1
fi
echo 'OK: rslint sends no event of a code path, ESLint and oxlint send all'
