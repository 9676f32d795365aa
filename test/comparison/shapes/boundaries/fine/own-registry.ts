// require-boundary, no fault: a registry of the project
import { load } from "../../lib.js";

class Registry {
  readonly tools = new Map<string, () => Promise<string>>();
  registerTool(name: string, run: () => Promise<string>) {
    this.tools.set(name, run);
  }
}
export const registry = new Registry();
registry.registerTool("read", () => load("a"));
