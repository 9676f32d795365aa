import { Buffer } from "node:buffer";
import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { clearTimeout, setTimeout } from "node:timers";

// Foreign tests may call whatever they like. Root can give them a network that has nothing but the loopback device, and
// processes that end with them.
const ISOLATION = ["-n", "-p", "-f", "--kill-child", "--mount-proc", "sh", "-c", 'ip link set lo up; exec sh -c "$0"'];
const CAN_ISOLATE = spawnSync("unshare", [...ISOLATION, "ip link show lo up | grep -q LOOPBACK"]).status === 0;
const MOST_BYTES = 32 * 1024 * 1024;

/** The process groups of commands that run. */
const groups = new Set();
process.on("exit", () => groups.forEach(killGroup));
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => process.exit(130));

/**
 * Runs a shell command to its end, or until its time is over, and keeps its output in a file.
 *
 * @param {string} command
 * @param {{ cwd: string, seconds: number, log: string }} options
 * @returns {Promise<{ status: number, output: string, isTimedOut: boolean }>}
 */
export function runCommand(command, { cwd, seconds, log }) {
  fs.mkdirSync(path.dirname(log), { recursive: true });
  const file = fs.openSync(log, "w");
  const [program, args] = CAN_ISOLATE ? ["unshare", [...ISOLATION, command]] : ["sh", ["-c", command]];
  return new Promise((resolve, reject) => {
    // With a group of its own, so that processes in the background end with it.
    const child = spawn(program, args, {
      cwd,
      env: createEnvironment(),
      detached: true,
      stdio: ["ignore", file, file],
    });
    groups.add(child.pid);
    let isTimedOut = false;
    const timer = setTimeout(() => {
      isTimedOut = true;
      killGroup(child.pid);
    }, seconds * 1000);
    const finish = () => {
      clearTimeout(timer);
      killGroup(child.pid);
      groups.delete(child.pid);
      fs.closeSync(file);
    };
    child.on("error", (error) => {
      finish();
      reject(error);
    });
    child.on("exit", (status) => {
      finish();
      resolve({ status: status ?? 1, output: readEnd(log), isTimedOut });
    });
  });
}

/** Returns our environment without the variables that npm and test runners set for their children. */
function createEnvironment() {
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(?:npm_|INIT_CWD|VITEST|NODE_ENV|NODE_TEST)/.test(name),
  );
  return { ...Object.fromEntries(own), CI: "true", NO_COLOR: "1", npm_config_update_notifier: "false" };
}

function killGroup(pid) {
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // Nothing of the group is left.
  }
}

function readEnd(file) {
  const { size } = fs.statSync(file);
  if (size <= MOST_BYTES) return fs.readFileSync(file, "utf8");
  const buffer = Buffer.alloc(MOST_BYTES);
  const descriptor = fs.openSync(file, "r");
  fs.readSync(descriptor, buffer, 0, MOST_BYTES, size - MOST_BYTES);
  fs.closeSync(descriptor);
  return buffer.toString("utf8");
}
