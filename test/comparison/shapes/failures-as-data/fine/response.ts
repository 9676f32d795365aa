// no-error-result, no fault: the response of another system, as it is
export async function page(url: string) {
  return fetch(url);
}
