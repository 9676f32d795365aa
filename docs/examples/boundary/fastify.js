import fastify from "fastify";
import { createFastifyErrorHandler } from "error-contract";
import { standard, toolError } from "error-contract/standard";

export const app = fastify();
app.setErrorHandler(createFastifyErrorHandler({ contract: standard, session: ({ url }) => ({ tool: url }) }));

app.get("/plan", async () => {
  throw toolError("NOT_FOUND", "There is no plan");
});
app.setNotFoundHandler(({ url }) => {
  throw toolError("UNKNOWN_OPERATION", `There is no ${url}`);
});
