import type { ContractData } from "error-contract";
import { kaiza } from "error-contract/kaiza";
import { describe, it } from "vitest";
import { kaizaSettings } from "../../rules/dist/configs.js";
import noErrorResult from "../../rules/dist/no-error-result.js";
import { expectFindings, lenientKaiza, type LintOptions, syntaxHosts, typescriptHosts } from "../kit/marked-code.js";

const rule = { name: "no-error-result", rule: noErrorResult };
const check = (marked: string, lint?: LintOptions) => expectFindings(rule, marked, lint);

describe.each(syntaxHosts)("by syntax and scope alone (%s)", (host) => {
  it.each(
    Object.entries({
      "an object that is not ok": `function f() { return «{ ok: false }»; }`,
      "an object without success": `function f() { return «{ success: false, error: "x" }»; }`,
      "a quoted name": `function f() { return «{ "ok": false }»; }`,
      "a negated number": `function f() { return «{ success: !1 }»; }`,
      "the last of two": `function f() { return «{ ok: true, ok: false }»; }`,
      "the first of two, which does not count": `function f() { return { ok: false, ok: true }; }`,
      "an arrow function's body": `const f = () => («{ ok: false }»);`,
      "an executor's resolve": `new Promise((resolve) => resolve(«{ ok: false }»));`,
      "Promise.resolve": `const f = () => Promise.resolve(«{ ok: false }»);`,
      "a constant that is returned": `function f() { const r = «{ ok: false }»; return r; }`,
      "a variable that is assigned": `function f() { let r; if (a) { r = «{ ok: false }»; } return r; }`,
      "a mutation before the return": `
      function f() { const r = { ok: true }; if (a) { «r.ok = false»; r.error = "x"; return r; } return r; }`,
      "Object.assign before the return": `
      function f(r) { const o = load(); Object.assign(o, «{ ok: false }»); return o; }`,
      "Object.assign as the answer": `function f(r) { return Object.assign(r, «{ ok: false }»); }`,
      "a frozen object": `const f = () => Object.freeze(«{ ok: false }»);`,
      JSON: `const f = () => JSON.stringify(«{ ok: false }»);`,
      "what a function makes an answer of": `const f = () => jsonResult(«{ ok: false, error: "x" }»);`,
      "a spread in front": `function f(r) { return «{ ...r, ok: false }»; }`,
      "a spread behind": `function f(r) { return «{ ok: false, ...r }»; }`,
      "one arm of a conditional": `const f = (a) => a ? { ok: true } : «{ ok: false }»;`,
      "the right side of ??": `const f = (a) => a ?? «{ ok: false }»;`,
      "the right side of ||": `const f = (a) => a || «{ ok: false }»;`,
      "a failure without its data": `const f = () => («{ ok: false, data: null }»);`,
    }),
  )("%s", (_, marked) => {
    check(marked, { host });
  });

  it.each(
    Object.entries({
      "a success": `function f() { return { ok: true }; }`,
      "a value that is computed": `const f = (r) => ({ ok: r.ok, error: r.statusText });`,
      "a state before anything has happened": `const f = () => ({ ok: false, error: null });`,
      "a report that is no failure": `const f = () => ({ ok: false, latency: 3, uptime: 7 });`,
      "a state of the module": `const state = { ok: false }; const f = () => state;`,
      "a result that is filled in": `function f() { const r = { ok: false }; r.ok = g(); return r; }`,
      "an answer that is passed through": `async function f() { const r = await g(); if (!r.ok) return r; return 1; }`,
      "an argument": `log({ ok: false, error: "x" });`,
      "a thrown object": `function f() { throw { ok: false }; }`,
      "a message of JSON-RPC": `const f = (id) => ({ jsonrpc: "2.0", id, error: { code: -32601, message: "no" } });`,
      "a status alone": `const f = () => ({ status: "error" });`,
      "a getter": `const f = () => ({ get ok() { return false; } });`,
      "a list of nothing and an error": `function f() { try { g(); } catch (e) { return [null, e]; } }`,
      "an object in a list": `const f = () => [{ ok: false, error: "x" }];`,
      "an event of a generator": `function* f() { yield { ok: false, error: "x" }; }`,
      "a response": `app.get("/", (req, res) => { res.json({ ok: false }); });`,
      "the contract's own module": `class SystemError extends Error { toResult() { return { ok: false, error: "x" }; } }`,
    }),
  )("not: %s", (_, code) => {
    check(code, { host });
  });
});

describe("options", () => {
  it("names that are failures alone", () => {
    const options = { discriminants: ["error", "status", "kind"] };
    check(`const f = () => («{ error: "it is gone" }»);`, { options });
    check(`const f = () => («{ status: "error" }»);`, { options });
    check(`const f = () => («{ kind: "failed", id: 1 }»);`, { options });
    check(`const f = () => ({ ok: false });`, { options });
  });

  it("names with their value in a failure", () => {
    const options = {
      discriminants: [
        { name: "exit", value: 1 },
        { name: "value", value: null },
      ],
    };
    check(`const f = () => («{ exit: 1 }»);`, { options });
    check(`const f = () => ({ exit: 0 });`, { options });
    check(`const f = () => («{ value: null }»);`, { options });
  });

  it("error results, at the strictness `recommended`", () => {
    const settings = lenientKaiza;
    check(`const f = () => ({ isError: true, content: [{ type: "text", text: "it is gone" }] });`, { settings });
    check(`const f = () => («{ content: [{ type: "text", text: "Error: it is gone" }] }»);`, { settings });
  });
});

describe.each(typescriptHosts)("declared results (%s)", (host) => {
  it("are no failures where a function takes its state and gives the next one", () => {
    const code = `async function f(before: State, form: Form): Promise<State> { return { success: false, errors: before }; }`;
    expectFindings(rule, code, { host });
    expectFindings(
      rule,
      code
        .replace("before: State", "before: Other")
        .replace("{ success", "«{ success")
        .replace("before }", "before }»"),
      { host },
    );
  });

  it.each(
    Object.entries({
      "an assertion": `const f = () => («{ ok: false as const }»);`,
      satisfies: `const f = () => («{ ok: false }» satisfies { ok: boolean });`,
      "a type of a package": `
      import type { Check } from "checks"; function f(): Check { return «{ ok: false, message: "x" }»; }`,
    }),
  )("%s", (_, marked) => {
    check(marked, { host });
  });
});

it.each([
  [
    "a helper that makes failures, at its declaration",
    `const fail = (error) => («{ ok: false, error }»); export const f = () => fail("x");`,
  ],
])("%s", (_, marked) => {
  check(marked);
});

describe("a contract that returns", () => {
  const envelope = {
    type: "object",
    required: ["error"],
    properties: {
      error: {
        type: "object",
        required: ["error_code", "human_message"],
        properties: { error_code: { type: "string" }, human_message: { type: "string" } },
      },
    },
  };
  const { legacy: _, ...withoutLegacy } = structuredClone<ContractData>(kaiza);
  const returning = (delivery: "return" | "return-json") => ({
    ...kaizaSettings,
    contract: {
      ...withoutLegacy,
      name: "returning",
      delivery,
      fields: { code: "error.error_code", message: "error.human_message" },
      context: {},
      envelopes: { failure: envelope },
      vocabulary: {
        module: "returning",
        errorClass: "ReturningError",
        codes: "RETURNING_CODES",
        factories: [
          { name: "returningError", purpose: "failure", positional: ["error_code"], reads: ["human_message"] },
        ],
        boundary: "wrapHandler",
      },
    },
    runtime: null,
  });

  it.each(
    Object.entries({
      "its envelope": `const f = () => ({ error: { error_code: "GONE", human_message: "it is gone" } });`,
      "an envelope that is put together": `const f = (error) => ({ success: false, error });`,
      "its envelope as JSON": `
      const f = () => JSON.stringify({ error: { error_code: "GONE", human_message: "it is gone" } });`,
      "its envelope as text": `const f = () => ({ content: [{
      type: "text",
      text: JSON.stringify({ error: { error_code: "A", human_message: "b" } })
    }] });`,
      "what is not its envelope": `const f = () => («{ ok: false, error: "it is gone" }»);`,
      "an envelope without its code": `const f = () => («{ ok: false, error: { human_message: "it is gone" } }»);`,
      "JSON that is not its envelope": `const f = () => JSON.stringify(«{ success: false, message: "it is gone" }»);`,
    }),
  )("%s", (_, marked) => {
    check(marked, { settings: returning("return") });
    check(marked, { settings: returning("return-json") });
  });
});
