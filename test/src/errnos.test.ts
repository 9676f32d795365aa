import dns from "node:dns";
import os from "node:os";
import util from "node:util";
import { fromUnknown } from "error-contract/standard";
import { expect, it } from "vitest";

/** Every errno that Node knows here: the system's, libuv's and the resolver's. */
const known = new Set([
  ...Object.keys(os.constants.errno),
  ...[...util.getSystemErrorMap().values()].map(([name]) => name),
  ...Object.values(dns).filter((value) => typeof value === "string" && /^E[A-Z]+$/u.test(value)),
] as readonly string[]);

/** The errnos that report a fault of the program, or nothing that a caller could act on. */
const faults = new Set(
  (
    "EAFNOSUPPORT EALREADY EBADF ECHILD EDESTADDRREQ EFAULT EIDRM EINPROGRESS EISCONN EMULTIHOP ENOEXEC " +
    "ENOMSG ENOPROTOOPT ENOSTR ENOTSOCK ENOTTY EPROTONOSUPPORT EPROTOTYPE ESPIPE EAI_ADDRFAMILY EAI_BADFLAGS " +
    "EAI_BADHINTS EAI_FAMILY EAI_PROTOCOL EAI_SERVICE EAI_SOCKTYPE UNKNOWN ESOCKTNOSUPPORT EUNATCH " +
    "EADDRGETNETWORKPARAMS EBADFAMILY EBADFLAGS EBADHINTS EBADQUERY EBADSTR EDESTRUCTION EFILE ELOADIPHLPAPI " +
    "ENOTINITIALIZED"
  ).split(" "),
);

it.each([...known].filter((errno) => !errno.startsWith("WSA")))("%s has a condition, or is a fault", (code) => {
  const converted = fromUnknown(Object.assign(new Error("x"), { code })).code;
  expect(converted === "INTERNAL").toBe(faults.has(code));
});
