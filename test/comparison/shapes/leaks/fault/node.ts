// no-error-leak, a fault: the end of a response of node:http
import { createServer } from "node:http";
import { load } from "../../lib.js";

createServer((request, response) => {
  load(request.url ?? "").then(
    (text) => response.end(text),
    (error: Error) => {
      response.statusCode = 500;
      response.end(error.stack);
    },
  );
});
