import { createRedactor } from "error-contract/redact";
import { SystemError } from "error-contract/kaiza";
import { serialize, toolError, wrapHandler } from "error-contract/standard";
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { fail } from "../kit/thrown.js";

const secret = "zq7Secret9kTok3n5Xw";
const mark = "[Redacted]";
const prisma = [
  "\nInvalid `db.user.create()` invocation:\n\n{\n  data: {\n",
  `    mail: "${secret}",\n+   name: String\n  }\n}\n\nArgument \`name\` is missing.`,
];

/** Messages as the libraries write them, and what of each reaches a client. */
const messages: readonly (readonly [library: string, message: string, shown: string])[] = [
  [
    "exec",
    `Command failed: mysqldump --x=${secret} db > x.sql\nsh: 1: no`,
    `Command failed: mysqldump ${mark}\nsh: 1: no`,
  ],
  ["exec, lines", `Command failed: node -e "1\n//${secret}"\nno`, `Command failed: node ${mark}\nno`],
  ["exec, a setting first", `Command failed: A=${secret} psql\n`, `Command failed: ${mark}\n`],
  ["exec, alone", "Command failed: mysqldump\nno", "Command failed: mysqldump\nno"],
  ["execa", `Command failed with exit code 3: node ${secret}`, `Command failed with exit code 3: node ${mark}`],
  ["tinyexec", `The command \`node -e ${secret}\` exited with a`, `The command \`node ${mark}\` exited with a`],
  [
    "drizzle",
    `Failed query: insert into u values ($1)\nparams: a,${secret}`,
    `Failed query: insert into u values ($1)\nparams: ${mark}`,
  ],
  ["knex", `insert into \`u\` (\`a\`) values ('${secret} - x') - UNIQUE failed: u.a`, `${mark} - UNIQUE failed: u.a`],
  ["prisma", prisma.join(""), `\nInvalid \`db.user.create()\` invocation:\n${mark}\n\nArgument \`name\` is missing.`],
  ["mysql, a row", `Duplicate entry '${secret}' for key 'u.mail'`, `Duplicate entry '${mark}' for key 'u.mail'`],
  [
    "mysql, a value",
    `Incorrect integer value: '${secret}' for column 'n'`,
    `Incorrect integer value: '${mark}' for column 'n'`,
  ],
  [
    "mysql, syntax",
    `the right syntax to use near 'x '${secret}'' at line 1`,
    `the right syntax to use near '${mark}' at line 1`,
  ],
  [
    "mongodb",
    `E11000 duplicate key error index: a_1 dup key: { a: "${secret}" }`,
    `E11000 duplicate key error index: a_1 dup key: ${mark}`,
  ],
  ["postgres, a key", `Key (mail)=(${secret}) already exists.`, `Key (mail)=(${mark}) already exists.`],
  ["postgres, a row", `Failing row contains (1, ${secret}, null).`, `Failing row contains (${mark}).`],
  [
    "postgres, a value",
    `invalid input syntax for type integer: "${secret}"`,
    `invalid input syntax for type integer: "${mark}"`,
  ],
  ["sql server", `The duplicate key value is (${secret}).`, `The duplicate key value is (${mark}).`],
  [
    "redis",
    `ERR unknown command 'A', with args beginning with: '${secret}' `,
    `ERR unknown command 'A', with args beginning with: ${mark}`,
  ],
  [
    "mongoose",
    `Cast to Number failed for value "${secret}" (type string) at path "n"`,
    `Cast to Number failed for value ${mark} (type string) at path "n"`,
  ],
  [
    "graphql-request",
    `denied: {"response":{},"request":{"query":"a","variables":{"p":"${secret}"}}}`,
    `denied: {"response":{},"request":${mark}}`,
  ],
  [
    "JSON.parse",
    `Unexpected token 'z', ..."{"a": ${secret}"... is not valid JSON`,
    `Unexpected token 'z', ${mark} is not valid JSON`,
  ],
  ["ky", `Request failed: GET http://x/v1?k=${secret}`, `Request failed: GET http://x/v1?${mark}`],
  ["ofetch", `[GET] "http://x/v1?k=${secret}": 404 Not Found`, `[GET] "http://x/v1?${mark}": 404 Not Found`],
  ["a path", `Cannot GET /v1?k=${secret}`, `Cannot GET /v1?${mark}`],
  ["an address", `cannot clone https://me:${secret}@host/a.git`, `cannot clone https://${mark}@host/a.git`],
];

const call = async (thrown: unknown, options: object = {}) =>
  wrapHandler(fail(thrown), { tool_name: "x", deliver: "envelope", audit: "none", ...options })() as Promise<{
    error: { message: string };
  }>;

describe.each(messages)("what the message of %s quotes", (_, message, shown) => {
  test("does not reach a client", async () => {
    expect((await call(new Error(message))).error.message).toBe(shown);
    expect(SystemError.fromUnknown(new Error(message)).toEnvelope()).toMatchObject({
      human_message: shown,
      cause: { message: shown },
    });
  });

  test("does not reach it as the cause, or as something that was thrown and is no error", () => {
    const made = SystemError.toolFailure("INTERNAL_ERROR", { human_message: "It failed", cause: new Error(message) });
    for (const error of [made, SystemError.fromUnknown({ message }), SystemError.fromUnknown(message)])
      expect(JSON.stringify(error.toEnvelope())).not.toContain(secret);
    expect(made.cause).toMatchObject({ message });
  });

  test("stands in the record, unless the log redacts", async () => {
    const records: any[] = [];
    const audit = {
      write: (record: unknown) => Promise.resolve(void records.push(record)),
      writeSync: (record: unknown) => void records.push(record),
    };
    await call(new Error(message), { audit });
    expect(records[0].causes[0].message).toBe(message);
    if (!/\bk=|clone/.test(message)) expect(JSON.stringify(createRedactor()(records[0]))).not.toContain(secret);
  });

  test("is delivered on request", async () => {
    const kept = (await call(new Error(message), { foreignMessages: "kept" })).error.message;
    expect(kept).toBe(message);
  });
});

test("a failing program, as Node says it", async () => {
  const failing = promisify(execFile)(process.execPath, ["-e", "process.exit(3)", secret]);
  const thrown = await failing.catch((error: unknown) => error);
  expect((await call(thrown)).error.message).not.toContain(secret);
});

test("what your code says itself stays", () => {
  const message = `Command failed: a ${secret}, http://x?a=${secret}`;
  expect(serialize(toolError("INTERNAL", message))).toContain(message);
});

test.each([
  "connect ECONNREFUSED 127.0.0.1:5432",
  "ENOENT: no such file or directory, open '/a/b'",
  "Which one? None",
  "update failed - the server is busy",
  "Select a file - there is none",
  "Request failed with status code 404",
  "See https://example.com/a#b",
])("nothing is left out of: %s", async (message) => {
  expect((await call(new Error(message))).error.message).toBe(message);
});
