import fs from "node:fs";
import { secretKeys, verifyAuditLog } from "error-contract/audit-log";
import { describe, expect, test } from "vitest";
import { opened, record } from "./log-folder.js";

async function written(redact: any, more: Record<string, any>, message = "m") {
  const { log, entries, file } = opened({ redact, chain: true });
  await log.write(record(message, more));
  expect((await verifyAuditLog(file)).ok).toBe(true);
  const { audit, ...envelope } = entries()[0]!;
  return { redacted: audit.redacted, envelope, text: fs.readFileSync(file, "utf8") };
}

test("is off unless it is asked for", async () => {
  const { envelope, redacted } = await written(undefined, { cause: { password: "hunter2" } });
  expect(envelope.cause).toEqual({ password: "hunter2" });
  expect(redacted).toBeUndefined();
});

describe("by key", () => {
  test("replaces the whole value, at any depth, and says where", async () => {
    const cause = { apiKey: "1", "API-KEY": { a: 1 }, list: [{ api_key: 2 }], "a/b~c": { apikey: "3" }, other: "kept" };
    const { envelope, redacted } = await written({ keys: ["api_key"] }, { cause });
    const mark = "[Redacted]";
    expect(envelope.cause).toEqual({
      apiKey: mark,
      "API-KEY": mark,
      list: [{ api_key: mark }],
      "a/b~c": { apikey: mark },
      other: "kept",
    });
    expect(redacted).toEqual(["/cause/apiKey", "/cause/API-KEY", "/cause/list/0/api_key", "/cause/a~1b~0c/apikey"]);
  });

  test("leaves null alone: it says that there is nothing", async () => {
    const { envelope, redacted } = await written({ keys: ["token"] }, { cause: { token: null } });
    expect(envelope.cause).toEqual({ token: null });
    expect(redacted).toBeUndefined();
  });

  test("takes patterns of any flags, and leaves them as they were", async () => {
    const pattern = /^ssn/gy;
    const { envelope } = await written({ keys: [pattern] }, { cause: { ssn1: "a", ssn2: "b", xssn: "c" } });
    expect(envelope.cause).toEqual({ ssn1: "[Redacted]", ssn2: "[Redacted]", xssn: "c" });
    expect(pattern.lastIndex).toBe(0);
  });
});

describe("by value", () => {
  test("replaces every match inside text and names", async () => {
    const { envelope, redacted } = await written(
      { values: [/\d{4}/] },
      { cause: { "id 1234": "1111 and 2222" } },
      "pin 9999",
    );
    expect(envelope).toMatchObject({
      human_message: "pin [Redacted]",
      cause: { "id [Redacted]": "[Redacted] and [Redacted]" },
    });
    expect(redacted).toEqual(["/human_message", "/cause/id [Redacted]"]);
  });

  test("keeps both of two members whose names become one", async () => {
    const { envelope } = await written({ values: [/\d+/] }, { cause: { "1": "a", "2": "b" } });
    expect(Object.values(envelope.cause)).toEqual(["a", "b"]);
  });
});

describe("of well-known secrets", () => {
  const secret = "q7Zr4Tn0Lm3Xw8Vb2Kc6Hd9Js1Pf5Gy";
  const texts = [
    `Authorization: Bearer ${secret}`,
    `the service refused Bearer ${secret}`,
    `tried with Basic ${secret}=`,
    `postgres://admin:${secret}@db/prod`,
    `password=${secret}&x=1`,
    `{"client_secret": "${secret}"}`,
    `ghp_${secret}`,
    `sk-${secret}`,
    `eyJhbGciOiJIUzI1NiJ9.${secret}.${secret}`,
    `-----BEGIN RSA PRIVATE KEY-----\n${secret}\n-----END RSA PRIVATE KEY-----`,
  ];

  test.each(texts)("none is written: %s", async (text) => {
    const { text: line, redacted } = await written(true, { cause: [{ note: text }] }, text);
    expect(line).not.toContain(secret);
    expect(redacted).toEqual(["/human_message", "/cause/0/note"]);
  });

  const names = [
    "password",
    "DB_PASSWD",
    "clientSecret",
    "access_token",
    "accessToken",
    "Set-Cookie",
    "authorization",
    "x-api-key",
    "privateKey",
  ];
  test.each(names)("the member %s is replaced", async (name) => {
    expect((await written(true, { cause: { [name]: secret } })).text).not.toContain(secret);
    expect((await written({ keys: [...secretKeys, "own"] }, { cause: { [name]: secret } })).text).not.toContain(secret);
  });

  test("what an envelope always has stays", async () => {
    const envelope = {
      session_id: "550e8400-e29b-41d4-a716-446655440000",
      plan_hash: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
      timestamp: "2026-01-19T15:32:10.123Z",
      workspace_root: "/home/user/project",
      cause: { message: "Unexpected token } in JSON at position 5", code: "EACCES", max_tokens: 100, author: "me" },
    };
    expect(await written(true, envelope)).toMatchObject({ envelope, redacted: undefined });
  });

  test("what a `toJSON` method adds does not escape", async () => {
    const hidden = { toJSON: () => ({ password: secret }) };
    expect((await written(true, { cause: hidden })).text).not.toContain(secret);
  });
});

describe("the list of places", () => {
  const listed = async (cause: object) => (await written(true, { cause })).redacted as readonly string[];

  test("names what a place stands in where its own pointer would be too long", async () => {
    const key = "k".repeat(600);
    const redacted = await listed({
      [key]: { password: "1", [key]: { password: "2", a: { password: "3" } } },
      token: "4",
    });
    expect(redacted).toEqual([`/cause/${key}/password`, `/cause/${key}`, "/cause/token"]);
  });

  test("ends after a thousand with the whole envelope", async () => {
    const redacted = await listed(Array.from({ length: 5_000 }, () => ({ password: "x" })));
    expect(redacted).toHaveLength(1_001);
    expect(redacted.slice(-2)).toEqual(["/cause/999/password", ""]);
  });
});

test("names that become one stay as many, also where their copies' names are taken", async () => {
  const secrets = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`ghp_${1e20 + index}`, index]));
  const { envelope } = await written(true, { cause: { "[Redacted] 2": "a", ...secrets } });
  expect(Object.values(envelope.cause)).toEqual(["a", ...Object.values(secrets)]);
});

test.each([
  ["a JSON Web Token behind a hyphen", "x-eyJhbGciOiJIUzI1NiJ9.q7Zr4Tn0Lm3X.w8Vb2Kc6Hd", "w8Vb2Kc6Hd"],
  ["a value in quotes that was cut", 'password="q7Zr4Tn0Lm3X', "q7Zr4Tn0Lm3X"],
  ["a value with an escaped quote", 'password="q7\\"Zr4Tn0Lm3X"', "Zr4Tn0Lm3X"],
])("%s is not written", async (_, text, secret) => {
  expect((await written(true, {}, text)).text).not.toContain(secret);
});
