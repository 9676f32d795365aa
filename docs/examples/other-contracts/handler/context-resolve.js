import { wrapHandler } from "error-contract/context-resolve";

const readFile = wrapHandler(
  async ({ path }) => {
    throw new Error(`no such file: ${path}`);
  },
  { tool_name: "read_file", audit: "none" },
);

console.log(await readFile({ path: "notes.md" }));
// { error: { code: 'internal_error', message: 'Internal error' } }
