import { describe, expect, it } from "vitest";
import { presets } from "../../rules/dist/configs.js";
import noSwallowedError from "../../rules/dist/no-swallowed-error.js";
import { findings } from "../kit/marked-code.js";

const rule = { name: "no-swallowed-error", rule: noSwallowedError };

const find = (code: string, preset: "node" | "kaiza" = "node") =>
  findings(rule, code, { host: "untyped", settings: presets[preset] });

/** A handler of Express that answers in this way when its work fails. */
const answering = (handler: string, ...more: readonly string[]) =>
  ["app.get('/', async (req, res) => {", "try { res.json(await load(req.query)); }", handler, "});", ...more].join(
    "\n",
  );

/** Functions of the file that answer. */
const HELPERS = [
  "function answerDown(e, res) { console.log(e); res.send({ status: 'ok', data: { error_code: 'DOWN' } }); }",
  "function answerFailed(res) { res.status(502).send({ status: 'ok' }); }",
  "function answerWhich(e, res) { if (e.code) throw e; res.send({ ok: true }); }",
] as const;

describe("a failure that is answered as a success", () => {
  it.each([
    ["nothing is there", answering("catch { res.json([]); }"), "[]"],
    ["a part of nothing", answering("catch (e) { console.error(e); res.json({ models: [] }); }"), "{ models: [] }"],
    ["all is well", answering("catch { res.send({ success: true }); }"), "{ success: true }"],
    ["beside the failure", answering("catch (e) { res.send({ ok: true, error: e.message }); }"), "{ ok: true,"],
    ["with its status", answering("catch { return res.status(200).json({ all: [] }); }"), "{ all: [] }"],
    ["a constant", answering("catch (e) { res.send(OK); }", "const OK = { status: 'ok', error: 'e' };"), "OK"],
    ["a function of the file", answering("catch (e) { answerDown(e, res); return; }", ...HELPERS), "ok"],
    [
      "another one",
      answering("catch (e) { const f = (data) => res.json({ ok: true, data }); f({ error: e }); }"),
      "{ ",
    ],
    ["a wrapper", "export const wrap = (f) => (req, res) => { f(req, res).catch((e) => { res.json([]); }); };", "[]"],
    ["a callback", "export const f = (req, res) => db.get(req.id, (err, row) => { if (err) res.json({}); });", "{}"],
    ["what is not there", "app.get('/', (req, res) => db.list((err, rows) => res.json(rows)));", "rows"],
    ["Fastify", "app.get('/', async (request, reply) => { try { await load(); } catch { reply.send([]); } });", "[]"],
    ["Hono", "app.get('/', async (c) => { try { return c.json(await load()); } catch { return c.json([]); } });", "[]"],
    ["Next", "export async function GET() { try { return await load(); } catch { return Response.json([]); } }", "[]"],
  ])("%s", (_, code, told) => {
    const [found, ...others] = find(code);
    expect(others).toEqual([]);
    expect(found).toMatchObject({ messageId: "answered" });
    expect(found!.message).toContain(`the request is answered as a success, and the caller is told \`${told}`);
    expect(found!.message).toContain("answer with the status of a failure, or pass it on");
    expect(find(code, "kaiza")).toMatchObject([{ messageId: "answered" }]);
  });

  it.each([
    ["a status", answering("catch (e) { res.status(500).json([]); }")],
    ["a status that is assigned", answering("catch (e) { res.statusCode = 503; res.json([]); }")],
    ["a status before", answering("catch (e) { res.status(503); res.json([]); }")],
    ["a status that is computed", answering("catch (e) { res.status(e.code).json([]); }")],
    ["a status of Hono", "app.get('/', async (c) => { try { return await f(); } catch { return c.json([], 500); } });"],
    ["a field", answering("catch (e) { res.json({ error: e.message }); }")],
    ["a flag", answering("catch { res.json({ success: false }); }")],
    ["a text", answering("catch { res.send('The list could not be read'); }")],
    ["nothing", answering("catch { res.json(null); }")],
    ["a function of the file", answering("catch (e) { answerFailed(res); }", ...HELPERS)],
    ["a function that may throw", answering("catch (e) { answerWhich(e, res); }", ...HELPERS)],
    ["the error handler", answering("catch (e) { next(e); }")],
  ])("not where the client can tell: %s", (_, code) => expect(find(code)).toEqual([]));

  it.each([
    ["a reason", answering("catch { /* whether the address is known stays a secret */ res.json({ ok: true }); }")],
    ["another way", answering("catch { const all = await loadOther(req.query); res.json(all); }")],
    ["what was there", "app.get('/', (req, res) => { const old = get(); try { f(); } catch { res.json({ old }); } });"],
    ["a probe", "app.get('/', (req, res) => { try { JSON.parse(req.body); } catch { res.json([]); } });"],
    ["a part of an answer", answering("catch { res.write('[]'); }")],
    ["another server's answer", "export const f = (url) => fetch(url).catch(() => {}).then((res) => res.json());"],
  ])("not with an excuse: %s", (_, code) => expect(find(code)).toEqual([]));

  it("its message names the work, and no call that answers", () => {
    const code = answering("catch { res.json([]); }").replace(
      "try {",
      "try { if (!req.query) return res.sendStatus(400);",
    );
    expect(find(code)[0]!.message).toContain("When `load` fails");
  });
});
