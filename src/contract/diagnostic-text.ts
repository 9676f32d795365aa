import { joinPatterns } from "../json/join-patterns.js";

/** What a message for a client must not hold: it shows the server's inside, or differs between runs. */
export interface Diagnostic {
  /** The kind of the diagnostic, such as `a path`. */
  readonly name: keyof typeof forms;
  /** Its name in a sentence. */
  readonly noun: string;
  /** The form by which a text gives it away. Each reads a text once, however long. */
  readonly pattern: RegExp;
}

/** The errnos of POSIX, of resolvers and of Windows' sockets, of which none is an English word. */
const errnos =
  "E2BIG|EACCES|EADDRINUSE|EADDRNOTAVAIL|EAFNOSUPPORT|EAGAIN|EAI_[A-Z]+|EALREADY|EBADF|EBADMSG|EBADNAME|" +
  "EBADRESP|EBUSY|ECANCELED|ECANCELLED|ECHARSET|ECHILD|ECONNABORTED|ECONNREFUSED|ECONNRESET|EDEADLK|" +
  "EDESTADDRREQ|EDOM|EDQUOT|EEXIST|EFAULT|EFBIG|EFORMERR|EFTYPE|EHOSTDOWN|EHOSTUNREACH|EIDRM|EILSEQ|" +
  "EINPROGRESS|EINTEGRITY|EINTR|EINVAL|EIO|EISCONN|EISDIR|ELOOP|EMFILE|EMLINK|EMSGSIZE|EMULTIHOP|" +
  "ENAMETOOLONG|ENETDOWN|ENETRESET|ENETUNREACH|ENFILE|ENOBUFS|ENODATA|ENODEV|ENOENT|ENOEXEC|ENOLCK|ENOLINK|" +
  "ENOMEM|ENOMSG|ENONAME|ENONET|ENOPROTOOPT|ENOSPC|ENOSR|ENOSTR|ENOSYS|ENOTBLK|ENOTCONN|ENOTDIR|ENOTEMPTY|" +
  "ENOTFOUND|ENOTIMP|ENOTSOCK|ENOTSUP|ENOTTY|ENXIO|EOPNOTSUPP|EOVERFLOW|EPERM|EPIPE|EPROTO|EPROTONOSUPPORT|" +
  "EPROTOTYPE|ERANGE|EREFUSED|EREMOTEIO|EROFS|ESERVFAIL|ESHUTDOWN|ESOCKTNOSUPPORT|ESPIPE|ESRCH|ESTALE|ETIME|" +
  "ETIMEDOUT|ETIMEOUT|ETXTBSY|EUNATCH|EWOULDBLOCK|EXDEV|ERR_[A-Z0-9_]+|WSAE[A-Z]+";

const errno = /* @__PURE__ */ createErrnoPattern("^", "$");

/** By name: the noun, and the forms in which a text gives the diagnostic away. */
const forms = {
  stack: [
    "a stack trace",
    /(?:^|\n)[ \t]{0,20}at \S.*(?::\d+:\d+|\((?:native|<anonymous>)\))/u,
    /\bat (?:new |async )?[\w.$<>]+ \([^()\n]*:\d+:\d+\)/u,
    /Traceback \(most recent call last\)/u,
    /\w\.[a-z]{1,4}:\d+(?::\d+)?(?!\w)/u,
  ],
  uuid: ["a UUID", /(?<![\w-])[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![\w-])/iu],
  time: [
    "a time",
    /(?<!\d)\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}|(?<![\d:])\d{1,2}:\d{2}:\d{2}(?![\d:])|(?<![\w.])1\d{12}(?![\w.]\d|\w)/u,
  ],
  errno: [
    "an errno",
    /* @__PURE__ */ createErrnoPattern("(?<![A-Za-z0-9_])", "(?![A-Za-z0-9_])|\\b(?:errno|os error)[ :=]+-?\\d"),
  ],
  // Without a prefix, a length or both digits and letters it may be a word or a number.
  hash: [
    "a hash",
    /\b(?:sha-?\d{1,3}|md5|blake\w{1,3})[-:=] ?(?=[A-Za-z+/]{0,200}\d)[\w+/]{7,}/iu,
    /(?<![\w-])(?:0x[0-9a-f]{4,}|(?=\d*[a-f])(?=[a-f]*\d)[0-9a-f]{7,}|[0-9a-f]{32,})(?!\w)/iu,
  ],
  path: [
    "a path",
    /\bfile:\/\//u,
    /(?<![\p{L}\p{N}_/<~.])(?:(?:~|\.{1,2})\/[\p{L}\p{N}_.]|\/[\p{L}\p{N}_.](?:[\p{L}\p{N}_.@+-]|\/\S))/u,
    /(?<![\p{L}\p{N}_])[A-Za-z]:[\\/]/u,
    /(?<!\\)\\\\[\w.-]+\\\w|[\w.-]\\[\w.-]{2}/u,
    /(?<![\w/.:@-])(?:[\w@.-]{1,100}\/){1,40}[\w@-]{1,100}\.[A-Za-z][A-Za-z0-9]{0,4}(?![\w+/])/u,
  ],
  variable: [
    "an environment variable",
    /\$(?:[A-Z_][A-Z0-9_]+|\{[A-Z_][A-Z0-9_]*\}|env:\w)|%[A-Z_][A-Z0-9_]*%|\bprocess\.env\b/u,
  ],
  exception: [
    "the text of an exception",
    /\b[A-Z]\w+(?:Error|Exception): /u,
    /\bis not (?:a function|a constructor|iterable)\b|\bMaximum call stack size exceeded\b/u,
    /\bCannot (?:read|set) propert(?:y|ies) of (?:null|undefined)\b/u,
    /\bUnexpected (?:token|end) .{0,40}JSON\b|\[object \w+\]/u,
  ],
  position: ["a position", /\b(?:line|column|col|position|offset|at char(?:acter)?)[ :=#]{1,3}\d|\(\d+:\d+\)/iu],
  measurement: [
    "a measurement",
    /\b(?:took|taken|elapsed|lasted|duration|spent)[ :=]{1,3}\d|\d ?(?:m?s|seconds|minutes) elapsed\b/iu,
    /\b(?:finished|completed|done|ran|returned|responded) in \d/iu,
    /\b(?:read|wrote|written|received|sent|got|found|used)[ :=]{1,3}\d[\d.,]{0,20} ?(?:bytes?|[kmgt]i?b)\b/iu,
    /\b\d[\d.,]{0,20} ?(?:of|\/) ?\d[\d.,]{0,20} ?(?:bytes?|[kmgt]i?b)\b/iu,
  ],
  id: [
    "an id",
    /\b(?:p?pid|tid|fd|process id|thread(?: id)?)[ :=#]{1,3}\d/iu,
    /\b(?:[a-z]{1,20}[-_ ])?id[ :=#]{1,3}(?:\d{3}|(?=[a-z-]*\d)[\w-]{8})/iu,
    /(?<!\w)[0-7][0-9A-HJKMNP-TV-Z]{25}(?!\w)/iu,
  ],
  address: [
    "a network address",
    /(?<![\w.:])(?:\d{1,3}\.){3}\d{1,3}(?!\.?\w)/iu,
    /(?<![\w.:])(?:(?:[0-9a-f]{1,4}:){3,7}[0-9a-f:]|[0-9a-f:]{0,8}::[0-9a-f])/iu,
  ],
} as const satisfies Record<string, readonly [noun: string, first: RegExp, ...others: RegExp[]]>;

/** Every form that {@link findDiagnostic} finds. Words, `and/or`, addresses and limits (`after 5000 ms`) are none. */
export const diagnostics: readonly Diagnostic[] = /* @__PURE__ */ Object.freeze(
  /* @__PURE__ */ Object.entries(forms).map(([name, [noun, first, ...others]]) => ({
    name: name as Diagnostic["name"],
    noun,
    pattern: joinPatterns("|", first, ...others),
  })),
);

/** Characters that are searched, far more than a message has. The engine refuses to search texts of any length. */
const longest = 1_000_000;

/**
 * Finds a diagnostic in the first million characters of a message (specification 000), in words such as `a path`. Never
 * throws.
 *
 * @example
 * ```js
 * import { findDiagnostic } from "error-contract";
 *
 * console.log(findDiagnostic("Cannot read /srv/notes/today.md")); // a path
 * ```
 */
export function findDiagnostic(text: string): string | undefined {
  const searched = text.slice(0, longest);
  return diagnostics.find(({ pattern }) => pattern.test(searched))?.noun;
}

function createErrnoPattern(before: string, after: string): RegExp {
  return new RegExp(`${before}(?:${errnos})${after}`, "u");
}

/** Whether the operating system or a resolver reports a failure by this code, such as `ENOENT`. */
export function isErrno(code: unknown): code is string {
  return typeof code === "string" && !code.startsWith("ERR_") && errno.test(code);
}
