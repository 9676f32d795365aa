import { constants } from "node:os";
import { getSystemErrorMap } from "node:util";
import { jsonRpc } from "error-contract/json-rpc";
import { kaiza } from "error-contract/kaiza";
import { mcpAql } from "error-contract/mcp-aql";
import { standard } from "error-contract/standard";
import { typedMcp } from "error-contract/typed-mcp";
import { contextResolve, contextResolveError } from "error-contract/context-resolve";
import { describe, expect, test } from "vitest";
import fc from "../kit/property.js";

/** Whether a message is taken for one without diagnostics. */
function isClean(message: string): boolean {
  try {
    contextResolveError("io_error", message as "x");
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

const diagnostics: Record<string, readonly string[]> = {
  "a path": [
    "open '/tmp/x'",
    "Cache /cache does not exist",
    "No /x/y",
    "Could not read /etc/passwd.",
    "path=/var/lib",
    "open:/tmp/x",
    "(/var/lib)",
    "GET /users/12 failed",
    "No /home/jörg/cache",
    "see ./cache",
    "see ../x",
    "~/cache is bad",
    "C:\\Users\\x",
    "C:/cache",
    "\\\\server\\share\\x",
    "docs\\readme.md is missing",
    "src/index.ts is bad",
    "file:///tmp",
  ],
  "a hash": [
    "Hash abc123def456 differs",
    "commit 1a2b3c4",
    "sha256:abcdef0123",
    "sha256-AbCdEfGh1/+=",
    "a".repeat(64),
    "0".repeat(40),
    "MD5 d41d8cd98f00b204e9800998ecf8427e",
    "at 0x7ffee4c0",
  ],
  "a stack trace": [
    "x\n    at foo (file.js:1:2)",
    "at Object.<anonymous> (a.js:1:2)",
    "at async read (x.js:1:2)",
    "Traceback (most recent call last):",
    "index.js:10:5",
    "main.py:3",
    String(new Error("x").stack),
  ],
  "an errno": ["ENOENT", "EACCES: permission denied", "EAI_AGAIN", "ERR_INVALID_ARG_TYPE", "errno -2", "os error 2"],
  "a UUID": ["550e8400-e29b-41d4-a716-446655440000", "Request 550E8400-E29B-41D4-A716-446655440000 failed"],
  "a time": ["2026-01-19T15:32:10.123Z", "2026-01-19 15:32", "at 15:32:10", String(new Date(0)), "1768836730123"],
  "an environment variable": ["$HOME/cache", "${HOME}/cache", "%APPDATA%", "$XDG_CACHE_HOME is not set", "$env:TEMP"],
  "the text of an exception": [
    "TypeError: x is not a function",
    "x is not iterable",
    "Cannot read properties of undefined (reading 'x')",
    "Unexpected token } in JSON",
    "ZodError: bad",
    "java.io.IOException: broken",
    "[object Object]",
    "Maximum call stack size exceeded",
  ],
  "a position": [
    "line 5 column 3",
    "at line 5",
    "in JSON at position 17",
    "Column: 3",
    "offset 12",
    "at char 17",
    "bad token (5:3)",
  ],
  "a measurement": [
    "took 15 ms",
    "took 15ms",
    "elapsed: 1.5 s",
    "read 1024 bytes",
    "512 of 4096 bytes",
    "used 12.5 MiB",
    "15 ms elapsed",
    "finished in 3s",
  ],
  "an id": [
    "pid 1234",
    "PID: 1234",
    "fd 12",
    "thread 7",
    "request id 12345",
    "id=a1b2c3d4e5",
    "01H8XGJWBWBAQ4Z4Z4Z4Z4Z4Z4",
  ],
  "a network address": ["127.0.0.1", "connect 10.0.0.5:8080", "fe80::1", "2001:db8:85a3:0:0:8a2e:370:7334"],
};

/** Every text of a contract that has no placeholder. */
const canonical = [contextResolve, kaiza, standard, typedMcp, jsonRpc, mcpAql].flatMap(({ codes }) =>
  Object.values<{ readonly message?: string; readonly meaning: string }>(codes)
    .flatMap(({ message = "", meaning }) => [message, meaning])
    .filter((text) => text !== "" && !text.includes("{")),
);

const clean = [
  ...Object.values(contextResolve.codes).flatMap(({ message, meaning, recovery = meaning }: any) => [
    message,
    meaning,
    recovery,
  ]),
  "Read/write failed",
  "Either a query / budget, and/or both; he/she/they",
  "24/7, 1/2, km/h, N/A, I/O, TCP/IP, UTF-8/UTF-16, read/write/execute",
  "application/json and application/vnd.api+json are not accepted",
  "See https://example.com/docs/errors or http://localhost:8080/x",
  "manifest.json is missing",
  "The version 2025-06-18 is not supported",
  "Timed out after 5000 ms",
  "Budget must be between 1 and 1500000000, e.g. 8192",
  "The END; ERROR: EVERY EXPECTED ENTRY IS EMPTY, Error E42",
  "HTTP 404",
  "Use {name} or <b>x</b> or \\d+ or user@example.com",
  "Node.js 20.19.0 is required, v1.2.3-beta.1 is not",
  "The ratio is 3:4 at 10:30",
  "feedback, deadbeef cafe, defaced facade, 1e10, 2,000,000",
  "SHA-256 is required; the sha256 checksum differs, MD5 mismatch",
  "Expected a, b or c...",
  "At most 1024 bytes or 12 MB, within 5 seconds; retry in 30 s",
  "It took too long; the budget spent is over the limit; read 3 documents",
  "The query is not defined, the id is unknown, the line is empty, the position is wrong",
  "An Error: the budget costs $5, US$50 or 50% of CPU; a TypeError, an exception",
  "Cannot process 10 entries; 3 of 5 operations failed; exit code 1, port 8080",
  "Unexpected token in the query, unexpected end of input",
  "Use Foo::bar",
  "Unicode: naïve café, 数据, emoji 😀",
];

describe("a message with a diagnostic in it", () => {
  test.each(Object.entries(diagnostics).flatMap(([kind, texts]) => texts.map((text) => [kind, text] as const)))(
    "%s is refused: %s",
    (_, text) => expect(isClean(text)).toBe(false),
  );

  test("is refused wherever it stands", () =>
    fc.assert(
      fc.property(
        fc.constantFrom(...Object.values(diagnostics).flat()),
        fc.constantFrom("", "The cache is bad: ", "It failed (", "Line one\n"),
        fc.constantFrom("", " was found", ")", ".", ", so it failed"),
        (text, before, after) => !isClean(before + text + after),
      ),
    ));

  test.each(["uuidV4", "isoTime", "sha256", "posixPath", "windowsPath"] as const)("is refused for any %s", (kind) => {
    const name = fc.stringMatching(/^[a-z][a-z_-]{1,12}$/);
    const values = {
      uuidV4: fc.uuid(),
      isoTime: fc
        .date({ min: new Date("1970-01-01"), max: new Date("9999-12-31"), noInvalidDate: true })
        .map((date) => date.toISOString()),
      sha256: fc.stringMatching(/^[0-9a-f]{64}$/),
      posixPath: fc.array(name, { minLength: 1, maxLength: 6 }).map((names) => `/${names.join("/")}`),
      windowsPath: fc.array(name, { minLength: 1, maxLength: 6 }).map((names) => `D:\\${names.join("\\")}`),
    };
    fc.assert(fc.property(values[kind], (value) => !isClean(`It failed: ${value}`)));
  });
});

test.each([...Object.keys(constants.errno), ...Array.from(getSystemErrorMap().values(), ([name]) => name)])(
  "%s is an errno",
  (name) => {
    // libuv's names for "no errno" are words.
    expect(isClean(`It failed: ${name}`)).toBe(name === "EOF" || name === "UNKNOWN");
  },
);

describe("a message without diagnostics", () => {
  test.each([...new Set([...clean, ...canonical])])("passes: %s", (text) => expect(isClean(text)).toBe(true));

  test("passes if it is made of plain words", () => {
    const word = fc.stringMatching(/^[A-Za-z]{1,12}$/).filter((text) => !/^E[A-Z]+$/.test(text));
    const sentence = fc.array(word, { minLength: 1, maxLength: 12 }).map((words) => words.join(" "));
    fc.assert(
      fc.property(
        sentence.filter((text) => !/[0-9a-f]{32}/i.test(text)),
        isClean,
      ),
    );
  });
});
