import { createRedactor, secretKeys } from "error-contract/redact";
import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { readRewrite } from "../kit/marked-rewrite.js";
import fc from "../kit/property.js";

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
    Object.entries({
      "a variable of the environment": `AWS_SECRET_ACCESS_KEY=§ npm start`,
      "a field of a form": `user[password]=§&x=1`,
      "a connection string": `Uid=sa;Pwd=§;x=1`,
      "a key with padding": `AccountName=a;AccountKey=§«==⇒»;Suffix=core`,
      "a signed address": `https://x/a?sv=1&sp=r&sig=§«%3D⇒»&se=2`,
      "an address signed for Amazon": `https://x/a?X-Amz-Date=1&X-Amz-Signature=§&x=y`,
      "an older signed address": `https://x/a?Signature=§&Expires=1`,
      "a token as the user of an address": `https://§@host/a`,
      "a token to a database": `redis://§@host:6379/0`,
      "a user and a password": `amqp://me:§@host`,
      "a login to a registry": `//host/:_auth=§`,
      "a token for a registry": `//host/:_authToken=§`,
      "a token with a password": `https://§«:x-oauth-basic⇒»@host/a`,
      "a password with an at sign": `postgres://me:«a@⇒»§@db/x`,
      "the header of a scheme": `Authorization: «Token ⇒»§\nHost: x`,
      "the header of any scheme": `authorization: «Digest username="§", response="⇒»§`,
      cookies: `Cookie: «a=§; b=⇒»§\r\nHost: x`,
      "a cookie that is set": `Set-Cookie: «a=1; Expires=Wed, 09 Jun 2021 10:18:14 GMT, b=⇒»§`,
      "a header in a command": `curl -H "Authorization: «Token ⇒»§" https://x`,
      "a header in a member": `{"text":"Cookie: «a=⇒»§","x":1}`,
      "an option of a command": `mysql --password § -h x`,
      "an option of several parts": `java -jar a.jar --spring.datasource.password § -x`,
      "an element": `<wsse:Password Type="x">§</wsse:Password>`,
      "an element of several parts": `<db.password>§</db.password>`,
      "a name in brackets": `{"user[password]":"§","user[name]":"x"}`,
      "a printed array of PHP": `["password"]=>\n  string(32) "§"\n}`,
      "a variable of CGI": `HTTP_AUTHORIZATION: «Token ⇒»§`,
      "two words as one": `dbPwd=§ userOtp=1234 OLDPWD=/x`.replace("1234", "§"),
      "an attribute": `name="password" value="§" id="x"`,
      "name and value": `{"name":"x-api-key","value":"§"}`,
      "a pair": `[["a","b"],["x-api-key","§"]]`,
      "raw headers": `["Host","x","Authorization","«Basic ⇒»§"]`,
      "a printed map": inspect(new Map([["password", "§"]])),
      "an object": `{"credentials":«{"a":["}§"]} ⇒ §»,"x":1}`,
      "an object that was cut": `{"credentials":«{"a":["⇒»§`,
      "another language": `{'password': b'§', 'x': 1}`,
      "a constructed value": `password: Some("§"), x`,
      "escaped quotes": `\\u0022password\\u0022:\\u0022§\\u0022,`,
      "an encoded address": `a=%7B%22pwd%22%3A%22§%22%7D`,
      HTML: `&quot;token&quot;:&quot;§&quot;,`,
      "a name of two words": `API key: §`,
      "a name behind an escaped end of line": `a\\npwd=§\\nb`,
      "a value that begins as if it was redacted": `password=«${mark}⇒»§`,
      "a key of PGP": `«-----BEGIN PGP PRIVATE KEY BLOCK-----\n\n§\n-----END PGP PRIVATE KEY BLOCK----- ⇒ §»\nx`,
      "a key that was cut": `«-----BEGIN EC PRIVATE KEY-----\n⇒»§`,
    }),
  )("%s is removed", (_, row) => {
    // `§` is the secret, and its mark afterwards; what goes with it is `«before ⇒ after»`.
    const { code, output } = readRewrite(row);
    expect(redactText(code.replaceAll("§", secret))).toBe(output.replaceAll("§", mark));
  });

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
    ["a name of several parts", { "db.token": secret, "a:pwd": secret }, { "db.token": mark, "a:pwd": mark }],
    ["a name in brackets", { "user[token]": secret }, { "user[token]": mark }],
    ["a name with a blank", [{ name: "Access token", value: secret }], [{ name: "Access token", value: mark }]],
    [
      "an attribute of OpenTelemetry",
      { "http.request.header.authorization": [secret] },
      { "http.request.header.authorization": mark },
    ],
    ["capitals", { Key: "DB_PASSWORD", Value: secret }, { Key: "DB_PASSWORD", Value: mark }],
    ["arguments of a command", ["mysql", "--password", secret, "x"], ["mysql", "--password", mark, "x"]],
  ])("is removed: %s", (_, value, expected) => expect(redactValue(value)).toEqual(expected));

  test("is no secret because a name stands in front of it", () => {
    for (const value of [
      { "/oauth/token": { get: "x" } },
      ["password", "email"],
      { required: ["token", "name"] },
      { name: "host", value: "x" },
    ])
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
