import fs from "node:fs";
import path from "node:path";
import { resolveFrom } from "../project/installed-packages.js";
import { runProcess } from "../project/run-process.js";

/** An error that the compiler names. */
interface CompilerError {
  /** The absolute path. */
  readonly file: string;
  /** Without its place: lines move. */
  readonly text: string;
}

/** Runs the compiler of a project for the files that change. */
export type Compile = () => Promise<readonly CompilerError[]>;

const ERROR = /^(.+?)\(\d+,\d+\): error (TS\d+: .*?)\r?$/gm;

/** Finds the project's own TypeScript and the configurations of files; undefined where one of them is missing. */
export function findCompiler(cwd: string, files: readonly string[]): Compile | undefined {
  const configs = [...new Set(files.flatMap((file) => findNearestConfig(path.dirname(file), cwd) ?? []))].sort();
  const manifest = resolveFrom(path.dirname(configs[0] ?? ""), "typescript/package.json");
  const tsc = path.join(path.dirname(manifest ?? ""), "bin/tsc");
  if (configs.length === 0 || manifest === undefined || !fs.existsSync(tsc)) return undefined;
  return async () => {
    const errors: CompilerError[] = [];
    for (const config of configs) {
      const folder = path.dirname(config);
      const args = [tsc, "--noEmit", "--pretty", "false", "--incremental", "false", "-p", config];
      const { output } = await runProcess(process.execPath, args, { cwd: folder });
      for (const [, file = "", text = ""] of output.matchAll(ERROR))
        errors.push({ file: path.resolve(folder, file), text });
    }
    return errors;
  };
}

/** The errors that were not there before; those that are there twice count twice. */
export function newErrors(before: readonly CompilerError[], after: readonly CompilerError[]): readonly CompilerError[] {
  const counts = new Map<string, number>();
  const keyOf = ({ file, text }: CompilerError) => `${file}\n${text}`;
  for (const error of before) counts.set(keyOf(error), (counts.get(keyOf(error)) ?? 0) + 1);
  return after.filter((error) => {
    const count = counts.get(keyOf(error)) ?? 0;
    counts.set(keyOf(error), count - 1);
    return count <= 0;
  });
}

function findNearestConfig(folder: string, top: string): string | undefined {
  const config = path.join(folder, "tsconfig.json");
  if (fs.existsSync(config)) return config;
  const parent = path.dirname(folder);
  return folder === top || parent === folder ? undefined : findNearestConfig(parent, top);
}
