export { nameOfFile } from "../modules/parsed-module.js";

/** `1 file`, `2 files` */
export function countOf(count: number, noun: string, several = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : several}`;
}

/** Compares by code units, so that the order is the same on every machine. */
export const compareText = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** Groups items by a key, in their order; those without one are left out. */
export function groupBy<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string | undefined,
): ReadonlyMap<string, readonly Item[]> {
  const groups = new Map<string, readonly Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    if (key !== undefined) groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return groups;
}

/** Counts equal texts, by their order. */
export function countBy(texts: readonly string[]): Readonly<Record<string, number>> {
  const groups = groupBy([...texts].sort(compareText), (text) => text);
  return Object.fromEntries([...groups].map(([text, all]) => [text, all.length]));
}
