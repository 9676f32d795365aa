import express from "express";
import { createExpressErrorHandler, wrapHttpHandler } from "error-contract";
import { standard, toolError } from "error-contract/standard";

export const app = express();
app.use(express.json());

// One route.
const plan = () => {
  throw toolError("NOT_FOUND", "There is no plan");
};
app.get("/plan", wrapHttpHandler(plan, { contract: standard, tool_name: "read_plan" }));

// Every route: the last middleware.
app.post("/files", (request, response) => response.json(request.body.files.length));
app.use(createExpressErrorHandler({ contract: standard, session: (request) => ({ tool: request.path }) }));
