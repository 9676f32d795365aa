import { readFileSync } from "node:fs";

/** Milliseconds between two looks. */
const interval = 200;

/**
 * Watches how much memory a process and those that it has started use, where the system tells.
 *
 * @param most in megabytes, for each of them.
 * @param onExceeded called once, when one has more.
 * @returns a function that ends the watch.
 */
export function watchMemory(pid: number, most: number, onExceeded: () => void): () => void {
  const timer = setInterval(() => {
    if (!listTree(pid).some((each) => readMegabytes(each) > most)) return;
    clearInterval(timer);
    onExceeded();
  }, interval).unref();
  return () => clearInterval(timer);
}

/** Lists a process and all below it. */
function listTree(pid: number): readonly number[] {
  const children = read(`/proc/${pid}/task/${pid}/children`).split(" ").filter(Boolean).map(Number);
  return [pid, ...children.flatMap(listTree)];
}

const readMegabytes = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) / 1024;

function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    // The process has ended, or this system has no such file.
    return "";
  }
}
