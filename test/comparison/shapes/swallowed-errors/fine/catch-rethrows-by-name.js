// no-swallowed-error, no fault: a rejection handler by name that throws
import { load } from "../../lib.js";

const rethrow = (error) => {
  console.error(error);
  throw error;
};
export const text = (path) => load(path).catch(rethrow);
