import { createRedactor } from "error-contract/redact";
import { describe, expect, test } from "vitest";

const redact = createRedactor();
const redactValue = (value: unknown): unknown => redact({ value } as never).value;

const secret = "zq7Secret9kTok3n5Xw";
const mark = "[Redacted]";

/** Pairs of a text with the secret in place of `§`, and what is left of it. */
const left = (text: string, expected = text): [string, string, string] => [
  text,
  text.replaceAll("§", secret),
  expected.replaceAll("§", mark),
];

describe("a `>` behind a named secret, or in front of it", () => {
  test.each([
    left("mysqldump --password=§ db > dump.sql"),
    left("foo token=§ 2>&1"),
    left("login -> password=§ -> x"),
    left("The user (attempts > 3) has password=§ (attempts > 3)"),
    left("x > 1, token: § > y"),
    left('{"cmd":"mysqldump --password=§ db > dump.sql"}'),
    left(`<user name="a" password="§" />`),
    left(`<user password='§'>x</user>`),
    left('{"x":"<user password=\\"§\\" id=\\"1\\">"}'),
    left('<password token="§">§</password>'),
  ])("%s", (_, text, expected) => expect(redactValue(text)).toBe(expected));
});

describe("a named secret", () => {
  test.each([
    left("<password><![CDATA[§]]></password>"),
    left('<ns:secret a="b">\n  <![CDATA[§]]></ns:secret>'),
    left('{"x":"<password>§<\\/password>"}'),
    left("\\u003cpassword\\u003e§\\u003c/password\\u003e", "\\u003cpassword\\u003e§u003c/password\\u003e"),
    left("&lt;password&gt;§&lt;/password&gt;"),
    left("%3Cpassword%3E§%3C%2Fpassword%3E"),
    left("password            = §"),
    left("password\u00a0=\u00a0§"),
    left(JSON.stringify({ label: "password", val: "§" })),
    left("{ id: 'token', value: '§' }"),
    left('{"pass\\u0077ord":"§"}'),
    left('{"x":"{\\"pass\\\\u0077ord\\":\\"§\\"}"}'),
    left('"\\x70assword": "§"'),
    left("p%61ssword=§&x=1"),
    left("client%5Fsecret=§&x=1"),
    left("user%5Bpassword%5D=§&x=1"),
    left("keytool -storepass § -list"),
    left('<property name="password">§</property>'),
    left('<add key="Password" value="§"/>'),
    left('--x\r\nContent-Disposition: form-data; name="password"\r\n\r\n§\r\n--x--'),
    left('"form-data; name=\\"password\\"\\r\\n\\r\\n§\\r\\n--x"'),
    left('password =\n  "§"'),
    left("ALTER USER x WITH PASSWORD '§'"),
    left("CREATE USER x IDENTIFIED BY '§'"),
  ])("is removed: %s", (_, text, expected) => expect(redactValue(text)).toBe(expected));

  test.each(["name", "key", "label", "id"])("is removed from { %s, value } and { ..., val }", (name) => {
    const items = ["value", "val", "values"].map((value) => ({ [name]: "api_key", [value]: secret }));
    expect(redactValue(items)).toEqual(items.map((item) => ({ ...item, ...marked(item) })));
  });
});

const marked = (item: object) =>
  Object.fromEntries(Object.entries(item).map(([key, value]) => [key, value === secret ? mark : value]));

describe("an option that takes a password", () => {
  test.each([
    left("mysql -u me -p§ -h x"),
    left("sshpass -p § mysql -p§ db"),
    left("mongosh -u me -p § x"),
    left("docker login -u me -p § host"),
    left("curl -sS -u me:§ http://x"),
    left(`curl --user "me:§" http://x`),
    left("redis-cli -h x -a § ping; ls -a x"),
    left("ldapsearch -D cn -w §"),
    left("sqlcmd -S x -P §"),
    left("7z x -p§ a.7z"),
    left("smbclient -U me%§ //x"),
    left('["mysql","-u","me","-p§"]'),
  ])("%s", (_, text, expected) => expect(redactValue(text)).toBe(expected));

  test("stands in a list of arguments", () =>
    expect(redactValue([["/usr/bin/mysql", "-u", "me", `-p${secret}`]])).toEqual([
      ["/usr/bin/mysql", "-u", "me", `-p${mark}`],
    ]));

  test.each([
    "mkdir -p /x && ls -a",
    "docker run -u 1000:1000 -p 80:80 x",
    "mysql -p db",
    "ssh -p 22 me@host",
    "The -p option of mysql asks for a password",
  ])("is none: %s", (text) => expect(redactValue(text)).toBe(text));

  test("takes none where passwords are no secrets", () =>
    expect(createRedactor({ keys: ["ssn"] })({ text: "mysql -px" })).toEqual({ text: "mysql -px" }));
});

describe("the password of an address", () => {
  test.each(["/", "#", "?", "<", "'", '"', "a/b", "/#?"])("may hold %s", (sign) => {
    expect(redactValue(`"postgres://me:a${sign}${secret}@db/x"`)).toBe(`"postgres://me:${mark}@db/x"`);
  });

  test.each([
    "http://localhost:4873/@scope/pkg",
    "http://host:80/users?mail=a@b.c",
    '{"url":"http://a:80","mail":"a@b.c"}',
    "redis://localhost:6379/0?x=a@b.c",
  ])("is none: %s", (text) => expect(redactValue(text)).toBe(text));
});

describe("a parameter of an address", () => {
  test.each(
    `key apikey app_id appid subscription-key Ocp-Apim-Subscription-Key code auth access_token hapikey sig signature
    X-Amz-Security-Token X-Goog-Signature client_secret pass pwd sessionid session_id sid apiToken authkey license_key
    user_key bearer client_assertion SAMLResponse`.split(/\s+/),
  )("is a secret: %s", (name) => {
    expect(redactValue(`GET http://x/v1?a=1&${name}=${secret}&b=2`)).toBe(`GET http://x/v1?a=1&${name}=${mark}&b=2`);
    expect(redactValue(`http://x/#${name}=${secret}`)).toBe(`http://x/#${name}=${mark}`);
    expect(redactValue(`a=1&amp;${name}=${secret}`)).toBe(`a=1&amp;${name}=${mark}`);
    expect(redactValue(`http://x?a=1\\u0026${name}=${secret}`)).toBe(`http://x?a=1\\u0026${name}=${mark}`);
    expect(redactValue(`x%3Fa%26${name}%3D${secret}`)).toBe(`x%3Fa%26${name}%3D${mark}`);
  });

  test("has a name that is none elsewhere", () => {
    const text = "code=ENOENT, key: 5, auth: required, sid=3";
    expect(redactValue({ text, code: "E", key: 5, pass: 12 })).toEqual({ text, code: "E", key: 5, pass: 12 });
  });
});
