// no-swallowed-error, no fault: an error event rejects
import { createReadStream } from "node:fs";

export const size = (path: string) =>
  new Promise<number>((resolve, reject) => {
    let size = 0;
    createReadStream(path)
      .on("data", (chunk) => (size += chunk.length))
      .on("end", () => resolve(size))
      .on("error", reject);
  });
