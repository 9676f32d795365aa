// no-error-result, no fault: whether it is so was asked
export async function isUp(url: string) {
  const response = await fetch(url);
  return { ok: response.ok, status: response.status };
}
