// no-swallowed-error, no fault: a method that never returns
import { toolError } from "error-contract/standard";
import { read } from "../../lib.js";

export class Files {
  fail(error: unknown): never {
    throw toolError("INTERNAL", "It failed", { cause: error });
  }
  text(path: string) {
    try {
      return read(path);
    } catch (error) {
      this.fail(error);
    }
  }
}
