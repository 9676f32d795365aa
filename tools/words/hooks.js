// Module hooks that hand each regular expression and set of rules/dist/ to `globalThis.watchWords` where it is made,
// and keep what rules remember of a node for one run.
import { listPatterns, listSets } from "./patterns.js";

export async function load(url, context, nextLoad) {
  const loaded = await nextLoad(url, context);
  const file = /\/rules\/dist\/(.*)\.js$/.exec(url)?.[1];
  if (file === undefined) return loaded;
  let source = loaded.source.toString();
  const patterns = listPatterns(source).map(({ range, pattern }, index) => ({
    range,
    id: pattern && `${file}#${index}`,
  }));
  const sets = listSets(source).map(({ range }, index) => ({ range, id: `${file}#set${index}` }));
  for (const { range, id } of [...patterns, ...sets].sort((one, other) => other.range[0] - one.range[0])) {
    if (id === undefined) continue;
    const made = source.slice(...range);
    source = `${source.slice(0, range[0])}watchWords("${id}", ${made})${source.slice(range[1])}`;
  }
  return { ...loaded, source: source.replaceAll("new WeakMap(", "new ForOneRun(") };
}
