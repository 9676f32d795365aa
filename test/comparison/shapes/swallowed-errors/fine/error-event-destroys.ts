// no-swallowed-error, no fault: an error event destroys the other end with it
import { createReadStream, createWriteStream } from "node:fs";

export function copy(from: string, to: string) {
  const target = createWriteStream(to);
  createReadStream(from)
    .on("error", (error) => {
      target.destroy(error);
    })
    .pipe(target);
  return target;
}
