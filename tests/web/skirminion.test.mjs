// Skirminion in a real browser: a move and an attack under a finger, the answer of the table between two frames, kept, and taken
// back.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { browser, called, control, kept, PHONE, serve, settled, shots, shown, sit, watch } from "./browser.mjs";

const GAME = "skirminion";

let server;
before(async () => { server = await serve(); });
after(() => server.stop());

/// Touches a square, empty or not.
const touch = async (page, hand, square) => hand.tap(await called(page, new RegExp(`^${square}, `)));

test("the table plays red between frames; a game outlasts a reload and is taken back", async () => {
  const chromium = await browser();
  const page = chromium.pages()[0];
  const wrong = watch(page, server.address);
  const hand = await sit(page, `${server.address}#${GAME}`);
  await hand.tap("Red, red units: a person plays");
  await hand.tap("Red, red units: the table, easy");
  await hand.tap("Red, red units: the table, medium");
  await page.screenshot({ path: `${shots}/skirminion-setup.png` });
  await hand.tap("Start");
  await touch(page, hand, "d1");
  await page.screenshot({ path: `${shots}/skirminion-unit.png` });

  // While the table thinks, no frame is long in coming.
  await page.evaluate(() => {
    globalThis.longest = 0;
    let last = performance.now();
    const frame = (now) => {
      globalThis.longest = Math.max(globalThis.longest, now - last);
      last = now;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
  const began = Date.now();
  await touch(page, hand, "d3");
  const took = Date.now() - began;
  const longest = await page.evaluate(() => globalThis.longest);
  console.log(`red answered after ${took} ms; the longest frame took ${Math.round(longest)} ms`);
  // Head, begin, move and end, and what red does.
  const lines = (await kept(page, GAME)).length;
  assert.ok(lines >= 5, `${lines} lines`);
  await page.screenshot({ path: `${shots}/skirminion-answer.png` });

  // A hint, and what it costs to reload.
  await hand.tap(await called(page, /^Hint$/));
  await control(page, /, advised$/).first().waitFor({ state: "attached" });
  await page.screenshot({ path: `${shots}/skirminion-hint.png` });
  await page.reload();
  await shown(page);
  await settled(page);
  assert.equal((await kept(page, GAME)).length, lines, "the table does not play twice");
  await page.screenshot({ path: `${shots}/skirminion-table.png` });
  await hand.tap(await called(page, /^Undo: d1-d3/));
  await control(page, /^d1, bone unit, 6 health/).first().waitFor({ state: "attached" });
  await hand.tap(await called(page, /^Undo/));
  await control(page, "Start").first().waitFor({ state: "attached" });
  await chromium.close();
  assert.deepEqual(wrong, []);
});

test("two people play on one phone between them", async () => {
  const chromium = await browser({ viewport: PHONE });
  const page = chromium.pages()[0];
  const wrong = watch(page, server.address);
  const hand = await sit(page, `${server.address}#${GAME}`);
  await hand.tap("Start");
  for (const [from, to] of [["d1", "d3"], ["d8", "d6"], ["d3", "d4"], ["e8", "e6"], ["e1", "e3"], ["c8", "c6"]]) {
    await touch(page, hand, from);
    await touch(page, hand, to);
  }
  await touch(page, hand, "d4");
  await touch(page, hand, "d5");
  await touch(page, hand, "e6");
  await settled(page);
  await page.screenshot({ path: `${shots}/skirminion-phone.png` });
  await hand.tap("Attack e6 with d5");
  await control(page, /^e6, red unit, 5 health/).first().waitFor({ state: "attached" });
  await control(page, /^d5, bone unit, 3 health/).first().waitFor({ state: "attached" });
  await hand.tap(await called(page, /^Undo/));
  await control(page, /^d5, empty/).first().waitFor({ state: "attached" });
  await chromium.close();
  assert.deepEqual(wrong, []);
});
