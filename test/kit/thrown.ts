/** A function that throws the value. */
export const fail =
  (value: unknown): ((...args: any[]) => any) =>
  () => {
    throw value;
  };

/** A function that fails wherever it is called. */
export const explode = (): never => {
  throw new Error("hostile");
};

/** What the function throws. */
export function caughtFrom(run: () => unknown): any {
  try {
    run();
  } catch (error) {
    return error;
  }
  throw new Error("nothing was thrown");
}

/** The same of a function that may be asynchronous. */
export async function thrownBy(run: () => unknown): Promise<any> {
  try {
    await run();
  } catch (error) {
    return error;
  }
  throw new Error("nothing was thrown");
}

/** The reasons of all rejections that nothing handles, during a call and a little while after it. */
export async function unhandledDuring(run: () => unknown): Promise<readonly unknown[]> {
  const unhandled: unknown[] = [];
  const note = (reason: unknown): void => void unhandled.push(reason);
  process.on("unhandledRejection", note);
  try {
    await run();
    await new Promise((resolve) => setTimeout(resolve, 20));
  } finally {
    process.off("unhandledRejection", note);
  }
  return unhandled;
}
