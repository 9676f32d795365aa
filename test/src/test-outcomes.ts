import { inspect } from "node:util";

/** Runs what `defineContractTests` asks of a runner, and returns the outcome of each test by name. */
export async function outcomes(run: (runner: { describe: any; test: any }) => void): Promise<Record<string, string>> {
  const bodies: [string, () => unknown][] = [];
  run({
    describe: (_name: string, body: () => void) => body(),
    test: (name: string, body: () => unknown) => bodies.push([name, body]),
  });
  const found: Record<string, string> = {};
  for (const [name, body] of bodies) {
    try {
      await body();
      found[name] = "passed";
    } catch (failure) {
      found[name] = inspect(failure);
    }
  }
  return found;
}

export const failed = (found: Record<string, string>): readonly string[] =>
  Object.keys(found).filter((name) => found[name] !== "passed");
