import { wrapHandler } from "error-contract/json-rpc";

const readFile = wrapHandler(
  async ({ path }) => {
    throw new Error(`no such file: ${path}`);
  },
  { tool_name: "read_file", audit: "none" },
);

const error = await readFile({ path: "notes.md" }).catch((thrown) => thrown);
console.log(error.name, error.code);
console.log(error.message);
// JsonRpcError -32603
// no such file: notes.md
