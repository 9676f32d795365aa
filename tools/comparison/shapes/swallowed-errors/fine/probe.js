// no-swallowed-error, no fault under `recommended`: a question that is answered by trying
export function isURL(text) {
  try {
    new URL(text);
    return true;
  } catch {
    return false;
  }
}
