// no-error-leak, no fault: the answer of an exception that was made for it
import { Hono } from "hono";
import { HTTPException } from "hono/http-exception";

const app = new Hono();
app.onError((error, c) => {
  if (error instanceof HTTPException) return error.getResponse();
  console.error(error);
  return c.json({ error: "Internal Server Error" }, 500);
});
