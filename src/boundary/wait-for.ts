/**
 * Waits for a promise, so many milliseconds at most; `Infinity` waits for ever.
 *
 * @throws Error with the problem where the time is over.
 */
export async function waitFor<T>(promise: Promise<T>, milliseconds: number, problem: string): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    // A timer cannot measure for ever.
    if (milliseconds === Infinity) return;
    timer = setTimeout(() => {
      // eslint-disable-next-line error-contract/no-raw-error -- the cause of the failure that the boundary delivers
      reject(new Error(`${problem} for ${milliseconds} ms`));
    }, milliseconds);
  });
  try {
    return await Promise.race([promise, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
