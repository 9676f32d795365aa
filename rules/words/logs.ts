// What only records a failure: loggers, their methods, and services that collect errors.

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
