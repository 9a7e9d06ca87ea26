// A whole evening on a tablet: set up by touch, play, reload, without the network, undo, export.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { browser, called, control, kept, replay, serve, settled, shots, shown, sit, until, PHONE, watch } from "./browser.mjs";

let server;
before(async () => { server = await serve(); });
after(() => server.stop());

test("four players play a few turns, with and without the network, and take the journal home", async () => {
  const chromium = await browser({ worker: true });
  const page = chromium.pages()[0];
  const wrong = watch(page, server.address);
  const hand = await sit(page, server.address);
  await page.screenshot({ path: `${shots}/tablet-setup.png` });

  await hand.tap("Add a warrior");
  await hand.tap("Add a warrior");
  await hand.tap("Start");
  const names = await control(page, /: lose 1 health, has \d+$/).allTextContents();
  assert.equal(names.length, 4);
  const third = names.at(-1).replace(/: lose 1 health.*/, "");
  await page.screenshot({ path: `${shots}/tablet-table.png` });

  // A blow, a tap, armour, and the turn goes on.
  const attacker = (await called(page, /: attack$/)).replace(": attack", "");
  await hand.tap(`${attacker}: attack`);
  await page.screenshot({ path: `${shots}/tablet-attack.png` });
  await hand.choose("Basic card Slash");
  await hand.tap(/ answers: Hit$/);
  await hand.tap(/^Strike/);
  await hand.tap(new RegExp(`^${attacker}: lose 1 health`));
  await hand.tap(`${third}: no Mail, wear one`);
  await page.screenshot({ path: `${shots}/tablet-played.png` });
  const told = await kept(page);
  assert.ok(told.length >= 5, `${told.length} lines`);

  // The same lines after a reload, and after one without the network.
  await page.evaluate(() => navigator.serviceWorker.ready);
  await until(page, async () => (await caches.keys()).length === 1);
  await page.reload();
  await shown(page);
  await settled(page);
  assert.deepEqual(await kept(page), told);
  assert.equal(await page.evaluate(() => Boolean(navigator.serviceWorker.controller)), true);
  await chromium.setOffline(true);
  await page.reload();
  await shown(page);
  await settled(page);
  await page.screenshot({ path: `${shots}/tablet-offline.png` });
  assert.deepEqual(await kept(page), told);
  await hand.tap(/^Undo/);
  assert.equal((await kept(page)).length, told.length + 1, "an undo is one more line");
  await control(page, `${third}: no Mail, wear one`).waitFor({ state: "attached" });
  await chromium.setOffline(false);

  await hand.tap("Menu");
  await hand.tap("Move this game");
  await page.screenshot({ path: `${shots}/tablet-move.png` });
  const [download] = await Promise.all([page.waitForEvent("download"), hand.tap("Save to a file")]);
  const file = `${shots}/exported.journal`;
  await download.saveAs(file);
  assert.equal(readFileSync(file, "utf8"), (await kept(page)).join(""), "the file has the journal");
  const state = replay(file);
  assert.equal(state.entries, (await kept(page)).length - 1);
  await hand.tap("Close");
  assert.deepEqual(state.players.map((player) => player.health).toSorted((a, b) => a - b), [9, 11, 12, 12]);
  await chromium.close();
  assert.deepEqual(wrong.filter((what) => !/ERR_INTERNET_DISCONNECTED/.test(what)), []);
});

test("a phone has the same table", async () => {
  const chromium = await browser({ viewport: PHONE });
  const page = chromium.pages()[0];
  const wrong = watch(page, server.address);
  const hand = await sit(page, server.address);
  await page.screenshot({ path: `${shots}/phone-setup.png` });
  await hand.tap("Start");
  await page.screenshot({ path: `${shots}/phone-table.png` });
  await page.setViewportSize({ width: PHONE.height, height: PHONE.width });
  await settled(page);
  await page.screenshot({ path: `${shots}/phone-lying.png` });
  await chromium.close();
  assert.deepEqual(wrong, []);
});
