export { nameOfFile } from "../modules/module-file.js";

/** `1 file`, `2 files` */
export function countOf(count: number, noun: string, several = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : several}`;
}

/** Compares by code units, so that the order is the same on every machine. */
export const compareText = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** Counts equal texts, by their order. */
export const countBy = (texts: readonly string[]): Readonly<Record<string, number>> =>
  Object.fromEntries(
    [...new Set(texts)].sort(compareText).map((text) => [text, texts.filter((each) => each === text).length]),
  );
