// no-error-leak, no fault: handed to the next handler, and to a promise
import { load } from "../../lib.js";

export const text = (req, res, next) =>
  load(req.query.path).then(
    (text) => res.send(text),
    (error) => next(error),
  );
