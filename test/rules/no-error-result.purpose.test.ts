import { outdent } from "outdent";
import { describe, it } from "vitest";
import noErrorResult from "../../rules/dist/no-error-result.js";
import { expectFindings, syntaxHosts, typescriptHosts } from "../kit/marked-code.js";

const rule = { name: "no-error-result", rule: noErrorResult };

describe.each(syntaxHosts)("the field that only failures have (%s)", (host) => {
  it.each(
    Object.entries({
      "an error alone": `const f = () => («{ error: "it is gone" }»);`,
      "an error object": `const f = () => («{ error: { message: "it is gone" }, data: null }»);`,
      "an error of a class": `const f = () => («{ kind: "other", error: new NotFoundError() }»);`,
      "what was caught": `function f() { try { g(); } catch (e) { return «{ data: null, error: e }»; } }`,
      "an error that was tested": `async function f() {
      const { token, error } = await g();
      if (error) return «{ error, data: null }»;
      return { token };
    }`,
      "an error of a result that was tested": `
      async function f() { const r = await g(); if (!r.ok) { return «{ error: r.error }»; } return { r }; }`,
    }),
  )("%s", (_, marked) => {
    expectFindings(rule, marked, { host });
  });

  it.each(
    Object.entries({
      "the verdict of a question": `const validateAndSort = () => ({ valid: false, error: "it is gone" });`,
      "an error that may be null": `async function f() { const { data, error } = await g(); return { data, error }; }`,
      "an error that is set later": `
      function f() { let error = null; try { g(); } catch (e) { error = e; } return { error }; }`,
      "an answer of OAuth": `
      const f = (res) => res.status(400).json({ error: "invalid_grant", error_description: "it has expired" });`,
      "the error of a record": `const f = (job) => ({ id: job.id, error: job.error });`,
      "whether there is an error": `const f = (r) => ({ error: r.status !== 0, out: r.out });`,
      "an error by its key": `const f = (params) => ({ code: params.get("code"), error: params.get("error") });`,
      "a success with an error": `const f = (e) => ({ success: true, error: \`Warning: \${e}\` });`,
      "an object with methods": `const f = () => ({ error: (text) => log(text), start() {} });`,
      "no failure by its own words": `
      function f() { try { return g(); } catch { return { failed: false, reason: "x" }; } }`,
    }),
  )("not: %s", (_, code) => {
    expectFindings(rule, code, { host });
  });
});

describe.each(syntaxHosts)("what a function is for (%s)", (host) => {
  it.each(
    Object.entries({
      "a validator": `function validateName(x) { return x ? { ok: true } : { ok: false, error: "x is empty" }; }`,
      "an attempt": `function tryParse(x) { return x ? { success: true, data: x } : { success: false }; }`,
      "a check that says where": `const verifyChain = (x) => (x ? { ok: true, entries: x } : { ok: false, line: 1 });`,
      "a check that could not be made": `
      async function verifyAccess(id) { try { return await load(id); } catch (e) { return { ok: false, error: e.message }; } }`,
      "whether something is there, with what was found": `
      const inspectIndex = (error) => ({ configured: true, reachable: false, error: error ?? "no answer", items: [] });`,
      "a script of a page": `function click() { document.body.click(); return { success: false, error: "It is gone" }; }`,
      "the outcome of an item": `const f = (all) => all.map((x) => ({ ok: false, error: x.message }));`,
      "what its own function handles": `async function f() {
      const r = await g().catch((error) => ({ ok: false, error }));
      if (!r.ok) throw r.error;
      return r;
    }`,
      "the state of a hook": `const useLoad = () => ({ data: null, error: "not loaded" });`,
      "data of an object": `class Job { toJSON() { return { id: this.id, error: this.reason ?? "none" }; } }`,
    }),
  )("not: %s", (_, code) => {
    expectFindings(rule, code, { host });
  });

  it.each(
    Object.entries({
      "a validator whose success brings what it has read": `
      const validateBody = (x) => (x ? { ok: true, body: x } : «{ ok: false, error: "x is empty" }»);`,
      "a try that says why": `function tryParse(text) {
      try { return { ok: true, value: JSON.parse(text) }; } catch (e) { return «{ ok: false, error: e.message }»; }
    }`,
    }),
  )("%s", (_, marked) => {
    expectFindings(rule, marked, { host });
  });
});

describe.each(typescriptHosts)("declared results (%s)", (host) => {
  it.each(
    Object.entries({
      "a verdict that could not be asked for": outdent`
      interface Verdict { valid: boolean; error?: string }
      async function validateToken(token: string): Promise<Verdict> {
        try { await decode(token); return { valid: true }; } catch { return { valid: false, error: "expired" }; }
      }
    `,
      "results of which only the success has what was read": outdent`
      function validateBody(body: unknown): { ok: true; note: Note } | { ok: false; error: string } {
        return isNote(body) ? { ok: true, note: body } : «{ ok: false, error: "it has no text" }»;
      }
    `,
      "a text that a caller has to give": `const createProblem = (message: string): Problem => («{ error: message }»);`,
      "a text that a caller may give": `const createProblem = (message?: string): Problem => ({ error: message });`,
    }),
  )("%s", (_, marked) => {
    expectFindings(rule, marked, { host });
  });
});
