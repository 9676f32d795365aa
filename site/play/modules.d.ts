// Where the workers and the declarations stand that `bundle.ts` makes.
declare module "virtual:playground/addresses" {
  export const lint: string;
  export const run: string;
  export const types: string;
}

// The module of each built-in contract, by its name.
declare module "virtual:playground/contracts" {
  const contracts: Readonly<Record<string, typeof import("error-contract/standard")>>;
  export = contracts;
}

// The names of Node's modules, and the codes of the errors of its system and its resolver.
declare module "virtual:playground/built-ins" {
  export const modules: readonly string[];
  export const systemCodes: readonly string[];
}

declare module "path-browserify" {
  const path: typeof import("node:path");
  export = path;
}
