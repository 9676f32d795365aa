// Text and values that make careless code slow, each of any size. `create(size)` answers a text of about `size`
// characters, or a value of about as many as JSON.

const repeat = (unit, size) => unit.repeat(Math.ceil(size / unit.length)).slice(0, size);
const list = (size, width, create) => Array.from({ length: Math.ceil(size / width) }, (_, index) => create(index));
const members = (size, width, create) => Object.fromEntries(list(size, width, create));

/** Texts of one unit, repeated. */
const units = [
  ..." \n\\\"'{[:-./_0a%",
  ...['{"a":', '\\"', '{"audit":{"time":"', "\\\\a", "a\\", "a/", "A_", "a-", ":1:1", "1a"],
  ...["://a:", "a:b@", "eyJ", "-eyJ", "eyJaaaaaaaa.", "bearer ", "basic\t\t\t", 'password="\\"'],
  ...[
    "<password>",
    "rawHeaders: [",
    '[["password",',
    "secret='",
    "-----BEGIN ",
    "-----BEGIN PRIVATE KEY-----",
    "-----END A",
    "PRIVATE KEY ",
    "-sk-",
    "\nat x",
  ],
  ...["at a (b:1:1 ", "a.js:1", "errno ", "ERR_", "EAI_A", "sha1-", "hash mismatch ", "deadbeef", "ffffffff-ffff-"],
  ...[
    "2026-01-01T00",
    "MCP error -1: ",
    "[FILE_NOT_FOUND] ",
    "'{x}",
    "; w=",
    'scope="',
    "received ",
    "SyntaxError JSON ",
  ],
  ...["\ud800", "\u{1f600}", "\u2028"],
];

/** Texts that end in a way that no pattern expects. */
const framed = [
  ["ERR_", "ERROR_FORMAT_", "!"],
  ["Bearer", " ", "!"],
  ["://a:", "b", "!"],
  ["at a (", ":1", "!"],
  ["sha1-", "a", "!"],
  ["A", "_A", "!"],
  ["1", " ", "x"],
  ["[", "A", ""],
  ['{"error":"', "a", '"}'],
  ['{"a":{"password":"', "\\\\", '"}}'],
];

/** Values that JSON can hold. */
const documents = {
  "wide object": (size) => members(size, 8, (index) => [`k${index}`, index]),
  "wide object with names like those of an envelope": (size) => members(size, 16, (index) => [`eror_code${index}`, 1]),
  "wide object with secret names": (size) => members(size, 16, (index) => [`password${index}`, "x"]),
  "wide object with names that become one": (size) => members(size, 40, (index) => [`ghp_${1e20 + index}${index}`, 1]),
  "object with a long key": (size) => ({ [repeat("k", size)]: 1 }),
  "secrets below long keys": (size) => {
    const secrets = members(size / 2, 16, (index) => [`password${index}`, "x"]);
    return list(size / 2, size / 20, () => repeat("k", size / 20)).reduce((inner, key) => ({ [key]: inner }), secrets);
  },
  "list of empty lists": (size) => list(size, 3, () => []),
  "list of empty objects": (size) => list(size, 3, () => ({})),
  "list of nulls": (size) => list(size, 5, () => null),
  "list of texts": (size) => list(size, 8, (index) => `t${index}`),
  "list of errors": (size) => list(size, 40, (index) => ({ message: `m${index}`, code: "E", name: "Error" })),
  "list of headers": (size) => list(size, 16, (index) => [`x-header-${index}`, "v"]),
  "headers that end like a wait": (size) => ({ "retry-after": `1${repeat(" ", size)}x`, get: undefined }),
  "rejected operations": (size) =>
    list(size, 40, (index) => ({ status: "rejected", reason: { message: `m${index}` } })),
  "failed operations": (size) =>
    list(size, 60, (index) => ({ success: false, error: { code: `C${index}`, message: "m", details: { index } } })),
  "items of content": (size) => list(size, 40, (index) => ({ type: "text", text: `[INTERNAL] ${index}` })),
  "errors by field": (size) => ({ errors: members(size, 24, (index) => [`f${index}`, ["is required"]]) }),
  "list of wrong inputs": (size) => ({
    errors: list(size, 40, (index) => ({ path: ["a", index], message: "required" })),
  }),
  "list of keys": (size) => ({ code: "unrecognized_keys", keys: list(size, 8, (index) => `k${index}`) }),
};

/** Those that are fed as text too. */
const sent = [
  "wide object",
  "wide object with names like those of an envelope",
  "list of empty lists",
  "failed operations",
  "errors by field",
  "list of keys",
];

/** Values that only a program can make, or whose JSON would be far longer than they are. */
const objects = {
  "list of undefined": (size) => list(size, 5, () => undefined),
  "lists of undefined": (size) => list(size, 5000, () => list(5000, 5, () => undefined)),
  "sparse list": (size) => Object.assign([], { length: size * 400 }),
  "sparse lists": (size) => {
    const sparse = Object.assign([], { length: size * 400 });
    return list(size, 8, () => [sparse]);
  },
  "list of one large object": (size) => {
    const large = members(size / 2, 8, (index) => [`k${index}`, index]);
    return list(size / 2, 4, () => large);
  },
  "list of one large list": (size) => {
    const large = list(size / 2, 4, (index) => index);
    return list(size / 2, 4, () => large);
  },
  "list of one long text": (size) => {
    const text = repeat("x", size / 2);
    return list(size / 2, 4, () => text);
  },
  "list of symbols": (size) => list(size, 8, (index) => Symbol(index)),
  "list of bigints": (size) => list(size, 100, (index) => 10n ** 99n + BigInt(index)),
  "list of maps": (size) => list(size, 10, () => new Map([["a", 1]])),
  "map of texts": (size) => new Map(list(size, 8, (index) => [`k${index}`, index])),
  "map with objects as keys": (size) => new Map(list(size, 16, (index) => [{ index }, index])),
  "map with one large object as its keys' member": (size) => {
    const large = list(size / 2, 4, (index) => index);
    return new Map(list(size / 2, 8, (index) => [{ large, index }, index]));
  },
  "set of numbers": (size) => new Set(list(size, 8, (index) => index)),
  "deep list": (size) => list(size, 2, () => 0).reduce((inner) => [inner], 0),
  "deep object": (size) => list(size, 6, () => 0).reduce((inner) => ({ a: inner }), 0),
  "deep causes": (size) => list(size, 12, () => 0).reduce((cause) => ({ code: "X", cause }), 0),
  "an object that doubles": (size) => list(size, 30, () => 0).reduce((inner) => ({ a: inner, b: inner }), {}),
  "typed array": (size) => new Uint8Array(size),
};

const entry = (index, writer = "w", previous = null) =>
  JSON.stringify({ audit: { time: "t", contract: "c", writer, sequence: index + 1, previous } });

/** Files that should be an audit log. */
const logs = {
  "a log with gaps": (size) => list(size, 50, (index) => (index % 2 ? "torn" : entry(index))).join("\n"),
  "a log in reverse order": (size) => list(size, 90, (index) => entry(size - index)).join("\n"),
  "a log of one number": (size) => list(size, 90, () => entry(0)).join("\n"),
  "a log with wrong hashes": (size) => list(size, 100, (index) => entry(index, "w", "0")).join("\n"),
  "a log of as many writers": (size) => list(size, 90, (index) => entry(0, `w${index}`, "0")).join("\n"),
  "a torn line of beginnings": (size) => repeat('{"audit":{"time":"', size),
};

const name = (text) => JSON.stringify(text);

export const seeds = [
  ...units.map((unit) => ({ name: name(unit), create: (size) => repeat(unit, size) })),
  ...framed.map(([before, unit, after]) => ({
    name: `${name(before)}, ${name(unit)}, ${name(after)}`,
    create: (size) => before + repeat(unit, size) + after,
  })),
  ...Object.entries(documents).map(([name, create]) => ({ name, create, isDocument: true })),
  ...sent.map((name) => ({ name: `${name}, as JSON`, create: (size) => JSON.stringify(documents[name](size)) })),
  ...Object.entries({ ...objects, ...logs }).map(([name, create]) => ({ name, create })),
];
