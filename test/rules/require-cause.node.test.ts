import { outdent } from "outdent";
import { describe, it } from "vitest";
import { presets } from "../../rules/dist/configs.js";
import requireCause from "../../rules/dist/require-cause.js";
import { expectFindings, toCases } from "../kit/marked-code.js";
import { javascriptRuleTester } from "../kit/rule-tester.js";
import { under } from "./under-preset.js";
import { readRewrite } from "../kit/marked-rewrite.js";

const rule = { name: "require-cause", rule: requireCause };
const check = ({ code }: { readonly code: string }) => expectFindings(rule, code, { settings: presets.node });

describe("without a contract, errors of any class need their cause", () => {
  it.each(
    toCases({
      "in a rejection handler": `run().catch(() => { throw new «Error»("Cannot run"); });`,
      "made without new": `run().catch((e) => { throw «TypeError»("Cannot run"); });`,
      "in a callback": `
      read(file, (err, text) => { if (err) return done(new «Error»("Cannot read")); done(null, text); });`,
      "that a catch clause passes on": `try { run(); } catch (e) { next(new «Error»("Cannot run")); }`,
      "of several errors": `run().catch((e) => { throw new «AggregateError»(errors, "Cannot run"); });`,
    }),
  )("$name", check);
});

describe("nothing is reported", () => {
  it.each(
    toCases({
      "with a cause": `run().catch((cause) => { throw new Error("Cannot run", { cause }); });`,
      "with the failure under another name": outdent`
      run().catch((e) => {
        const failure = new Error("Cannot run");
        failure.originalError = e;
        throw failure;
      });
    `,
      "in what preserve-caught-error checks": `try { run(); } catch (e) { throw new Error("x"); }`,
      "of what is no failure": `run().catch((e) => next(e || new Error(e)));`,
      "in a callback where nothing failed": `read(file, (err, text) => done(new Error("Empty")));`,
    }),
  )("$name", check);
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
      ...readRewrite(outdent`
        class HttpError extends Error {
          constructor(readonly status: number, options?: ErrorOptions) { super("Failed", options); }
        }
        run().catch((e: unknown) => { throw new HttpError(500«⇒, { cause: e }»); });
        declare function run(): Promise<void>;
      `),
      errors: [{ messageId: "missingCause" }],
    },
  ],
});
