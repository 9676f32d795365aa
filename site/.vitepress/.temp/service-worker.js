/* global caches, self */
// Keeps what the playground has loaded, and answers with it where there is no network. Its address names the version.
const KEPT = `playground${self.location.search}`;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(takeOver()));
self.addEventListener("message", (event) => event.waitUntil(keep(event.data)));
self.addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  if (method === "GET" && new URL(url).origin === self.location.origin) event.respondWith(answer(event.request));
});

async function takeOver() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith("playground") && name !== KEPT).map(drop));
  await self.clients.claim();
}

function drop(name) {
  return caches.delete(name);
}

/** Keeps what the page had loaded before the worker was there. */
async function keep(addresses) {
  const cache = await caches.open(KEPT);
  await cache.addAll(addresses);
}

async function answer(request) {
  const cache = await caches.open(KEPT);
  try {
    const response = await fetch(request);
    if (response.ok) await cache.put(request, response.clone());
    return response;
  } catch (error) {
    const kept = await cache.match(request, { ignoreVary: true });
    if (kept) return kept;
    throw error;
  }
}
