// no-raw-error, no fault: whatever it was, as the contract's error
import { fromUnknown } from "error-contract/standard";
import { read } from "../../lib.js";

export function text(path: string) {
  try {
    return read(path);
  } catch (error) {
    throw fromUnknown(error);
  }
}
