import type { Condition } from "error-contract";

/** How far words settle a condition. */
export type Clarity = "certain" | "clear" | "usual" | "vague";

/** The words by which messages report a condition. */
export interface Wording {
  readonly condition: Condition;
  readonly clarity: Clarity;
  /** Beginnings of words, or words in a row, as `toPlainText` leaves them. */
  readonly phrases: readonly string[];
}

/** A message says one of them at most once: of each row, the first phrase that it has counts. */
export const WORDINGS: readonly Wording[] = [
  wording("timeout", "clear", "timed out, timeout"),
  wording("cancelled", "clear", "abort, cancel"),
  wording("rate_limited", "clear", "rate limit, too many request"),
  wording("unauthenticated", "clear", "unauthenticated, authentication, authenticated, invalid token"),
  // Often a setting that the server lacks, and nothing that a client can send.
  wording("unauthenticated", "vague", "credential, api key, access token, oauth"),
  wording(
    "permission_denied",
    "clear",
    "permission, forbidden, denied, not allow, not permit, traversal, outside, read only, blocked, disabled, escape, " +
      "refus",
  ),
  wording("unknown_operation", "clear", "not implement, unknown tool, unknown operation"),
  wording("unknown_operation", "certain", "tool not found"),
  wording("already_exists", "clear", "already exist, duplicate, already registered, already in use"),
  wording("conflict", "usual", "already"),
  wording("not_found", "clear", "not found, not exist, not find"),
  wording("not_found", "vague", "unknown, found"),
  wording("missing_input", "clear", "must provide, must set, must specify"),
  wording("missing_input", "usual", "required, missing, at least one, must include, must contain"),
  // What requires something is a part of the server in as many messages as it is what the caller asks for.
  wording("missing_input", "vague", "provide, not set, requires"),
  wording(
    "invalid_input",
    "clear",
    "must string, must number, must boolean, must integer, must positive, must object, must array, must function, " +
      "must valid, must one of, must between, not valid",
  ),
  wording(
    "invalid_input",
    "usual",
    "invalid, validation fail, not support, unsupported, must, malformed, too long, too large, too short, " +
      "exceed, at least, at most, empty, negative, unrecognized, unsafe",
  ),
  wording("invalid_input", "vague", "expected, pars, value, argument, parameter, option, format"),
  wording("data_corrupt", "clear", "corrupt, checksum, hash mismatch, tamper, integrity, truncated"),
  wording("data_corrupt", "vague", "mismatch, json, data"),
  // "ripgrep was not found, please install it": a part of the machine, and nothing that a client asked for.
  wording("unavailable", "certain", "install , installed"),
  wording(
    "unavailable",
    "usual",
    "unavailable, not running, not initialized, not ready, not connected, not available, not started, " +
      "not configured, closed, connect, shutting down, shut down, failed to start",
  ),
  wording("upstream_failed", "vague", "api, status code"),
  wording("internal", "clear", "environment variable"),
  wording("internal", "usual", "internal, must used within"),
];

function wording(condition: Condition, clarity: Clarity, phrases: string): Wording {
  return { condition, clarity, phrases: phrases.split(", ") };
}
