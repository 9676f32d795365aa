// What an import costs: kilobytes in a user's bundle, and milliseconds at start.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { median } from "./median.js";

const WORKSPACE = path.resolve(import.meta.dirname, "../..");
const RUNTIME = path.join(WORKSPACE, "src");
const PEERS = ["@hapi/boom", "http-errors", "verror", "neverthrow"];
/** Node takes up to a fifth of a second to start; what stands in between is what is measured. */
const TIMER = "const start = performance.now(); await import(process.argv[1]); console.log(performance.now() - start)";

/** What can be imported: our subpaths, then the peers. A contract's subpath is an index beside a `contract.js`. */
export function importable() {
  const { exports } = JSON.parse(fs.readFileSync(path.join(RUNTIME, "package.json"), "utf8"));
  const subpaths = Object.entries(exports).filter(([subpath]) => !subpath.endsWith(".json"));
  const ours = subpaths.map(([subpath, target]) => {
    const { dir: folder, base } = path.parse(path.join(RUNTIME, target.import.default));
    const isContract = base === "index.js" && fs.existsSync(path.join(folder, "contract.js"));
    return { name: path.posix.join("error-contract", subpath), folder, isContract };
  });
  return [...ours, ...PEERS.map((name) => ({ name, folder: undefined, isContract: false }))];
}

/**
 * Bytes after esbuild's minification and gzip. Of a contract, whose module is more than one server imports:
 *
 * - `table`: the contract alone, what it promises as data.
 * - `own`: all of its own modules without the shared core, which a second contract does not bring again.
 * - `errors`: the class, the codes and the factories, with what they need of the core.
 * - `server`: those and `wrapHandler`.
 *
 * @returns {Promise<Record<"whole" | "table" | "own" | "errors" | "server", number | undefined>>} `whole`: all that the
 *   module
 *   exports.
 */
export async function sizeOf({ name, folder, isContract }) {
  const from = JSON.stringify(name);
  if (PEERS.includes(name)) {
    return { whole: await bundled(`export * from ${from}; import all from ${from}; export default all;`) };
  }
  const all = `export * from ${from};`;
  const whole = await bundled(all);
  if (!isContract) return { whole };
  const { table, errors, boundary } = await namesIn(folder);
  const imported = (names) => bundled(`export { ${names.join(", ")} } from ${from};`);
  return {
    whole,
    own: await bundled(all, [onlyBelow(folder)]),
    table: await imported([table]),
    errors: await imported(errors),
    server: await imported([...errors, boundary]),
  };
}

/** Bytes of a client that reads the failures of one contract and of no other. */
export async function sizeOfClient(contract) {
  const exported = Object.entries(await import(contract.vocabulary.module));
  const [table] = exported.find(([, value]) => value === contract);
  return bundled(`
    import { createDetector } from "error-contract/detect";
    import { ${table} } from ${JSON.stringify(contract.vocabulary.module)};
    export const detect = createDetector([${table}]);
  `);
}

/** Under which names a contract's module exports its parts. */
async function namesIn(folder) {
  const exported = await import(path.join(folder, "index.js"));
  const [table, { vocabulary }] = Object.entries(exported).find(([, value]) => Object.hasOwn(value, "vocabulary"));
  const { errorClass, codes, factories, boundary } = vocabulary;
  const functions = factories.map((factory) => factory.name).filter((factory) => Object.hasOwn(exported, factory));
  return { table, errors: [...new Set([errorClass, codes, ...functions])], boundary };
}

async function bundled(contents, plugins = []) {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: WORKSPACE, loader: "js" },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "node",
    logLevel: "silent",
    write: false,
    plugins,
  });
  return gzipSync(outputFiles[0].contents, { level: 9 }).length;
}

/** Leaves out what is imported from outside of a folder. */
const onlyBelow = (folder) => ({
  name: "only-below",
  setup({ onResolve }) {
    onResolve({ filter: /^\.\.?\// }, ({ path: specifier, resolveDir }) => {
      const isBelow = path.resolve(resolveDir, specifier).startsWith(folder + path.sep);
      return isBelow ? undefined : { path: specifier, external: true };
    });
  },
});

/** Milliseconds that `import()` takes in a process that has just begun. */
export function importTime({ name }, rounds) {
  const times = Array.from({ length: rounds }, () =>
    Number(execFileSync(process.execPath, ["--input-type=module", "-e", TIMER, name], { cwd: WORKSPACE })),
  );
  return median(times);
}
