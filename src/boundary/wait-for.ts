/**
 * Waits for a promise, so many milliseconds at most; `Infinity` waits for ever.
 *
 * @param createReason creates the error for a promise that is too late, which is thrown.
 */
export async function waitFor<T>(
  promise: PromiseLike<T>,
  milliseconds: number,
  createReason: (milliseconds: number) => Error,
): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    // A timer cannot measure for ever.
    if (milliseconds === Infinity) return;
    timer = setTimeout(() => {
      // eslint-disable-next-line error-contract/no-raw-error -- the cause of the failure that the boundary delivers
      reject(createReason(milliseconds));
    }, milliseconds);
  });
  try {
    return await Promise.race([promise, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
