// The folder works on any web server, in any sub-folder, and over plain http as far as browsers go.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { networkInterfaces } from "node:os";
import { extname, join, resolve } from "node:path";
import { test } from "node:test";
import { browser, called, control, fingers, game, kept, open, settled, shown, until, watch } from "./browser.mjs";

const folder = resolve(import.meta.dirname, "../../output/web");
const TYPES = {
  ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm", ".png": "image/png",
  ".jpg": "image/jpeg", ".webmanifest": "application/manifest+json",
};

/// The plainest of all web servers, with the page in a sub-folder, or in all that an expression names.
async function plain(below) {
  const server = createServer(async (request, answer) => {
    const path = new URL(request.url, "http://x").pathname;
    const [under] = path.match(below) ?? [];
    const file = under && path.startsWith(under) ? path.slice(under.length) || "index.html" : "?";
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

test("the folder has the licences of everything in it", async () => {
  const licence = (name) => readFile(join(folder, "licences", name), "utf8");
  const libraries = await licence("third-party.txt");
  for (const name of ["egui", "eframe", "serde", "wasm-bindgen"]) {
    assert.match(libraries, new RegExp(`^${name} [0-9]`, "m"));
  }
  assert.match(libraries, /Permission is hereby granted/);
  for (const name of ["LICENSE-MIT", "LICENSE-APACHE", "OFL-Inter.txt", "OFL-Junicode.txt"]) {
    assert.ok((await licence(name)).length > 500, name);
  }
});

test("the page opens from a sub-folder of any web server, and again without the network", async () => {
  const server = await plain("/club/skirmish/");
  const address = `http://localhost:${server.address().port}/club/skirmish/`;
  const chromium = await browser({ worker: true });
  const page = chromium.pages()[0];
  const wrong = watch(page, address);
  await open(page, address);
  // The worker has loaded all pictures when nobody needed the network for anything else.
  await until(page, async () => {
    const { pictures } = JSON.parse(document.querySelector("meta[name=files]").content);
    const [name] = await caches.keys();
    const cache = name && await caches.open(name);
    const list = cache && await (await fetch(pictures)).json();
    return cache && (await Promise.all(list.map((picture) => cache.match(picture)))).every(Boolean);
    // All games together have some forty megabytes.
  }, 180_000);
  server.close();
  server.closeAllConnections();
  await page.reload();
  await shown(page);
  await (await fingers(page)).tap("Start");
  assert.ok(await control(page, /: lose 1 health, has \d+$/).count() >= 2);
  await chromium.close();
  assert.deepEqual(wrong.filter((what) => !/ERR_CONNECTION_REFUSED|ERR_FAILED/.test(what)), []);
});

test("two copies in two folders of one host leave each other alone", async () => {
  const server = await plain(/^\/(?:club|home)\//);
  const host = `http://localhost:${server.address().port}`;
  const chromium = await browser({ worker: true });
  const [page] = chromium.pages();
  const first = await game(page, `${host}/club/`);
  await first.tap(await called(page, /: lose 1 health, has \d+$/));
  const lines = await kept(page);
  assert.ok(lines.length > 1);
  await until(page, async () => (await caches.keys()).length === 1);
  const other = await chromium.newPage();
  await open(other, `${host}/home/`);
  await control(other, "Start").waitFor({ state: "attached" });
  await until(other, async () => (await caches.keys()).length === 2);
  await other.evaluate(() => navigator.serviceWorker.ready);
  const names = await other.evaluate(() => caches.keys());
  assert.deepEqual(names.map((name) => name.split(" ")[1]).sort(), ["/club/", "/home/"]);
  await game(other, `${host}/home/`, 3);
  assert.notDeepEqual(await kept(other), lines);
  assert.deepEqual(await kept(page), lines, "the game in the first folder is as it was");
  // Both open without the network.
  server.close();
  server.closeAllConnections();
  for (const copy of [page, other]) {
    await copy.bringToFront();
    await copy.reload();
    await shown(copy);
    await control(copy, /: lose 1 health, has \d+$/).first().waitFor({ state: "attached" });
  }
  await chromium.close();
});

test("a game that an earlier version kept goes on in the first copy that is opened", async () => {
  const server = await plain("/club/");
  const address = `http://localhost:${server.address().port}/club/`;
  const chromium = await browser();
  const page = chromium.pages()[0];
  const hand = await game(page, address);
  await hand.tap(await called(page, /: lose 1 health, has \d+$/));
  const lines = await kept(page);
  // As the first version kept it.
  await page.goto(`${address}manifest.webmanifest`);
  await page.evaluate(async (lines) => {
    const gone = indexedDB.deleteDatabase("skirmish /club/");
    await new Promise((good) => { gone.onsuccess = good; });
    const opening = indexedDB.open("skirmish", 1);
    opening.onupgradeneeded = () => {
      const into = opening.result.createObjectStore("lines");
      lines.forEach((line, number) => into.put(line, [3, number]));
      const old = opening.result.createObjectStore("kept");
      old.put(3, "now");
    };
    await new Promise((good) => { opening.onsuccess = good; });
    opening.result.close();
  }, lines);
  await open(page, address);
  await control(page, /: lose 1 health, has \d+$/).first().waitFor({ state: "attached" });
  assert.deepEqual(await kept(page), lines);
  assert.deepEqual((await page.evaluate(() => indexedDB.databases())).map(({ name }) => name), ["skirmish /club/"]);
  await chromium.close();
  server.close();
  server.closeAllConnections();
});

test("without https the page keeps the game and the screen on, and does without worker and wake lock", async (context) => {
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
  assert.equal(await page.evaluate(() => navigator.wakeLock), undefined);
  await settled(page);
  assert.equal(await control(page, /the screen may go dark/).count(), 0);
  const lines = await kept(page);
  await page.reload();
  await shown(page);
  assert.deepEqual(await kept(page), lines);
  await chromium.close();
  server.close();
  server.closeAllConnections();
  assert.deepEqual(wrong, []);
});
