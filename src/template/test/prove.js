// Proves the server beside a tracker: npm run prove
import { spawn } from "node:child_process";
import { once } from "node:events";
import { startTracker } from "./tracker.js";

const tracker = await startTracker();
const command = [
  "npx",
  "error-contract",
  "prove",
  "--inputs",
  "test/inputs.json",
  "--audit",
  "audit-log.jsonl",
  "--",
  "node",
  "src/main.js",
];
const env = { ...process.env, TRACKER: tracker.address };
const [status] = await once(spawn(command[0], command.slice(1), { env, stdio: "inherit" }), "close");
tracker.close();
process.exitCode = status ?? 1;
