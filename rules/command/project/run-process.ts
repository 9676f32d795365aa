import { spawn } from "node:child_process";

interface ProcessResult {
  /** The exit code; `null` where a signal ended the process, or it could not be started. */
  readonly status: number | null;
  readonly stdout: string;
  /** stdout and stderr, as they came. */
  readonly output: string;
}

/** The ids of the processes that run; that of a group is negative. */
const running = new Set<number>();

interface ProcessOptions {
  readonly cwd: string;
  /** What is given to stdin. */
  readonly input?: string;
  /** Whether a shell reads the program and its arguments. */
  readonly isShell?: boolean;
}

/** Runs a program and waits for its end. */
export function runProcess(
  program: string,
  args: readonly string[],
  { cwd, input = "", isShell = false }: ProcessOptions,
): Promise<ProcessResult> {
  return new Promise((resolve) => {
    // A group of its own: whatever a shell starts ends with it.
    const isGroup = isShell && process.platform !== "win32";
    const child = spawn(program, args, { cwd, shell: isShell, detached: isGroup, stdio: "pipe" });
    const id = (child.pid ?? 0) * (isGroup ? -1 : 1);
    if (id !== 0) running.add(id);
    let stdout = "";
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      stdout += chunk;
      output += chunk;
    });
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => (output += chunk));
    // A program that does not read its input has ended, and says why in its output.
    child.stdin.on("error", () => undefined);
    child.stdin.end(input);
    child.on("error", (error) => resolve({ status: null, stdout, output: error.message }));
    child.on("exit", () => running.delete(id));
    child.on("close", (status) => resolve({ status, stdout, output }));
  });
}

/** Ends the processes that run. */
export function endProcesses(): void {
  for (const id of running) {
    try {
      process.kill(id, "SIGTERM");
    } catch {
      // Intended: it has ended meanwhile.
    }
  }
}
