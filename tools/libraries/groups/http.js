export const packages = {
  axios: "1.21.1",
  got: "16.1.0",
  ky: "1.14.3",
  needle: "3.5.0",
  "node-fetch": "3.3.2",
  ofetch: "1.5.1",
  superagent: "10.4.2",
  undici: "7.30.2",
  wretch: "2.11.1",
};

export async function run({ load, trial, serve, findPort }) {
  const at = {
    401: await serve(401),
    403: await serve(403),
    404: await serve(404),
    429: await serve(429, { "retry-after": "7" }),
    500: await serve(500),
    503: await serve(503, { "retry-after": "9" }),
    html: await serve(200, {}, "<html>Sign in</html>"),
    cut: await serve(200, {}, "", "cut"),
    hang: await serve(200, {}, "", "hang"),
    loop: await serve(302, { location: "/again" }),
    dead: `http://127.0.0.1:${await findPort()}`,
  };
  const refusals = { 401: "UNAUTHENTICATED", 403: "PERMISSION_DENIED", 404: "NOT_FOUND", 429: "RATE_LIMITED 7" };
  const failures = { ...refusals, 500: "UPSTREAM_FAILED", 503: "UNAVAILABLE 9" };
  const check = async (response, isJson) => {
    if (!response.ok) throw new Error(`HTTP ${response.status}`, { cause: response });
    return isJson ? response.json() : response.text();
  };
  const { default: axios } = await load("axios");
  const { default: got } = await load("got");
  const { default: ky } = await load("ky");
  const { default: needle } = await load("needle");
  const { default: nodeFetch } = await load("node-fetch");
  const { ofetch } = await load("ofetch");
  const { default: superagent } = await load("superagent");
  const undici = await load("undici");
  const { default: wretch } = await load("wretch");

  /** Each takes an address, the milliseconds that it may take, a signal, and whether the body is JSON. */
  const clients = {
    fetch: async (url, { timeout, signal, json }) =>
      check(await fetch(url, { signal: timeout ? AbortSignal.timeout(timeout) : signal }), json),
    axios: (url, { timeout = 0, signal, json }) =>
      axios.get(url, {
        timeout,
        signal,
        ...(json && { responseType: "json", transitional: { silentJSONParsing: false } }),
      }),
    got: (url, { timeout, signal, json }) => {
      const answer = got(url, { retry: { limit: 0 }, timeout: { request: timeout }, signal });
      return json ? answer.json() : answer.text();
    },
    ky: (url, { timeout = 9000, signal, json }) => {
      const answer = ky(url, { retry: 0, timeout, signal });
      return json ? answer.json() : answer.text();
    },
    "node-fetch": async (url, { signal, json }) => check(await nodeFetch(url, { signal }), json),
    ofetch: (url, { timeout, signal }) => ofetch(url, { retry: 0, timeout, signal }),
    superagent: (url, { timeout, signal }) => {
      const request = superagent.get(url).on("error", () => undefined);
      if (timeout) request.timeout(timeout);
      signal?.addEventListener("abort", () => {
        try {
          request.abort();
        } catch {
          // It throws what it also rejects with.
        }
      });
      return request;
    },
    undici: async (url, { timeout, signal, json }) => {
      const { redirect, responseError } = undici.interceptors;
      const steps = [responseError(), redirect({ maxRedirections: 3, throwOnMaxRedirects: true })];
      const dispatcher = new undici.Agent({ headersTimeout: timeout }).compose(...steps);
      const { body } = await undici.request(url, { dispatcher, signal });
      return json ? body.json() : body.text();
    },
    wretch: (url, { timeout, signal, json }) => {
      const answer = wretch(url, { signal: timeout ? AbortSignal.timeout(timeout) : signal }).get();
      return json ? answer.json() : answer.text();
    },
  };
  for (const [name, call] of Object.entries(clients)) {
    for (const [status, expected] of Object.entries(failures))
      await trial(name, `the status ${status}`, expected, () => call(at[status], {}));
    if (!["ofetch", "superagent"].includes(name))
      await trial(name, "a page where JSON should be", "UPSTREAM_FAILED", () => call(at.html, { json: true }));
    await trial(name, "a body that is cut", "UNAVAILABLE|UPSTREAM_FAILED", () => call(at.cut, { json: true }));
    await trial(name, "a connection that is refused", "UNAVAILABLE", () => call(at.dead, {}));
    await trial(name, "a host that does not exist", "UNAVAILABLE", () => call("http://nohost.invalid/", {}));
    await trial(name, "a redirect that leads nowhere", "UPSTREAM_FAILED", () => call(at.loop, {}));
    await trial(name, "an address that is none", "INVALID_INPUT", () => call("not a url", {}));
    // The abort of node-fetch does not say that a time was over.
    if (name !== "node-fetch") await trial(name, "no answer in time", "TIMEOUT", () => call(at.hang, { timeout: 150 }));
    await trial(name, "an abort", "CANCELLED", () => {
      const controller = new AbortController();
      setTimeout(() => controller.abort(), 60);
      return call(at.hang, { signal: controller.signal });
    });
    if (!["node-fetch", "superagent"].includes(name))
      await trial(name, "an abort because a time was over", "TIMEOUT", () =>
        call(at.hang, { signal: AbortSignal.timeout(60) }),
      );
  }
  await trial("needle", "a connection that is refused", "UNAVAILABLE", () => needle("get", at.dead));
  await trial("needle", "a redirect that leads nowhere", "UPSTREAM_FAILED", () =>
    needle("get", at.loop, null, { follow_max: 3 }),
  );
  await trial("fetch", "a port that browsers refuse", "INVALID_INPUT", () => fetch("http://127.0.0.1:1/"));
  await trial("fetch", "all of several connections refused", "UNAVAILABLE", () =>
    Promise.any([fetch(at.dead), fetch(`${at.dead}/2`)]),
  );
}
