// Several games in one page: the shelf, a journal for each game, and archived ones.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { browser, called, control, fingers, inStorage, kept, open, PHONE, serve, settled, shots, shown, until, watch } from "./browser.mjs";
import { build, folder } from "./second.mjs";

const FIRST = /^Skirmish \(/, SECOND = /^Melee by Night \(/;

let server;
before(async () => {
  build();
  server = await serve(folder);
});
after(() => server?.stop());

/// Opens the page at its shelf and puts a hand before it.
async function atShelf(page, address = server.address) {
  await open(page, `${address}#`);
  const hand = await fingers(page);
  await settled(page);
  return hand;
}

/// How many journals there are, those that are played on included.
const journals = (page) => inStorage(page, 'return (await done(stores("readonly").journals.getAllKeys())).length;');

/// Begins a game and takes some health; stays at its table. Gives what its way back says then: taps that follow each other
/// within two seconds go back together, and a slow machine takes longer.
async function play(page, hand, game, lost) {
  await hand.tap(game);
  await hand.tap("Start");
  for (let tap = 0; tap < lost; tap += 1) await hand.tap(await called(page, /: lose 1 health, has \d+$/));
  return await called(page, /^Undo: .* −\d$/);
}

async function leave(hand) {
  await hand.tap(/^Menu/);
  await hand.tap("Games");
}

test("a game goes on where it was after a look at another, a reload, and without the network", async () => {
  const chromium = await browser({ worker: true });
  const page = chromium.pages()[0];
  const wrong = watch(page, server.address);
  const hand = await atShelf(page);
  await page.screenshot({ path: `${shots}/shelf-new.png` });
  const undo = await play(page, hand, FIRST, 2);
  const first = await kept(page, "skirmish-5e");
  assert.equal(first.length, 4, "head, begin, two taps");
  assert.equal(new URL(page.url()).hash, "#skirmish-5e");
  await leave(hand);
  assert.equal(new URL(page.url()).hash, "");
  await page.screenshot({ path: `${shots}/shelf-tablet.png` });
  await control(page, /^Skirmish .*in progress/).waitFor({ state: "attached" });
  await play(page, hand, SECOND, 1);
  const second = await kept(page, "night");
  assert.equal(second.length, 3);
  assert.deepEqual(await kept(page, "skirmish-5e"), first, "nothing is displaced");
  // The browser's own way back leads to the shelf as well.
  await page.goBack();
  await settled(page);
  await control(page, /^Melee by Night .*in progress/).waitFor({ state: "attached" });
  await hand.tap(FIRST);
  await control(page, undo).first().waitFor({ state: "attached" });

  // A reload shows the same game; the shelf is one step away.
  await page.evaluate(() => navigator.serviceWorker.ready);
  await until(page, async () => (await caches.keys()).length === 1);
  await page.reload();
  await shown(page);
  await settled(page);
  await control(page, undo).first().waitFor({ state: "attached" });
  await chromium.setOffline(true);
  await page.reload();
  await shown(page);
  await leave(hand);
  await hand.tap(SECOND);
  await control(page, /^Undo: .* −1$/).first().waitFor({ state: "attached" });
  await hand.tap(await called(page, /: lose 1 health, has \d+$/));
  assert.equal((await kept(page, "night")).length, second.length + 1);
  assert.deepEqual(await kept(page, "skirmish-5e"), first);
  await chromium.setOffline(false);
  await chromium.close();
  assert.deepEqual(wrong.filter((what) => !/ERR_INTERNET_DISCONNECTED/.test(what)), []);
});

test("where nothing can be kept, a game still goes on behind the shelf", async () => {
  const chromium = await browser();
  const page = chromium.pages()[0];
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => { throw new DOMException("storage is switched off", "SecurityError"); };
  });
  const hand = await atShelf(page);
  const undo = await play(page, hand, FIRST, 3);
  // The message that nothing is saved covers neither the upper menu nor the way back from a setup.
  await page.screenshot({ path: `${shots}/unsaved-table.png` });
  await leave(hand);
  await hand.tap(SECOND);
  await page.screenshot({ path: `${shots}/unsaved-setup.png` });
  await hand.tap("Games");
  await hand.tap(FIRST);
  await control(page, undo).first().waitFor({ state: "attached" });
  await chromium.close();
});

test("an archived game is opened again, and another is deleted once people confirm it", async () => {
  const chromium = await browser();
  const page = chromium.pages()[0];
  await chromium.grantPermissions(["clipboard-read", "clipboard-write"], { origin: new URL(server.address).origin });
  const hand = await atShelf(page);
  await play(page, hand, FIRST, 1);
  await hand.tap(/^Menu/);
  await hand.tap("Move this game");
  await hand.tap("Copy the link");
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await hand.tap("Close");
  const lose = await called(page, /: lose 1 health, has \d+$/);
  await hand.tap(lose);
  const lost = lose.replace(/\d+$/, (left) => left - 1);
  await control(page, lost).first().waitFor({ state: "attached" });
  const played = await kept(page, "skirmish-5e");
  // The link takes its place: it opens the right game, whatever is shown.
  await leave(hand);
  await hand.tap(SECOND);
  await page.goto(link);
  await settled(page);
  await hand.tap("Play it here");
  await control(page, /^Undo: .* −1$/).first().waitFor({ state: "attached" });
  await leave(hand);
  await hand.tap("Archived games");
  await page.screenshot({ path: `${shots}/put-aside-tablet.png` });
  for (const [name, viewport] of [["phone", PHONE], ["phone-lying", { width: PHONE.height, height: PHONE.width }]]) {
    await page.setViewportSize(viewport);
    await settled(page);
    await page.screenshot({ path: `${shots}/put-aside-${name}.png` });
    await hand.tap("Close");
    await page.screenshot({ path: `${shots}/shelf-${name}.png` });
    await hand.tap("Archived games");
  }
  await page.setViewportSize({ width: 1180, height: 820 });
  await settled(page);
  const before = await journals(page);
  await hand.tap(/^Open again: Skirmish/);
  // Taps count as one run only if they follow within two seconds, so the undo button isn't the same on a slow machine.
  await control(page, lost).first().waitFor({ state: "attached" });
  assert.equal((await kept(page, "skirmish-5e")).length, played.length);
  await until(page, () => true);
  assert.equal(await journals(page), before, "one took the place of the other");
  await leave(hand);
  await hand.tap("Archived games");
  await hand.tap(/^Delete: Skirmish/);
  await hand.tap(/^Keep: Skirmish/);
  assert.equal(await journals(page), before);
  await hand.tap(/^Delete: Skirmish/);
  await hand.tap(/^Delete permanently: Skirmish/);
  assert.equal(await journals(page), before - 1);
  assert.equal((await kept(page, "skirmish-5e")).length, played.length, "the one that is played stays");
  assert.equal(await control(page, /^Delete: /).count(), 0);
  await chromium.close();
});
