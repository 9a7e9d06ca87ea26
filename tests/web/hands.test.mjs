// Eight fingers at once, a palm, and gestures of the browser that a page must prevent.

import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { browser, called, control, game, kept, middle, newProfile, serve, settled, shots, sit, watch, TABLET } from "./browser.mjs";

let server;
before(async () => { server = await serve(); });
after(() => server.stop());

/// Eight players lose health at once, a number of times; returns the change in each line of the journal.
async function eightTap(page, hand, rounds) {
  const names = await control(page, /: lose 1 health, has \d+$/).allTextContents();
  assert.equal(names.length, 8);
  const places = [];
  for (const name of names) places.push(await middle(page, name));
  const before = (await kept(page)).length;
  for (let round = 0; round < rounds; round += 1) {
    // All at once, without waiting for the page: so fast no hand is.
    const down = places.map((place, id) => ({ ...place, id }));
    const sent = down.map((_, last) => hand.send("touchStart", down.slice(0, last + 1)));
    // A touchEnd lifts the points that it names.
    sent.push(...down.map((point) => hand.send("touchEnd", [point])));
    await Promise.all(sent);
    await settled(page);
  }
  return (await kept(page)).slice(before).map((line) => JSON.parse(line).entry.command.adjust?.by);
}

test("eight fingers on eight seats all count", async () => {
  const chromium = await browser();
  const page = chromium.pages()[0];
  const wrong = watch(page, server.address);
  const hand = await game(page, server.address, 8);
  const lost = await eightTap(page, hand, 10);
  await page.screenshot({ path: `${shots}/eight-fingers.png` });
  assert.deepEqual(lost, Array(80).fill(-1), "every finger once, and no phantom");
  await chromium.close();
  assert.deepEqual(wrong, []);
});

test("on a tablet that is busy a tap is one tap", async () => {
  const chromium = await browser();
  const page = chromium.pages()[0];
  const hand = await game(page, server.address, 8);
  // For each finger that goes down, the page is busy for a while before the table hears of it.
  await page.evaluate(() => addEventListener("touchstart", () => {
    for (const end = performance.now() + 150; performance.now() < end;);
  }, { capture: true }));
  assert.deepEqual(await eightTap(page, hand, 2), Array(16).fill(-1), "no tap repeats, and none is a palm that rests");
  await chromium.close();
});

test("the page does not zoom, scroll, select or reload under fingers", async () => {
  const chromium = await browser();
  const page = chromium.pages()[0];
  const hand = await game(page, server.address, 2);
  const { width, height } = TABLET;
  const pulls = [
    [[width / 2, 20], [width / 2, 600]],
    [[width / 2, height - 20], [width / 2, 100]],
    [[5, 300], [700, 300]],
  ];
  for (const [[x, y], [toX, toY]] of pulls) {
    await hand.send("touchStart", [{ x, y, id: 1 }]);
    for (let part = 1; part <= 10; part += 1) {
      await hand.send("touchMove", [{ x: x + ((toX - x) * part) / 10, y: y + ((toY - y) * part) / 10, id: 1 }]);
    }
    await hand.send("touchEnd", []);
  }
  await hand.devtools.send("Input.synthesizePinchGesture", { x: width / 2, y: height / 2, scaleFactor: 2, gestureSourceType: "touch" });
  await hand.tap({ x: width / 2, y: height / 2 });
  await hand.tap({ x: width / 2, y: height / 2 });
  const view = await page.evaluate(() => ({
    scale: visualViewport.scale, top: scrollY, left: scrollX, selected: String(getSelection()), loads: performance.getEntriesByType("navigation").length,
  }));
  assert.deepEqual(view, { scale: 1, top: 0, left: 0, selected: "", loads: 1 });
  await chromium.close();
});

test("nothing is drawn while nobody moves", async () => {
  const chromium = await browser();
  const page = chromium.pages()[0];
  await game(page, server.address, 4);
  // Until notices and running sums are gone.
  await page.waitForTimeout(7000);
  const frames = () => page.evaluate(() => document.documentElement.dataset.frames);
  const before = await frames();
  await page.waitForTimeout(5000);
  assert.equal(await frames(), before);
  await chromium.close();
});

test("the soft keyboard comes for names, and for nothing else", async () => {
  const chromium = await browser();
  const page = chromium.pages()[0];
  const writing = () => page.evaluate(() => document.activeElement?.matches("input, textarea, [contenteditable]") ?? false);
  const hand = await sit(page, server.address);
  assert.equal(await writing(), false, "when the page opens");
  await hand.tap("Red: another name");
  assert.equal(await writing(), false, "there are letters on the screen");
  await hand.tap(await called(page, /: write with this device/));
  assert.equal(await writing(), true, "the name was touched");
  await page.screenshot({ path: `${shots}/name.png` });
  await page.keyboard.type("åsa");
  await settled(page);
  await hand.tap("Done");
  assert.equal(await writing(), false, "the name is there");
  await hand.tap("Start");
  await hand.tap(/^Åsa: lose 1 health/);
  assert.equal(await writing(), false, "after a tap");
  await hand.tap("Menu");
  assert.equal(await writing(), false, "in a sheet");
  await hand.tap("Cards and rules");
  assert.equal(await writing(), false, "where people search");
  await chromium.close();
});

/// That every control is on the screen.
async function allInReach(page) {
  // All in one question: one for each control takes seconds.
  const [count, beyond] = await control(page, /./).evaluateAll((controls) => [controls.length, controls.filter((control) => {
    const { left, top, right, bottom } = control.getBoundingClientRect();
    const drawn = control.getClientRects().length > 0;
    return !drawn || left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1;
  }).map((control) => control.textContent)]);
  assert.ok(count > 8, `${count} controls`);
  assert.deepEqual(beyond, []);
}

test("a page that is zoomed to 200 % has everything in reach", async () => {
  // To a page, zoom is a screen of fewer points with more pixels in each; the real thing, not the one that tests imitate,
  // in which the browser forgets to tell a canvas its pixels.
  const args = ["--force-device-scale-factor=2", "--window-size=590,500"];
  const chromium = await browser({ viewport: null, args });
  const page = chromium.pages()[0];
  const wrong = watch(page, server.address);
  await game(page, server.address, 4);
  await page.screenshot({ path: `${shots}/zoomed.png` });
  const [pixels, points] = await page.evaluate(() => [document.getElementById("canvas").width, innerWidth]);
  assert.equal(pixels, 2 * points);
  await allInReach(page);
  await chromium.close();
  assert.deepEqual(wrong, []);
});

test("a browser whose text is set to 200 % has the largest labels, and everything in reach", async () => {
  const profile = newProfile();
  mkdirSync(join(profile, "Default"));
  const preferences = { webkit: { webprefs: { default_font_size: 32 } } };
  writeFileSync(join(profile, "Default/Preferences"), JSON.stringify(preferences));
  const chromium = await browser({ profile });
  const page = chromium.pages()[0];
  const wrong = watch(page, server.address);
  const hand = await game(page, server.address, 8);
  await page.screenshot({ path: `${shots}/large-text.png` });
  await allInReach(page);
  await hand.tap("Menu");
  await control(page, "Size of text: Giant").waitFor({ state: "attached" });
  await allInReach(page);
  await chromium.close();
  assert.deepEqual(wrong, []);
});

test("a page that was never opened looks as the device does, and pinching it is not forbidden", async () => {
  const chromium = await browser();
  const page = chromium.pages()[0];
  const wrong = watch(page, server.address);
  await page.emulateMedia({ colorScheme: "light", contrast: "more", reducedMotion: "reduce" });
  const hand = await game(page, server.address, 2);
  await hand.tap("Menu");
  for (const setting of ["Theme: Light", "Contrast: high"]) await control(page, setting).waitFor({ state: "attached" });
  assert.doesNotMatch(await page.locator("meta[name=viewport]").getAttribute("content"), /user-scalable|maximum-scale/);
  await page.screenshot({ path: `${shots}/light-and-high.png` });
  // People's settings override the device's.
  await hand.tap("Theme: Light");
  await control(page, "Theme: Dark").waitFor({ state: "attached" });
  await page.reload();
  const again = await sit(page, server.address);
  await again.tap("Menu");
  await control(page, "Theme: Dark").waitFor({ state: "attached" });
  await chromium.close();
  assert.deepEqual(wrong, []);
});
