import { createRefusal } from "../../error/refusal.js";
import { hasFunctions, isObject, readMember } from "../../json/read.js";
import type { Handler } from "../options.js";

/** A session of a FastMCP: its server is that of SDK 1.x. */
export interface Session {
  readonly server: unknown;
}

export type GuardSession = (session: Session) => void;

/** What guards the sessions that serve a tool, a prompt or a resource: a session does not say whose it is. */
const guards = /* @__PURE__ */ new WeakMap<object, GuardSession>();

/** The sessions that serve `item`, which the server gets next, are those of a wrapped server. */
export function claimItem(item: unknown, guard: GuardSession): void {
  if (isObject(item)) guards.set(item, guard);
}

interface Connecting {
  start: Handler;
  readonly connect: (transport: object) => Promise<Session & { readonly close: () => unknown }>;
}

/**
 * Guards each session before its first request, from the start of the server on. The server itself reports a session
 * late, and none that is made for one request, as in its stateless mode.
 */
export function watchSessions(server: object): void {
  if (!hasFunctions(server, "start")) return;
  const { start } = server as Connecting;
  (server as Connecting).start = async (...args: unknown[]): Promise<unknown> => {
    const isWatched = hasFunctions(server, "connect") && (await watchClass(server as Connecting));
    const isStateless = readMember(readMember(args[0], "httpStream"), "stateless") === true;
    if (isStateless && !isWatched) throw createRefusal(refusal, undefined);
    return (await Reflect.apply(start, server, args)) as unknown;
  };
}

const refusal =
  "wrapServer: this version of fastmcp makes the sessions of its stateless mode where no boundary reaches them: " +
  "use fastmcp 4.20, start it with sessions, or leave wrapServer out and wrap `execute` of each tool with wrapHandler";

/** Opens a session that nobody uses, since fastmcp shows the class of its sessions nowhere else. */
async function watchClass(server: Connecting): Promise<boolean> {
  // The listeners of the project hear of no such session.
  Object.defineProperty(server, "emit", { value: () => true, configurable: true });
  try {
    const session = await server.connect(new Probe());
    watchPrototype(Object.getPrototypeOf(session) as SessionClass);
    await session.close();
    return true;
  } catch {
    return false;
  } finally {
    Reflect.deleteProperty(server, "emit");
  }
}

/** A transport with a client that does no more than begin a session. */
class Probe {
  onmessage: ((message: object) => void) | undefined;
  onclose: (() => void) | undefined;
  #answer: () => void = () => undefined;

  async start(): Promise<void> {
    const answered = new Promise<void>((resolve) => (this.#answer = resolve));
    const clientInfo = { name: "error-contract", version: "1" };
    const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo };
    this.onmessage?.({ jsonrpc: "2.0", id: 0, method: "initialize", params });
    await answered;
  }

  async send(): Promise<void> {
    this.#answer();
    await Promise.resolve();
  }

  async close(): Promise<void> {
    this.onclose?.();
    await Promise.resolve();
  }
}

/** The functions by which a session gets what the server was given, and that with which it begins. */
type SessionClass = Record<string, Handler>;
const takers = ["setupToolHandlers", "addPrompt", "addResource", "addResourceTemplate"] as const;

const watched = /* @__PURE__ */ new WeakSet<object>();

function watchPrototype(prototype: SessionClass): void {
  if (watched.has(prototype)) return;
  watched.add(prototype);
  const owners = new WeakMap<object, GuardSession>();
  for (const name of takers) {
    const take = prototype[name];
    if (typeof take !== "function") continue;
    prototype[name] = function (this: Session, ...args: unknown[]): unknown {
      const owner = args.flat().flatMap((item) => guards.get(item as object) ?? [])[0];
      if (owner) owners.set(this, owner);
      return Reflect.apply(take, this, args) as unknown;
    };
  }
  const { connect } = prototype;
  if (typeof connect !== "function") return;
  prototype.connect = function (this: Session, ...args: unknown[]): unknown {
    owners.get(this)?.(this);
    return Reflect.apply(connect, this, args) as unknown;
  };
}
