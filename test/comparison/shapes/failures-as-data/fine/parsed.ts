// no-error-result, no fault: the answer of a schema, as it is
import { z } from "zod";

const Settings = z.object({ retries: z.number() });
export const checked = (value: unknown) => Settings.safeParse(value);
