/**
 * Creates the function from the probability of a code, as the weights have it, to how often such codes have been right.
 * Without a table it leaves probabilities as they are. Between two points of the table it draws a straight line.
 */
export function createConfidence(table: readonly (readonly number[])[] = []): (probability: number) => number {
  const points = table.map(([probability = 0, right = 0]) => ({ probability: probability / 100, right: right / 100 }));
  return (probability) => {
    const index = points.findIndex((point) => probability <= point.probability);
    const after = points[index];
    const before = points[index < 0 ? points.length - 1 : index - 1];
    if (!after) return before?.right ?? probability;
    if (!before) return after.right * (after.probability > 0 ? probability / after.probability : 1);
    const share = (probability - before.probability) / (after.probability - before.probability);
    return before.right + share * (after.right - before.right);
  };
}
