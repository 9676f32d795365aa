// no-error-result, no fault: a result of another library, passed through
import { z } from "zod";

const Settings = z.object({ retries: z.number() });
export function retries(value: unknown) {
  const result = Settings.safeParse(value);
  if (!result.success) return result;
  return result.data.retries;
}
