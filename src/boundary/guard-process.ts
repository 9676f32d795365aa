import { AsyncLocalStorage } from "node:async_hooks";
import { writeSync } from "node:fs";
import { inspect } from "node:util";
import type { ContractData } from "../contract/contract-data.js";
import type { OptionRow } from "../error/refusal.js";
import { contractOption } from "../error/resolve-error-class.js";
import { tryTo } from "../json/read.js";
import { notify, recordSync } from "./audit.js";
import type { Boundary, BoundaryOptions, Failure, LeftOut, SessionFields } from "./boundary.js";
import { beginCall, describeCall, tracking, type Scope } from "./context.js";
import { createError } from "./create-error.js";
import { convertThrown, createFailureFromError } from "./failure.js";
import { readServerBoundary } from "./options.js";

/** The options of {@link guardProcess}. */
export interface ProcessBoundaryOptions<
  C extends ContractData,
  S extends SessionFields<C> = SessionFields<C>,
> extends Omit<BoundaryOptions<C, readonly [], S>, "tool_name" | LeftOut<"guardProcess">> {
  /** The name that stands in the envelope when no handler can be named. Default: none. */
  readonly tool_name?: string | undefined;
  /** The status with which the process ends: 1 to 255. Default: 1. */
  readonly exitCode?: number | undefined;
}

/**
 * Puts the process behind a boundary: uncaught exceptions and unhandled rejections are recorded under the code for
 * unknown failures, with tool and session of the handler that left them behind, and printed to stderr; then the process
 * ends.
 *
 * @returns a function that removes the boundary.
 * @throws TypeError naming the option that is missing or wrong, or when a boundary is installed already.
 * @example
 * ```js
 * import { guardProcess } from "error-contract/process";
 * import { standard } from "error-contract/standard";
 *
 * const remove = guardProcess({ contract: standard, audit: "none" });
 * remove();
 * ```
 */
export function guardProcess<
  const C extends ContractData,
  const S extends SessionFields<NoInfer<C>> = SessionFields<C>,
>(options: ProcessBoundaryOptions<C, S>): () => void {
  const boundary = {
    ...readServerBoundary("guardProcess", options, {
      ...contractOption,
      rows: { ...contractOption.rows, exitCode: exitCodeRow },
    }),
    // It prints each failure itself.
    isAuditDeclined: true,
  };
  const exitCode = options.exitCode ?? 1;
  if (tracking.tracker) throw new TypeError("guardProcess: the process has a boundary already");

  const scopes = new AsyncLocalStorage<Scope>();
  const end = (thrown: unknown, message: string): void => {
    const scope = scopes.getStore();
    // A failure while the process ends must not keep it from ending.
    remove();
    const failure = recordFailure(boundary, scope, thrown, message);
    notify(boundary, failure);
    print(failure, message, thrown);
    process.exit(exitCode);
  };
  const endByException = (thrown: unknown): void => end(thrown, "An uncaught exception ended the process");
  const endByRejection = (reason: unknown): void => end(reason, "An unhandled rejection ended the process");
  const remove = (): void => {
    process.off("uncaughtException", endByException).off("unhandledRejection", endByRejection);
    tracking.tracker = undefined;
    // Until then every promise of the process costs more.
    scopes.disable();
  };

  process.on("uncaughtException", endByException).on("unhandledRejection", endByRejection);
  tracking.tracker = (scope, run) => scopes.run(scope, run);
  return remove;
}

const exitCodeRow: OptionRow<number> = {
  expected: "a number from 1 to 255",
  fits: (value) => Number.isInteger(value) && (value as number) >= 1 && (value as number) <= 255,
};

function recordFailure(boundary: Boundary, scope: Scope | undefined, thrown: unknown, message: string): Failure {
  const { errorClass, compiled } = boundary;
  const context = [
    ...(scope ? describeCall(scope.boundary, scope.call).context : []),
    ...describeCall(boundary, beginCall(boundary, [])).context,
  ];
  const error = createError(errorClass, {
    [compiled.code.name]: compiled.fallback.unknown,
    [compiled.message.name]: message,
    [compiled.cause?.name ?? "cause"]: thrown,
  });
  const source = error ?? thrown;
  const converted = convertThrown(errorClass, source, { classify: () => undefined });
  return recordSync(boundary, createFailureFromError(boundary, converted, source, context), context);
}

/** Prints to stderr, as Node does: stdout may be the transport of an MCP server. No other place is left. */
function print({ text }: Failure, message: string, thrown: unknown): void {
  tryTo(() => writeSync(process.stderr.fd, `${message}: ${inspect(thrown)}\n${text}\n`));
}
