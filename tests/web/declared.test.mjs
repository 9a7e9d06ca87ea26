// A table that a game declares, of which nothing in the program knows: dice and figures, no cards.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { browser, called, control, fingers, kept, open, PHONE, serve, settled, shots, shown, watch } from "./browser.mjs";
import { ENDED, allShow, evening } from "./evening.mjs";
import { build, data, folder } from "./second.mjs";

let server;
before(async () => {
  build();
  server = await serve(folder);
});
after(() => server?.stop());

/// Opens the page at the setup of the declared game and puts a hand before it.
async function atFerry(page) {
  await open(page, `${server.address}#ferry`);
  const hand = await fingers(page);
  await settled(page);
  return hand;
}

test("a declared game is set up, played by touch, taken back, and goes on after a reload", async () => {
  const chromium = await browser();
  const page = chromium.pages()[0];
  const wrong = watch(page, server.address);
  const hand = await atFerry(page);
  await hand.tap("Add a player");
  await page.screenshot({ path: `${shots}/declared-setup.png` });
  await hand.tap("Start");
  for (const name of [/^Red: Fares up/, /^Red: Fares up/, /^Blue: Planks down/, "Red: Moored", /^Dice down/, "Red: end turn"]) {
    await hand.tap(name);
  }
  const told = await kept(page, "ferry");
  assert.equal(told.length, 8, "head, begin, six taps");
  assert.match(told[0], /"rules":"declared","game":"ferry"/);
  await page.reload();
  await shown(page);
  await settled(page);
  await page.screenshot({ path: `${shots}/declared-table.png` });
  assert.deepEqual(await kept(page, "ferry"), told);
  await control(page, "Blue: end turn").waitFor({ state: "attached" });
  assert.equal(await control(page, "Red: Moored").getAttribute("aria-pressed"), "true");

  // Everything is taken back.
  const undone = [];
  while (await control(page, /^Undo: /).count()) {
    undone.push((await control(page, /^Undo: /).first().textContent()).replace("Undo: ", ""));
    await hand.tap(/^Undo: /);
  }
  assert.equal(undone.at(-1), "the new game");
  // Taps that follow each other within two seconds go together; a slow machine takes longer.
  const fares = undone.flatMap((what) => what.match(/^Red: Fares \+(\d)$/)?.[1] ?? []).map(Number);
  assert.equal(fares.reduce((sum, fare) => sum + fare, 0), 2, undone.join(", "));
  await control(page, "Start").waitFor({ state: "attached" });
  assert.equal((await kept(page, "ferry")).length, told.length + undone.length, "an undo is recorded too");
  await chromium.close();
  assert.deepEqual(wrong, []);
});

test("on a phone every counter and mark of a declared game is one touch away, and the game ends automatically and is listed", async () => {
  const chromium = await browser({ viewport: PHONE });
  const page = chromium.pages()[0];
  const hand = await atFerry(page);
  await hand.tap("Add a player");
  await hand.tap("Start");
  await page.screenshot({ path: `${shots}/declared-phone.png` });
  await hand.tap("Red: player's menu");
  await hand.tap("Counters and more");
  await hand.tap(/^Red: Tar up/);
  // Open parts are open again after a reload.
  await page.reload();
  await shown(page);
  await settled(page);
  await page.screenshot({ path: `${shots}/declared-phone-counters.png` });
  await hand.tap(/^Fares up by 10/);
  await hand.tap(/^Fares up by 10/);
  await control(page, "Play again").waitFor({ state: "attached" });
  const last = (await kept(page, "ferry")).at(-1);
  assert.match(last, /"count":\{"seat":0,"counter":"fares","by":10\}/);
  assert.match(last, /"over":/);
  await page.goto(`${server.address}#`);
  await settled(page);
  await hand.tap("Evenings: games played to their end");
  assert.match(await called(page, / beat /), /^The Ferrymen of the Lower Reach, .+: Red beat Blue, \d+ min$/);
  await chromium.close();
});

test("a declared game is played from phones to its end", async () => {
  // The page of the shipped games gets the game from its host.
  const { red, blue, devices } = await evening("ferry", { data, setup: ["Add a player"] });
  await red.shot("declared");
  await red.hand.tap(/^Red: Fares up/);
  await red.hand.tap("Red: end turn");
  await allShow([blue], "Blue: end turn");
  await blue.hand.tap("Blue: end turn");
  for (;;) {
    const label = await called(red.page, /^Red: Fares up/);
    await red.hand.tap(label);
    if (await control(red.page, ENDED).count()) break;
  }
  await allShow(devices, ENDED);
});
