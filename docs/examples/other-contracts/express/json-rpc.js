import express from "express";
import { createExpressErrorHandler, wrapHttpHandler } from "error-contract";
import { JSON_RPC_CODES, jsonRpc, jsonRpcError } from "error-contract/json-rpc";

export const app = express();
app.use(express.json());

// One route.
const plan = () => {
  throw jsonRpcError(JSON_RPC_CODES.NotFound, "There is no plan");
};
app.get("/plan", wrapHttpHandler(plan, { contract: jsonRpc, tool_name: "read_plan" }));

// Every route: the last middleware.
app.post("/files", (request, response) => response.json(request.body.files.length));
app.use(createExpressErrorHandler({ contract: jsonRpc }));
