// no-swallowed-error, no fault: rejected under another name
import { read } from "../../lib.js";

export const text = (path: string) =>
  new Promise<string>((resolve, reject) => {
    const fail = reject;
    try {
      resolve(read(path));
    } catch (error) {
      fail(error);
    }
  });
