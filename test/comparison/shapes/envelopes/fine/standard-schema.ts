// valid-envelope (standard), no fault: a description of the envelope
import { z } from "zod";

export const schema = () => z.object({ error: z.object({ code: z.literal("NOT_FOUND"), message: z.string() }) });
