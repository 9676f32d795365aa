import * as addresses from "virtual:playground/addresses";

/** Lets the page work without a network from now on, with all that it has loaded. */
export async function keepForOffline(): Promise<void> {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  const { BASE_URL: base } = import.meta.env;
  const version = new URL(addresses.lint).pathname;
  await navigator.serviceWorker.register(`${base}service-worker.js?${version}`, { scope: `${base}play` });
  const { active } = await navigator.serviceWorker.ready;
  const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
  const page = location.href.replace(/#.*/, "");
  const own = [page, addresses.lint, addresses.run, ...loaded].filter((each) => each.startsWith(location.origin));
  active?.postMessage([...new Set(own)]);
}
