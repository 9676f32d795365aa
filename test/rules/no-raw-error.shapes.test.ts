import { describe, it } from "vitest";
import noRawError from "../../rules/dist/no-raw-error.js";
import { expectFindings, type LintOptions, syntaxHosts, typescriptHosts } from "../kit/marked-code.js";

const rule = { name: "no-raw-error", rule: noRawError };
const check = (marked: string, lint?: LintOptions) => expectFindings(rule, marked, lint);

describe.each(syntaxHosts)("by syntax and scope alone (%s)", (host) => {
  it.each(
    Object.entries({
      "a built-in error": `throw «new Error("x")»;`,
      "without new": `throw «Error("x")»;`,
      "in parentheses, without new": `throw («(Error)("x")»);`,
      "without an argument list": `throw «new Error»;`,
      "a member of the global object": `throw «new globalThis.Error("x")»;`,
      "a member of a library that is named like a built-in class": `const lib = load(); throw «lib.Error()»;`,
      "the same behind a computed member": `const lib = load(), mod = "m"; throw «lib[mod].Error()»;`,
      "a computed member that is not static": `const lib = load(); throw lib[Error]();`,
      "the last operand of a sequence": `throw (log(), «new Error("x")»);`,
      "a sequence that ends in the contract's error": `
      import { SystemError } from "error-contract/kaiza"; throw (log(), SystemError.toolFailure("INVALID_PATH"));`,
      "an assignment": `let e; throw (e = «new Error("x")»);`,
      "both arms of a conditional": `throw c ? «new Error("a")» : «new TypeError("b")»;`,
      "only the bad arm of a conditional": `import { SystemError } from "error-contract/kaiza";
    throw c ? «new Error("a")» : SystemError.toolFailure("INVALID_PATH");`,
      "the right side of ??": `throw maybe ?? «new Error("x")»;`,
      "the right side of ||": `throw maybe || «new Error("x")»;`,
      "the right side of &&": `throw maybe && «new Error("x")»;`,
      "a constant": `const e = new Error("x"); throw «e»;`,
      "a variable that is reassigned on one path": `import { SystemError } from "error-contract/kaiza";
    let e = SystemError.toolFailure("INVALID_PATH");
    if (c) e = new Error("x");
    throw «e»;`,
      "an alias of a built-in class": `const E = Error; throw «new E("x")»;`,
      "members added with Object.assign": `throw «Object.assign(new Error("x"), { code: 1 })»;`,
      "a class of this file": `class Mine extends Error {} throw «new Mine("x")»;`,
      "a class below a class expression": `
      const Mine = class extends Error {}; class Deep extends Mine {} throw «new Deep("x")»;`,
      "two classes of this file": `class Mine extends Error {} class Deep extends Mine {} throw «new Deep("x")»;`,
      "a class of this file that is no error": `class Mine {} throw «new Mine()»;`,
      "a string": `throw «"x"»;`,
      "a template": "throw «`x ${1}`»;",
      "an object": `throw «{ code: "x" }»;`,
      undefined: `throw «undefined»;`,
      "the contract's class": `import { SystemError } from "error-contract/kaiza"; throw new SystemError({});`,
      "the contract's class under another name": `
      import { SystemError as SE } from "error-contract/kaiza"; throw new SE({});`,
      "the contract's class in a namespace": `
      import * as contract from "error-contract/kaiza"; throw contract.SystemError.toolFailure("INVALID_PATH");`,
      "a subclass of the contract's class": `
      import { SystemError } from "error-contract/kaiza"; class Mine extends SystemError {} throw new Mine({});`,
      "an import named Error": `import { Error } from "x"; throw new Error("x");`,
      "a default import named Error": `import Error from "x"; throw new Error("x");`,
      "a parameter named Error": `function f(Error) { throw new Error("x"); }`,
      "what a stream's reader gets": `
      new ReadableStream({ start(controller) { controller.error(«new Error("It is closed")»); } });
      new TransformStream({ transform: (chunk, it) => it.error(«new Error("It is closed")») });`,
      "a controller of another kind": `new Remote({ start(controller) { controller.error(new Error("x")); } });`,
      "a getter": `class A { get a() { throw «new Error("x")»; } }`,
      "a constructor": `class A { constructor() { throw «new Error("x")»; } }`,
      "a static block": `class A { static { throw «new Error("x")»; } }`,
      "a field initialiser": `class A { a = (() => { throw «new Error("x")»; })(); }`,
      "a default parameter": `function f(a = (() => { throw «new Error("x")»; })()) {}`,
      "a generator": `function* f() { throw «new Error("x")»; }`,
      "an async arrow": `const f = async () => { throw «new Error("x")»; };`,
      "a timer's callback": `setTimeout(() => { throw «new Error("x")»; }, 1);`,
      "a promise handler's body": `p.then(() => { throw «new Error("x")»; });`,
      "a rejected promise": `Promise.reject(«new Error("x")»);`,
      "an optional call of reject": `Promise?.reject(«new Error("x")»);`,
      "a computed reject": `Promise["reject"](«new Error("x")»);`,
      "an alias of Promise": `const P = Promise; P.reject(«new Error("x")»);`,
      "a subclass of Promise": `class P extends Promise {} P.reject(«new Error("x")»);`,
      "a rejection with nothing": `«Promise.reject()»;`,
      "an executor that rejects with nothing": `
      new Promise((resolve, reject) => { if (c) «reject()»; else resolve(); });`,
      "an executor whose second parameter has another name": `new Promise((ok, fail) => fail(«new Error("x")»));`,
      "reject in a nested callback of the executor": `
      new Promise((resolve, reject) => { run(() => reject(«new Error("x")»)); });`,
      "an executor that is a variable": `
      const executor = (resolve, reject) => reject(new Error("x")); new Promise(executor);`,
      "reject shadowed inside the executor": `
      new Promise((resolve, reject) => { function f(reject) { reject(new Error("x")); } });`,
      "an executor that destructures its second parameter": `
      new Promise((resolve, { reject }) => reject(new Error("x")));`,
      "reject of withResolvers": `const { reject } = Promise.withResolvers(); reject(«new Error("x")»);`,
      "reject on what withResolvers returned": `
      const deferred = Promise.withResolvers(); deferred.reject(«new Error("x")»);`,
      "a bound reject": `const fail = Promise.reject.bind(Promise); fail(«new Error("x")»);`,
      "reject handed on": `new Promise((resolve, reject) => { emitter.on("error", reject); });`,
      "a callback": `function f(cb) { cb(«new Error("x")»); }`,
      next: `app.use((req, res, next) => { next(«new Error("x")»); });`,
      "a callback that gets no error": `app.use((req, res, next) => { next("route"); next(); next(null); });`,
      "a text for a callback": `function f(cb) { if (a) return cb("x"); cb(null, g()); }`,
      "a function named callback that is no parameter": `callback(new Error("x"));`,
      "an error event": `emitter.emit("error", «new Error("x")»);`,
      "another event": `emitter.emit("done", new Error("x"));`,
      "an aborted controller": `controller.abort(«new Error("x")»);`,
      "a destroyed stream": `stream.destroy(«new Error("x")»);`,
      "an error thrown into a generator": `generator.throw(«new Error("x")»);`,
      "a returned error": `function f() { return «new Error("x")»; }`,
      "an error that is only made": `«new Error("x")»;`,
      "an error made for its stack": `const { stack } = new Error(); f(new Error().stack);`,
      "a caught value": `try { f(); } catch (e) { throw e; }`,
      "a caught value through an alias": `try { f(); } catch (e) { const err = e; throw err; }`,
      "the value that .catch gives an arrow": `p.catch((e) => { throw e; });`,
      "the value that .catch gives a function": `p.catch(function (e) { throw e; });`,
      "the value that .then gives its second argument": `p.then(f, (e) => { throw e; });`,
      "the outer binding thrown by an inner catch": `try { f(); } catch (e) { try { g(); } catch { throw e; } }`,
      "a catch binding that was replaced by a raw error": `try { f(); } catch (e) { e = new Error("x"); throw «e»; }`,
      "a failure kept for after a retry loop": `
      let last; for (;;) { try { f(); break; } catch (e) { last = e; } } throw last;`,
      "a throw that its own catch ends without a look at it": `try { if (!a) throw new Error("x"); b(); } catch { c(); }`,
      "an error handed to a callback": `fs.readFile(p, (err, data) => { if (err) throw err; });`,
      "an error handed to a callback and on": `
      new Promise((resolve, reject) => { f((err, v) => (err ? reject(err) : resolve(v))); });`,
      "an error handed to a listener": `child.on("error", (problem) => { throw problem; });`,
      "the cause of what was caught": `try { f(); } catch (e) { throw e.cause; }`,
      "a class of this file handed to a callback": `class Mine extends Error {} function f(cb) { cb(«new Mine("x")»); }`,
      "an error in one arm of what is returned": `const f = (v) => (v ? undefined : «new Error("required")»);`,
      "a throw that its own catch looks at": `try { throw «new Error("x")»; } catch (e) { show(e); }`,
      "the elements of a loop": `for (const e of load()) throw e;`,
      "a class made by a library's call": `
      import { Data } from "effect"; class Q extends Data.TaggedError("Q") {} throw new Q();`,
      "a comparison that mentions a class": `if (e instanceof Error || e === Error) f();`,
      "a DOM exception": `throw «new DOMException("x", "AbortError")»;`,
      "what a switch leaves to do": `
      switch (x) { default: { throw «new Error("Not implemented yet: " + x + " case")»; } }`,
      "the SDK's protocol error": `
      import { ErrorCode, McpError } from "@modelcontextprotocol/sdk/types.js"; throw new McpError(ErrorCode.MethodNotFound, "x");`,
      "the second SDK's protocol error": `
      import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server"; throw new ProtocolError(ProtocolErrorCode.MethodNotFound, "x");`,
      "a legacy error": `import { KaizaError } from "./core/error.js"; throw new KaizaError({});`,
      "a class of another file": `import { Mine } from "./mine.js"; throw new Mine();`,
    }),
  )("%s", (_name, marked) => check(marked, { host }));
});

describe.each(typescriptHosts)("TypeScript syntax (%s)", (host) => {
  it.each([
    ["as", `throw «new Error("x")» as Error;`],
    ["satisfies", `throw «new Error("x")» satisfies Error;`],
    ["a non-null assertion", `throw «new Error("x")»!;`],
    ["a type assertion", `throw <Error>«new Error("x")»;`],
    ["a decorator that makes an error", `@FooError() class A {}`],
    ["reject through an asserted promise", `(Promise as any).reject(«new Error("x")»);`],
  ])("%s", (_name, marked) => check(marked, { host }));
});

describe("by type", () => {
  it.each(
    Object.entries({
      "a function that returns an error": `declare function mk(): Error; throw «mk()»;`,
      "a function of the file that makes the error, where it returns it": `function mk(text: string) { return «new Error(text)»; }
    if (a) throw mk("a");
    throw mk("b");
    declare const a: boolean;`,
      "an asynchronous one": `
      const mk = async () => { await 0; return «new Error("x")»; }; async function f() { throw await mk(); }`,
      "an awaited function that resolves to an error": `
      declare function mk(): Promise<Error>; async function f() { throw «await mk()»; }`,
      "what a generator is resumed with": `function* f(): Generator<number, void, Error> { throw «yield 1»; }`,
      "a generic subclass": `declare class Mine<T> extends Error { data: T } declare const e: Mine<string>; throw «e»;`,
      "a default type parameter": `
      declare class Mine<T = string> extends Error { data: T } declare const e: Mine; throw «e»;`,
      "a class that only implements Error": `
      class Mine implements Error { name = "x"; message = "x"; } declare const e: Mine; throw «e»;`,
      "a mapped error": `declare const e: Readonly<Error>; throw «e»;`,
      "what stands before ??": `declare const e: Error | null; throw «e» ?? «new Error("x")»;`,
      "the contract's error before ??": `import type { SystemError } from "error-contract/kaiza";
    declare const e: SystemError | null;
    throw e ?? «new Error("x")»;`,
      "an error that a typed callback is handed": `declare const fs: { read(cb: (err: Error | null) => void): void };
    new Promise((resolve, reject) => { fs.read((err) => { if (err) reject(err); }); });`,
      "what a test before it rules out": `import { SystemError } from "error-contract/kaiza";
    declare const map: Map<string, SystemError>;
    declare function any(): SystemError | Error;
    function f() { const e = map.get("x"); if (e) throw e; }
    function g() { const e = any(); if (e instanceof SystemError) throw e; throw «e»; }`,
      "the contract's error or undefined, which an assertion rules out": `
      import type { SystemError } from "error-contract/kaiza"; declare const e: SystemError | undefined; throw e!;`,
      "an error or undefined": `declare const e: Error | undefined; throw «e»;`,
      "an error or a string": `declare const e: Error | string; throw «e»;`,
      "a type parameter that extends Error": `function f<T extends Error>(e: T) { throw «e»; }`,
      "what always throws, where nothing says so": `function fail() { throw sth(); } throw fail();`,
      "the answer to a request": `class Server {
      #refuse(): Response { return new Response("no", { status: 401 }); }
      serve() { throw this.#refuse(); }
    }`,
      "what never comes back": `declare function fail(): never; throw fail();`,
      "a parameter of type unknown": `function f(e: unknown) { throw «e»; }`,
      "a parameter of type any": `function f(e: any) { throw «e»; }`,
      "a narrowed parameter": `function f(e: unknown) { if (e instanceof TypeError) throw «e»; }`,
      "what an untyped dependency gives": `import { mk } from "no-such-package"; throw mk();`,
      "what JSON gives": `throw JSON.parse("1");`,
      "an error that a package has given": `import { ZodError } from "zod"; declare const e: ZodError; throw e;`,
      "an error of a package that a function makes": `
      import { ZodError } from "zod"; declare function make(): ZodError; throw «make()»;`,
      "a project's class made from an extended contract": `import { createErrorClass, extend } from "error-contract";
    import { kaiza } from "error-contract/kaiza";
    const Mine = createErrorClass(extend(kaiza, { codes: { GONE: {
      meaning: "Gone",
      condition: "not_found",
      section: "ours"
    } } }));
    throw Mine.toolFailure("GONE");`,
      "the contract's envelope": `import { SystemError } from "error-contract/kaiza";
    throw «SystemError.toolFailure("INVALID_PATH").toEnvelope()»;`,
      "a parameter of type unknown as a callback's argument": `
      function f(e: unknown, cb: (e: unknown) => void) { cb(e); }`,
    }),
  )("%s", (_name, marked) => check(marked, { host: "typed" }));

  it.each([
    ["a function that returns an error", `declare function mk(): Error; throw mk();`],
    ["a parameter", `function f(e: unknown) { throw e; }`],
  ])("says nothing without types about %s", (_name, marked) => check(marked, { host: "untyped" }));
});

describe("handlers that are no plain rethrow", () => {
  it.each([
    ["a rest parameter", `p.catch((...e) => { throw «e»; });`],
    ["an argument after a spread", `p.catch(...x, (e: unknown) => { throw «e»; });`],
    ["a parameter that is reassigned", `p.catch((e: unknown) => { e = f(); throw «e»; });`],
    ["another variable", `const other: unknown = f(); p.catch((e: unknown) => { throw «other»; });`],
    ["a first argument of then", `p.then((e: unknown) => { throw «e»; });`],
  ])("%s", (_name, marked) => {
    check(`declare const p: Promise<void>; declare const x: never[]; declare function f(): unknown; ${marked}`, {
      host: "typed",
    });
  });
});

describe("options", () => {
  it("allow: a built-in class", () =>
    check(`throw new DOMException("x"); throw «new Error("x")»;`, {
      options: { allow: [{ from: "lib", name: "DOMException" }] },
    }));
  it("allow: a class of a package", () =>
    check(`import { HTTPException } from "hono/http-exception"; throw new HTTPException(400);`, {
      host: "typed",
      options: { allow: [{ from: "package", package: "hono", name: "HTTPException" }] },
    }));
  it("allow: a class of this file, by name", () =>
    check(`class Mine extends Error {} throw new Mine("x");`, { options: { allow: ["Mine"] } }));
  it("allowUnknown", () =>
    check(`function f(e: unknown) { throw e; }`, { host: "typed", options: { allowUnknown: true } }));
  it("allowUnknown: a value that is kept", () => {
    const code = `class Job { #failure: Error | undefined; run() { if (this.#failure) throw VALUE; } }`;
    check(code.replace("VALUE", "«this.#failure»"), { host: "typed" });
    check(code.replace("VALUE", "this.#failure"), { host: "typed", options: { allowUnknown: true } });
  });
});

describe("files that are not asked", () => {
  it("the module that defines the contract's class", () =>
    check(`export class «SystemError» extends Error {} throw new Error("x");`));
});
