import { isWhole } from "../kit/scope.js";
import { VERSIONS } from "./versions.js";

/** How the project's ESLint configuration names our preset: see `configuration.ts`. */
export type ConfigForm = "objects" | "strings" | "renamed" | "commonjs" | "typescript";

/**
 * Who reads the code: typescript-eslint's parser with type information, without, or ESLint's own, which sees the
 * JavaScript of the project alone; as CommonJS, or with types from TypeScript 7. `beside` is typescript-eslint's parser
 * with those types.
 */
export type Language = "typed" | "untyped" | "javascript" | "commonjs" | "native" | "beside";

export interface Cell {
  readonly node: string;
  readonly eslint: string;
  readonly language: Language;
  readonly form: ConfigForm;
  /** What `typescript` is in the project: a version, an alias, or nothing. */
  readonly typescript?: string;
  readonly typescriptEslint?: string;
  /** The version of TypeScript that checks the project under the name `@typescript/native`. */
  readonly compiler?: string;
  /**
   * Whether the project is type-checked, with all declarations: that of ESLint's own takes TypeScript 5 and 6 longest.
   */
  readonly compiles?: true;
}

const [node20, node22, node24, node26] = VERSIONS.node;
const [eslint922, eslint9, eslint100, eslint10] = VERSIONS.eslint;
const [ts54, ts59, ts60] = VERSIONS.typescript;
const [tseslint, newestTseslint] = VERSIONS.typescriptEslint;
const { typescript7, typescript6Alias } = VERSIONS;

/**
 * Every version, every form and every language at least once, and most pairs of them. The gate has the first cell,
 * which is of the oldest versions.
 */
const chosen: readonly [Cell, ...Cell[]] = [
  { node: node20, eslint: eslint922, language: "typed", form: "objects", typescript: ts54, typescriptEslint: tseslint },
  {
    node: node22,
    eslint: eslint9,
    language: "typed",
    form: "strings",
    typescript: ts59,
    typescriptEslint: newestTseslint,
  },
  {
    node: node24,
    eslint: eslint100,
    language: "typed",
    form: "renamed",
    typescript: ts60,
    typescriptEslint: newestTseslint,
  },
  {
    node: node26,
    eslint: eslint10,
    language: "typed",
    form: "typescript",
    typescript: typescript6Alias,
    typescriptEslint: newestTseslint,
    compiler: typescript7,
    compiles: true,
  },
  {
    node: node22,
    eslint: eslint10,
    language: "untyped",
    form: "strings",
    typescript: ts54,
    typescriptEslint: tseslint,
  },
  { node: node24, eslint: eslint922, language: "commonjs", form: "commonjs" },
  { node: node20, eslint: eslint10, language: "native", form: "renamed", typescript: typescript7, compiles: true },
];

export const nameOf = ({ node, eslint, language, form, typescript, typescriptEslint, compiler }: Cell): string =>
  [
    `Node ${node}`,
    `ESLint ${eslint}`,
    typescript && `TypeScript ${typescript.split("@").at(-1)!}`,
    compiler && `and ${compiler}`,
    typescriptEslint && `typescript-eslint ${typescriptEslint}`,
    language,
    form,
  ]
    .filter(Boolean)
    .join(", ");

// The reasons why some combinations are left out: what is refused at installation or at loading proves nothing of ours.
// - typescript-eslint 8.72 to 8.74 take TypeScript 4.8.4 to 6.0 and ESLint 8.57 to 10; beside TypeScript 7 they only
//   run with TypeScript 6 under the name `typescript`.
// - Each Node here runs each ESLint here: 9.22 asks for 18.18 or later, 10 for ^20.19, ^22.13 or >=24.
const toolchains: readonly Pick<Cell, "language" | "typescript" | "typescriptEslint" | "compiler" | "compiles">[] = [
  ...VERSIONS.typescript.flatMap((typescript) => [
    { language: "typed" as const, typescript, typescriptEslint: tseslint, compiles: true as const },
    { language: "typed" as const, typescript, typescriptEslint: newestTseslint },
    { language: "untyped" as const, typescript, typescriptEslint: newestTseslint },
  ]),
  {
    language: "typed",
    typescript: typescript6Alias,
    typescriptEslint: tseslint,
    compiler: typescript7,
    compiles: true,
  },
  { language: "native", typescript: typescript7, compiles: true },
  { language: "javascript" },
  { language: "commonjs" },
  { language: "beside", typescript: typescript6Alias, typescriptEslint: tseslint, compiler: typescript7 },
];

const forms: readonly ConfigForm[] = ["objects", "strings", "renamed", "commonjs", "typescript"];

/** Every ESLint with every toolchain; Node and the form take turns, so that each meets each ESLint. */
const product: readonly Cell[] = VERSIONS.eslint.flatMap((eslint, row) =>
  toolchains.map((toolchain, column): Cell => ({
    node: VERSIONS.node[(row + column) % VERSIONS.node.length]!,
    eslint,
    form: forms[(row + column) % forms.length]!,
    ...toolchain,
  })),
);

/** The cells of this run. */
export const cells = isWhole ? [...chosen, ...product] : [chosen[0]];

/** Those whose findings the cells of this run are compared with. */
export const languages: readonly Language[] = isWhole
  ? ["typed", "untyped", "javascript", "commonjs", "native"]
  : [chosen[0].language];
