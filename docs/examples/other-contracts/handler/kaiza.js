import { wrapHandler } from "error-contract/kaiza";

const readFile = wrapHandler(
  async ({ path }) => {
    throw new Error(`no such file: ${path}`);
  },
  { tool_name: "read_file", audit: "none" },
);

const error = await readFile({ path: "notes.md" }).catch((thrown) => thrown);
console.log(error.name, error.error_code, error.tool_name);
console.log(JSON.parse(error.message).human_message);
// SystemError INTERNAL_ERROR read_file
// no such file: notes.md
