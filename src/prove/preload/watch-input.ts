import type { Readable } from "node:stream";
import { controlKey, type Control } from "../faults/report-lines.js";
import { endCall, report, runAsCall } from "./armed.js";

const newline = 10;

/**
 * Watches what the server reads from stdin. A line of the prover goes no further: it arms the call in the message that
 * follows it, which then runs in a context of its own.
 */
export function watchInput(): void {
  const own = Object.getOwnPropertyDescriptor(process, "stdin")!;
  let isWatched = false;
  Object.defineProperty(process, "stdin", {
    configurable: true,
    enumerable: true,
    // A process that only hands its stdin on to a child, as npx does, never asks for it.
    get() {
      const stdin = own.get!.call(process) as Readable;
      if (!isWatched) watch(stdin);
      isWatched = true;
      return stdin;
    },
  });
}

function watch(stdin: Readable): void {
  const push = stdin.push.bind(stdin);
  let rest = Buffer.alloc(0);
  let next: Control | undefined;
  let isListening = false;

  function pass(line: Buffer): boolean {
    const control = readControl(line);
    if (control?.fault === undefined) {
      if (control) endCall(control.call);
      const armed = next;
      if (!armed || control) return control ? true : push(line);
      next = undefined;
      return runAsCall(armed.call, armed.fault!, () => push(line));
    }
    next = control;
    return true;
  }

  stdin.push = (chunk: Buffer | string | null, encoding?: BufferEncoding): boolean => {
    if (!isListening) {
      report({ listening: true });
      process.once("exit", (exit) => report({ exit }));
    }
    isListening = true;
    if (chunk === null) {
      if (rest.length > 0) push(rest);
      return push(null);
    }
    rest = Buffer.concat([rest, typeof chunk === "string" ? Buffer.from(chunk, encoding) : chunk]);
    let isWanted = true;
    for (let end = rest.indexOf(newline); end >= 0; end = rest.indexOf(newline)) {
      const line = rest.subarray(0, end + 1);
      rest = rest.subarray(end + 1);
      isWanted = pass(line);
    }
    return isWanted;
  };
}

function readControl(line: Buffer): Control | undefined {
  if (!line.subarray(0, 40).includes(controlKey)) return undefined;
  return (JSON.parse(line.toString()) as { readonly [controlKey]?: Control })[controlKey];
}
