// no-swallowed-error, a fault: a promise is resolved where it had to be rejected
import { read } from "../../lib.js";

export const text = (path) =>
  new Promise((resolve) => {
    try {
      resolve(read(path));
    } catch (error) {
      resolve(error);
    }
  });
