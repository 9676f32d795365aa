// no-swallowed-error, no fault: a deferred promise is rejected
import { read } from "../../lib.js";

export function text(path: string) {
  const deferred = Promise.withResolvers<string>();
  try {
    deferred.resolve(read(path));
  } catch (error) {
    deferred.reject(error);
  }
  return deferred.promise;
}
