// no-error-leak, a fault: a key of the environment in a message
import { toolError } from "error-contract/standard";

export function checked(answer: { status: number }) {
  if (answer.status === 401) throw toolError("UNAUTHENTICATED", `Key ${process.env["API_KEY"]} was refused`);
  return answer;
}
