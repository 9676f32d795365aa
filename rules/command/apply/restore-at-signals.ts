import os from "node:os";
import type { FileWriter } from "./changed-files.js";
import { endProcesses } from "./run-process.js";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Puts the old texts back when the process is told to end, and ends it. Returns what stops that. */
export function restoreAtSignals(writer: FileWriter): () => void {
  const stop = (signal: NodeJS.Signals) => {
    endProcesses();
    writer.restoreAll();
    process.exit(128 + os.constants.signals[signal]);
  };
  for (const signal of SIGNALS) process.on(signal, stop);
  return () => {
    for (const signal of SIGNALS) process.off(signal, stop);
  };
}
