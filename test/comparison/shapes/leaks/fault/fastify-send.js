// no-error-leak, a fault: a stack in a reply of Fastify
import Fastify from "fastify";

const app = Fastify();
app.setErrorHandler((error, request, reply) => {
  reply.code(500).send({ message: error.message, stack: error.stack });
});
