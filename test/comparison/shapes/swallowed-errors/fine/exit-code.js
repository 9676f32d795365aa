// no-swallowed-error, no fault: a command line says by its status that it failed
import { load } from "../../lib.js";

export async function main(path) {
  try {
    console.log(await load(path));
  } catch (error) {
    console.error(error);
    process.exitCode = 1;
  }
}
