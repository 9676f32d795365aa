import { wrapHandler } from "error-contract/typed-mcp";

const readFile = wrapHandler(
  async ({ path }) => {
    throw new Error(`no such file: ${path}`);
  },
  { tool_name: "read_file", audit: "none" },
);

console.log(await readFile({ path: "notes.md" }));
// {"error":"internal_error","message":"An internal error occurred.","details":null}
