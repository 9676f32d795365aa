import { Hono } from "hono";
import { createHonoErrorHandler, wrapHandler } from "error-contract";
import { standard, toolError } from "error-contract/standard";

export const app = new Hono();

// One route.
const plan = () => {
  throw toolError("NOT_FOUND", "There is no plan");
};
app.get("/plan", wrapHandler(plan, { contract: standard, tool_name: "read_plan", deliver: "response" }));

// Every route.
app.get("/files", async (context) => context.json(await (await fetch("http://127.0.0.1:1/")).json()));
app.onError(createHonoErrorHandler({ contract: standard, session: (context) => ({ tool: context.req.path }) }));
