import { wrapHandler } from "error-contract/mcp-aql";

const readFile = wrapHandler(
  async ({ path }) => {
    throw new Error(`no such file: ${path}`);
  },
  { tool_name: "read_file", audit: "none" },
);

console.log(await readFile({ path: "notes.md" }));
// {
//   success: false,
//   error: {
//     code: 'INTERNAL_ERROR',
//     message: "Internal error: 'no such file: notes.md'",
//     details: { upstream_error: 'no such file: notes.md' }
//   }
// }
