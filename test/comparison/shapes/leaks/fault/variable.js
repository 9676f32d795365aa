// no-error-leak, a fault: through a variable
import { load } from "../../lib.js";

export async function text(req, res) {
  try {
    res.send(await load(req.query.path));
  } catch (error) {
    const { message, stack } = error;
    const body = { message, stack };
    res.status(500).json(body);
  }
}
