import express from "express";
import { createExpressErrorHandler, wrapHttpHandler } from "error-contract";
import { contextResolve, contextResolveError } from "error-contract/context-resolve";

export const app = express();
app.use(express.json());

// One route.
const plan = () => {
  throw contextResolveError("cache_missing");
};
app.get("/plan", wrapHttpHandler(plan, { contract: contextResolve, tool_name: "read_plan" }));

// Every route: the last middleware.
app.post("/files", (request, response) => response.json(request.body.files.length));
app.use(createExpressErrorHandler({ contract: contextResolve }));
