// no-raw-error, a fault: an emitter emits it
import { EventEmitter } from "node:events";

export class Files extends EventEmitter {
  open(path: string) {
    if (path === "") this.emit("error", new Error("No path"));
  }
}
