import { findCodeByCondition, listErrorCodes } from "../../contract/codes.js";
import type { Condition } from "../../contract/condition-statuses.js";
import type { ContractData } from "../../contract/contract-data.js";
import { isErrno } from "../../contract/diagnostic-text.js";
import { listCauses, readMember, tryTo } from "../../json/read.js";

type Code = "cache_missing" | "cache_invalid" | "io_error";

/** Specification 000, boundary of `cache_invalid` and `io_error`. Never throws. */
export function findThrownCode(
  contract: ContractData,
  thrown: unknown,
  cachePath: unknown,
  condition: Condition | undefined,
): string | undefined {
  if (isSettled(contract, condition)) return undefined;
  for (const link of listCauses(thrown)) {
    const code = readRegisteredCode(contract, link) ?? classifyLink(link, cachePath);
    if (code !== undefined) return code;
  }
  return undefined;
}

function readRegisteredCode(contract: ContractData, thrown: unknown): string | undefined {
  const code = readMember(thrown, "code");
  return listErrorCodes(contract).includes(code as string) ? (code as string) : undefined;
}

/** Returns whether an error of another contract has a condition of its own, more exact than "a fault". */
function isSettled(contract: ContractData, condition: Condition | undefined): boolean {
  return condition !== undefined && condition !== "internal" && findCodeByCondition(contract, condition) !== undefined;
}

const longestName = 100;

const readName = (owner: unknown, key: string): string | undefined => {
  const name = readMember(owner, key);
  return typeof name === "string" && name.length <= longestName ? name : undefined;
};

function classifyLink(thrown: unknown, cachePath: unknown): Code | undefined {
  const code = readName(thrown, "code");
  if (isMalformed(thrown, code) || isHashMismatch(thrown, code)) return "cache_invalid";
  // Node's own classes of system errors keep the errno one level down.
  const info = readMember(thrown, "info");
  const errno = [code, readName(info, "code")].find(isErrno);
  if (errno === undefined) return undefined;
  return classifyErrno(errno, thrown, readMember(thrown, "path") ?? readMember(info, "path"), cachePath);
}

/** Errnos of a path that exists, but is of the wrong kind. */
const structural = new Set(["ENOTDIR", "EISDIR", "ELOOP"]);

function classifyErrno(errno: string, thrown: unknown, path: unknown, cachePath: unknown): Code {
  const isAbsent = errno === "ENOENT";
  if ((!isAbsent && !structural.has(errno)) || isOfProcess(thrown)) return "io_error";
  switch (locateInCache(path, cachePath)) {
    case "elsewhere":
      return "io_error";
    case "inside":
      return "cache_invalid";
    default:
      return isAbsent ? "cache_missing" : "cache_invalid";
  }
}

/** A program that is not installed, a working directory that was removed. */
function isOfProcess(thrown: unknown): boolean {
  const syscall = readMember(thrown, "syscall");
  return typeof syscall === "string" && /^(?:spawn|uv_cwd|connect)/u.test(syscall);
}

/** Codes of zlib, Brotli and `TextDecoder` for input that is damaged. */
const damaged = /^(?:Z_(?:DATA|BUF)_ERROR|ERR_\w*ERROR_FORMAT_\w+|ERR_ENCODING_INVALID_ENCODED_DATA)$/u;

function isMalformed(thrown: unknown, code: string | undefined): boolean {
  if (code !== undefined && damaged.test(code)) return true;
  const message = readMember(thrown, "message");
  // Regular expressions and code fail with a SyntaxError too; only that of a JSON text names JSON.
  return (
    readMember(thrown, "name") === "SyntaxError" &&
    typeof message === "string" &&
    /\bJSON\b/u.test(message) &&
    !message.startsWith("Invalid regular expression")
  );
}

/** By code, name or the words that libraries have for it; by the two hashes that an assertion compared. */
function isHashMismatch(thrown: unknown, code: string | undefined): boolean {
  if (code !== undefined && /(?:^|_)(?:E?INTEGRITY|(?:HASH|CHECKSUM|DIGEST)_?MISMATCH)$/u.test(code)) return true;
  if (code === "ERR_ASSERTION") return isHash(readMember(thrown, "actual")) && isHash(readMember(thrown, "expected"));
  const [name, message] = [readName(thrown, "name"), readMember(thrown, "message")];
  if (name !== undefined && /^(?:Hash|Checksum|Digest)(?:Mismatch)?Error$|^IntegrityError$/u.test(name)) return true;
  return typeof message === "string" && mismatch.test(message.slice(0, 1_000));
}

const mismatch = new RegExp(
  String.raw`\b(?:hash(?:es)?|checksums?|digests?|integrity|sha-?\d{1,3})\b[^\n]{0,100}\b(?:mismatch(?:ed)?|` +
    String.raw`not match|differs?)\b|\bmismatch(?:ed|ing)? (?:hash|checksum|digest)`,
  "iu",
);

function isHash(value: unknown): boolean {
  return typeof value === "string" && /^(?:sha\d{3}[-:])?(?:[0-9a-f]{32,128}|[\w+/-]{43,88}={0,2})$/iu.test(value);
}

type CachePlace = "root or above" | "inside" | "elsewhere";

/** Paths are compared as they are written; nothing is read from disk, so a symbolic link is another path. */
function locateInCache(path: unknown, cachePath: unknown): CachePlace | undefined {
  const [place, root] = [toSegments(path), toSegments(cachePath)];
  if (!place || !root) return undefined;
  const isWithin = (outer: readonly string[], inner: readonly string[]): boolean =>
    outer.every((segment, index) => segment === inner[index]);
  if (isWithin(place, root)) return "root or above";
  return isWithin(root, place) ? "inside" : "elsewhere";
}

/** Paths of Windows are case-insensitive. */
function toSegments(path: unknown): readonly string[] | undefined {
  const text = path instanceof URL ? path.href : path;
  if (typeof text !== "string" || text === "") return undefined;
  const resolved = tryTo(() => new URL(text.startsWith("file:") ? text : toAddress(text), readBase()).pathname);
  const isOfWindows = resolved !== undefined && /^\/[A-Za-z]:\//u.test(resolved);
  return (isOfWindows ? resolved.toLowerCase() : resolved)?.split("/").filter((part) => part !== "");
}

/** A drive stands behind a slash in an address. */
const toAddress = (path: string): string =>
  path
    .replaceAll("\\", "/")
    .replace(/^\/\/\?\//u, "")
    .replace(/[%#?]/gu, encodeURIComponent)
    .replace(/^[A-Za-z]:\//u, "/$&");

/** The directory may have been removed. */
function readBase(): string {
  const process = readMember(globalThis, "process");
  const cwd = readMember(process, "cwd");
  const directory = typeof cwd === "function" ? tryTo((): unknown => Reflect.apply(cwd, process, [])) : undefined;
  return `file://${toAddress(typeof directory === "string" ? `${directory}/` : "/")}`;
}
