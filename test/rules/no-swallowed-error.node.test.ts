import { outdent } from "outdent";
import noSwallowedError from "../../rules/dist/no-swallowed-error.js";
import { under } from "./under-preset.js";

/** A function that drops what its attempt fails with. */
const load = (handler: string) => outdent`
  export async function load(id) {
    try {
      return await query(id);
    } ${handler}
  }
`;

const suggesting = (name: string, handler: string, ...outputs: readonly string[]) => ({
  name,
  code: load(handler),
  errors: [
    {
      messageId: "replaced" as const,
      suggestions: outputs.map((output) => ({ messageId: "rethrow" as const, output: load(output) })),
    },
  ],
});

under("node").run("without a contract, what was caught is thrown", noSwallowedError, {
  valid: [],
  invalid: [
    suggesting("the failure gets a name", "catch { return []; }", "catch (error) { throw error; }"),
    suggesting(
      "neither a tag nor a text that quotes the failure",
      `catch (e) { log.error("load", \`Could not load: \${e.message}\`); return []; }`,
      `catch (e) { log.error("load", \`Could not load: \${e.message}\`); throw e; }`,
    ),
  ],
});
