import { isError, isFunction, isObject, readMember } from "../json/read.js";

/** The JSON-RPC code by which an MCP server asks the client to have the user visit an address. */
const urlElicitationRequired = -32042;

/**
 * Returns whether a value is the error by which the MCP SDK asks the client to have the user visit an address: it has
 * that code, and is of the SDK's class for answers of the protocol, in any copy of the SDK. Members alone make no
 * signal, since an answer of another server may have them. Never throws.
 */
export function isUrlElicitation(thrown: unknown): boolean {
  return (
    readMember(thrown, "code") === urlElicitationRequired &&
    isError(thrown) &&
    Array.isArray(readMember(readMember(thrown, "data"), "elicitations")) &&
    isProtocolError(thrown)
  );
}

/** Returns whether an error is a `McpError` of SDK 1.x or a `ProtocolError` of 2.x, by the classes above it. */
function isProtocolError(error: Error): boolean {
  try {
    let prototype: unknown = Object.getPrototypeOf(error);
    while (isObject(prototype)) {
      const above: unknown = Object.getPrototypeOf(prototype);
      if (isErrorPrototype(above) && isProtocolErrorClass(prototype)) return true;
      prototype = above;
    }
  } catch {
    // A proxy may refuse to tell its class.
  }
  return false;
}

/** Of this realm or another. */
const isErrorPrototype = (value: unknown): boolean => readOwn(readOwn(value, "constructor"), "name") === "Error";

/**
 * Asks the class and not its name, which bundlers change: SDK 2.x brands it, and since there are such errors 1.x has
 * created them from a code, a message and data.
 */
function isProtocolErrorClass(prototype: object): boolean {
  const { constructor } = prototype;
  if (!Object.hasOwn(prototype, "constructor") || constructor.prototype !== prototype) return false;
  const brand = readOwn(constructor, "mcpBrand");
  if (brand !== undefined) return brand === "mcp.ProtocolError";
  const create = readOwn(constructor, "fromError");
  return constructor.length === 3 && isFunction(create) && (create as () => unknown).length === 3;
}

function readOwn(owner: unknown, name: string): unknown {
  const isOwner = isObject(owner) || isFunction(owner);
  return isOwner && Object.hasOwn(owner as object, name) ? (owner as Record<string, unknown>)[name] : undefined;
}
