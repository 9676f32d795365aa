// A server whose tools answer a batch of which some operations failed: the name of a tool says what is wrong in it.
const { McpServer } = require("@modelcontextprotocol/sdk/server/mcp.js");
const { StdioServerTransport } = require("@modelcontextprotocol/sdk/server/stdio.js");
const { createBatchFailure, toolError, wrapHandler } = require("error-contract/standard");

const outcomes = [{ saved: 1 }, toolError("NOT_FOUND", "There is no note 2"), toolError("CONFLICT", "Changed"), {}];
const { details, next } = createBatchFailure(outcomes).toEnvelope().error;
const [first, second] = details.errors;

const wrong = {
  right: {},
  of_which_one_is_not_counted: { succeeded: 1 },
  of_which_none_is_listed: { errors: [] },
  of_which_more_are_listed: { failed: 1, succeeded: 3 },
  with_an_index_behind_the_last: { errors: [first, { ...second, index: 4 }] },
  with_an_index_twice: { errors: [first, { ...second, index: first.index }] },
  without_an_index: { errors: [{ code: first.code, message: first.message }, second] },
  without_a_code: { errors: [first, { ...second, code: undefined }] },
};

const server = new McpServer({ name: "batches", version: "1.0.0" });
for (const [name, change] of Object.entries(wrong)) {
  const failure = { retryable: false, next, details: { ...details, ...change } };
  const save = () => Promise.reject(toolError("INTERNAL", "2 of 4 operations failed", failure));
  server.registerTool(name, {}, wrapHandler(save, { tool_name: name, deliver: "result" }));
}
void server.connect(new StdioServerTransport());
