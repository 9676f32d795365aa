import type { TSESLint } from "@typescript-eslint/utils";
import { describe, expect, it } from "vitest";
import noSwallowedError from "../../rules/dist/no-swallowed-error.js";
import { checkCases, findings, syntaxHosts, toCases, typescriptHosts } from "../kit/marked-code.js";
import { presets } from "../../rules/dist/configs.js";

const rule = { name: "no-swallowed-error", rule: noSwallowedError };

/** The rule in a host that only walks the syntax tree: it has no events but the nodes. */
const onNodesAlone = {
  name: "no-swallowed-error",
  rule: {
    ...noSwallowedError,
    create: (context: Parameters<typeof noSwallowedError.create>[0]) =>
      Object.fromEntries(
        Object.entries(noSwallowedError.create(context)).filter(([event]) => /^[A-Z]\w*(?::exit)?$/.test(event)),
      ) as TSESLint.RuleListener,
  },
};

const hosts = [...syntaxHosts.map((host) => ({ host, of: rule })), { host: "untyped", of: onNodesAlone }] as const;

describe.each(hosts)("the paths of a failure ($host, $of.name)", ({ host, of }) => {
  it.each(
    toCases({
      // try, catch and finally
      "a finally block runs after the handler": `function f() { try { a(); } «catch» (e) { log(e); } finally { b(); } }`,
      "a finally block returns": `function f() { try { a(); } «catch» (e) { log(e); } finally { return 1; } }`,
      "a finally block throws": `function f() { try { return a(); } catch { b(); } finally { throw new E(); } }`,
      "a handler throws into the handler around it": `
        function f() { try { try { a(); } catch (e) { throw e; } } «catch» { b(); } }`,
      "a handler goes on behind the statement around it": `
        function f() { try { try { return a(); } catch { b(); } throw new Error("x"); } catch (e) { throw e; } }`,
      "finally blocks in each other, of which none ends it": `
        function f() { try { try { a(); } «catch» (e) { log(e); } finally { b(); } } finally { c(); } }`,
      "finally blocks in each other, of which the outer one throws": `
        function f() { try { try { return a(); } catch { b(); } finally { c(); } } finally { throw new E(); } }`,
      "a handler in a finally block": `function f() { try { return a(); } finally { try { b(); } «catch» {} } }`,
      "a handler in the finally block of a throw": `
        function f() { try { throw new E(); } finally { try { b(); } catch {} } }`,
      "an attempt in which nothing throws": `function f() { try { return 1; } catch {} }`,
      "code behind a return": `function f() { return 1; try { a(); } catch {} }`,

      // Loops and labels
      "continue runs the finally block": `
        function f() {
          for (const x of xs) {
            let failed = false;
            try { a(x); } catch { failed = true; continue; } finally { if (failed) throw new Error("x"); }
          }
        }`,
      "break runs the finally block": `
        function f() {
          while (b()) {
            let failed = false;
            try { a(); } catch { failed = true; break; } finally { if (failed) throw new Error("x"); }
          }
        }`,
      "a finally block goes on with the loop": `
        function f() { for (const x of xs) { try { a(x); } «catch» (e) { log(e); } finally { continue; } } }`,
      "continue in the finally block of a loop that tries again": `
        function f() { for (const x of xs) { try { return a(x); } catch {} finally { continue; } } throw new E(); }`,
      "a label of an outer loop": `
        function f() { outer: for (const x of xs) { for (;;) { try { a(x); } «catch» { continue outer; } } } }`,
      "a break with a label leaves both loops": `
        function f() { outer: for (;;) { for (;;) { try { return a(); } catch { break outer; } } } throw new E(); }`,
      "a break without a label goes on in the outer loop": `
        function f() { for (;;) { for (;;) { try { a(); } «catch» { break; } } if (b()) return; } throw new E(); }`,
      "a break with the label of a block": `
        function f() { out: { try { return a(); } catch { break out; } return 2; } throw new E(); }`,
      "two labels of one loop": `
        function f() { one: two: for (;;) { try { return a(); } catch { break one; } } throw new E(); }`,
      "an endless loop": `function f() { for (;;) { try { a(); } «catch» (e) { b(); } } }`,
      "do and while that end": `function f() { do { try { a(); } «catch» (e) { log(e); } } while (b()); }`,
      "do and while whose test is the failure": `
        function f() { let last; do { try { return a(); } catch (e) { last = e; } } while (!last); throw last; }`,
      "for and in": `function f(o) { for (const k in o) { try { a(o[k]); } «catch» { b(); } } }`,
      "the update of a loop": `function f() { for (let i = 0; i < 3; i++) { try { a(i); } «catch» { b(); } } }`,
      "an asynchronous iterator that goes on": `
        async function f() { for await (const x of xs) { try { a(x); } «catch» (e) { log(e); } } }`,
      "an asynchronous iterator that fails after all": `
        async function f() { for await (const x of xs) { try { return a(x); } catch {} } throw new E(); }`,
      "an iterator that throws": `async function f() { try { for await (const x of xs) {} } «catch» {} }`,

      // switch
      "a case falls through to a throw": `
        function f() { try { a(); } catch (e) { switch (b) { case 1: log(e); case 2: throw e; default: throw e; } } }`,
      "a case breaks": `
        function f() { try { a(); } «catch» (e) { switch (b) { case 1: break; case 2: throw e; default: throw e; } } }`,
      "a default in the middle falls through": `
        function f() { try { a(); } catch (e) { switch (b) { case 1: throw e; default: log(e); case 2: throw e; } } }`,
      "a default in the middle breaks": `
        function f() { try { a(); } «catch» (e) { switch (b) { case 1: throw e; default: break; case 2: throw e; } } }`,
      "a switch with a default alone": `
        function f() { try { a(); } catch (e) { switch (b) { default: throw e; } } }`,
      "a switch without a case": `function f() { try { a(); } «catch» (e) { switch (b) {} } }`,
      "a break with the label of a switch": `
        function f() { s: switch (b) { default: try { return a(); } catch { break s; } } throw new E(); }`,

      // Conditions
      "a failure and something else, negated": `
        function f() { try { a(); } «catch» (e) { if (!(e && quiet)) throw e; } }`,
      "a failure or something else, negated": `
        function f() { try { a(); } catch (e) { if (!(e || quiet)) return; throw e; } }`,
      "two arms that throw": `
        function f() { try { a(); } catch (e) { b ? fail(e) : next(e); } }`,
      "a call behind &&": `function f(cb) { try { a(); } «catch» (e) { quiet && cb(e); } }`,
      "a call behind ??": `function f(cb) { try { a(); } «catch» (e) { quiet ?? cb(e); } }`,
      "a call behind ?.": `function f(cb) { try { a(); } catch (e) { cb?.(e); } }`,
      "an assignment of what is missing": `
        function f() { let first; for (const x of xs) { try { a(x); } catch (e) { first ??= e; } } if (first) throw first; }`,

      // Generators
      "a generator that goes on after its failure": `
        function* f() { try { yield a(); } «catch» (e) { yield 1; } }`,
      "a generator that its caller may close before the throw": `
        function* f() { try { yield a(); } catch (e) { yield 1; throw e; } }`,
      "cleaning up in a generator that ends when it is closed": `
        function* f() { try { for (;;) yield a(); } finally { try { b(); } «catch» {} } }`,

      // Where code runs
      "a static block": `class A { static { try { a(); } «catch» {} } }`,
      "the value of a field": `class A { b = load().«catch»(() => {}); }`,
      "a computed name": `class A { [load().«catch»(() => "")] = 1; }`,
      "the default of a parameter": `function f(x = load().«catch»(() => {})) {}`,
      "a function in a field that throws": `
        class A { quit = (e) => { throw e; }; run() { try { a(); } catch (e) { this.quit(e); } } }`,
      "the code of a file": `try { a(); } «catch» {}`,
    }),
  )("$name", (each) => checkCases(of)({ host })(each));
});

describe.each(typescriptHosts)("the paths of a failure in TypeScript (%s)", (host) => {
  it.each(
    toCases({
      "the disposal of a resource fails": `
        async function f() { try { await using lock = null; return 1; } «catch» {} }`,
      "the disposal of a resource in a block": `function f() { try { { using lock = null; } return 1; } «catch» {} }`,
      "a namespace": `namespace N { try { a(); } «catch» {} }`,
      "an accessor": `class A { accessor b = load().«catch»(() => {}); }`,
      "an assertion about the failure": `function f() { try { a(); } catch (e) { throw e as Error; } }`,
    }),
  )("$name", (each) => checkCases(rule)({ host })(each));
});

it("finally blocks in each other are followed at each depth", () => {
  const nest = (depth: number): string =>
    depth === 0 ? "try { a(); } catch {}" : `try { b(); } finally { ${nest(depth - 1)} }`;
  expect(findings(rule, `function f() { ${nest(8)} }`, { settings: presets.kaiza })).toHaveLength(1);
});
