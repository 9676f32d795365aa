// no-error-leak, no fault: what a schema has to say of the input
import type { Request, Response } from "express";
import { z } from "zod";

const schema = z.object({ path: z.string() });
export function checked(req: Request, res: Response) {
  const parsed = schema.safeParse(req.body);
  if (!parsed.success) return res.status(400).json({ issues: parsed.error.issues });
  return res.json({ path: parsed.data.path });
}
