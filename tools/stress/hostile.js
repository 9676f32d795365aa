// Values that a handler may throw or return and that careless code stumbles over, made from a number: the same number,
// the same value. `createHostile(contracts)` answers a function from numbers to values.

/** A small generator of random numbers (mulberry32). */
function createRandom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const explode = () => {
  throw new Error("hostile");
};
const traps = [
  "get",
  "has",
  "ownKeys",
  "getPrototypeOf",
  "getOwnPropertyDescriptor",
  "set",
  "defineProperty",
  "deleteProperty",
  "isExtensible",
  "preventExtensions",
];
const names = [
  ...["message", "name", "code", "cause", "stack", "status", "statusCode", "response", "headers", "data", "errors"],
  ...["error", "error_code", "human_message", "tool_name", "details", "success", "isError", "content", "_meta"],
  ...["structuredContent", "toJSON", "toString", "then", "constructor", "__proto__", "toEnvelope", "length", "signal"],
  ...[Symbol.for("error-contract.contract"), Symbol.toStringTag, Symbol.iterator, Symbol.toPrimitive],
];
const texts = [
  "",
  "x",
  "\ud800",
  "\u2028",
  "ENOENT",
  "AbortError",
  "TimeoutError",
  "FILE_NOT_FOUND",
  "not_found",
  "a/b",
];
const numbers = [0, -0, 1, 204, 304, 404, 429, 500, -32603, -32042, 1e308, Number.NaN, Infinity];

/**
 * @param {readonly { create: () => Error, codes: readonly unknown[] }[]} contracts what creates an error of each
 *   contract
 * @returns {(number: number) => unknown}
 */
export function createHostile(contracts) {
  return (number) => {
    const random = createRandom(number);
    const pick = (list) => list[Math.floor(random() * list.length)];
    return create(0);

    /** What looks like a signal of the SDK, like a relative of an error, or like a request; promises and texts. */
    function createLookalike(depth, createMember) {
      const context = { session_id: "theirs", tool_name: "theirs", role: "WINDSURF", workspace_root: "/theirs" };
      const relative = { error_code: pick(texts), code: pick(texts), phase: "P", component: "C", ...context };
      return pick([
        () => Object.assign(new Error("w"), { code: -32042, data: { elicitations: [] }, name: "McpError" }),
        () => relative,
        () => Object.assign(new Error("x", { cause: relative }), relative, { name: "KaizaError" }),
        () => ({ method: "tools/call", params: { name: "begin_session" } }),
        () => ({ isError: true, content: [], _meta: { "error-contract/envelope": relative } }),
        // Below another value nobody would wait for it.
        () => (depth === 0 ? Promise.reject(createMember()) : relative),
        () => (depth === 0 ? Promise.resolve(createMember()) : relative),
        () => "The disk is full",
      ])();
    }

    function create(depth) {
      const kind = Math.floor(random() * (depth > 3 ? 6 : 21));
      switch (kind) {
        case 20:
          return createLookalike(depth, () => create(depth + 1));
        case 0:
          return pick([null, undefined, true, false, 10n ** 30n, Symbol("x"), () => 1, explode, class {}]);
        case 1:
          return pick(texts);
        case 2:
          return pick(numbers);
        case 3:
          return pick(pick(contracts).codes);
        case 4:
          return pick([new Date(NaN), /x/, new Map([[{}, 1]]), new Set([1]), new Uint8Array(9), Promise.resolve(1)]);
        case 5:
          return new Error(pick(texts));
        case 6:
          return give(pick([{}, [], new Error("x"), Object.create(null)]), members(depth));
        case 7:
          return give(pick(contracts).create(), members(depth));
        case 8:
          return new Error(pick(texts), { cause: create(depth + 1) });
        case 9:
          return wrap(create(depth + 1), { [pick(traps)]: explode });
        case 10:
          return wrap(pick(contracts).create(), { [pick(traps)]: explode });
        case 11:
          return changing(depth);
        case 12:
          return throwing(pick([{}, new Error("x"), pick(contracts).create()]), pick(names));
        case 13:
          return give(Object.create(pick(contracts).create()), members(depth));
        case 14:
          return revoked(pick([{}, [], () => 1, pick(contracts).create()]));
        case 15:
          return { isError: true, content: [{ type: "text", text: create(depth + 1) }], ...members(depth) };
        case 16:
          return { content: [create(depth + 1)], structuredContent: create(depth + 1), ...members(depth) };
        case 17:
          return { ...envelope(), ...members(depth) };
        case 18:
          return pick([JSON.stringify(envelope()), { content: [{ type: "text", text: JSON.stringify(envelope()) }] }]);
        default:
          return frozen(give(new Error("x"), members(depth)));
      }
    }

    function members(depth) {
      const count = Math.floor(random() * 4);
      const kept = Array.from({ length: count }, () => {
        const name = pick(names);
        // One that never calls back would be waited for for ever.
        return [name, name === "then" ? explode : create(depth + 1)];
      });
      return Object.fromEntries(kept.filter(([name]) => name !== "__proto__"));
    }

    /** An object whose members are something else each time. */
    function changing(depth) {
      const target = pick([{}, new Error("x"), pick(contracts).create()]);
      for (const name of [pick(names), pick(names)].filter((each) => each !== "then")) {
        const values = [create(depth + 1), create(depth + 1), create(depth + 1)];
        let reads = 0;
        define(target, name, { get: () => values[reads++ % 3], enumerable: true, configurable: true });
      }
      return target;
    }

    function envelope() {
      return pick(contracts).create().toEnvelope();
    }
  };
}

const wrap = (value, handler) =>
  (typeof value === "object" && value !== null) || typeof value === "function" ? new Proxy(value, handler) : value;
const throwing = (target, name) => define(target, name, { get: explode, enumerable: true, configurable: true });
const revoked = (target) => {
  const { proxy, revoke } = Proxy.revocable(target, {});
  revoke();
  return proxy;
};
const frozen = (value) => {
  try {
    return Object.freeze(value);
  } catch {
    return value;
  }
};

/** Gives an object members, also where its class has others of these names. */
function give(target, members) {
  for (const name of Reflect.ownKeys(members)) {
    const { value, get } = Object.getOwnPropertyDescriptor(members, name);
    define(target, name, { ...(get ? { get } : { value, writable: true }), enumerable: true, configurable: true });
  }
  return target;
}

function define(target, name, descriptor) {
  try {
    return Object.defineProperty(target, name, descriptor);
  } catch {
    return target;
  }
}
