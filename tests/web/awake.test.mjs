// The screen stays on while a game goes on, and people see when it may not.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { browser, called, control, game, serve, settled, shots } from "./browser.mjs";

let server;
before(async () => { server = await serve(); });
after(() => server.stop());

/// True if the page warns that the screen may go dark.
const badge = async (page) => (await control(page, "Menu; the screen may go dark").count()) > 0;

test("the screen is kept on during a game, and asked for again when the browser took it back", async () => {
  const chromium = await browser();
  const page = chromium.pages()[0];
  await page.addInitScript(() => {
    window.locks = [];
    const request = WakeLock.prototype.request;
    WakeLock.prototype.request = async function (...kind) {
      if (window.refused) throw new DOMException("the battery is low", "NotAllowedError");
      const lock = await request.apply(this, kind);
      window.locks.push(lock);
      return lock;
    };
  });
  const held = () => page.evaluate(() => window.locks.filter((lock) => !lock.released).length);
  const hand = await game(page, server.address);
  assert.deepEqual([await held(), await badge(page)], [1, false]);

  // The browser takes it back, and does not give it again.
  await page.evaluate(() => { window.refused = true; return window.locks[0].release(); });
  await settled(page);
  assert.deepEqual([await held(), await badge(page)], [0, true]);
  await page.screenshot({ path: `${shots}/may-sleep.png` });
  await hand.tap(await called(page, /: lose 1 health, has \d+$/));
  assert.deepEqual([await held(), await badge(page)], [0, true]);

  // With the next touch it does.
  await page.evaluate(() => { window.refused = false; });
  await hand.tap(await called(page, /: lose 1 health, has \d+$/));
  await settled(page);
  assert.deepEqual([await held(), await badge(page)], [1, false]);

  // When the game is over, the screen may sleep without a warning.
  await hand.tap(await called(page, /: player's menu$/));
  await hand.tap("I am out");
  await settled(page);
  assert.deepEqual([await held(), await badge(page)], [0, false]);
  await chromium.close();
});

test("over plain http, where pages get no lock, a silent video keeps the screen on", async () => {
  const chromium = await browser();
  const page = chromium.pages()[0];
  await page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, "wakeLock", { value: undefined });
    const play = HTMLMediaElement.prototype.play;
    HTMLMediaElement.prototype.play = function () {
      window.video = this;
      return play.call(this);
    };
  });
  const hand = await game(page, server.address);
  await hand.tap(await called(page, /: lose 1 health, has \d+$/));
  // It plays, with sound, and does not come to its end.
  await page.waitForFunction(() => window.video.currentTime > 1);
  assert.deepEqual(await page.evaluate(() => [window.video.paused, window.video.muted]), [false, false]);
  assert.equal(await badge(page), false);
  await page.waitForFunction(() => window.video.currentTime > 3.9);
  await page.waitForFunction(() => window.video.currentTime < 1);
  // Stopped by the system, it goes on with the next touch.
  await page.evaluate(() => window.video.pause());
  await settled(page);
  assert.equal(await badge(page), true);
  await hand.tap(await called(page, /: lose 1 health, has \d+$/));
  await page.waitForFunction(() => !window.video.paused);
  await settled(page);
  assert.equal(await badge(page), false);
  await hand.tap(await called(page, /: player's menu$/));
  await hand.tap("I am out");
  await settled(page);
  assert.deepEqual([await page.evaluate(() => window.video.paused), await badge(page)], [true, false]);
  await chromium.close();
});
