// Module hooks that hand each regular expression of rules/dist/ to `globalThis.watchWords` where it is made.
import { listPatterns } from "./patterns.js";

export async function load(url, context, nextLoad) {
  const loaded = await nextLoad(url, context);
  const file = /\/rules\/dist\/(.*)\.js$/.exec(url)?.[1];
  if (file === undefined) return loaded;
  let source = loaded.source.toString();
  for (const [index, { range, pattern }] of [...listPatterns(source).entries()].reverse()) {
    if (pattern === undefined) continue;
    const made = source.slice(...range);
    source = `${source.slice(0, range[0])}watchWords("${file}", ${index}, ${made})${source.slice(range[1])}`;
  }
  return { ...loaded, source };
}
