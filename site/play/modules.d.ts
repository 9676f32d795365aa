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

// The codes of the errors of the system and of the resolver, as Node has them.
declare module "virtual:playground/system-codes" {
  const codes: readonly string[];
  export default codes;
}

declare module "path-browserify" {
  export * from "node:path";
  export { default } from "node:path";
}
