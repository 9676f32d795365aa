// no-error-leak, no fault: the stack goes to the log
import type { Request, Response } from "express";
import { load, logger } from "../../lib.js";

export async function text(req: Request, res: Response) {
  try {
    res.send(await load(req.path));
  } catch (error) {
    logger.error({ error, stack: (error as Error).stack });
    res.status(500).json({ error: "Failed" });
  }
}
