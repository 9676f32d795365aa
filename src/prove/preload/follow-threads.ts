import worker_threads, { type WorkerOptions } from "node:worker_threads";

/**
 * Loads the preloaded module in the threads that the server starts, too. A thread with an environment of its own does
 * not inherit the options of Node, and one that runs a text does not follow them.
 */
export function followThreads(address: string): void {
  const { Worker } = worker_threads;
  const construct = (
    target: typeof Worker,
    [file, options = {}]: [string | URL, WorkerOptions | undefined],
    newTarget: typeof Worker,
  ): object => {
    const script = options.eval === true ? writeScript(address, String(file)) : file;
    return Reflect.construct(target, [script, follow(address, options)], newTarget);
  };
  const following = new Proxy(Worker, { construct });
  Object.defineProperty(worker_threads, "Worker", { value: following, configurable: true, writable: true });
}

const follow = (address: string, options: WorkerOptions): WorkerOptions =>
  typeof options.env === "object"
    ? { ...options, execArgv: [...(options.execArgv ?? []), `--import=${address}`] }
    : options;

/** Writes a script that runs a text of CommonJS, in the place of which it stands, when the module is loaded. */
const writeScript = (address: string, text: string): string => `
  import(${JSON.stringify(address)}).then(() => {
    const { constants, runInThisContext } = require("node:vm");
    const importModuleDynamically = constants.USE_MAIN_CONTEXT_DEFAULT_LOADER;
    runInThisContext(${JSON.stringify(text)}, { filename: "[worker eval]", importModuleDynamically });
  });`;
