import { TestProject } from "./asked.js";

/** The project that the tests of types share: a linked workspace package, an installed one, and its own modules. */
export function typeProject(): TestProject {
  return new TestProject(FILES, { "app/node_modules/@acme/shared": "shared" });
}

const FILES = {
  "app/package.json": `{ "name": "app", "type": "module" }`,
  "app/tsconfig.json": JSON.stringify({
    compilerOptions: {
      target: "ES2022",
      module: "NodeNext",
      moduleResolution: "NodeNext",
      strict: true,
      noEmit: true,
      allowJs: true,
      checkJs: false,
      types: [],
    },
    include: ["."],
  }),
  "app/case.ts": "",
  "app/plain.js": "",
  "app/checked.js": "",
  "app/script.cjs": "",
  "app/element.tsx": "",
  "app/errors.ts": `
    import { SystemError } from "kaiza";
    export class AppError extends SystemError { readonly app = true }
    export class Deep extends AppError {}
    export class Plain extends Error {}
    export class Generic<T = string> extends AppError { constructor(readonly detail: T) { super() } }
    export class Promised implements Error { name = "x"; message = "y" }
    export const make = (): AppError => new AppError();
    export default class Fallback extends Plain {}
    export namespace inner { export class Nested extends Plain {} }
  `,
  "app/barrel.ts": `
    export { AppError as Renamed, Plain } from "./errors.js";
    export * from "kaiza";
    export * as errors from "./errors.js";
    export { default } from "./errors.js";
  `,
  "app/legacy.js": `
    export class OldError extends Error {
      /** @param {string} code */
      constructor(code) { super(code); this.code = code; }
    }
  `,
  "app/ambient.d.ts": `declare module "legacy-errors" { export class KaizaError extends Error { code: string } }`,
  "app/node_modules/kaiza/package.json": `{ "name": "kaiza", "version": "1.0.0", "types": "index.d.ts" }`,
  "app/node_modules/kaiza/index.d.ts": `
    export declare class ContractError extends Error {}
    export declare class SystemError extends ContractError {
      readonly code: "A" | "B";
      static toolFailure(code: string): SystemError;
    }
    export declare function raise(message: string): never;
    export declare const CODES: { readonly A: "A"; readonly B: "B" };
  `,
  "app/node_modules/@types/old__lib/package.json": `{ "name": "@types/old__lib", "types": "index.d.ts" }`,
  "app/node_modules/@types/old__lib/index.d.ts": `export declare class LibError extends Error {}`,
  "shared/package.json": `{ "name": "@acme/shared", "types": "src/index.ts", "type": "module" }`,
  "shared/src/index.ts": `
    export class SharedError extends Error {}
    export const SHARED = { S: "S" } as const;
  `,
};
