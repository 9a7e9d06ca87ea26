// The stored game: through `kill -9`, where the browser keeps nothing, and when a new version comes.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, before, test } from "node:test";
import { browser, called, control, game, inStorage, kept, newProfile, open, serve, settled, shots, shown, sit, until } from "./browser.mjs";

/// How often the browser is killed; more of it where there is time.
const KILLS = Number(process.env.KILLS ?? 5);
const folder = resolve(import.meta.dirname, "../../output/web");

let server;
before(async () => { server = await serve(); });
after(() => server.stop());

/// Kills all of a browser at once, as a battery does.
function kill(profile) {
  const pids = execFileSync("pgrep", ["-f", profile], { encoding: "utf8" }).trim().split("\n");
  for (const pid of pids) {
    try { process.kill(Number(pid), "SIGKILL"); } catch { /* It went with the others. */ }
  }
}

test("a browser that is killed after a tap loses the last tap at most", async (context) => {
  const profile = newProfile();
  let chromium = await browser({ profile });
  let page = chromium.pages()[0];
  let hand = await game(page, server.address);
  let expected = (await kept(page)).length, losses = 0;
  for (let run = 0; run < KILLS; run += 1) {
    // One player loses health and gets it back: there is always some to lose.
    const name = run % 2 ? /: gain 1 health, has \d+$/ : /: lose 1 health, has \d+$/;
    await hand.tap(await called(page, name));
    expected += 1;
    // From at once to 30 seconds.
    const wait = KILLS > 10 ? Math.random() ** 3 * 30_000 : [0, 40, 80, 160, 3000][run % 5];
    await page.waitForTimeout(wait);
    kill(profile);
    await chromium.close().catch(() => {});
    chromium = await browser({ profile });
    page = chromium.pages()[0];
    hand = await sit(page, server.address);
    const found = (await kept(page)).length;
    const lost = expected - found;
    assert.ok(lost === 0 || (lost === 1 && wait < 1000), `run ${run}, killed after ${wait} ms: ${found} lines of ${expected}`);
    losses += lost;
    expected = found;
    await control(page, /: lose 1 health, has \d+$/).first().waitFor({ state: "attached" });
  }
  context.diagnostic(`${KILLS} kills, ${losses} taps lost`);
  await chromium.close();
});

test("an attack that is half entered is open again after a reload, until the journal goes on", async () => {
  const chromium = await browser();
  const page = chromium.pages()[0];
  const hand = await game(page, server.address);
  const chosen = async (name) => (await control(page, name).first().getAttribute("aria-pressed")) === "true";
  const draft = () => inStorage(page, 'return await done(stores("readonly").kept.get("draft skirmish-5e"));');
  await hand.tap(await called(page, /: attack$/));
  await hand.tap("Basic card Slash");
  await hand.tap(/ answers: Shield$/);
  const lines = await kept(page);
  await page.reload();
  await shown(page);
  await settled(page);
  await page.screenshot({ path: `${shots}/attack-again.png` });
  assert.equal(await chosen("Basic card Slash"), true);
  assert.equal(await chosen("Basic card Chop"), false);
  assert.equal(await chosen(/ answers: Shield$/), true);
  assert.deepEqual(await kept(page), lines, "nothing is struck yet");
  await hand.tap(/^Strike/);
  const struck = (await kept(page)).slice(lines.length);
  assert.equal(struck.length, 1);
  assert.match(struck[0], /"basic":"slash".*"steps":\["shield"\]/);
  assert.equal(await draft(), undefined);
  await page.reload();
  await shown(page);
  await settled(page);
  assert.equal(await control(page, "Strike").count(), 0, "the table is free");
  await chromium.close();
});

test("where the browser stores nothing, the page says so, and people can play", async () => {
  const chromium = await browser();
  const page = chromium.pages()[0];
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => { throw new DOMException("storage is switched off", "SecurityError"); };
  });
  const hand = await game(page, server.address);
  await hand.tap(await called(page, /: lose 1 health, has \d+$/));
  await page.screenshot({ path: `${shots}/no-storage.png` });
  await control(page, /^Undo: .* −1$/).first().waitFor({ state: "attached" });
  await chromium.close();
});

test("a graphics card that goes away costs a moment, and nothing of the game", async () => {
  const chromium = await browser();
  const page = chromium.pages()[0];
  const hand = await game(page, server.address);
  await hand.tap(await called(page, /: lose 1 health, has \d+$/));
  const lines = await kept(page);
  const lose = () => page.evaluate(() => {
    document.getElementById("canvas").getContext("webgl2").getExtension("WEBGL_lose_context").loseContext();
  });
  await Promise.all([page.waitForEvent("load"), lose()]);
  await shown(page);
  // So soon after the first time it may do so again and again: people are asked.
  await lose();
  await page.locator("#again").waitFor({ state: "visible" });
  await page.screenshot({ path: `${shots}/gave-up.png` });
  await Promise.all([page.waitForEvent("load"), page.locator("#again").tap()]);
  await shown(page);
  await control(page, /: lose 1 health, has \d+$/).first().waitFor({ state: "attached" });
  assert.deepEqual(await kept(page), lines);
  await chromium.close();
});

test("a program that stops says so, and goes on when the page is opened again", async () => {
  const chromium = await browser();
  const page = chromium.pages()[0];
  await game(page, server.address);
  const lines = await kept(page);
  await page.evaluate(() => setTimeout(() => { throw new WebAssembly.RuntimeError("unreachable"); }));
  await page.getByText("The table stopped, and the game is saved").waitFor({ state: "visible" });
  await Promise.all([page.waitForEvent("load"), page.locator("#again").tap()]);
  await shown(page);
  assert.deepEqual(await kept(page), lines);
  await chromium.close();
});

test("a journal that was damaged goes on before the damage, and people get it as it was", async () => {
  const chromium = await browser();
  const page = chromium.pages()[0];
  const hand = await game(page, server.address);
  for (let tap = 0; tap < 3; tap += 1) await hand.tap(await called(page, /: lose 1 health, has \d+$/));
  const whole = await kept(page);
  await inStorage(page, `
    const { access, lines } = stores("readwrite");
    const line = await done(lines.get([now, 3]));
    lines.put(line.replace("adjust", "adjusd"), [now, 3]);
    await new Promise((good, bad) => { access.oncomplete = good; access.onabort = () => bad(access.error); });
  `);
  const damaged = (await kept(page)).join("");
  const [download] = await Promise.all([page.waitForEvent("download"), page.reload()]);
  const file = `${shots}/damaged.journal`;
  await download.saveAs(file);
  assert.equal(readFileSync(file, "utf8"), damaged);
  await shown(page);
  await settled(page);
  await page.screenshot({ path: `${shots}/damaged.png` });
  assert.deepEqual(await kept(page), whole.slice(0, 3));
  await hand.tap(await called(page, /: lose 1 health, has \d+$/));
  assert.equal((await kept(page)).length, 4);
  await chromium.close();
});

test("a refused write costs no later one, and the page says so until everything is stored", async () => {
  const chromium = await browser();
  const page = chromium.pages()[0];
  const hand = await game(page, server.address);
  const before = await kept(page);
  await page.evaluate(() => {
    const { add } = IDBObjectStore.prototype;
    globalThis.refusals = 0;
    globalThis.allow = () => { IDBObjectStore.prototype.add = add; };
    IDBObjectStore.prototype.add = function refused() {
      globalThis.refusals += 1;
      this.transaction.abort();
      throw new DOMException("the disk is full", "QuotaExceededError");
    };
  });
  for (let tap = 0; tap < 3; tap += 1) await hand.tap(await called(page, /: lose 1 health, has \d+$/));
  assert.ok(await page.evaluate(() => globalThis.refusals) > 0);
  await control(page, /does not keep it/).first().waitFor({ state: "attached" });
  assert.deepEqual(await kept(page), before);
  await page.evaluate(() => globalThis.allow());
  await hand.tap(await called(page, /: lose 1 health, has \d+$/));
  const after = await kept(page);
  assert.equal(after.length, before.length + 4, "all four taps");
  await page.reload();
  await shown(page);
  assert.deepEqual(await kept(page), after);
  await chromium.close();
});

test("a second tab follows the first, and neither writes over the other", async () => {
  const chromium = await browser();
  const [page] = chromium.pages();
  const hand = await game(page, server.address);
  const other = await chromium.newPage();
  const otherHand = await sit(other, server.address);
  const followed = page.waitForEvent("load");
  await otherHand.tap(await called(other, /: lose 1 health, has \d+$/));
  const lines = await kept(other);
  await page.bringToFront();
  await followed;
  await shown(page);
  await settled(page);
  assert.deepEqual(await kept(page), lines);
  await hand.tap(await called(page, /: lose 1 health, has \d+$/));
  const after = await kept(page);
  assert.deepEqual(after.slice(0, lines.length), lines, "what the other one wrote stays");
  assert.equal(after.length, lines.length + 1);
  await page.screenshot({ path: `${shots}/two-tabs.png` });
  await chromium.close();
});

/// A folder with the next version of the page.
function nextVersion() {
  const next = mkdtempSync(join(tmpdir(), "skirmish-next-"));
  cpSync(folder, next, { recursive: true });
  const worker = join(next, "worker.js");
  writeFileSync(worker, readFileSync(worker, "utf8").replace(/const BUILD = "[^"]*"/, 'const BUILD = "next"'));
  for (const name of ["worker.js.br", "worker.js.gz"]) rmSync(join(next, name));
  return next;
}

/// A page that its worker keeps, with a game going on, for which there is a new version.
async function outdated(page) {
  const first = await serve();
  const port = new URL(first.address).port;
  const hand = await game(page, first.address);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await shown(page);
  first.stop();
  const second = await serve(nextVersion(), port);
  await page.reload();
  await shown(page);
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration()).update());
  await until(page, async () => Boolean((await navigator.serviceWorker.getRegistration()).waiting));
  await settled(page);
  return { hand, server: second };
}

test("a new version loads automatically when the page is opened again, and the game and its journal stay", async () => {
  const chromium = await browser({ worker: true });
  const page = chromium.pages()[0];
  const { server: second } = await outdated(page);
  const lines = await kept(page);
  assert.equal(await page.locator("#offer").isVisible(), false, "not in the middle of a game");
  const again = await chromium.newPage();
  await page.close();
  // Nobody opens a page again sooner; the browser lets the old worker go a moment after its last page.
  await again.waitForTimeout(2000);
  await open(again, second.address);
  await until(again, async () => (await caches.keys()).join() === "skirmish / next");
  assert.deepEqual(await kept(again), lines);
  await chromium.close();
  second.stop();
});

test("a new version is offered between two games, and taken when people want it", async () => {
  const chromium = await browser({ worker: true });
  const page = chromium.pages()[0];
  const { hand, server: second } = await outdated(page);
  const offer = page.locator("#offer");
  assert.equal(await offer.isVisible(), false, "not in the middle of a game");
  // One of two is out: the game is over.
  await hand.tap(await called(page, /: player's menu$/));
  await hand.tap("I am out");
  await offer.waitFor({ state: "visible" });
  await page.screenshot({ path: `${shots}/offer.png` });
  const lines = await kept(page);
  await Promise.all([page.waitForEvent("load"), page.locator("#take").tap()]);
  await shown(page);
  assert.deepEqual(await page.evaluate(() => caches.keys()), ["skirmish / next"], "and what belonged to the old one is gone");
  assert.deepEqual(await kept(page), lines);
  assert.equal(await offer.isVisible(), false);
  await chromium.close();
  second.stop();
});
