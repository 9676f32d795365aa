// no-error-leak, a fault: the text of an error in a response of Hono
import { Hono } from "hono";
import { load } from "../../lib.js";

const app = new Hono();
app.get("/text", async (c) => {
  try {
    return c.text(await load(c.req.query("path") ?? ""));
  } catch (error) {
    return c.text(`Failed: ${error}`, 500);
  }
});
