// no-swallowed-error, a fault: an object that is made half
import { parse, read } from "../../lib.js";

export class Settings {
  values: unknown;
  constructor(path: string) {
    try {
      this.values = parse(read(path));
    } catch {
      this.values = {};
    }
  }
}
