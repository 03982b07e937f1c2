// The page from the cache, so that it opens without a network; robots from the network, if there is one.
// `fourbar-0` and the list are filled in by tools/site.py: another page has another name.
const cache = "fourbar-0";
const page = [];

addEventListener("install", (event) => {
  event.waitUntil(caches.open(cache).then((kept) => kept.addAll(page)));
  skipWaiting();
});

addEventListener("activate", (event) => {
  const outdated = (name) => name.startsWith("fourbar-") && name !== cache;
  const sweep = async () => {
    for (const name of await caches.keys()) if (outdated(name)) await caches.delete(name);
    await clients.claim();
  };
  event.waitUntil(sweep());
});

addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  const answer = async () => {
    const kept = await caches.match(request, { cacheName: cache, ignoreSearch: true });
    if (kept) return kept;
    const fresh = await fetch(request);
    if (fresh.ok) (await caches.open(cache)).put(request, fresh.clone());
    return fresh;
  };
  event.respondWith(answer());
});
