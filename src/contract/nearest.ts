/** At most a third of the letters differ. Case and hyphens do not count, an exchange of neighbours counts once. */
export function findNearest(text: string, candidates: Iterable<string>): string | undefined {
  // A longer text is no mistyped name, and would cost quadratic time.
  if (text.length > 100) return undefined;
  const wanted = normalize(text);
  let best: string | undefined;
  let least = Math.floor(wanted.length / 3) + 1;
  for (const candidate of candidates) {
    const distance = measureDistance(wanted, normalize(candidate));
    if (distance < least) [best, least] = [candidate, distance];
  }
  return best;
}

const normalize = (text: string): string => text.toLowerCase().replaceAll("-", "_");

function measureDistance(a: string, b: string): number {
  let before: readonly number[] = [];
  let row: readonly number[] = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isExchanged = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const exchanged = isExchanged ? before[j - 2]! + 1 : Infinity;
      next.push(Math.min(replaced, exchanged, row[j]! + 1, next[j - 1]! + 1));
    }
    [before, row] = [row, next];
  }
  return row[b.length]!;
}
