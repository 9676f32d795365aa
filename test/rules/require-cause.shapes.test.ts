import { describe, it } from "vitest";
import requireCause from "../../rules/dist/require-cause.js";
import { expectFindings, type LintOptions, syntaxHosts } from "../kit/marked-code.js";
import { outdent } from "outdent";

const rule = { name: "require-cause", rule: requireCause };
const imported = `import { SystemError } from "error-contract/kaiza";\n`;
const check = (marked: string, lint?: LintOptions) => expectFindings(rule, imported + marked, lint);

/** A contract error that is made in a catch clause with these fields. */
const made = (fields: string) => `try { f(); } catch (e) { throw SystemError.toolFailure("X", ${fields}); }`;
/** The same with the mark of a finding. */
const reported = (fields: string) => made(fields).replace("SystemError.toolFailure", "«$&»");

describe.each(syntaxHosts)("by syntax and scope alone (%s)", (host) => {
  it.each(
    Object.entries({
      "a factory without options": `try { f(); } catch (e) { throw «SystemError.toolFailure»("X"); }`,
      "the constructor without an argument list": `try { f(); } catch (e) { throw new «SystemError»; }`,
      "a message that quotes the failure": reported(`{ human_message: e.message }`),
      "a message that quotes the failure, with the failure": made(`{ human_message: e.message, cause: e }`),
      "the text of what is no Error": `try {
      f();
    } catch (e) {
      throw e instanceof Error ? e : SystemError.toolFailure("X", { human_message: String(e) });
    }`,
      "the text of what may be an Error": reported(`{ human_message: e instanceof Error ? e.message : String(e) }`),
      "a bare rethrow": `try { f(); } catch (e) { throw e; }`,
      "an error outside any handler": `throw SystemError.toolFailure("X");`,
      "a raw error, which no-raw-error speaks about": `try { f(); } catch (e) { throw new Error("x"); }`,
      "a namesake from elsewhere": `
      import { SystemError as S } from "other"; try { f(); } catch (e) { throw new S({}); }`,
      "an import alias": `import { SystemError as SE } from "error-contract/kaiza";
    try { f(); } catch (e) { throw «SE.toolFailure»("X"); }`,
      "a namespace import": `import * as contract from "error-contract/kaiza";
    try { f(); } catch (e) { throw new «contract.SystemError»({}); }`,
      "the mapper of a failure that a result gets": `
      ResultAsync.fromPromise(f(), () => «SystemError.toolFailure»("X"));`,
      "one that passes it on": `
      ResultAsync.fromPromise(f(), (e) => SystemError.toolFailure("X", { cause: e }));`,
      "a namesake of the method": `Rx.fromPromise(f(), () => SystemError.toolFailure("X"));`,
      "the conversion of the failure": `try { f(); } catch (e) { throw SystemError.fromUnknown(e); }`,
      "the conversion of another value": `try { f(); } catch (e) { throw SystemError.fromUnknown(«"x"»); }`,
    }),
  )("%s", (_name, marked) => check(marked, { host }));

  it.each(
    Object.entries({
      "a property": made(`{ cause: e }`),
      "a quoted property": made(`{ "cause": e }`),
      "a computed string": made(`{ ["cause"]: e }`),
      "a computed variable": `let key = f(); ${reported(`{ [key]: e }`)}`,
      "a shorthand": `try { f(); } catch (cause) { throw SystemError.toolFailure("X", { cause }); }`,
      "a duplicate whose last word is the failure": `const x = 1; ${made(`{ cause: x, cause: e }`)}`,
      "a duplicate whose last word is another value": `const x = 1; ${made(`{ cause: e, cause: «x» }`)}`,
      "an alias": `try { f(); } catch (e) { const err = e; throw SystemError.toolFailure("X", { cause: err }); }`,
      "what a function makes of it": made(`{ cause: toError(e) }`),
      "a conditional conversion": made(`{ cause: e instanceof Error ? e : new Error(String(e)) }`),
      "a list that holds it": made(`{ cause: [e] }`),
      "an AggregateError that holds it": made(`{ cause: new AggregateError([e], "x") }`),
      "its own cause": made(`{ cause: e.cause }`),
      "the last operand of a sequence": made(`{ cause: (log(e), e) }`),
      "a value that a call returns": made(`{ cause: lastError() }`),
      "its message": made(`{ cause: «e.message» }`),
      "its text": made(`{ cause: «String(e)» }`),
      nothing: made(`{ cause: «undefined» }`),
      "a method of that name": made(`{ «cause() { return e; }» }`),
      "a getter of that name": made(`{ «get cause() { return e; }» }`),
      "another value under the name of the failure": `const other = 1;
    try { f(); } catch (e) { { const e = other; throw SystemError.toolFailure("X", { cause: «e» }); } }`,
      "the outer failure in the inner catch": `
      try { f(); } catch (e) { try { f(); } catch (inner) { throw SystemError.toolFailure("X", { cause: «e» }); } }`,
      "a list that the failure was pushed to": `
      const all = []; try { f(); } catch (e) { all.push(e); throw SystemError.toolFailure("X", { cause: all }); }`,
      "a binding that is wrapped": `
      try { f(); } catch (e) { e = wrap(e); throw SystemError.toolFailure("X", { cause: e }); }`,
    }),
  )("the cause is %s", (_name, marked) => check(marked, { host }));

  it.each(
    Object.entries({
      "a variable with the failure": `
      try { f(); } catch (e) { const o = { cause: e }; throw SystemError.toolFailure("X", o); }`,
      "a variable that gets it later": `
      try { f(); } catch (e) { const o = {}; o.cause = e; throw SystemError.toolFailure("X", o); }`,
      "a parameter": `function g(o) { try { f(); } catch (e) { throw SystemError.toolFailure("X", o); } }`,
      "null instead": reported(`null`),
      "a spread before the failure": `const o = f(); ${made(`{ ...o, cause: e }`)}`,
      "a spread after the failure": `const o = f(); ${made(`{ cause: e, ...o }`)}`,
      "spread arguments": `const args = f(); try { f(); } catch (e) { throw SystemError.toolFailure(...args); }`,
    }),
  )("the options are %s", (_name, marked) => check(marked, { host }));

  it.each(
    Object.entries({
      "a nested function": `try { f(); } catch (e) { const g = () => { throw SystemError.toolFailure("X"); }; }`,
      "a method": `try { f(); } catch (e) { g({ m() { throw SystemError.toolFailure("X"); } }); }`,
      "a class": `try {
      f();
    } catch (e) {
      class A { x = SystemError.toolFailure("X"); static { throw SystemError.toolFailure("X"); } }
    }`,
      "the block that is tried": `try { throw SystemError.toolFailure("X"); } catch (e) { throw e; }`,
      "a finally block": `try { f(); } finally { throw SystemError.toolFailure("X"); }`,
    }),
  )("says nothing in %s", (_name, marked) => check(marked, { host }));

  it.each(
    Object.entries({
      "each arm of an if": `try {
      f();
    } catch (e) {
      if (c) throw «SystemError.toolFailure»("X"); else throw SystemError.toolFailure("X", { cause: e });
    }`,
      "each arm of a switch": `try {
      f();
    } catch (e) {
      switch (e.code) {
        case 1: throw «SystemError.toolFailure»("X");
        default: throw «SystemError.toolFailure»("Y");
      }
    }`,
      "each arm of a conditional": `try {
      f();
    } catch (e) {
      throw c ? SystemError.toolFailure("X", { cause: e }) : «SystemError.toolFailure»("Y");
    }`,
      "a labelled block": `try { f(); } catch (e) { out: { throw «SystemError.toolFailure»("X"); } }`,
      "a try inside the handler": `
      try { f(); } catch (e) { try { throw «SystemError.toolFailure»("X"); } finally { g(); } }`,
      "an arrow for catch": `p.catch((e) => { throw «SystemError.toolFailure»("X"); });`,
      "the second argument of then": `p.then(ok, (e) => { throw «SystemError.toolFailure»("X"); });`,
      "an optional catch": `p?.catch((e) => { throw «SystemError.toolFailure»("X"); });`,
      "a catch clause without a binding": `try { f(); } catch { throw «SystemError.toolFailure»("X"); }`,
      "a catch clause that takes the failure apart": `
      try { f(); } catch ({ message }) { throw «SystemError.toolFailure»("X"); }`,
      "a catch clause that copies the failure": `
      try { f(); } catch ({ ...err }) { throw «SystemError.toolFailure»("X"); }`,
      "a rejection": `
      new Promise((ok, reject) => { try { f(); } catch (e) { reject(«SystemError.toolFailure»("X")); } });`,
      "a returned error": `function g() { try { f(); } catch (e) { return err(«SystemError.toolFailure»("X")); } }`,
    }),
  )("looks at %s", (_name, marked) => check(marked, { host }));

  it.each(
    Object.entries({
      "where it failed": `read((err, data) => { if (err) return done(«SystemError.toolFailure»("X")); done(); });`,
      "where nothing failed": `read((err, data) => { if (!data) throw SystemError.toolFailure("X"); });`,
      "behind the exit of what went well": `
      read((err, data) => { if (!err) return done(data); throw «SystemError.toolFailure»("X"); });`,
      "behind the exit of what failed": `
      read((err, data) => { if (err) return done(err); throw SystemError.toolFailure("X"); });`,
      "in the other arm": `read((err) => { if (err === null) done(); else throw «SystemError.toolFailure»("X"); });`,
      "where one of two things happened": `
      read((err, data) => { if (err || !data) throw SystemError.toolFailure("X"); });`,
      "for one code": `read((err) => { if (err?.code === "ENOENT") throw «SystemError.toolFailure»("X"); });`,
    }),
  )("looks at a callback %s", (_name, marked) => check(marked, { host }));

  it.each(
    Object.entries({
      "a listener of an emitter": `stream.on("error", (e) => { end(«SystemError.toolFailure»("X")); });`,
      "a listener of another event": `stream.on("end", (e) => { end(SystemError.toolFailure("X")); });`,
      "a listener of the DOM": `target.addEventListener("error", (e) => { end(«SystemError.toolFailure»("X")); });`,
      "the error of an event": `
      target.addEventListener("error", (event) => { end(SystemError.toolFailure("X", { cause: event.error })); });`,
      "a function that is given as a handler": `
      function failed(e) { throw «SystemError.toolFailure»("X"); } p.catch(failed);`,
      "an executor inside the handler": `
      try { f(); } catch (e) { new Promise((ok, reject) => reject(«SystemError.toolFailure»("X"))); }`,
      "the inner handler of two functions": `
      p.catch((e) => read((err) => { if (err) throw SystemError.toolFailure("X", { cause: «e» }); }));`,
    }),
  )("looks at %s", (_name, marked) => check(marked, { host }));

  it.each(
    Object.entries({
      never: `try { f(); } catch (e) { const err = new «SystemError»({}); log(err); throw err; }`,
      "by assignment": `try { f(); } catch (e) { const err = new SystemError({}); err.cause = e; throw err; }`,
      "by assignment to another property": `
      try { f(); } catch (e) { const err = new «SystemError»({}); err.original = e; throw err; }`,
      "with Object.assign": `
      try { f(); } catch (e) { const err = new SystemError({}); Object.assign(err, { cause: e }); throw err; }`,
      "in place": `try { f(); } catch (e) { throw Object.assign(new SystemError({}), { cause: e }); }`,
      "by a function": `try { f(); } catch (e) { throw attach(new SystemError({}), e); }`,
      "by a method": `try { f(); } catch (e) { throw new SystemError({}).causedBy(e); }`,
      "to a variable from before": `
      let err; try { f(); } catch (e) { err = new SystemError({}); err.cause = e; throw err; }`,
    }),
  )("the failure is attached %s", (_name, marked) => check(marked, { host }));

  it.each(
    Object.entries({
      "without a constructor": `class Mine extends SystemError {} try { f(); } catch (e) { throw new «Mine»({}); }`,
      "in a constant": `const Mine = class extends SystemError {}; try { f(); } catch (e) { throw new «Mine»({}); }`,
      "that makes its error in a handler": `
      class Mine extends SystemError { constructor() { try { f(); } catch (e) { super({}); } } }`,
    }),
  )("a class below the contract's %s", (_name, marked) => check(marked, { host }));
});

describe.each(["untyped", "javascript"] as const)("not without types (%s)", (host) => {
  it.each(
    Object.entries({
      "options in a variable that one path writes anew": `
      let o = { human_message: "x" }; if (c) o = { cause: e }; throw SystemError.toolFailure("X", o);`,
      "a class below the contract's with a constructor": `class Mine extends SystemError { constructor(text, cause) { super({ human_message: text, cause }); } }
    throw new Mine("x");`,
    }),
  )("%s", (_name, body) => check(`try { f(); } catch (e) { ${body} }`, { host }));
});

describe("with types", () => {
  const inProject = `import { PlanError, planError } from "./plan-errors.js";\n`;
  it.each(
    Object.entries({
      "an options parameter": `
      try { f(); } catch (e) { if (c) throw new «PlanError»("x"); throw new PlanError("x", { cause: e }); }`,
      "a parameter of a class of the file": `class Mine extends SystemError {
      constructor(text: string, cause?: unknown) { super({ human_message: text, cause }); }
    }
    try { f(); } catch (e) { if (c) throw new «Mine»("x"); throw new Mine("x", e); }`,
      "a class of the file that takes no cause": `class Mine extends SystemError { constructor(text: string) { super({ human_message: text }); } }
    try { f(); } catch (e) { throw new Mine("x"); }`,
      "a function that makes it": `
      try { f(); } catch (e) { if (c) throw «planError»("x", 1); throw planError("x", 1, e); }`,
      "a spread of an object that may have one": `function g(o: { cause?: unknown }) {
      try { f(); } catch (e) { throw SystemError.toolFailure("FILE_NOT_FOUND", { ...o }); }
    }`,
      "options of type any": `
      function g(o: any) { try { f(); } catch (e) { throw SystemError.toolFailure("FILE_NOT_FOUND", o); } }`,
    }),
  )("%s", (_name, marked) =>
    check(
      outdent`
        declare const c: boolean; declare function f(): void;
        ${inProject}${marked}
      `,
      { host: "typed" },
    ),
  );

  it.each([["a function of another file", `try { f(); } catch (e) { throw planError("x", 1); }`]])(
    "says nothing without types about %s",
    (_name, marked) => check(inProject + marked, { host: "untyped" }),
  );
});
