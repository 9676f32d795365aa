import { outdent } from "outdent";
import { describe, it } from "vitest";
import { presets } from "../../rules/dist/configs.js";
import requireCause from "../../rules/dist/require-cause.js";
import { expectFindings } from "../kit/marked-code.js";
import { javascriptRuleTester } from "../kit/rule-tester.js";
import { under } from "./under-preset.js";

const rule = { name: "require-cause", rule: requireCause };
const check = ({ code }: { readonly code: string }) => expectFindings(rule, code, { settings: presets.node });

describe("without a contract, errors of any class need their cause", () => {
  it.each([
    { name: "in a rejection handler", code: `run().catch(() => { throw new «Error»("Cannot run"); });` },
    { name: "made without new", code: `run().catch((e) => { throw «TypeError»("Cannot run"); });` },
    {
      name: "in a callback",
      code: `read(file, (err, text) => { if (err) return done(new «Error»("Cannot read")); done(null, text); });`,
    },
    { name: "that a catch clause passes on", code: `try { run(); } catch (e) { next(new «Error»("Cannot run")); }` },
    { name: "of several errors", code: `run().catch((e) => { throw new «AggregateError»(errors, "Cannot run"); });` },
  ])("$name", check);
});

describe("nothing is reported", () => {
  it.each([
    { name: "with a cause", code: `run().catch((cause) => { throw new Error("Cannot run", { cause }); });` },
    {
      name: "with the failure under another name",
      code: outdent`
        run().catch((e) => {
          const failure = new Error("Cannot run");
          failure.originalError = e;
          throw failure;
        });
      `,
    },
    { name: "in what preserve-caught-error checks", code: `try { run(); } catch (e) { throw new Error("x"); }` },
    { name: "of what is no failure", code: `run().catch((e) => next(e || new Error(e)));` },
    { name: "in a callback where nothing failed", code: `read(file, (err, text) => done(new Error("Empty")));` },
  ])("$name", check);
});

const code = `run().catch((e) => { throw new Error("x"); });`;
const output = `run().catch((e) => { throw new Error("x", { cause: e }); });`;

javascriptRuleTester.run("JavaScript takes a cause: it is a fix", requireCause, {
  valid: [],
  invalid: [{ code, output, settings: { errorContract: presets.node }, errors: [{ messageId: "missingCause" }] }],
});

under("node").run("the libraries of TypeScript may be older: without types it is a suggestion", requireCause, {
  valid: [],
  invalid: [
    {
      code,
      filename: "file.ts",
      errors: [{ messageId: "missingCause", suggestions: [{ messageId: "passCause", output }] }],
    },
  ],
});

under("node", {}, true).run("with types, the libraries and classes of the project are known", requireCause, {
  valid: [
    outdent`
      class HttpError extends Error { constructor(readonly status: number) { super("Failed"); } }
      run().catch(() => { throw new HttpError(500); });
      declare function run(): Promise<void>;
    `,
  ],
  invalid: [
    {
      code: outdent`
        class HttpError extends Error {
          constructor(readonly status: number, options?: ErrorOptions) { super("Failed", options); }
        }
        run().catch((e: unknown) => { throw new HttpError(500); });
        declare function run(): Promise<void>;
      `,
      output: outdent`
        class HttpError extends Error {
          constructor(readonly status: number, options?: ErrorOptions) { super("Failed", options); }
        }
        run().catch((e: unknown) => { throw new HttpError(500, { cause: e }); });
        declare function run(): Promise<void>;
      `,
      errors: [{ messageId: "missingCause" }],
    },
  ],
});
