// no-swallowed-error, no fault: a method of that name that is no promise's
import { z } from "zod";

export const Settings = z.object({ retries: z.number().catch(3) });
