import express from "express";
import { createExpressErrorHandler, wrapHttpHandler } from "error-contract";
import { mcpError, typedMcp } from "error-contract/typed-mcp";

export const app = express();
app.use(express.json());

// One route.
const plan = () => {
  throw mcpError("not_found", "There is no plan");
};
app.get("/plan", wrapHttpHandler(plan, { contract: typedMcp, tool_name: "read_plan" }));

// Every route: the last middleware.
app.post("/files", (request, response) => response.json(request.body.files.length));
app.use(createExpressErrorHandler({ contract: typedMcp }));
