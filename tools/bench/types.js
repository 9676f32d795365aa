// What types cost the whole lint of our preset, and where they come from: typescript-eslint's program, TypeScript 7's
// process, or nowhere; in ESLint and in oxlint. Every run has a process of its own, and its time is that of the
// process.
import { spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { clearInterval, setInterval } from "node:timers";
import plugin from "../../rules/dist/index.js";

const modules = path.join(import.meta.dirname, "../../node_modules");
const NATIVE = { provider: "native", package: "typescript-7" };
// As their packages ship it. The copies keep their own manifests, which say what kind of modules they are.
const PACKAGES = [
  ["eslint", "lib"],
  ["@modelcontextprotocol/sdk", "dist/esm"],
  ["hono", "dist"],
  ["yaml", "dist"],
];

/**
 * @param {{ packages: number, rounds: number }} effort how many packages are linted, and how often
 */
export async function typesFigures({ packages, rounds }) {
  const { folder, files } = packageCorpus(PACKAGES.slice(-packages));
  try {
    const runs = [];
    for (let round = 0; round < rounds; round++) runs.push(await corpusRuns(folder));
    return { files, rounds: runs };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function corpusRuns(folder) {
  return {
    eslint: {
      off: await eslint({ folder, types: "off" }),
      native: await eslint({ folder, types: NATIVE }),
      services: await eslint({ folder, types: "services" }),
    },
    oxlint: { off: await oxlint(folder, "off"), native: await oxlint(folder, NATIVE) },
  };
}

function eslint(job) {
  const args = [path.join(import.meta.dirname, "types-run.js"), JSON.stringify(job)];
  return measured(args, job.folder, (output) => JSON.parse(output).findings);
}

function oxlint(folder, types) {
  const [preset] = plugin.configs.kaiza;
  const config = {
    jsPlugins: ["eslint-plugin-error-contract"],
    categories: { correctness: "off" },
    rules: preset.rules,
    settings: { errorContract: { ...preset.settings.errorContract, types } },
  };
  writeFileSync(path.join(folder, ".oxlintrc.json"), JSON.stringify(config));
  return measured([path.join(modules, "oxlint/bin/oxlint"), "--format", "json", "src"], folder, (output) =>
    JSON.parse(output).diagnostics.map(({ filename, code, labels }) => {
      const [{ span }] = labels;
      return `${filename}:${span.line}:${span.column} ${code.replace(/^(.*)\((.*)\)$/, "$1/$2")}`;
    }),
  );
}

/** Runs Node to its end: what it printed, the milliseconds it took, and the most memory it had with its children. */
function measured(args, cwd, read) {
  const begun = performance.now();
  const child = spawn(process.execPath, args, { cwd, stdio: ["ignore", "pipe", "inherit"] });
  const peaks = new Map();
  const timer = setInterval(() => notePeaks(child.pid, peaks), 40);
  return new Promise((resolve, reject) => {
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (text) => (output += text));
    child.once("error", reject);
    child.once("close", () => {
      clearInterval(timer);
      const wall = performance.now() - begun;
      const peak = [...peaks.values()].reduce((sum, kilobytes) => sum + kilobytes, 0) / 1024;
      resolve({ wall, peak, result: read(output) });
    });
  });
}

/** Where the system tells it, in kB, by process. */
function notePeaks(pid, peaks) {
  try {
    const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    // One that has ended and waits to be noticed has none any more.
    peaks.set(pid, Math.max(peaks.get(pid) ?? 0, Number(kilobytes ?? 0)));
    for (const thread of readdirSync(`/proc/${pid}/task`)) {
      const children = readFileSync(`/proc/${pid}/task/${thread}/children`, "utf8").trim();
      for (const each of children.split(" ").filter(Boolean)) notePeaks(Number(each), peaks);
    }
  } catch {
    // It has ended, or there is no such file system.
  }
}

function packageCorpus(packages) {
  const folder = mkdtempSync(path.join(tmpdir(), "error-contract-bench-"));
  symlinkSync(modules, path.join(folder, "node_modules"), "dir");
  writeFileSync(path.join(folder, "package.json"), JSON.stringify({ name: "bench-packages", private: true }));
  const compilerOptions = { allowJs: true, strict: true, noEmit: true, module: "NodeNext", types: ["node"] };
  writeFileSync(path.join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["src"] }));
  let files = 0;
  for (const [name, sources] of packages) {
    const target = path.join(folder, "src", name);
    mkdirSync(target, { recursive: true });
    cpSync(path.join(modules, name, "package.json"), path.join(target, "package.json"));
    cpSync(path.join(modules, name, sources), path.join(target, sources), {
      recursive: true,
      filter: (file) => {
        const isWanted = !/\.(?:d\.[cm]?ts|[cm]js|map)$/.test(file);
        if (isWanted && file.endsWith(".js")) files++;
        return isWanted;
      },
    });
  }
  return { folder, files };
}
