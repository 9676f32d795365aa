// no-error-leak, no fault: without the folder
import { load } from "../../lib.js";

export const text = (req, res) =>
  load(req.query.path).then(
    (text) => res.send(text),
    (error) => res.status(500).json({ error: error.stack.replaceAll(process.cwd(), "") }),
  );
