import worker_threads, { type WorkerOptions } from "node:worker_threads";

/**
 * Loads the preloaded module in the threads that the server starts, too. A thread with an environment of its own does
 * not inherit the options of Node.
 */
export function followThreads(address: string): void {
  const { Worker } = worker_threads;
  const follow = (options: WorkerOptions = {}): WorkerOptions =>
    typeof options.env === "object"
      ? { ...options, execArgv: [...(options.execArgv ?? []), `--import=${address}`] }
      : options;
  const following = new Proxy(Worker, {
    construct: (target, [file, options]: [string | URL, WorkerOptions | undefined], newTarget) =>
      Reflect.construct(target, [file, follow(options)], newTarget) as object,
  });
  Object.defineProperty(worker_threads, "Worker", { value: following, configurable: true, writable: true });
}
