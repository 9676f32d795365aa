// no-error-leak, a fault: everything about an error
import { inspect } from "node:util";
import { load } from "../../lib.js";

export const text = (req, res) =>
  load(req.query.path).then(
    (text) => res.send(text),
    (error) => res.status(500).send(inspect(error)),
  );
