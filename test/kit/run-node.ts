import { spawn } from "node:child_process";

export interface Run {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly cwd: string;
  /** The binary; without, the Node that runs the tests. */
  readonly node?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Sent as soon as the process has printed something. */
  readonly signal?: NodeJS.Signals;
}

/** Runs Node to its end. */
export function runNode(args: readonly string[], options: RunOptions): Promise<Run> {
  return run(options.node ?? process.execPath, args, options);
}

/** Runs the npm that runs the tests. */
export function runNpm(args: readonly string[], options: RunOptions): Promise<Run> {
  const npm = process.env.npm_execpath;
  return npm ? runNode([npm, ...args], options) : run("npm", args, options);
}

/** Runs a line of a page, as the shell does. npm takes what it has from its cache. */
export function runLine(line: string, { env, ...options }: RunOptions): Promise<Run> {
  return run(line, [], { ...options, env: { npm_config_prefer_offline: "true", ...env }, shell: true });
}

function run(
  command: string,
  args: readonly string[],
  { cwd, env, signal, shell = false }: RunOptions & { readonly shell?: boolean },
): Promise<Run> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      shell,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let stdout = "";
    let stderr = "";
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => (stdout += chunk));
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => (stderr += chunk));
    if (signal) child.stdout.once("data", () => child.kill(signal));
    child.on("error", reject);
    child.on("close", (status) => resolve({ status, stdout, stderr }));
  });
}
