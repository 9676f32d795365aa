import fc from "../kit/property.js";

const explode = (): never => {
  throw new Error("hostile");
};

/** A value whose every trap throws. */
const revoked = (target: object): object => {
  const { proxy, revoke } = Proxy.revocable(target, {});
  revoke();
  return proxy;
};

const throwing = (name: string, target: object = {}): object =>
  Object.defineProperty(target, name, { get: explode, enumerable: true, configurable: true });

const deep = (depth: number): object => {
  let value: object = {};
  for (let level = 0; level < depth; level++) value = level % 2 ? { value } : [value];
  return value;
};

const circular = (): object => {
  const loop: Record<string, unknown> = { list: [] };
  loop.self = loop;
  (loop.list as unknown[]).push(loop, [loop]);
  return loop;
};

/** Two references to the next level each: small in memory, endless when written out. */
const doubling = (depth: number): object => {
  let value: object = {};
  for (let level = 0; level < depth; level++) value = { left: value, right: value };
  return value;
};

/** What a program can throw or attach and a careless reader stumbles over, by name. */
export const hostileValues: Readonly<Record<string, unknown>> = {
  null: null,
  undefined: undefined,
  symbol: Symbol("x"),
  bigint: 10n ** 50n,
  "huge bigint": 1n << 1_000_000n,
  NaN: Number.NaN,
  "negative zero": -0,
  function: function named() {},
  "function with a hostile name": throwing("name", () => 1),
  "class instance": new (class Thing {
    own = 1;
    #hidden = 2;
    get seen() {
      return this.#hidden;
    }
  })(),
  "object without prototype": Object.assign(Object.create(null), { a: 1 }),
  "own __proto__": JSON.parse('{"__proto__": {"polluted": true}, "a": 1}'),
  circular: circular(),
  deep: deep(100_000),
  doubling: doubling(60),
  wide: Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`key${index}`, index])),
  "sparse array": Object.assign([], { length: 4_000_000_000 }),
  "huge string": "x".repeat(5_000_000),
  "huge key": { ["k".repeat(1_000_000)]: 1 },
  "lone surrogates": "\uD800 and \uDC00",
  "lone surrogate as key": { "\uDBFF": "\uDFFF" },
  "cut in a pair": `${"x".repeat(9_999)}😀😀`,
  "invalid date": new Date(Number.NaN),
  "date that lies": Object.assign(new Date(0), { toISOString: () => Symbol("x"), toJSON: explode }),
  map: new Map<unknown, unknown>([
    ["a", 1],
    [{}, 2],
    [Symbol("k"), new Map()],
    ["__proto__", 3],
  ]),
  "endless set": Object.assign(new Set([1]), {
    *[Symbol.iterator]() {
      for (;;) yield 1;
    },
  }),
  "weak map": new WeakMap(),
  promise: Promise.resolve(1),
  buffer: new Uint8Array(10_000_000),
  "revoked proxy": revoked({}),
  "revoked array proxy": revoked([]),
  "revoked function proxy": revoked(() => 1),
  "nested revoked proxy": { inner: [revoked({})] },
  "endless proxy": new Proxy({}, { get: () => new Proxy({}, {}), ownKeys: () => ["a"], has: () => true }),
  "proxy with a hostile get": new Proxy({}, { get: explode }),
  "proxy with hostile keys": new Proxy({}, { ownKeys: explode }),
  "throwing getter": throwing("message"),
  "nested throwing getter": { inner: throwing("x") },
  "throwing toJSON": { toJSON: explode, kept: 1 },
  "throwing toJSON getter": throwing("toJSON"),
  "toJSON that answers itself": {
    toJSON() {
      return this;
    },
  },
  "toJSON that never ends": {
    toJSON: function again(): object {
      return { next: { toJSON: again } };
    },
  },
  "toJSON that answers undefined": { toJSON: () => undefined },
  "boxed string that lies": Object.assign(new String("x"), { valueOf: () => new String("y") }),
  "throwing toString": { toString: explode, valueOf: explode, [Symbol.toPrimitive]: explode },
  "hostile tag": throwing(Symbol.toStringTag as never),
  "error with a throwing message": throwing("message", new Error("x")),
  "error with a throwing name": throwing("name", new Error("x")),
  "error with a throwing cause": throwing("cause", new Error("x")),
  "error with a throwing stack": throwing("stack", new Error("x")),
  "error with a throwing code": throwing("code", new Error("x")),
  "error with a throwing error_code": throwing("error_code", new Error("x")),
  "error with odd members": Object.assign(new Error("x"), { message: Symbol("m"), name: {}, code: () => 1, stack: 7 }),
  "error that is its own cause": (() => {
    const error = new Error("x");
    return Object.assign(error, { cause: error });
  })(),
  "aggregate of everything": new AggregateError([revoked({}), throwing("x"), null], "\uD800"),
  "frozen error": Object.freeze(new Error("x")),
  "error-like": { error_code: throwing("x"), human_message: Symbol("x"), phase: revoked({}), component: 1n },
  "hostile code": { error_code: { toString: explode }, code: revoked({}) },
  "prototype member as code": { error_code: "constructor", code: "__proto__" },
  "throwing brand": throwing(Symbol.for("error-contract.contract") as never),
  "false brand": { [Symbol.for("error-contract.contract")]: "kaiza" },
};

/** A value that may be endless when printed, so that a failing property names it instead. */
export class Recipe {
  constructor(
    readonly name: string,
    readonly make: () => unknown,
  ) {}

  [fc.toStringMethod](): string {
    return this.name;
  }
}

const hostileNames = fc.constantFrom(...Object.keys(hostileValues));
const members = fc.dictionary(
  fc.constantFrom("message", "name", "code", "cause", "error_code", "phase", "x"),
  hostileNames,
);
const resolved = (names: Record<string, string>): object =>
  Object.fromEntries(Object.entries(names).map(([key, name]) => [key, hostileValues[name]]));
const anything = fc.oneof(
  fc.anything({
    withBigInt: true,
    withBoxedValues: true,
    withDate: true,
    withMap: true,
    withNullPrototype: true,
    withObjectString: true,
    withSet: true,
    withSparseArray: true,
    withTypedArray: true,
    withUnicodeString: true,
  }),
  // Code units, so that surrogates stand alone.
  fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
);

/** Anything that JavaScript can hold, and objects and errors with hostile members. */
export const anyValue: fc.Arbitrary<Recipe> = fc.oneof(
  anything.map((value) => new Recipe(fc.stringify(value), () => value)),
  fc
    .record({ message: anything, code: anything, cause: anything })
    .map((given) => new Recipe(`error with ${fc.stringify(given)}`, () => Object.assign(new Error("x"), given))),
  hostileNames.map((name) => new Recipe(name, () => hostileValues[name])),
  members.map((names) => new Recipe(`members ${fc.stringify(names)}`, () => resolved(names))),
  members.map(
    (names) => new Recipe(`error ${fc.stringify(names)}`, () => Object.assign(new Error("x"), resolved(names))),
  ),
);

/** An object whose members are any values. */
export function anyMembers(...keys: readonly string[]): fc.Arbitrary<Recipe> {
  return fc
    .dictionary(fc.constantFrom(...keys), anyValue)
    .map(
      (recipes) =>
        new Recipe(fc.stringify(recipes), () =>
          Object.fromEntries(Object.entries(recipes).map(([key, recipe]) => [key, recipe.make()])),
        ),
    );
}
