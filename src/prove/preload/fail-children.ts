import child_process, { type ChildProcess } from "node:child_process";
import { PassThrough, type Writable } from "node:stream";
import { failOperation, findFailure, type Failure, type Operation } from "./armed.js";
import { createSystemError, replace, type AnyFunction } from "./replace.js";

const children = new WeakMap<object, ChildProcess>();

/** Returns the child that a stream is the input of, where it was started before the first call. */
export const findChildOf = (stream: object): ChildProcess | undefined => children.get(stream);

/** What `spawn` of a child is given. */
interface SpawnOptions {
  readonly file: string;
  readonly args?: string[];
  readonly envPairs?: string[];
}

const toOperation = (name: string, target: string): Operation => ({ family: "child", use: "start", name, target });

/**
 * Makes child processes fail: those to be started, and those that run. One that starts before the first call loads this
 * module, also with an environment of its own.
 */
export function failChildren(address: string): void {
  replace(child_process.ChildProcess.prototype, "spawn", failSpawn(address));
  for (const name of ["spawnSync", "execFileSync", "execSync"]) replace(child_process, name, failSpawnSync(name));
}

/** What `spawn`, `exec`, `execFile` and `fork` call. */
const failSpawn =
  (address: string) =>
  (original: AnyFunction): AnyFunction =>
    function (...args) {
      const child = this as ChildProcess;
      const { file, args: given, envPairs } = args[0] as SpawnOptions;
      if (envPairs?.some((pair) => pair.startsWith("NODE_OPTIONS=")) === false)
        envPairs.push(`NODE_OPTIONS=--import=${address}`);
      const failure = failOperation(toOperation("child_process.spawn", file));
      if (!failure) {
        const result = Reflect.apply(original, this, args);
        if (child.stdin) children.set(child.stdin, child);
        replace(
          child,
          "send",
          (send) =>
            function (...message) {
              const sent = failOperation(toOperation("child.send", file));
              return sent
                ? child.emit("error", createSystemError("EPIPE", "write", {}))
                : Reflect.apply(send, this, message);
            },
        );
        return result;
      }
      const [stdin, stdout, stderr] = [new PassThrough().resume(), new PassThrough(), new PassThrough()];
      Object.assign(child, {
        spawnfile: file,
        spawnargs: given ?? [],
        stdin,
        stdout,
        stderr,
        stdio: [stdin, stdout, stderr],
      });
      setImmediate(() => endChild(child, failure, file));
      return 0;
    };

function endChild(child: ChildProcess, failure: Failure, file: string): void {
  const [code, signal] = readEnd(failure);
  (child.stdout as PassThrough | null)?.end();
  (child.stderr as PassThrough | null)?.end(failure.by === "fault" ? "fault" : "");
  if (failure.by === "wall") {
    child.emit("error", createSystemError("EACCES", `spawn ${file}`, { path: file }));
  } else {
    child.emit("spawn");
    Object.assign(child, { exitCode: code, signalCode: signal });
    child.emit("exit", code, signal);
  }
  setImmediate(() => child.emit("close", code, signal));
}

const readEnd = (failure: Failure): [number | null, string | null] =>
  failure.by === "fault" && failure.kind.family === "child"
    ? [failure.kind.status ?? null, failure.kind.signal ?? null]
    : [-13, null];

const failSpawnSync =
  (name: string) =>
  (original: AnyFunction): AnyFunction =>
    function (...args) {
      const file = String(args[0]);
      const failure = failOperation(toOperation(`child_process.${name}`, file));
      if (!failure) return Reflect.apply(original, this, args);
      const [status, signal] = readEnd(failure);
      const [stdout, stderr] = [Buffer.alloc(0), Buffer.from("fault")];
      const error =
        failure.by === "wall" ? createSystemError("EACCES", `spawnSync ${file}`, { path: file }) : undefined;
      const result = { pid: 0, output: [null, stdout, stderr], stdout, stderr, status, signal, error };
      if (name === "spawnSync") return result;
      throw Object.assign(error ?? new Error(`Command failed: ${file}`), result, error && { error });
    };

/** Ends a child that runs, as far as the server can see, and returns whether it did. */
export function failChildPipe(child: ChildProcess, stdin: Writable): boolean {
  const operation = toOperation("child.stdin.write", child.spawnfile);
  if (!findFailure(operation)) return false;
  const failure = failOperation(operation)!;
  stdin.destroy(createSystemError("EPIPE", "write", {}));
  if (failure.by === "fault") setImmediate(() => child.emit("exit", ...readEnd(failure)));
  return true;
}
