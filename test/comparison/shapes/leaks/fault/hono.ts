// no-error-leak, a fault: a stack in a response of Hono
import { Hono } from "hono";

const app = new Hono();
app.onError((error, c) => c.json({ message: error.message, stack: error.stack }, 500));
