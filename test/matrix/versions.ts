/** Every version that a cell names, in one place: the lowest that is supported, the last of each line, the newest. */
export const VERSIONS = {
  node: ["20.19.0", "22.23.3", "24.21.0", "26.10.0"],
  eslint: ["9.22.0", "9.39.5", "10.0.0", "10.15.0"],
  // What a second ESLint lints beside.
  eslint8: "8.57.1",
  // From 6.1 on typescript-eslint refuses, so 6.0 is the last with parser services.
  typescript: ["5.4.5", "5.9.3", "6.0.3"],
  typescript7: "7.0.2",
  // The API of TypeScript 6 under the name that typescript-eslint asks for, beside TypeScript 7.
  typescript6Alias: "npm:@typescript/typescript6@6.0.2",
  // The oldest that the plugin takes, and the newest, with which the rules are built.
  typescriptEslint: ["8.72.0", "8.74.0"],
  // The first that the presets are written for, and the newest.
  oxlint: ["1.89.0", "1.94.0"],
  // Their `Matchers` have other type parameters in 5 than in 4.
  vitest: ["4.0.18", "4.1.12", "5.1.2"],
  vite: "7.3.8",
  // The line of the workspace, and the newest.
  nest: ["11.2.10", "12.5.1"],
  // What a server's project has beside its compiler.
  typesNode: "20.19.43",
  typesNode22: "22.20.7",
  // With it ESLint 9 reads an `eslint.config.ts`.
  jiti: "2.7.0",
  pnpm: ["10.34.9", "12.21.0"],
  yarn: "4.18.1",
  turbo: "2.11.11",
  // The last registry that Node 20 runs; what it asks of `node-fetch` is not to be had everywhere.
  verdaccio: "6.8.0",
  nodeFetch: "2.7.0",
  // The page behind `eslint --inspect-config`, and a language beside JavaScript.
  configInspector: "3.5.0",
  json: "2.1.1",
} as const;
