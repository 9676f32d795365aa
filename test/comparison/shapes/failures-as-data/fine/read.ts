// no-error-result, no fault: what was settled is read
import { load } from "../../lib.js";

export async function texts(paths: string[]) {
  const settled = await Promise.allSettled(paths.map(load));
  return settled.map((one) => (one.status === "fulfilled" ? { path: one.value } : { reason: String(one.reason) }))
    .length;
}
