import { availableParallelism } from "node:os";
import { configDefaults, defineConfig } from "vitest/config";

// TypeScript and ESLint take longer to load than most tests take to run, and no test changes what another could see: a
// worker loads them once for all files. Tests that replace built-in functions, the clock or the environment run alone.
const ALONE = ["test/audit-log/**/*", "test/src/{boundary,kaiza,mcp-aql-}*", "test/src/{copies,guidance,readme}"];
// What is built runs as it is, unless a test replaces a module that it imports.
const BUILT = { deps: { external: [/\/(?:src|rules)\/dist\//, /\/node_modules\//] } };
const REPLACING = ["test/modules/windows-paths"];

// Many tests wait for a process that they have started: even two cores have work for two workers.
const WORKERS = Math.max(2, availableParallelism() - 1);

/** `--mode all`: also what takes too long for every run. What the projects extend does not hear of the mode. */
function scope(mode) {
  const isWhole = mode === "all";
  return { env: { TESTS: isWhole ? "all" : "gate" }, endings: isWhole ? [".test.ts", ".long.ts"] : [".test.ts"] };
}

function listFiles(patterns, endings) {
  return patterns.flatMap((pattern) => endings.map((ending) => pattern + ending));
}

export default defineConfig(({ mode }) => {
  const { env, endings } = scope(mode);
  const [alone, replacing] = [ALONE, REPLACING].map((patterns) => listFiles(patterns, endings));
  const exclude = [...configDefaults.exclude, ...alone, ...replacing];
  const include = listFiles(["test/**/*"], endings);
  return {
    test: {
      globalSetup: "test/kit/temporary-root.ts",
      maxWorkers: WORKERS,
      // A test that hangs fails some minutes later; one that runs beside something busy does not fail at all.
      testTimeout: 300_000,
      hookTimeout: 300_000,
      projects: [
        { extends: true, test: { name: "together", include, exclude, isolate: false, env, server: BUILT } },
        { extends: true, test: { name: "alone", include: alone, env, server: BUILT } },
        { extends: true, test: { name: "replacing", include: replacing, env } },
      ],
    },
  };
});
