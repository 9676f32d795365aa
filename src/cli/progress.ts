const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** From here on it is worth saying how long something takes. */
const SHORTEST = 2 * SECOND;

/**
 * Returns a line of progress with the time since its work began and, where it is known how much is done, about how much
 * is left.
 *
 * @param elapsed - Milliseconds.
 * @param share - What is done, from 0 to 1.
 */
export function describeProgress(text: string, elapsed: number, share?: number): string {
  if (elapsed < SHORTEST) return text;
  const isKnown = share !== undefined && share > 0 && share < 1;
  const left = isKnown ? `, about ${describeTime((elapsed / share) * (1 - share))} left` : "";
  return `${text} (${describeTime(elapsed)}${left})`;
}

function describeTime(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / SECOND);
  return milliseconds < MINUTE ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
