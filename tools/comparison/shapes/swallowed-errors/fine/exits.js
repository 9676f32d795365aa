// no-swallowed-error, no fault: the process ends
import { read } from "../../lib.js";

export function main(path) {
  try {
    console.log(read(path));
  } catch (error) {
    console.error(error);
    process.exit(1);
  }
}
