import { availableParallelism } from "node:os";
import { configDefaults, defineConfig } from "vitest/config";

// TypeScript and ESLint take longer to load than most of these tests take to run, and no test here changes what another
// could see. A worker loads them once for all files.
const TOGETHER = ["contract", "edits", "rules", "tools", "types"].map((folder) => `test/${folder}/**/*.test.ts`);

// Many tests wait for a process that they have started: even two cores have work for two workers.
const WORKERS = Math.max(2, availableParallelism() - 1);

// `--mode all`: also what takes too long for every run. What the projects extend does not hear of the mode.
const scope = (mode) => ({ TESTS: mode === "all" ? "all" : "gate" });

export default defineConfig(({ mode }) => ({
  test: {
    maxWorkers: WORKERS,
    // A test that hangs fails some minutes later; one that runs beside something busy does not fail at all.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    projects: [
      { extends: true, test: { name: "rules", include: TOGETHER, isolate: false, env: scope(mode) } },
      {
        extends: true,
        test: {
          name: "all else",
          include: ["test/**/*.test.ts", ...(mode === "all" ? ["test/**/*.long.ts"] : [])],
          exclude: [...configDefaults.exclude, ...TOGETHER],
          env: scope(mode),
        },
      },
    ],
  },
}));
