// no-swallowed-error, a fault: sent to an error tracker by its own name, and the code goes on
import * as Sentry from "@sentry/node";
import { cache, load } from "../../lib.js";

export async function warm(path) {
  try {
    cache.set(path, await load(path));
  } catch (error) {
    Sentry.captureException(error);
  }
}
