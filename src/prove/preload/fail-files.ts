import fs from "node:fs";
import { readMember } from "../../json/read.js";
import type { Use } from "../faults/fault-kinds.js";
import type { PreloadSettings } from "../faults/report-lines.js";
import { failOperation, findFailure, isArmed, report, type Operation } from "./armed.js";
import { createSystemError, replace, type AnyFunction } from "./replace.js";

/** The functions of `node:fs` by what they do. Each stands for its forms: callback, `...Sync`, promise. */
const functions: Readonly<Record<Exclude<Use, "start">, string>> = {
  open: "open opendir openAsBlob readFile readdir",
  find: "access stat lstat statfs readlink realpath",
  read: "read readv fstat",
  write:
    "writeFile appendFile mkdir mkdtemp rename rm rmdir unlink link symlink copyFile cp chmod chown lchown lchmod " +
    "utimes lutimes truncate ftruncate write writev fsync fdatasync fchmod fchown futimes",
};

/** The methods of a `FileHandle`, which may have been opened before. */
const methods: Readonly<Record<"read" | "write", string>> = {
  read: "read readv readFile stat readLines readableWebStream",
  write: "write writev writeFile appendFile truncate sync datasync chmod chown utimes",
};

let writable: readonly string[] = [];
let untouched: readonly string[] = [];
/** Descriptors of files that are let through. */
const openDescriptors = new Set<unknown>();

/** Makes file systems fail, for functions, handles and streams, which call these functions. */
export async function failFiles(settings: PreloadSettings): Promise<void> {
  ({ writable, untouched } = settings);
  if (readMember(process, "permission") !== undefined) skipSync();
  for (const [use, names] of Object.entries(functions) as [Exclude<Use, "start">, string][]) {
    for (const name of names.split(" ")) {
      replace(fs, name, failCallback(name, use));
      replace(fs, `${name}Sync`, failSync(name, use));
      replace(fs.promises, name, failPromise(name, use));
    }
  }
  replace(fs, "existsSync", (original) => answerWhetherThere(original, (isThere) => isThere));
  replace(fs, "exists", (original) => answerWhetherThere(original, (isThere, callback) => callback?.(isThere)));
  for (const name of ["close", "closeSync"]) {
    replace(
      fs,
      name,
      (original) =>
        function (...args) {
          openDescriptors.delete(args[0]);
          return Reflect.apply(original, this, args);
        },
    );
  }
  const handle = await fs.promises.open(new URL(import.meta.url));
  const prototype = Object.getPrototypeOf(handle) as object;
  await handle.close();
  for (const [use, names] of Object.entries(methods) as ["read" | "write", string][])
    for (const name of names.split(" ")) replace(prototype, name, failMethod(name, use));
}

/** Node's permission model refuses to sync even what may be written. There is no data in it. */
function skipSync(): void {
  for (const name of ["fsync", "fdatasync"]) {
    replace(fs, `${name}Sync`, () => () => undefined);
    replace(fs, name, () => (_descriptor, callback) => process.nextTick(callback as AnyFunction, null));
  }
}

const failCallback =
  (name: string, use: Use) =>
  (original: AnyFunction): AnyFunction =>
    function (...args) {
      const error = findError(name, use, args);
      const callback = args.findLast((each) => typeof each === "function") as AnyFunction | undefined;
      if (!error) return Reflect.apply(original, this, keepDescriptor(name, args, callback));
      if (!callback) throw error;
      process.nextTick(callback, error);
      return undefined;
    };

const failSync =
  (name: string, use: Use) =>
  (original: AnyFunction): AnyFunction =>
    function (...args) {
      const error = findError(name, use, args);
      if (error) throw error;
      const result = tellRefusal(() => Reflect.apply(original, this, args));
      if (name === "open" && isLetThrough(args[0])) openDescriptors.add(result);
      return result;
    };

const failPromise =
  (name: string, use: Use) =>
  (original: AnyFunction): AnyFunction =>
    function (...args) {
      const error = findError(name, use, args);
      if (error) return Promise.reject(error);
      const result = (Reflect.apply(original, this, args) as Promise<{ readonly fd: number }>).catch(
        (reason: unknown) => {
          reportRefusal(reason);
          throw reason;
        },
      );
      if (name !== "open" || !isLetThrough(args[0])) return result;
      return result.then((handle) => {
        openDescriptors.add(handle.fd);
        return handle;
      });
    };

const failMethod =
  (name: string, use: Use) =>
  (original: AnyFunction): AnyFunction =>
    function (...args) {
      const error = findError(name, use, [(this as { readonly fd: number }).fd]);
      if (!error) return Reflect.apply(original, this, args);
      if (name.startsWith("readL") || name.startsWith("readable")) throw error;
      return Promise.reject(error);
    };

function tellRefusal<T>(act: () => T): T {
  try {
    return act();
  } catch (error) {
    reportRefusal(error);
    throw error;
  }
}

/** Says which file a server wants to write at its start, and may not. */
function reportRefusal(error: unknown): void {
  const { code, path, syscall } = error as NodeJS.ErrnoException;
  // Where all files are read-only, a folder that is made with its parents is said not to be there.
  const isRefused = code === "EROFS" || (code === "ENOENT" && syscall === "mkdir");
  if (isRefused && !isArmed() && path !== undefined) report({ refused: path });
}

function answerWhetherThere(
  original: AnyFunction,
  answer: (isThere: boolean, callback?: AnyFunction) => unknown,
): AnyFunction {
  return function (...args) {
    if (!findError("exists", "find", args)) return Reflect.apply(original, this, args);
    return answer(false, args[1] as AnyFunction | undefined);
  };
}

/** Remembers the descriptor of a file that is let through, when it is open. */
function keepDescriptor(name: string, args: readonly unknown[], callback: AnyFunction | undefined): unknown[] {
  if (name !== "open" || !callback || !isLetThrough(args[0])) return [...args];
  return args.map((each) =>
    each === callback
      ? (error: unknown, descriptor: unknown) => {
          if (!error) openDescriptors.add(descriptor);
          return callback(error, descriptor);
        }
      : each,
  );
}

/** The streams of the process, whose last one is also the way to the prover. */
const lastStandard = 2;

function findError(name: string, use: Use, [first, second, third]: readonly unknown[]): Error | undefined {
  if (!isArmed()) return undefined;
  const isDescriptor = typeof first === "number";
  if (isDescriptor && (first <= lastStandard || openDescriptors.has(first))) return undefined;
  if (!isDescriptor && isBelow(untouched, first)) return undefined;
  const operation: Operation = {
    family: "file",
    use: findUse(name, use, second),
    name: `fs.${name}`,
    target: describe(first),
  };
  if (isOfLoader()) return undefined;
  if (findFailure(operation)?.by === "wall" && isLetThrough(first)) return undefined;
  const failure = failOperation(operation);
  if (!failure) return undefined;
  const code = failure.by === "fault" && failure.kind.family === "file" ? failure.kind.errno : "EACCES";
  const dest = /^(?:rename|link|symlink|copyFile|cp)$/.test(name) && { dest: describe(second ?? third) };
  return createSystemError(
    code,
    toSyscall(name),
    isDescriptor ? { path: undefined } : { path: describe(first), ...dest },
  );
}

const isLetThrough = (path: unknown): boolean => isBelow(["/dev/null", ...writable, ...untouched], path);

const isBelow = (files: readonly string[], path: unknown): boolean =>
  files.some((file) => describe(path).startsWith(file));

/** Files are opened to be written by their flags alone. */
function findUse(name: string, use: Use, flags: unknown): Use {
  if (name !== "open") return use;
  const { O_WRONLY, O_RDWR, O_CREAT } = fs.constants;
  const isWriting =
    typeof flags === "number"
      ? (flags & (O_WRONLY | O_RDWR | O_CREAT)) !== 0
      : /[wa+]/.test(typeof flags === "string" ? flags : "r");
  return isWriting ? "write" : "open";
}

function toSyscall(name: string): string {
  if (/^(?:readFile|writeFile|appendFile)$/.test(name)) return "open";
  return name === "readdir" || name === "opendir" ? "scandir" : name;
}

function describe(path: unknown): string {
  if (path instanceof URL) return decodeURIComponent(path.pathname);
  return Buffer.isBuffer(path) ? path.toString() : typeof path === "string" ? path : `descriptor ${String(path)}`;
}

/** Returns whether it is Node that loads a module, by the function that called ours. */
function isOfLoader(): boolean {
  const settings = { ...Error };
  Error.prepareStackTrace = undefined as never;
  Error.stackTraceLimit = 12;
  const frames = (new Error().stack ?? "").split("\n").slice(1);
  Object.assign(Error, settings);
  const caller = frames.find((frame) => !frame.includes("/prove/preload/"));
  const isOfFs = (frame: string): boolean => /node:(?:internal\/)?fs/.test(frame);
  const outside =
    caller !== undefined && isOfFs(caller) ? frames.find((frame) => frame.includes("node:") && !isOfFs(frame)) : caller;
  return /node:internal\/(?:modules|source_map|process|bootstrap|main)/.test(outside ?? "");
}
