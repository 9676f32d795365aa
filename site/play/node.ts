// What the rules and typescript-eslint import from Node, in a browser: there are no files, and no other package.
import manifest from "eslint-plugin-error-contract/package.json";
import isDeepStrictEqual from "fast-deep-equal";
import path from "path-browserify";
import systemCodes from "virtual:playground/system-codes";

export * from "path-browserify";
export default path;
export { isDeepStrictEqual };
export const process = { cwd: () => "/", env: {}, argv: [], platform: "linux", browser: true, versions: {} };
export const existsSync = (): boolean => false;
export const statSync = (): undefined => undefined;
export const getSystemErrorMap = () => new Map(systemCodes.map((code, index) => [index, [code]]));
export const fileURLToPath = (url: string): string => url;
export const readFileSync = notFound;
export const readdirSync = notFound;
export const Worker = notFound;

/** The plugin reads its own name and version so. */
export function createRequire(): (id: string) => unknown {
  const load = (id: string) => (id === "../package.json" ? manifest : notFound());
  return Object.assign(load, { resolve: notFound });
}

function notFound(): never {
  throw new Error("There are no files in the playground.");
}
