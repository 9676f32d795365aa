import { createRedactor } from "error-contract/redact";
import { SystemError } from "error-contract/kaiza";
import { fromUnknown, serialize, toolError, wrapHandler } from "error-contract/standard";
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { readRewrite } from "../kit/marked-rewrite.js";
import { fail } from "../kit/thrown.js";

const secret = "zq7Secret9kTok3n5Xw";
const mark = "[Redacted]";

/** Messages as the libraries write them, with the secret `§`, and what of each reaches a client: `«before ⇒ after»`. */
const quoting: Readonly<Record<string, string>> = {
  exec: `Command failed: mysqldump «--x=§ db > x.sql ⇒ §»\nsh: 1: no`,
  "exec, lines": `Command failed: node «-e "1\n//§" ⇒ §»\nno`,
  "exec, a setting first": `Command failed: «A=§ psql ⇒ §»\n`,
  "exec, alone": `Command failed: mysqldump\nno`,
  execa: `Command failed with exit code 3: node §`,
  tinyexec: `The command \`node «-e ⇒»§\` exited with a`,
  drizzle: `Failed query: insert into u values ($1)\nparams: «a,⇒»§`,
  knex: `«insert into \`u\` (\`a\`) values ('§ - x') ⇒ §» - UNIQUE failed: u.a`,
  prisma: `\nInvalid \`db.user.create()\` invocation:\n«\n{\n  data: {\n    mail: "§",\n+   name: String\n  }\n} ⇒ §»\n\nArgument \`name\` is missing.`,
  "mysql, a row": `Duplicate entry '§' for key 'u.mail'`,
  "mysql, a value": `Incorrect integer value: '§' for column 'n'`,
  "mysql, syntax": `the right syntax to use near '«x '§' ⇒ §»' at line 1`,
  mongodb: `E11000 duplicate key error index: a_1 dup key: «{ a: "§" } ⇒ §»`,
  "postgres, a key": `Key (mail)=(§) already exists.`,
  "postgres, a row": `Failing row contains («1, §, null ⇒ §»).`,
  "postgres, a value": `invalid input syntax for type integer: "§"`,
  "sql server": `The duplicate key value is (§).`,
  redis: `ERR unknown command 'A', with args beginning with: «'§' ⇒§»`,
  mongoose: `Cast to Number failed for value «"§" ⇒ §» (type string) at path "n"`,
  "graphql-request": `denied: «{"response":{"errors":[],"status":200},"request":{"query":"a","variables":{"p":"§"}}} ⇒ §»`,
  "JSON.parse": `Unexpected token 'z', «..."{"a": §"... ⇒ §» is not valid JSON`,
  ky: `Request failed: GET http://x/v1?«k=⇒»§`,
  ofetch: `[GET] "http://x/v1?«k=⇒»§": 404 Not Found`,
  "a path": `Cannot GET /v1?«k=⇒»§`,
  "an address": `cannot clone https://«me:⇒»§@host/a.git`,
};
const messages = Object.entries(quoting).map(([library, marked]) => {
  const { code, output } = readRewrite(marked);
  return [library, code.replaceAll("§", secret), output.replaceAll("§", mark)] as const;
});

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

test.each(messages)(
  "what it says again of the message of %s is left out, and its own words stay",
  (_, message, shown) => {
    const own = (repeated: string) => `Command failed: a ${secret}, as: ${repeated}`;
    const converted = fromUnknown(new Error(message), { message: own(message) });
    expect(converted.toEnvelope().error.message).toBe(own(shown));
  },
);

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
