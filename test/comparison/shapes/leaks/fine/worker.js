// no-error-leak, no fault: to another part of the same program
import { parentPort } from "node:worker_threads";
import { load } from "../../lib.js";

load("data").then(
  (text) => parentPort.postMessage({ text }),
  (error) => parentPort.postMessage({ error }),
);
