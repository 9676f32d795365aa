import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { CallToolRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { wrapHandler } from "error-contract/json-rpc";

const server = new Server({ name: "jobs", version: "1.0.0" }, { capabilities: { tools: {} } });
const jobs = new Map([["build", "done"]]);

async function showJob({ params }) {
  const { id } = params.arguments;
  if (typeof id !== "string") throw new Error("InvalidParams: id must be a string");
  if (!jobs.has(id)) throw new Error(`NotFound: there is no job ${id}`);
  return { content: [{ type: "text", text: jobs.get(id) }] };
}

// One handler answers for all tools, so no suggestion knows a name for it.
server.setRequestHandler(CallToolRequestSchema, wrapHandler(showJob, "show_job"));

await server.connect(new StdioServerTransport());
