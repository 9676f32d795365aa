import type { ContractData } from "../../contract/contract-data.js";
import { getShared } from "../../contract/shared.js";
import type { FailureClass } from "../../error/contract-error.js";
import { createOptionError, oneOf, type OptionRow } from "../../error/refusal.js";
import type { ClassSource } from "../../error/resolve-error-class.js";
import { hasFunctions, isFunction, isObject, readMember } from "../../json/read.js";
import type { Boundary, BoundaryOptions, Delivery, LeftOut, SessionFields } from "../boundary.js";
import { readServerBoundary, type Arguments } from "../options.js";
import { guardFastMCP, isFastMCP } from "./fast-mcp.js";
import { guardSessions, isSessionMaker } from "./mcp-use.js";
import { failuresRow, type FailuresFile } from "./listed-failures.js";
import { withRefusals } from "./refusals.js";
import { guardSdkServer, isSdkServer } from "./sdk-server.js";

/** The options of `wrapServer`: those of `wrapHandler` but for the name of the tool, which each request has. */
export interface ServerOptions<C extends ContractData, S extends SessionFields<C> = SessionFields<C>> extends Omit<
  BoundaryOptions<C, Arguments, S>,
  LeftOut<"wrapServer">
> {
  /** How the failure of a tool leaves. Default: as a result; from a handler of `tools/call` as the contract says. */
  readonly deliver?: "result" | "protocol" | "throw" | undefined;
  /**
   * The parsed file that `eslint-plugin-error-contract failures` writes: `tools/list` then says of each tool which
   * codes it can answer, in `_meta["error-contract/failures"]`. Default: `tools/list` is left as it is.
   */
  readonly failures?: FailuresFile | undefined;
  /**
   * Whether the arguments of a call are checked against the `inputSchema` in `tools/list` where no SDK does that: in
   * front of a handler of `tools/call` that the server has set itself. Needs an SDK from 1.21 on. Default: `false`.
   */
  readonly checkInput?: boolean | undefined;
}

/** The options of a contract's own `wrapServer`, which has the contract already. */
export type WrapServerOptions<C extends ContractData> = Omit<ServerOptions<C>, "contract">;

/** Puts a whole server behind the boundary of a contract, with options that only this contract has. */
export type WrapServer<C extends ContractData, More = unknown> = <T extends object>(
  this: void,
  server: T,
  options?: WrapServerOptions<C> & More,
) => T;

export const createWrapServer = <C extends ContractData>(errorClass: FailureClass<C>): WrapServer<C> =>
  guardServerWith<C, unknown>({ rows: {}, resolve: () => errorClass });

export const guardServerWith =
  <C extends ContractData, More>(source: ClassSource): WrapServer<C, More> =>
  (server, options) =>
    guardServer(server, options ?? {}, source);

const caller = "wrapServer";
const checkInputRow: OptionRow<boolean> = { expected: "true or false", fits: (value) => typeof value === "boolean" };
const deliver = /* @__PURE__ */ oneOf(["result", "protocol", "throw"] satisfies readonly Delivery[]);

export function guardServer<T extends object>(server: T, options: unknown, source: ClassSource): T {
  const install = findInstaller(server);
  const boundary = readServerBoundary(caller, options, {
    ...source,
    rows: { ...source.rows, deliver, failures: failuresRow, checkInput: checkInputRow },
  });
  install({ ...withRefusals(boundary), caller: "request" });
  return server;
}

const wrapped = /* @__PURE__ */ getShared("wrapped-servers", () => new WeakSet<object>());

function findInstaller(server: object): (boundary: Boundary) => void {
  const sdk = [server, readMember(server, "server")].find(isSdkServer);
  if (sdk) return claim(sdk, (boundary) => guardSdkServer(sdk, sdk === server ? undefined : server, boundary));
  if (isFastMCP(server)) return claim(server, (boundary) => guardFastMCP(server, boundary));
  if (isSessionMaker(server))
    return claim(server, (boundary) => guardSessions(server, (made) => findInstaller(made)(boundary)));
  throw createServerError(server);
}

/** Lets a server be wrapped once: a second boundary would record each failure again. */
function claim(server: object, install: (boundary: Boundary) => void): (boundary: Boundary) => void {
  if (wrapped.has(server)) throw new TypeError(`${caller}: server: is wrapped already; wrap it where it is created`);
  return (boundary) => {
    install(boundary);
    wrapped.add(server);
  };
}

function createServerError(server: unknown): TypeError {
  const expected = "an McpServer or Server of the MCP SDK, or a FastMCP";
  const [, advice] = refused.find(([isSo]) => isSo(server)) ?? [];
  return createOptionError(caller, "server", advice === undefined ? expected : `${expected}; ${advice}`, server);
}

const refused: readonly (readonly [isSo: (value: unknown) => boolean, advice: string])[] = [
  [isFunction, "wrap what the function returns, inside it"],
  [
    (value) => hasFunctions(value, "fetch") && isObject(readMember(value, "bus")),
    "wrap it in the function that createMcpHandler gets",
  ],
  [
    (value) => hasFunctions(value, "tool"),
    "this framework keeps its servers to itself, so wrap its handlers with wrapHandler",
  ],
];
