import { createRedactor, secretKeys } from "error-contract/redact";
import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import fc from "../kit/property.js";
import { toRows } from "../kit/to-rows.js";

const redact = createRedactor();
const redactValue = (value: unknown): unknown => redact({ value } as never).value;
const redactText = (text: string): string => redactValue(text) as string;

const secret = "q7Zr4Tn0Lm3Xw8Vb2Kc6Hd9Js1Pf5Gy";
const mark = "[Redacted]";

/** The text as it stands in a string of JSON, in one of JSON within that, and so on. */
function nest(text: string, depth: number): string {
  return depth === 0 ? text : nest(JSON.stringify(text).slice(1, -1), depth - 1);
}

describe("a secret that a text names", () => {
  test.each(
    toRows({
      "a variable of the environment": [
        `AWS_SECRET_ACCESS_KEY=${secret} npm start`,
        `AWS_SECRET_ACCESS_KEY=${mark} npm start`,
      ],
      "a field of a form": [`user[password]=${secret}&x=1`, `user[password]=${mark}&x=1`],
      "a connection string": [`Uid=sa;Pwd=${secret};x=1`, `Uid=sa;Pwd=${mark};x=1`],
      "a key with padding": [
        `AccountName=a;AccountKey=${secret}==;Suffix=core`,
        `AccountName=a;AccountKey=${mark};Suffix=core`,
      ],
      "a signed address": [`https://x/a?sv=1&sp=r&sig=${secret}%3D&se=2`, `https://x/a?sv=1&sp=r&sig=${mark}&se=2`],
      "an address signed for Amazon": [
        `https://x/a?X-Amz-Date=1&X-Amz-Signature=${secret}&x=y`,
        `https://x/a?X-Amz-Date=1&X-Amz-Signature=${mark}&x=y`,
      ],
      "an older signed address": [
        `https://x/a?Signature=${secret}&Expires=1`,
        `https://x/a?Signature=${mark}&Expires=1`,
      ],
      "a token as the user of an address": [`https://${secret}@host/a`, `https://${mark}@host/a`],
      "a token to a database": [`redis://${secret}@host:6379/0`, `redis://${mark}@host:6379/0`],
      "a user and a password": [`amqp://me:${secret}@host`, `amqp://me:${mark}@host`],
      "a login to a registry": [`//host/:_auth=${secret}`, `//host/:_auth=${mark}`],
      "a token for a registry": [`//host/:_authToken=${secret}`, `//host/:_authToken=${mark}`],
      "a token with a password": [`https://${secret}:x-oauth-basic@host/a`, `https://${mark}@host/a`],
      "a password with an at sign": [`postgres://me:a@${secret}@db/x`, `postgres://me:${mark}@db/x`],
      "the header of a scheme": [`Authorization: Token ${secret}\nHost: x`, `Authorization: ${mark}\nHost: x`],
      "the header of any scheme": [
        `authorization: Digest username="${secret}", response="${secret}`,
        `authorization: ${mark}`,
      ],
      cookies: [`Cookie: a=${secret}; b=${secret}\r\nHost: x`, `Cookie: ${mark}\r\nHost: x`],
      "a cookie that is set": [
        `Set-Cookie: a=1; Expires=Wed, 09 Jun 2021 10:18:14 GMT, b=${secret}`,
        `Set-Cookie: ${mark}`,
      ],
      "a header in a command": [
        `curl -H "Authorization: Token ${secret}" https://x`,
        `curl -H "Authorization: ${mark}" https://x`,
      ],
      "a header in a member": [`{"text":"Cookie: a=${secret}","x":1}`, `{"text":"Cookie: ${mark}","x":1}`],
      "an option of a command": [`mysql --password ${secret} -h x`, `mysql --password ${mark} -h x`],
      "an element": [
        `<wsse:Password Type="x">${secret}</wsse:Password>`,
        `<wsse:Password Type="x">${mark}</wsse:Password>`,
      ],
      "an attribute": [`name="password" value="${secret}" id="x"`, `name="password" value="${mark}" id="x"`],
      "name and value": [`{"name":"x-api-key","value":"${secret}"}`, `{"name":"x-api-key","value":"${mark}"}`],
      "a pair": [`[["a","b"],["x-api-key","${secret}"]]`, `[["a","b"],["x-api-key","${mark}"]]`],
      "raw headers": [`["Host","x","Authorization","Basic ${secret}"]`, `["Host","x","Authorization","${mark}"]`],
      "a printed map": [inspect(new Map([["password", secret]])), `Map(1) { 'password' => '${mark}' }`],
      "an object": [`{"credentials":{"a":["}${secret}"]},"x":1}`, `{"credentials":${mark},"x":1}`],
      "an object that was cut": [`{"credentials":{"a":["${secret}`, `{"credentials":${mark}`],
      "another language": [`{'password': b'${secret}', 'x': 1}`, `{'password': b'${mark}', 'x': 1}`],
      "a constructed value": [`password: Some("${secret}"), x`, `password: Some("${mark}"), x`],
      "escaped quotes": [
        `\\u0022password\\u0022:\\u0022${secret}\\u0022,`,
        `\\u0022password\\u0022:\\u0022${mark}\\u0022,`,
      ],
      "an encoded address": [`a=%7B%22pwd%22%3A%22${secret}%22%7D`, `a=%7B%22pwd%22%3A%22${mark}%22%7D`],
      HTML: [`&quot;token&quot;:&quot;${secret}&quot;,`, `&quot;token&quot;:&quot;${mark}&quot;,`],
      "a name of two words": [`API key: ${secret}`, `API key: ${mark}`],
      "a name behind an escaped end of line": [`a\\npwd=${secret}\\nb`, `a\\npwd=${mark}\\nb`],
      "a value that begins as if it was redacted": [`password=${mark}${secret}`, `password=${mark}`],
      "a key of PGP": [
        `-----BEGIN PGP PRIVATE KEY BLOCK-----\n\n${secret}\n-----END PGP PRIVATE KEY BLOCK-----\nx`,
        `${mark}\nx`,
      ],
      "a key that was cut": [`-----BEGIN EC PRIVATE KEY-----\n${secret}`, mark],
    }),
  )("%s is removed", (_, text, expected) => expect(redactText(text)).toBe(expected));

  test("is removed with what names of the caller's are", () => {
    const own = createRedactor({ keys: ["ssn"] });
    expect(own({ text: 'ssn=123; {"SSN":"456"}', password: "x" })).toEqual({
      text: `ssn=${mark}; {"SSN":"${mark}"}`,
      password: "x",
    });
  });
});

describe("a secret in a list", () => {
  test.each([
    [
      "raw headers",
      { rawHeaders: ["Host", "x", "X-Api-Key", secret] },
      { rawHeaders: ["Host", "x", "X-Api-Key", mark] },
    ],
    ["any list of a header", { list: ["authorization", secret, "x"] }, { list: ["authorization", mark, "x"] }],
    [
      "pairs",
      [
        ["a", "b"],
        ["x-api-key", secret],
      ],
      [
        ["a", "b"],
        ["x-api-key", mark],
      ],
    ],
    ["pairs with several values", [["set-cookie", [secret]]], [["set-cookie", mark]]],
    ["name and value", [{ name: "x-api-key", value: secret, id: 1 }], [{ name: "x-api-key", value: mark, id: 1 }]],
    ["capitals", { Key: "DB_PASSWORD", Value: secret }, { Key: "DB_PASSWORD", Value: mark }],
    ["arguments of a command", ["mysql", "--password", secret, "x"], ["mysql", "--password", mark, "x"]],
  ])("is removed: %s", (_, value, expected) => expect(redactValue(value)).toEqual(expected));

  test("is no secret because a name stands in front of it", () => {
    for (const value of [["password", "email"], { required: ["token", "name"] }, { name: "host", value: "x" }])
      expect(redactValue(value)).toEqual(value);
  });
});

test.each([
  "The password is wrong, and the token has expired",
  "Usage: login <user> <password>",
  "if (token === undefined) return",
  "secret://vault/x and Token::new",
  "console.log('password:', x)",
  '{"password":null,"cookie":""}',
  '["password","email"]',
  "basic functionality, bearer authentication, Basic JavaScript",
  "max_tokens=100, tokens: 5, author=me",
  "postgres://db/x?user=me and git@host:x and ssh://git@host",
])("what is no secret stays: %s", (text) => expect(redactText(text)).toBe(text));

const name = fc.constantFrom(
  "password",
  "DB_PASSWORD",
  "apiKey",
  "x-api-key",
  "client_secret",
  "token",
  "authorization",
  "cookie",
);
const value = fc.stringMatching(/^[A-Za-z0-9]{8,20}$/).map((text) => `${text}${secret}`);
const forms = fc.constantFrom<(name: string, value: string) => unknown>(
  (key, text) => ({ [key]: text }),
  (key, text) => ({ [key]: [text, { a: text }] }),
  (key, text) => [[key, text]],
  (key, text) => ({ name: key, value: text }),
  (key, text) => ({ rawHeaders: ["Host", "a", key, text] }),
  (key, text) => `${key}=${text}`,
  (key, text) => `It failed: ${key}: ${text}`,
  (key, text) => JSON.stringify({ a: 1, [key]: `"${text}\\" ${text}`, b: [2] }),
  (key, text) => JSON.stringify({ [key]: [text, { b: `]${text}` }] }, null, 2),
  (key, text) => inspect({ [key]: text }),
  (key, text) => encodeURIComponent(JSON.stringify({ [key]: text })),
);
const wrappings = fc.array(
  fc.constantFrom<(inner: unknown) => unknown>(
    (inner) => ({ inner }),
    (inner) => [1, inner],
    (inner) => JSON.stringify(inner),
    (inner) => `failed: ${JSON.stringify({ body: inner })}, so`,
  ),
  { maxLength: 5 },
);
const nested = fc
  .tuple(name, value, forms, wrappings)
  .map(([key, text, make, wrap]) => wrap.reduce((inner, each) => each(inner), make(key, text)));

test("nothing that is named survives, however it is nested", () =>
  fc.assert(fc.property(nested, (nest) => !JSON.stringify(redactValue(nest)).includes(secret))));

test("what was redacted stays as it is", () =>
  fc.assert(
    fc.property(
      fc.oneof(
        nested,
        fc.string(),
        fc
          .array(fc.constantFrom("password=", '"', "\\", "[", ",", mark, "a", " ", "cookie:"))
          .map((parts) => parts.join("")),
      ),
      (given) => {
        const once = redactValue(given);
        expect(redactValue(once)).toEqual(once);
      },
    ),
  ));

test("a text without names and known forms is not changed", () => {
  const isNamed = (text: string) =>
    /pass|pwd|secret|credential|key|jwt|otp|sig|cookie|token|authorization|eyJ|:\/\/|[_-]/i.test(text);
  const text = fc.oneof(fc.lorem(), fc.string(), fc.json()).filter((each) => !isNamed(each));
  fc.assert(fc.property(text, (each) => redactText(each) === each));
});

test.each([0, 1, 2, 3, 4, 5])("JSON within JSON keeps its form, %i times", (depth) => {
  const text = nest(JSON.stringify({ a: { password: `"${secret} \\"`, b: 1 } }), depth);
  expect(redactText(text)).toBe(nest(JSON.stringify({ a: { password: mark, b: 1 } }), depth));
});

test("a list of names that is extended still makes members and texts", () => {
  const own = createRedactor({ keys: [...secretKeys, /^pin$/i] });
  expect(own({ text: `PIN: 1234, password=${secret}`, pin: 1234 })).toEqual({
    text: `PIN: ${mark}, password=${mark}`,
    pin: mark,
  });
});
