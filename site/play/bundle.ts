import { type BuildOptions, type Plugin, build } from "esbuild";
import { builtInContracts } from "error-contract/detect";
import dns from "node:dns";
import fs from "node:fs";
import { builtinModules } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { getSystemErrorMap } from "node:util";
import ts from "typescript";
import { COMPILER_OPTIONS } from "./compiler-options.js";

const HERE = path.dirname(fileURLToPath(import.meta.url));
const ROOT = path.join(HERE, "../..");

/** What the playground loads when it needs it, beside what Vite makes of its modules. */
export type Assets = Readonly<Record<"lint.js" | "run.js" | "types.json", string>>;

let made: Promise<Assets> | undefined;

export function createAssets(): Promise<Assets> {
  made ??= makeAssets();
  return made;
}

async function makeAssets(): Promise<Assets> {
  const [lint, run] = await Promise.all(["lint", "run"].map((name) => bundleWorker(`${name}.worker.ts`)));
  return { "lint.js": lint ?? "", "run.js": run ?? "", "types.json": JSON.stringify(collectTypes()) };
}

async function bundleWorker(file: string): Promise<string> {
  const options: BuildOptions = {
    entryPoints: [path.join(HERE, file)],
    bundle: true,
    minify: true,
    write: false,
    format: "iife",
    target: "es2022",
    legalComments: "none",
    inject: [path.join(HERE, "node.ts")],
    define: { "import.meta.url": '"file:///"' },
    plugins: [replaceModules],
  };
  const { outputFiles = [] } = await build(options);
  return outputFiles[0]?.text ?? "";
}

const replaceModules: Plugin = {
  name: "playground",
  setup: (build) => {
    const builtIns = /^(?:node:.*|fs|os|url|path|util|crypto|inspector|perf_hooks)$/;
    build.onResolve({ filter: builtIns }, () => ({ path: path.join(HERE, "node.ts") }));
    // ESLint's own rules are as large as the rest of it.
    const ownRules = /eslint[\\/]lib[\\/]rules[\\/]index\.js$/;
    build.onLoad({ filter: ownRules }, () => ({ contents: "module.exports = new Map();" }));
    build.onResolve({ filter: /^[\w-]+$/ }, ({ path: name }) =>
      name in IDLE ? { path: name, namespace: "virtual" } : undefined,
    );
    // zod's messages in fifty languages.
    const locales = /zod[\\/]v4[\\/]locales[\\/]index\.js$/;
    build.onLoad({ filter: locales }, ({ path: file }) => ({
      contents: 'export { default as en } from "./en.js";',
      resolveDir: path.dirname(file),
    }));
    build.onResolve({ filter: /^virtual:/ }, ({ path: name }) => ({ path: name, namespace: "virtual" }));
    build.onLoad({ filter: /./, namespace: "virtual" }, ({ path: name }) => ({
      contents: VIRTUAL[name] ?? "",
      resolveDir: HERE,
    }));
  },
};

const CONTRACTS = builtInContracts.map(({ name }) => `export * as "${name}" from "error-contract/${name}";`).join("\n");
const NODE_CODES = [...[...getSystemErrorMap().values()].map(([code]) => code), ...Object.values(dns)];
const SYSTEM_CODES = NODE_CODES.filter((code) => typeof code === "string");
const BUILT_INS = `
  export const modules = ${JSON.stringify(builtinModules)};
  export const systemCodes = ${JSON.stringify(SYSTEM_CODES)};
`;
/** Packages with nothing to do: typescript-eslint parses, with one TypeScript, and there are no files. */
const IDLE: Readonly<Record<string, string>> = {
  debug: "module.exports = () => () => undefined;",
  espree: "module.exports = { latestEcmaVersion: 17 };",
  "get-tsconfig": "export const getTsconfig = () => null, createPathsMatcher = () => null;",
  semver: "module.exports = { satisfies: () => true };",
  tinyglobby: "module.exports = {};",
};

const VIRTUAL: Readonly<Record<string, string>> = {
  "virtual:playground/contracts": CONTRACTS,
  "virtual:playground/built-ins": BUILT_INS,
  ...IDLE,
};

// What the code of the playground may import with its types.
const SDK = [
  "server/mcp",
  "server/index",
  "server/stdio",
  "server/streamableHttp",
  "client/index",
  "inMemory",
  "types",
];
const TYPED = [
  ...["", "/convert", "/detect", "/redact", "/process", "/audit-log"].map((name) => `error-contract${name}`),
  ...builtInContracts.map(({ name }) => `error-contract/${name}`),
  ...SDK.map((name) => `@modelcontextprotocol/sdk/${name}.js`),
  "zod",
];

/** The declarations behind these modules, those of Node and of the language: path -> text. */
function collectTypes(): Record<string, string> {
  const entry = path.join(ROOT, "types-of-the-playground.ts");
  const typeRoots = [path.join(ROOT, "node_modules/@types")];
  const options = { ...COMPILER_OPTIONS, typeRoots, preserveSymlinks: true };
  const host = ts.createCompilerHost(options);
  const getSourceFile = host.getSourceFile.bind(host);
  host.getSourceFile = (file, ...rest) =>
    file === entry
      ? ts.createSourceFile(file, TYPED.map((name) => `import "${name}";`).join("\n"), ts.ScriptTarget.ES2023)
      : getSourceFile(file, ...rest);
  const all = ts.createProgram([entry], options, host).getSourceFiles();
  const files = all.filter(({ fileName }) => fileName !== entry);
  const texts = new Map(files.map(({ fileName, text }) => [toVirtualPath(fileName), text]));
  for (const file of [...texts.keys()]) {
    const manifest = /^\/node_modules\/(?:@[^/]+\/)?[^/]+\//.exec(file)?.[0];
    if (manifest) texts.set(`${manifest}package.json`, fs.readFileSync(`${ROOT}${manifest}package.json`, "utf8"));
  }
  return Object.fromEntries(texts);
}

function toVirtualPath(file: string): string {
  const name = path.relative(ROOT, file);
  return name.startsWith("node_modules/typescript/") ? `/${path.basename(file)}` : `/${name}`;
}
