import { Worker } from "node:worker_threads";

/** Ends a process that leaves a question unanswered, since whoever asked waits in a synchronous read. */
export interface Watchdog {
  /** Asks, under watch. */
  readonly watch: <A>(ask: () => A) => A;
  /** Whether the process was ended because it did not answer. */
  readonly hasEnded: () => boolean;
  readonly stop: () => void;
}

// Cells of the shared memory. A question makes the count odd, its answer makes it even again.
const COUNT = 0;
const STOP = 1;
const ENDED = 2;
const LOOKS = 10;

// Counts looks and not the clock: a machine that sleeps is no process that hangs.
const WATCH = `
  const { memory, pid, pause } = require("node:worker_threads").workerData;
  let seen = -1;
  let looks = 0;
  while (Atomics.wait(memory, ${STOP}, 0, pause) === "timed-out") {
    const count = Atomics.load(memory, ${COUNT});
    looks = count % 2 === 1 && count === seen ? looks + 1 : 0;
    seen = count;
    if (looks < ${LOOKS}) continue;
    Atomics.store(memory, ${ENDED}, 1);
    try { process.kill(pid, "SIGKILL"); } catch {}
    break;
  }
`;

/** Watches a child process that has `seconds` for each answer. */
export function startWatchdog(pid: number, seconds: number): Watchdog {
  const memory = new Int32Array(new SharedArrayBuffer(3 * Int32Array.BYTES_PER_ELEMENT));
  const workerData = { memory, pid, pause: (seconds * 1000) / LOOKS };
  // Nothing that the host preloads, and nothing that keeps the host alive.
  const worker = new Worker(WATCH, { eval: true, workerData, execArgv: [], env: {}, stdin: false });
  worker.unref();
  return {
    watch: (ask) => {
      Atomics.add(memory, COUNT, 1);
      try {
        return ask();
      } finally {
        Atomics.add(memory, COUNT, 1);
      }
    },
    hasEnded: () => Atomics.load(memory, ENDED) === 1,
    stop: () => {
      Atomics.store(memory, STOP, 1);
      Atomics.notify(memory, STOP);
    },
  };
}
