import { outdent } from "outdent";
import rule from "../../rules/dist/no-error-leak.js";
import { javascriptRuleTester } from "../kit/rule-tester.js";

const IMPORT = `import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";\n`;

/** A handler of Express with a catch clause whose variable is called `err`. */
const caught = (body: string) =>
  `export async function handler(req, res) { try { await run(req); } catch (err) { ${body} } }`;
/** A tool's handler with a catch clause whose variable is called `err`. */
const tool = (body: string) =>
  `export async function toolHandler(args) { try { return await run(args); } catch (err) { ${body} } }`;
/** The fields of an error made while `err` is handled. */
const failure = (fields: string) =>
  tool(`throw SystemError.toolFailure("FILE_READ_FAILED", { ${fields}, cause: err });`);

const sending = (name: string, code: string, leak: string, sent: string, messageId: "error" | "stack" = "error") => ({
  name,
  code: IMPORT + code,
  errors: [
    {
      messageId,
      suggestions: [
        { messageId: "sendEnvelope" as const, data: { error: "err" }, output: IMPORT + code.replace(leak, sent) },
      ],
    },
  ],
});

javascriptRuleTester.run("no-error-leak, suggestions", rule, {
  valid: [],
  invalid: [
    sending(
      "the envelope in place of the body",
      caught(`res.status(500).json({ error: err });`),
      "{ error: err }",
      "SystemError.fromUnknown(err).toEnvelope()",
    ),
    sending(
      "text where nothing else can be sent",
      caught(`res.end(err.stack);`),
      "err.stack",
      "JSON.stringify(SystemError.fromUnknown(err).toEnvelope())",
      "stack",
    ),
    sending(
      "text in a response of the web",
      caught(`return new Response(err.stack, { status: 500 });`),
      "err.stack",
      "JSON.stringify(SystemError.fromUnknown(err).toEnvelope())",
      "stack",
    ),
    {
      name: "nothing in place of an object with a text of its own",
      code: IMPORT + caught(`res.status(500).json({ error: "It broke", stack: err.stack });`),
      errors: [{ messageId: "stack" as const, suggestions: [] }],
    },
    sending(
      "the envelope in place of an object that only says that it failed",
      caught(`res.status(500).json({ ok: false, message: err.message, stack: err.stack });`),
      "{ ok: false, message: err.message, stack: err.stack }",
      "SystemError.fromUnknown(err).toEnvelope()",
      "stack",
    ),
    {
      name: "nothing in place of a chunk, which may be framed",
      code: IMPORT + caught("res.write(`data: ${err}\\n\\n`);"),
      errors: [{ messageId: "error" as const, suggestions: [] }],
    },
    sending(
      "the envelope as text of a tool's result",
      tool(`return { isError: true, content: [{ type: "text", text: err.stack }] };`),
      "err.stack",
      "JSON.stringify(SystemError.fromUnknown(err).toEnvelope())",
      "stack",
    ),
    sending(
      "the envelope behind the key of a shorthand",
      tool(`const text = err.stack; return { isError: true, content: [{ type: "text", text }] };`),
      ", text }",
      ", text: JSON.stringify(SystemError.fromUnknown(err).toEnvelope()) }",
      "stack",
    ),
    sending(
      "the envelope behind the key of a shorthand that holds an object",
      tool(
        `const structuredContent = { error: err };
        return { isError: true, content: [{ type: "text", text: describe(err) }], structuredContent };`,
      ),
      ", structuredContent }",
      ", structuredContent: SystemError.fromUnknown(err).toEnvelope() }",
    ),
    {
      name: "none where a comment would be lost",
      code: caught(`res.json({ error: err /* for now */ });`),
      errors: [{ messageId: "error", suggestions: [] }],
    },
    {
      name: "none where the error has no name",
      code: outdent`
        const describeError = (error) => error.stack;
        ${caught(`res.send({ error: describeError(pick(err)) });`)}
      `,
      errors: [{ messageId: "stack", suggestions: [] }],
    },
    {
      name: "none for a message, which only its author can rewrite",
      code: IMPORT + failure(`human_message: String(err)`),
      errors: [{ messageId: "error", suggestions: [] }],
    },
  ],
});
