import express from "express";
import { createExpressErrorHandler, wrapHttpHandler } from "error-contract";
import { aqlError, mcpAql } from "error-contract/mcp-aql";

export const app = express();
app.use(express.json());

// One route.
const plan = () => {
  throw aqlError("NOT_FOUND_RESOURCE", { resource_type: "plan", resource_id: "1" });
};
app.get("/plan", wrapHttpHandler(plan, { contract: mcpAql, tool_name: "read_plan" }));

// Every route: the last middleware.
app.post("/files", (request, response) => response.json(request.body.files.length));
app.use(createExpressErrorHandler({ contract: mcpAql }));
