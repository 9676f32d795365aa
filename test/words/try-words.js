// Prints, as JSON, what the rules say without each of some alternatives. Reads { words } from standard input: each with
// its `id` and the `places` where it decided a match, as { repo, folder, file }.
import { json } from "node:stream/consumers";
import { createLint } from "./lint.js";
import { leaveOut } from "./watch.js";

// An alternative that decides in that many repositories needs no more of them.
const ENOUGH = 3;

const { words } = await json(process.stdin);
const lint = await createLint();
const before = new Map();

function lintOnce(folder, file) {
  const key = `${folder} ${file}`;
  if (!before.has(key)) before.set(key, lint(folder, file));
  return before.get(key);
}

const results = words.map(({ id, places }) => {
  const changes = [];
  const repositories = new Set();
  for (const { repo, set, folder, file } of places) {
    if (repositories.size >= ENOUGH) break;
    const old = lintOnce(folder, file);
    const now = leaveOut(id, () => lint(folder, file));
    const texts = [old, now].map((all) => new Set(all.map(({ text }) => text)));
    const gone = old.filter(({ text }) => !texts[1].has(text));
    const added = now.filter(({ text }) => !texts[0].has(text));
    if (gone.length + added.length === 0) continue;
    repositories.add(repo);
    const [goneAt, addedAt] = [gone, added].map((all) => new Set(all.map(({ place }) => place)));
    changes.push({
      ...{ repo, set },
      file,
      gone: gone.filter(({ place }) => !addedAt.has(place)).map(({ rule, line, endLine }) => ({ rule, line, endLine })),
      added: added
        .filter(({ place }) => !goneAt.has(place))
        .map(({ rule, line, endLine }) => ({ rule, line, endLine })),
    });
  }
  return { id, changes };
});
console.log(JSON.stringify(results));
