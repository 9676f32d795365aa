import { Hono } from "hono";
import { createHonoErrorHandler, wrapHandler } from "error-contract";
import { SystemError } from "error-contract/kaiza";

export const app = new Hono();

// One route.
const plan = () => {
  throw SystemError.toolFailure("PLAN_NOT_FOUND", { human_message: "There is no plan" });
};
app.get("/plan", wrapHandler(plan, { contract: SystemError, tool_name: "read_plan", deliver: "response" }));

// Every route.
app.get("/files", async (context) => context.json(await (await fetch("http://127.0.0.1:1/")).json()));
app.onError(createHonoErrorHandler({ contract: SystemError, session: (context) => ({ tool_name: context.req.path }) }));
