// What an import costs: kilobytes in a user's bundle, and milliseconds at start.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { median } from "./median.js";

const WORKSPACE = path.resolve(import.meta.dirname, "../..");
const DIST = path.join(WORKSPACE, "src/dist");
const PEERS = ["@hapi/boom", "http-errors", "verror", "neverthrow"];
/** Node takes up to a fifth of a second to start; what stands in between is what is measured. */
const TIMER = "const start = performance.now(); await import(process.argv[1]); console.log(performance.now() - start)";

/** What can be imported: our subpaths, then the peers. A contract's subpath is one that has a `contract.js`. */
export function importable() {
  const { exports } = JSON.parse(fs.readFileSync(path.join(WORKSPACE, "src/package.json"), "utf8"));
  const subpaths = Object.keys(exports).filter((subpath) => !subpath.endsWith(".json"));
  const ours = subpaths.map((subpath) => ({
    name: path.posix.join("error-contract", subpath),
    folder: path.join(DIST, subpath),
    isContract: subpath !== "." && fs.existsSync(path.join(DIST, subpath, "contract.js")),
  }));
  return [...ours, ...PEERS.map((name) => ({ name, folder: undefined, isContract: false }))];
}

/**
 * Bytes after esbuild's minification and gzip.
 *
 * @returns {Promise<{ whole: number, own: number | undefined }>} `whole`: all that the import brings along. `own`, of a contract:
 *   its own modules without the shared core, which a second contract does not bring again.
 */
export async function sizeOf({ name, folder, isContract }) {
  const contents = `export * from ${JSON.stringify(name)}; import all from ${JSON.stringify(name)}; export default all;`;
  const names = PEERS.includes(name) ? contents : `export * from ${JSON.stringify(name)};`;
  return { whole: await bundled(names), own: isContract ? await bundled(names, [onlyBelow(folder)]) : undefined };
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
