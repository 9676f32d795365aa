import { readable } from "../json.js";

/** What stands at a dotted path, `undefined` where nothing does. Never throws. */
export function valueAt(value: unknown, path: string): unknown {
  return path.split(".").reduce(readable, value);
}
