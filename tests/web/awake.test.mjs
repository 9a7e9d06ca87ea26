// The screen stays on while a game goes on, and people see when it may not.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { browser, called, control, game, serve, settled, shots } from "./browser.mjs";

let server;
before(async () => { server = await serve(); });
after(() => server.stop());

/// Whether people see that the screen may go dark.
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

  // When the game is over, the screen may sleep, and nobody needs to be told.
  await hand.tap(await called(page, /: player's menu$/));
  await hand.tap("I am out");
  await settled(page);
  assert.deepEqual([await held(), await badge(page)], [0, false]);
  await chromium.close();
});
