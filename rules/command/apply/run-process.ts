import { type ChildProcess, spawn } from "node:child_process";

export interface ProcessResult {
  readonly isOk: boolean;
  /** stdout and stderr, as they came. */
  readonly output: string;
}

const running = new Set<ChildProcess>();
const isWindows = process.platform === "win32";

/** Runs a program and waits for its end. A text is given to its stdin. */
export function runProcess(
  program: string,
  args: readonly string[],
  { cwd, input, isShell = false }: { readonly cwd: string; readonly input?: string; readonly isShell?: boolean },
): Promise<ProcessResult> {
  return new Promise((resolve) => {
    // A group of its own: whatever a command starts ends with it.
    const child = spawn(program, args, { cwd, shell: isShell, detached: !isWindows, stdio: "pipe" });
    running.add(child);
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (chunk: string) => (output += chunk));
    // A program that does not read its input has ended, and says why in its output.
    child.stdin.on("error", () => undefined);
    child.stdin.end(input ?? "");
    const end = (result: ProcessResult) => {
      running.delete(child);
      resolve(result);
    };
    child.on("error", (error) => end({ isOk: false, output: error.message }));
    child.on("close", (status) => end({ isOk: status === 0, output }));
  });
}

/** Ends the programs that run. */
export function endProcesses(): void {
  for (const { pid, exitCode } of running) {
    if (pid === undefined || exitCode !== null) continue;
    try {
      process.kill(isWindows ? pid : -pid, "SIGTERM");
    } catch {
      // Intended: it has ended meanwhile.
    }
  }
}
