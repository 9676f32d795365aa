// Calls of the platform by what becomes of the function or promise that they are given, and those that only record a
// failure.

/** Array methods that run a function for each element, where they stand. */
export const ITERATIONS: ReadonlySet<string> = new Set([
  ...["map", "flatMap", "forEach", "filter", "find", "findIndex", "findLast", "findLastIndex", "some", "every"],
  ...["reduce", "reduceRight", "sort", "toSorted"],
]);

/** Methods of a text, of an error or of a list of them that return a text. */
export const TEXT_METHODS: ReadonlySet<string> = new Set([
  ...["toString", "trim", "slice", "substring", "replace", "replaceAll", "join", "concat"],
  ...["toLowerCase", "toUpperCase"],
]);

/** Methods of a promise whose function gets its value, or its failure, or runs once it has settled. */
export const CONTINUATIONS: ReadonlySet<string> = new Set(["then", "catch", "finally"]);

/** Methods of `Result` and `ResultAsync` (neverthrow) that hand the failure of their first argument to the second. */
export const FAILURE_MAPPERS: ReadonlySet<string> = new Set(["fromPromise", "fromThrowable"]);

/**
 * Functions that run another one later, or that take over a promise from a request that goes on, as workers and Next
 * do: no caller gets its failure.
 */
export const TIMERS: ReadonlySet<string> = new Set([
  ...["setTimeout", "setInterval", "setImmediate", "queueMicrotask", "nextTick", "requestAnimationFrame"],
  ...["waitUntil", "after"],
]);

/** Methods that add a listener of an event. */
export const LISTENERS: ReadonlySet<string> = new Set([
  ...["on", "once", "addListener", "prependListener", "prependOnceListener", "addEventListener"],
]);

/** The names of loggers; other loggers end in `Logger`. */
export const LOGGERS: ReadonlySet<string> = new Set([
  ...["console", "log", "logger", "stderr", "stdout", "winston", "pino", "bunyan"],
]);

/** Methods that log: the levels of RFC 5424, which MCP has too, those of the console, pino and winston. */
export const LOG_METHODS: ReadonlySet<string> = new Set([
  ...["log", "debug", "info", "notice", "warn", "warning", "error", "critical", "alert", "emerg", "emergency"],
  ...["fatal", "trace", "verbose", "silly", "dir", "table", "group", "groupEnd", "child", "write"],
]);

/** Functions of Sentry, PostHog, OpenTelemetry, New Relic and Node that tell an operator, and no caller. */
export const REPORTS: ReadonlySet<string> = new Set([
  ...["captureException", "captureError", "captureMessage", "recordException", "recordError", "noticeError"],
  ...["capture", "emitWarning"],
]);

/** A function of the project that logs: `log`, `logError`, `debugOut`. */
export const LOG_FUNCTION = /^_*(?:log|logger|debug|warn)(?:[A-Z_]\w*)?$/;

/** The levels at which a log tells of a failure. */
export const ERROR_LEVELS: ReadonlySet<string> = new Set(["error", "fatal", "critical", "emerg"]);
