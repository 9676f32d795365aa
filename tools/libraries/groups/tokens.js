export const packages = { jsonwebtoken: "9.0.3", jose: "6.2.18", "@modelcontextprotocol/sdk": "1.32.2" };

export async function run({ load, trial, serve, findPort }) {
  const { default: jwt } = await load("jsonwebtoken");
  const is = "UNAUTHENTICATED";
  await trial("jsonwebtoken", "a token that has expired", is, () =>
    jwt.verify(jwt.sign({}, "k", { expiresIn: -5 }), "k"),
  );
  await trial("jsonwebtoken", "a wrong signature", is, () => jwt.verify(jwt.sign({}, "k"), "q"));
  await trial("jsonwebtoken", "a text that is no token", is, () => jwt.verify("x", "k"));
  await trial("jsonwebtoken", "a token of tomorrow", is, () => jwt.verify(jwt.sign({}, "k", { notBefore: 100 }), "k"));

  const jose = await load("jose");
  const key = new TextEncoder().encode("k".repeat(32));
  const sign = (change = (token) => token) =>
    change(new jose.SignJWT({}).setProtectedHeader({ alg: "HS256" })).sign(key);
  await trial("jose", "a token that has expired", is, async () =>
    jose.jwtVerify(await sign((token) => token.setExpirationTime(1)), key),
  );
  await trial("jose", "a wrong signature", is, async () =>
    jose.jwtVerify(await sign(), new TextEncoder().encode("q".repeat(32))),
  );
  await trial("jose", "another audience", is, async () => jose.jwtVerify(await sign(), key, { audience: "x" }));
  await trial("jose", "a text that is no token", is, () => jose.jwtVerify("x", key));
  const verify = async (url) =>
    jose.jwtVerify(await sign(), jose.createRemoteJWKSet(new URL(url), { timeoutDuration: 100 }));
  await trial("jose", "keys that do not come in time", "TIMEOUT", async () => verify(await serve(200, {}, "", "hang")));
  await trial("jose", "keys from nowhere", "UNAVAILABLE", async () => verify(`http://127.0.0.1:${await findPort()}`));
  await trial("jose", "no keys", "UPSTREAM_FAILED", async () => verify(await serve(500)));

  const errors = await load("@modelcontextprotocol/sdk/server/auth/errors.js");
  for (const [name, expected] of Object.entries({
    InvalidTokenError: is,
    InvalidClientError: is,
    InsufficientScopeError: "PERMISSION_DENIED",
    TooManyRequestsError: "RATE_LIMITED",
    TemporarilyUnavailableError: "UNAVAILABLE",
  }))
    await trial("@modelcontextprotocol/sdk", `\`${name}\``, expected, () => {
      throw new errors[name]("m");
    });
}
