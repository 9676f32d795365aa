// What the rules and typescript-eslint import from Node, in a browser: there are no files, and no other package.
import manifest from "eslint-plugin-error-contract/package.json";
import isDeepStrictEqual from "fast-deep-equal";
import { modules, systemCodes } from "virtual:playground/built-ins";

export {
  basename,
  dirname,
  extname,
  isAbsolute,
  join,
  normalize,
  posix,
  relative,
  resolve,
  sep,
} from "path-browserify";
export { default } from "path-browserify";
export { isDeepStrictEqual };
export const process = { cwd: () => "/", env: {}, argv: [], platform: "linux", browser: true, versions: {} };
export const existsSync = (): boolean => false;
export const statSync = (): undefined => undefined;
export const getSystemErrorMap = () => new Map(systemCodes.map((code, index) => [index, [code]]));
export const isBuiltin = (name: string): boolean => modules.includes(name.replace(/^node:/, ""));
export const fileURLToPath = (url: string): string => url;
export const readFileSync = notFound;
export const readdirSync = notFound;
export const realpathSync = notFound;
export const createHash = notFound;
export const Worker = notFound;

/** The plugin reads its own name and version so. */
export function createRequire(): (id: string) => unknown {
  const load = (id: string) => (id === "../package.json" ? manifest : notFound());
  return Object.assign(load, { resolve: notFound });
}

function notFound(): never {
  throw new Error("There are no files in the playground.");
}
