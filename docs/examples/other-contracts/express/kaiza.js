import express from "express";
import { createExpressErrorHandler, wrapHttpHandler } from "error-contract";
import { kaiza, SystemError } from "error-contract/kaiza";

export const app = express();
app.use(express.json());

// One route.
const plan = () => {
  throw SystemError.toolFailure("FILE_NOT_FOUND", { human_message: "There is no plan" });
};
app.get("/plan", wrapHttpHandler(plan, { contract: kaiza, tool_name: "read_plan" }));

// Every route: the last middleware.
app.post("/files", (request, response) => response.json(request.body.files.length));
app.use(createExpressErrorHandler({ contract: kaiza }));
