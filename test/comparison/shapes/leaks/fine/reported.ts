// no-error-leak, no fault: sent to those who mend it
import { load, toError } from "../../lib.js";

export async function text(path: string) {
  try {
    return await load(path);
  } catch (error) {
    const body = JSON.stringify({ stack: toError(error).stack });
    await fetch("https://errors.example.com/", { method: "POST", body });
    throw error;
  }
}
