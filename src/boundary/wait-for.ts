/** `Infinity` waits for ever. `onLate` is called before the promise rejects with that error. */
export async function waitFor<T>(
  promise: PromiseLike<T>,
  milliseconds: number,
  problem: string,
  onLate?: (reason: Error) => void,
): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    // A timer cannot measure for ever.
    if (milliseconds === Infinity) return;
    timer = setTimeout(() => {
      // By this name it is known as a timeout.
      const reason = Object.assign(new Error(`${problem} for ${milliseconds} ms`), { name: "TimeoutError" });
      onLate?.(reason);
      // eslint-disable-next-line error-contract/no-raw-error -- the cause of the failure that the boundary delivers
      reject(reason);
    }, milliseconds);
  });
  try {
    return await Promise.race([promise, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
