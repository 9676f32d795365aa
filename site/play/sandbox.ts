import { wrap } from "comlink";
import * as addresses from "virtual:playground/addresses";
import type { RunAnswer, RunRequest, RunWorker } from "./run.worker.js";

const SECONDS = 5;

// A frame of no origin, and a worker in it: the script reaches no page, no storage and no network, and may hang.
const POLICY = "default-src 'none'; script-src 'unsafe-inline' 'unsafe-eval' blob:; worker-src blob:";
const FRAME = `<!doctype html><meta http-equiv="Content-Security-Policy" content="${POLICY}"><script>
  onmessage = ({ data, ports }) => new Worker(URL.createObjectURL(new Blob([data]))).postMessage("", ports);
</script>`;

/** Runs a script apart from the page. Returns what its client receives, or a sentence that says why it does not run. */
export async function runApart(request: RunRequest): Promise<RunAnswer | string> {
  const response = await fetch(addresses.run);
  const worker = await response.text();
  const frame = document.createElement("iframe");
  frame.sandbox.add("allow-scripts");
  frame.hidden = true;
  frame.title = "The code that is run";
  frame.srcdoc = FRAME;
  const loaded = new Promise((resolve) => frame.addEventListener("load", resolve, { once: true }));
  document.body.append(frame);
  try {
    await loaded;
    const { port1, port2 } = new MessageChannel();
    frame.contentWindow?.postMessage(worker, "*", [port2]);
    const runner = wrap<RunWorker>(port1);
    await runner.prepare();
    return await Promise.race([runner.run(request), waitTooLong()]);
  } finally {
    frame.remove();
  }
}

function waitTooLong(): Promise<string> {
  const text = `The call took longer than ${SECONDS} seconds and was stopped.`;
  return new Promise((resolve) => setTimeout(resolve, SECONDS * 1000, text));
}
