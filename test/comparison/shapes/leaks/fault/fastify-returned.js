// no-error-leak, a fault: a stack that a handler of Fastify returns
import Fastify from "fastify";
import { load } from "../../lib.js";

const app = Fastify();
app.get("/text", async (request, reply) => {
  try {
    return { text: await load(request.query.path) };
  } catch (error) {
    reply.code(500);
    return { message: "Failed", stack: error.stack };
  }
});
