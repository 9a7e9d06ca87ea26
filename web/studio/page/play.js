// Own games at the table. What the table needs of a game is kept in a cache; its service worker answers with it in a folder of the
// game, where all else is that of the table.

const SCOPE = new URL("../", location).href;
const CACHE = `skirmish own ${new URL(SCOPE).pathname}`;
const TYPES = { json: "application/json", jpg: "image/jpeg", png: "image/png" };

/// Without a service worker there is nothing that answers. Browsers have it over HTTPS and on the machine itself only.
export const isSupported = Boolean(navigator.serviceWorker) && "caches" in globalThis;

const folderOf = (id) => `${SCOPE}own/${encodeURIComponent(id)}/`;

/// Opens the table with a game. `make` makes its files, `{ name, bytes }`, unless those of the same stamp are kept.
export async function play(id, stamp, make) {
  const folder = folderOf(id);
  const cache = await caches.open(CACHE);
  const made = await (await cache.match(`${folder}stamp`))?.text();
  if (made !== stamp) {
    const files = await make();
    await forget(id);
    for (const { name, bytes } of files) {
      const type = TYPES[name.split(".").at(-1)] ?? "application/octet-stream";
      await cache.put(folder + name, new Response(bytes, { headers: { "Content-Type": type } }));
    }
    // Last: it says that the others are all there.
    await cache.put(`${folder}stamp`, new Response(stamp));
  }
  await navigator.serviceWorker.ready;
  location.assign(folder);
}

/// Removes a game's stored files for the table; its journals stay.
export async function forget(id) {
  const cache = await caches.open(CACHE);
  for (const request of await cache.keys()) if (request.url.startsWith(folderOf(id))) await cache.delete(request);
}
