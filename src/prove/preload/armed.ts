import { AsyncLocalStorage } from "node:async_hooks";
import fs from "node:fs";
import { getEnvironmentData, isMainThread, setEnvironmentData } from "node:worker_threads";
import { familyOf, faultKinds, type FaultFamily, type FaultKind, type Use } from "../faults/fault-kinds.js";
import { reportMark, type Hit, type Report } from "../faults/report-lines.js";

// Which call runs and which fault it has is one for all threads: a call may be at work in a worker.
const shareName = "error-contract/prove";
const shared = isMainThread
  ? new SharedArrayBuffer(16)
  : (getEnvironmentData(shareName) as unknown as SharedArrayBuffer);
if (isMainThread) setEnvironmentData(shareName, shared);
const state = new Int32Array(shared);
const [callPlace, faultPlace, passedPlace, besidePlace] = [0, 1, 2, 3];

const calls = new AsyncLocalStorage<number>();

/** An operation that a server is about to do. */
export interface Operation {
  readonly family: FaultFamily;
  readonly use: Use;
  readonly name: string;
  readonly target: string;
}

/** How an operation fails: by the fault of the call, or at the wall that holds from the first call on. */
export type Failure = { readonly by: "fault"; readonly kind: FaultKind } | { readonly by: "wall" };

/** Runs what a message to the server starts, as the call. */
export function runAsCall<T>(call: number, fault: number, run: () => T): T {
  Atomics.store(state, faultPlace, fault);
  Atomics.store(state, callPlace, call);
  for (const place of [passedPlace, besidePlace]) Atomics.store(state, place, 0);
  return calls.run(call, run);
}

/** Ends the fault of a call; the walls stay. */
export function endCall(call: number): void {
  Atomics.store(state, faultPlace, 0);
  report({ ended: call, passed: Atomics.load(state, passedPlace), beside: Atomics.load(state, besidePlace) });
}

/** Returns whether a tool has been called. Before, the server starts, and all it does takes place. */
export const isArmed = (): boolean => Atomics.load(state, callPlace) > 0;

/** Finds out how an operation fails; `undefined` where it takes place. */
export function findFailure({ family, use }: Operation): Failure | undefined {
  if (!isArmed()) return undefined;
  const kind = faultKinds[Atomics.load(state, faultPlace) - 1];
  if (kind && familyOf(kind) === family && kind.uses.includes(use)) return { by: "fault", kind };
  return use === "write" || use === "start" ? { by: "wall" } : undefined;
}

/** Finds out how an operation fails, and reports it. */
export function failOperation(operation: Operation): Failure | undefined {
  const failure = findFailure(operation);
  if (failure) reportHit(operation, failure.by);
  else if (isArmed()) Atomics.add(state, isOfCall() ? passedPlace : besidePlace, 1);
  return failure;
}

export function reportHit({ family, name, target }: Operation, by: Hit["by"]): void {
  report({ hit: { by, family, operation: name, target: target.slice(0, 500), isOfCall: isOfCall() } });
}

const isOfCall = (): boolean => calls.getStore() === Atomics.load(state, callPlace);

const { writeSync } = fs;

/** Writes a line for the prover. The pipe may be full, and cannot wait. */
export function report(line: Report): void {
  const bytes = Buffer.from(`${reportMark}${JSON.stringify(line)}\n`);
  for (let start = 0, tries = 0; start < bytes.length && tries < 10_000; tries++) {
    try {
      start += writeSync(2, bytes, start);
    } catch (error) {
      // A prover that has ended reads nothing any more.
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") return;
    }
  }
}
