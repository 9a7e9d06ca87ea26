// The folder works on any web server, in any sub-folder, and over plain http as far as browsers go.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { networkInterfaces } from "node:os";
import { extname, join, resolve } from "node:path";
import { test } from "node:test";
import { browser, control, fingers, game, kept, open, shown, until, watch } from "./browser.mjs";

const folder = resolve(import.meta.dirname, "../../output/web");
const TYPES = {
  ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm", ".png": "image/png",
  ".jpg": "image/jpeg", ".webmanifest": "application/manifest+json",
};

/// The plainest of all web servers, with the page in a sub-folder.
async function plain(below) {
  const server = createServer(async (request, answer) => {
    const path = new URL(request.url, "http://x").pathname;
    const file = path.startsWith(below) ? path.slice(below.length) || "index.html" : "?";
    try {
      const bytes = await readFile(join(folder, file));
      answer.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" }).end(bytes);
    } catch {
      answer.writeHead(404).end();
    }
  });
  await new Promise((listening) => server.listen(0, listening));
  return server;
}

test("the page opens from a sub-folder of any web server, and again without the network", async () => {
  const server = await plain("/club/skirmish/");
  const address = `http://localhost:${server.address().port}/club/skirmish/`;
  const chromium = await browser();
  const page = chromium.pages()[0];
  const wrong = watch(page, address);
  await open(page, address);
  // The worker has loaded all pictures when nobody needed the network for anything else.
  await until(page, async () => {
    const { pictures } = JSON.parse(document.querySelector("meta[name=files]").content);
    const [name] = await caches.keys();
    const cache = name && await caches.open(name);
    return cache && (await Promise.all(pictures.map((picture) => cache.match(picture)))).every(Boolean);
  });
  server.close();
  server.closeAllConnections();
  await page.reload();
  await shown(page);
  await (await fingers(page)).tap("To battle");
  assert.ok(await control(page, /: lose 1 health$/).count() >= 2);
  await chromium.close();
  assert.deepEqual(wrong.filter((what) => !/ERR_CONNECTION_REFUSED|ERR_FAILED/.test(what)), []);
});

test("without https the page keeps the game, and does without worker and wake lock", async (context) => {
  const all = Object.values(networkInterfaces()).flat();
  const here = all.find((address) => address.family === "IPv4" && !address.internal);
  if (!here) return context.skip("this machine has no address but its own");
  const server = await plain("/");
  const address = `http://${here.address}:${server.address().port}/`;
  const chromium = await browser();
  const page = chromium.pages()[0];
  const wrong = watch(page, address);
  await game(page, address);
  assert.equal(await page.evaluate(() => isSecureContext), false);
  await control(page, /the screen may go dark/).first().waitFor({ state: "attached" });
  const lines = await kept(page);
  await page.reload();
  await shown(page);
  assert.deepEqual(await kept(page), lines);
  await chromium.close();
  server.close();
  server.closeAllConnections();
  assert.deepEqual(wrong, []);
});
