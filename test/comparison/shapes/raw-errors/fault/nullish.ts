// no-raw-error, a fault: where nothing better is known
export function fail(known?: Error) {
  throw known ?? new Error("It failed");
}
