// no-error-leak, no fault: the contract's envelope of it
import type { NextFunction, Request, Response } from "express";
import { fromUnknown } from "error-contract/standard";

export function onError(error: unknown, req: Request, res: Response, next: NextFunction) {
  if (res.headersSent) return next(error);
  res.status(500).json(fromUnknown(error).toEnvelope());
}
