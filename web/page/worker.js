// Caches the page for offline use, once per build of each copy of the page on this host; the builder fills in the files.

const BUILD = "@build@";
const FILES = /* @files@ */ [];
const PATH = new URL(".", location).pathname;
const CACHE = `skirmish ${PATH} ${BUILD}`;
/// Own games have folders of their own, `own/<id>/`. The studio keeps the data and pictures of each; all else is that of the page.
const OWN = `${self.registration.scope}own/`;

/// Returns true if a cache belongs to this copy. Names from earlier versions lack the path: they are ours if all files are.
async function isOurs(name) {
  if (name.startsWith(`skirmish ${PATH} `)) return true;
  if (!name.startsWith("skirmish-")) return false;
  const kept = await (await caches.open(name)).keys();
  return kept.every(({ url }) => url.startsWith(self.registration.scope));
}

self.addEventListener("install", (event) => {
  // Files whose name tells their content may come from the browser's own cache, the others never.
  const fresh = FILES.map((file) => new Request(file, { cache: /[.-][0-9a-f]{16}\./.test(file) ? "default" : "no-cache" }));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(fresh)));
});

self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) {
      if (name !== CACHE && await isOurs(name)) await caches.delete(name);
    }
    await self.clients.claim();
  })());
});

self.addEventListener("message", (event) => {
  if (event.data === "take over") self.skipWaiting();
  else if (event.data?.load) event.waitUntil(load(event.data.load));
});

// Missing pictures, one after another, to leave the network to others.
async function load(list) {
  const cache = await caches.open(CACHE);
  const pictures = await fetch(list).then((answer) => answer.json()).catch(() => []);
  for (const picture of pictures) {
    // A newer version waits until this worker has nothing to do.
    if (self.registration.waiting) return;
    if (!(await cache.match(picture))) await cache.add(picture).catch(() => {});
  }
}

/// Answers from the cache, else from the network.
async function find(request) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request, { ignoreSearch: true });
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok && answer.url.includes("/pictures/")) await cache.put(request, answer.clone());
  return answer;
}

/// Answers for the folder of an own game.
async function findOwn(request) {
  const own = await caches.open(`skirmish own ${PATH}`);
  const kept = await own.match(request, { ignoreSearch: true });
  if (kept) return kept;
  const [, folder, name] = request.url.slice(OWN.length).match(/^([^/?#]*\/?)([^?#]*)/);
  const answer = await find(new Request(self.registration.scope + name));
  if (name) return answer;
  // Its page is that of all games, with a list of the game's own files.
  const files = await own.match(OWN + folder + "files.json");
  if (!files) return Response.redirect(`${self.registration.scope}studio/`);
  const list = /(<meta name="files" content=')([^']*)/;
  const text = await answer.text();
  const old = JSON.parse(text.match(list)[2]);
  const listed = { ...old, ...await files.json(), home: "../../" };
  const page = text.replace(list, (_, before) => before + JSON.stringify(listed)).replaceAll(`"${old.pack}"`, `"${listed.pack}"`);
  return new Response(page, { headers: { "Content-Type": "text/html; charset=utf-8" } });
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { scope } = self.registration;
  // A host's answers about a shared table are never cached.
  if (request.method !== "GET" || !request.url.startsWith(scope) || request.url.startsWith(`${scope}table/`)) return;
  event.respondWith(request.url.startsWith(OWN) ? findOwn(request) : find(request));
});
