// no-error-result, no fault: a question that is answered with no
export function isText(value: unknown): value is string {
  if (typeof value !== "string") return false;
  return true;
}
