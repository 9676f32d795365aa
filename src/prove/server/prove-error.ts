/** Why nothing can be proved: the message is all that the user needs. */
export class ProveError extends Error {
  override readonly name = "ProveError";
}
