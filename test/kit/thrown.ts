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
