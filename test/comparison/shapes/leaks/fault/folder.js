// no-error-leak, a fault: an absolute path in a message
import path from "node:path";
import { toolError } from "error-contract/standard";
import { cache } from "../../lib.js";

export function text(name) {
  const file = path.resolve("data", name);
  if (!cache.has(file)) throw toolError("NOT_FOUND", `There is no ${file}`);
  return cache.get(file);
}
