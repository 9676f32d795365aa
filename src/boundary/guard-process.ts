import { AsyncLocalStorage } from "node:async_hooks";
import { writeSync } from "node:fs";
import { inspect } from "node:util";
import { auditedSync } from "./audit.js";
import { knownContext } from "./context.js";
import { failureFrom, made, type Failure } from "./failure.js";
import { boundaryWithoutTool, wrong, type Boundary, type SessionFields, type SharedOptions } from "./options.js";
import { tracking, type Scope } from "./scope.js";
import { contractOption } from "../error/resolve-error-class.js";
import type { ContractData } from "../contract/contract-data.js";
import { memberGiven } from "../json/refusal.js";

/** What {@link guardProcess} is told. */
export interface ProcessBoundaryOptions<
  C extends ContractData,
  S extends SessionFields<C> = SessionFields<C>,
> extends Omit<SharedOptions<C>, "auditTimeout" | "classify"> {
  /** The name that stands in the envelope when no handler can be named. */
  readonly tool_name?: string | undefined;
  /** What the envelope says about the session when no handler can be named; a function is called when it happens. */
  readonly session?: SessionFields<NoInfer<C>> | (() => S | undefined) | undefined;
  /** The status with which the process ends: 1 to 255. Default: 1. */
  readonly exitCode?: number | undefined;
}

/**
 * Stands between the process and what no handler caught: uncaught exceptions, and rejections that nobody handles, also of a
 * tool that has answered already. Each is recorded under the contract's code for unknown failures (`INTERNAL_ERROR` in
 * kaiza) with what was thrown as its cause, and shown on stderr; then the process ends, because nobody knows what state it
 * is in.
 *
 * Handlers that are wrapped and called while this is installed are known by their async context: the record names the tool
 * and the session of the one that left the failure behind.
 *
 * @returns a function that takes the boundary away again.
 * @throws TypeError naming the option that is missing or wrong, or when a boundary is installed already.
 *
 * @example
 * guardProcess({ contract: kaiza, audit });
 */
export function guardProcess<
  const C extends ContractData,
  const S extends SessionFields<NoInfer<C>> = SessionFields<C>,
>(options: ProcessBoundaryOptions<C, S>): () => void {
  const boundary = boundaryWithoutTool("guardProcess", options, contractOption);
  const [exitCode = 1] = [memberGiven("guardProcess", options, "exitCode") as number | undefined];
  if (!Number.isInteger(exitCode) || exitCode < 1 || exitCode > 255) {
    throw wrong("guardProcess", "exitCode", "a number from 1 to 255", exitCode);
  }
  if (tracking.tracker) throw new TypeError("guardProcess: the process has a boundary already");

  const scopes = new AsyncLocalStorage<Scope>();
  const end = (thrown: unknown, message: string): void => {
    // What fails while the process ends must not keep it from ending.
    remove();
    const failure = recorded(boundary, scopes.getStore(), thrown, message);
    show(failure, message, thrown);
    process.exit(exitCode);
  };
  const onException = (thrown: unknown): void => end(thrown, "An uncaught exception ended the process");
  const onRejection = (reason: unknown): void => end(reason, "An unhandled rejection ended the process");
  const remove = (): void => {
    process.off("uncaughtException", onException).off("unhandledRejection", onRejection);
    tracking.tracker = undefined;
  };

  process.on("uncaughtException", onException).on("unhandledRejection", onRejection);
  tracking.tracker = (scope, run) => scopes.run(scope, run);
  return remove;
}

function recorded(boundary: Boundary, scope: Scope | undefined, thrown: unknown, message: string): Failure {
  const { errorClass, shape } = boundary;
  const known = [...(scope ? knownContext(scope.boundary, scope.args) : []), ...knownContext(boundary, [])];
  const error = made(errorClass, {
    [shape.code.name]: shape.fallback.unknown,
    [shape.message.name]: message,
    [shape.cause?.name ?? "cause"]: thrown,
  });
  return auditedSync(boundary, failureFrom(boundary, error ?? thrown, known), known);
}

/** As Node does for what nobody catches. Stdout is left alone: it may be the transport of an MCP server. */
function show({ envelope }: Failure, message: string, thrown: unknown): void {
  try {
    writeSync(process.stderr.fd, `${message}: ${inspect(thrown)}\n${JSON.stringify(envelope)}\n`);
  } catch {
    // The record is written; there is nobody else to tell.
  }
}
