// Tab goes through the table and out of it again, to the browser's own controls.

import assert from "node:assert/strict";
import { test } from "node:test";
import { browser, kept, open, serve, settled, shown } from "./browser.mjs";

/// Presses Tab until the focus leaves the canvas; gives how often, and what it is on then.
async function leaves(page, key) {
  for (let presses = 1; presses <= 120; presses += 1) {
    await page.keyboard.press(key);
    await settled(page);
    const on = await page.evaluate(() => document.activeElement.id || document.activeElement.tagName);
    if (on !== "canvas") return { presses, on };
  }
  throw new Error(`${key} never left the canvas`);
}

test("Tab goes through all controls and leaves the canvas at both ends", async () => {
  const { address, stop } = await serve();
  const chromium = await browser();
  const page = chromium.pages()[0];
  await page.goto(`${address}#skirmish-5e`);
  await shown(page, false);
  // Buttons of the page before and after the canvas show where the focus goes.
  await page.evaluate(() => {
    for (const [id, place] of [["before", "afterbegin"], ["after", "beforeend"]]) {
      document.body.insertAdjacentHTML(place, `<button id="${id}">${id}</button>`);
    }
    document.getElementById("hear").remove();
  });
  for (const screen of ["setup", "table"]) {
    await page.focus("#before");
    const onwards = await leaves(page, "Tab");
    assert.equal(onwards.on, "after", screen);
    assert.ok(onwards.presses > 10, `${screen}: more controls than ${onwards.presses}`);
    const back = await leaves(page, "Shift+Tab");
    assert.deepEqual(back, { presses: onwards.presses, on: "before" }, screen);
    if (screen === "setup") {
      // The last control of the setup begins the game.
      await page.focus("#after");
      for (const key of ["Shift+Tab", "Shift+Tab", "Enter"]) {
        await page.keyboard.press(key);
        await settled(page);
      }
      assert.equal((await kept(page)).length > 0, true, "a game has begun");
    }
  }
  await chromium.close();
  stop();
});

test("the wheel and the keys that zoom a page are left to the browser", async () => {
  const { address, stop } = await serve();
  const chromium = await browser();
  const page = chromium.pages()[0];
  await open(page, address);
  const content = await page.locator("meta[name=viewport]").getAttribute("content");
  assert.doesNotMatch(content, /user-scalable|maximum-scale/);
  await page.evaluate(() => {
    globalThis.taken = [];
    addEventListener("keydown", (event) => setTimeout(() => globalThis.taken.push([event.key, event.defaultPrevented])));
  });
  for (const key of ["Equal", "Minus", "0"]) await page.keyboard.press(`Control+${key}`);
  await settled(page);
  const keys = (await page.evaluate(() => globalThis.taken)).filter(([key]) => key !== "Control");
  assert.deepEqual(keys, [["=", false], ["-", false], ["0", false]]);
  const isLeft = await page.locator("#canvas").evaluate((canvas) =>
    canvas.dispatchEvent(new WheelEvent("wheel", { ctrlKey: true, deltaY: -100, bubbles: true, cancelable: true })));
  assert.ok(isLeft, "the wheel");
  await chromium.close();
  stop();
});
