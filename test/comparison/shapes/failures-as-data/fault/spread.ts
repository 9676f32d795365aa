// no-error-result, a fault: over a base
const base = { path: "", took: 0 };
export function text(path: string) {
  if (path === "") return { ...base, ok: false, error: "No path" };
  return { ...base, ok: true };
}
