// no-swallowed-error, no fault: reasons of what was rejected are thrown
import { toolError } from "error-contract/standard";
import { load } from "../../lib.js";

export async function all(paths: string[]) {
  const settled = await Promise.allSettled(paths.map(load));
  const failed = settled.filter((one) => one.status === "rejected");
  if (failed.length > 0)
    throw toolError("UPSTREAM_FAILED", "Files are missing", { cause: failed.map(({ reason }) => reason) });
  return settled;
}
