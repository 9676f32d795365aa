// no-raw-error, a fault: thrown in a timer
export function later(path: string) {
  setTimeout(() => {
    if (path === "") throw new Error("No path");
  }, 10);
}
