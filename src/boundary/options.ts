import { compileContract } from "../contract/compile-contract.js";
import type { ContractData } from "../contract/contract-data.js";
import { createOptionError, readOptions } from "../error/refusal.js";
import type { ClassSource } from "../error/resolve-error-class.js";
import { watchAborts } from "./abort-reasons.js";
import {
  optionRows,
  type Boundary,
  type BoundaryOptions,
  type BoundaryRow,
  type OptionValues,
  type Taker,
} from "./boundary.js";
import { prepareLast } from "./failure.js";

/** Any function: a tool's handler, a request handler, a function of the project's own. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- inferred parameters would be `never`
export type Handler = (...args: any[]) => unknown;

/** An SDK's function for one method: it checks the request, calls the handler, and checks the result. */
export type RequestHandler = (request: unknown, context: unknown) => unknown;

/** A handler with the arguments `A`, spelled out so that one written in place takes its types from its registration. */
export type HandlerOf<A extends Arguments, R, T, This> = (this: This, ...args: A) => R | Promise<T>;

/** The type of a handler behind the boundary: that of the handler, but for overloads and properties of its own. */
export type WrappedHandler<A extends Arguments, R, T, This> = (
  this: This,
  ...args: A
) => [T] extends [never] ? R : R | Promise<T>;

/** The codes that a handler declares to throw: of the option, and of the wrapped handler itself. */
export interface Declared<Code> {
  /** The codes, as on the wire. */
  readonly throws: readonly Code[];
}

/** The options of a handler that declares nothing. */
export interface Undeclared {
  /** Left out. */
  readonly throws?: undefined;
}

/**
 * A factory that takes the declared codes alone, as a type for one that takes all:
 * `const fail: DeclaredFactory<typeof toolError, "NOT_FOUND"> = toolError`.
 */
export type DeclaredFactory<Factory, Code> = Factory extends (code: infer All, ...others: infer Others) => infer Made
  ? (code: Extract<All, Code>, ...others: Others) => Made
  : never;

/** The arguments as the handler has them. With `NoInfer` a function that leaves out the last would be refused. */
export type Fixed<A extends Arguments> = [A][A extends Arguments ? 0 : never];

/** The arguments of any handler. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- as in `Handler`
export type Arguments = any[];

/** The options of a contract's own `wrapHandler`, which has the contract already. */
export type WrapOptions<C extends ContractData, A extends readonly unknown[] = readonly unknown[]> = Omit<
  BoundaryOptions<C, A>,
  "contract" | "throws"
>;

export function readBoundary(caller: Taker, options: unknown, source: ClassSource): Boundary {
  const boundary = readServerBoundary(caller, options, source);
  if (!boundary.tool_name) throw createOptionError(caller, "tool_name", "a name", boundary.tool_name);
  return boundary;
}

export function readServerBoundary(caller: Taker, options: unknown, source: ClassSource): Boundary {
  watchAborts();
  const shared = Object.entries<BoundaryRow>(optionRows).filter(([, { notOf }]) => !notOf?.includes(caller));
  const checked = readOptions(caller, options, { ...Object.fromEntries(shared), ...source.rows });
  const { audit, ...others } = checked as unknown as OptionValues;
  const errorClass = source.resolve(caller, checked);
  const compiled = compileContract(errorClass.contract);
  return {
    ...others,
    errorClass,
    compiled,
    audit: audit === "none" ? undefined : audit,
    isAuditDeclined: audit === "none",
    caller: undefined,
    last: prepareLast(errorClass, compiled, others.tool_name),
  };
}
