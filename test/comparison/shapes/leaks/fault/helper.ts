// no-error-leak, a fault: through a function that makes the body
import type { Request, Response } from "express";
import { load, toError } from "../../lib.js";

const body = (error: unknown) => ({ message: "Failed", trace: toError(error).stack });
export async function text(req: Request, res: Response) {
  try {
    res.send(await load(req.path));
  } catch (error) {
    res.status(500).json(body(error));
  }
}
