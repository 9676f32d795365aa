// no-error-leak, no fault: message and code
import { load } from "../../lib.js";

export const text = (req, res) =>
  load(req.query.path).then(
    (text) => res.send(text),
    (error) => res.status(500).json({ error: error.message, code: error.code }),
  );
