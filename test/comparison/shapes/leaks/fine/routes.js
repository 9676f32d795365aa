// no-error-leak, no fault: routes and addresses
import { toolError } from "error-contract/standard";

export const moved = (req, res) => res.status(404).json({ error: "Not here, see /home/dashboard" });
export const gone = (req, res) => res.status(410).send("Call https://example.com/Users/me instead");
export function checked(user) {
  if (!user) throw toolError("UNAUTHENTICATED", "Sign in at /home/login first");
  return user;
}
