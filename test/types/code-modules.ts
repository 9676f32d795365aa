/** Modules that write their codes in every way, read once through types and once from their text. */
export const CODE_MODULES = {
  "objects.ts": `
    const q = "q";
    const S = "s";
    export const AS_CONST = { A: "A", "B": \`b\`, ["three"]: 3 } as const;
    export const PLAIN = { A: "A", B: "B" };
    export const FROZEN = Object.freeze({ A: "A" });
    export const SATISFIES = { A: "A" } satisfies Record<string, string>;
    export const ANNOTATED: Record<string, string> = { A: "A" };
    export const SPREAD = { ...PLAIN, X: "X" };
    export const REFERS = { P: PLAIN.A, Q: q, S: S };
    export const WITH_METHOD = { A: "A", has(code: string) { return code === "A"; } } as const;
    export const COMPUTED = { A: "A", B: String(Math.random()) };
    export const NESTED = { A: { code: "A" } } as const;
    export const NUMBER = 1;
  `,
  "types.ts": `
    export enum Strings { A = "a", B = "b" }
    export enum Numbers { Zero, Five = 5, Six }
    export const enum Const { A = "A" }
    export enum Computed { A = "A".length }
    const OBJECT = { A: "a", B: "b" } as const;
    const ITEMS = ["A", "B"] as const;
    export type Union = "A" | "B";
    export type One = "A";
    export type Values = (typeof OBJECT)[keyof typeof OBJECT];
    export type Keys = keyof typeof OBJECT;
    export type Items = (typeof ITEMS)[number];
    export type Wide = "A" | number;
    export type Both = (typeof Both)[keyof typeof Both];
    export const Both = { A: "a" } as const;
  `,
  "lists.ts": `
    export const LIST = ["A", "B"] as const;
    export const PLAIN_LIST = ["A"];
    export const OPEN_LIST: string[] = [String(Math.random())];
  `,
  "classes.ts": `
    export class AppError extends Error { static readonly codes = { A: "A" } as const }
    export class Codes { static readonly A = "A"; static has(code: string) { return code === Codes.A; } }
    declare function define<const T extends readonly string[]>(...names: T): { readonly [K in T[number]]: K };
    export const MADE = define("A", "B");
  `,
  "barrel.ts": `
    import { LIST } from "./lists.js";
    export { FROZEN as RENAMED } from "./objects.js";
    export * from "./types.js";
    export { LIST };
  `,
  "default.ts": `export default { A: "A" } as const;`,
  "circle-a.ts": `export { CODES } from "./circle-b.js";`,
  "circle-b.ts": `export { CODES } from "./circle-a.js";`,
  "plain.js": `export const CODES = { A: "A", B: "B" };`,
  "named.cjs": `exports.CODES = { A: "A" };`,
  "whole.cjs": `const CODES = Object.freeze({ A: "A" });\nmodule.exports = { CODES };`,
  "folder/index.ts": `export const CODES = { A: "A" } as const;`,
  "broken.ts": `export const CODES = { A: "A", `,
};
