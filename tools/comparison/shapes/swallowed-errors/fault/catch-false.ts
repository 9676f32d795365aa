// no-swallowed-error, a fault: a rejection becomes false
import { store } from "../../lib.js";

export const isSaved = (path: string, text: string) =>
  store(path, text)
    .then(() => true)
    .catch(() => false);
