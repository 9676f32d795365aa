// no-raw-error, no fault: what was handed over is passed on
import { readOld } from "../../lib.js";

export const text = (path) =>
  new Promise((resolve, reject) => readOld(path, (error, text) => (error ? reject(error) : resolve(text))));
