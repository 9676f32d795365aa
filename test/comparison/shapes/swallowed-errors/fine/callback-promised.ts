// no-swallowed-error, no fault: a callback settles a promise
import { readOld } from "../../lib.js";

export const text = (path: string) =>
  new Promise<string | undefined>((resolve, reject) => {
    readOld(path, (error, text) => (error ? reject(error) : resolve(text)));
  });
