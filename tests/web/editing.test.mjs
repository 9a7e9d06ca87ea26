// The page of `skirmish watch`: what is saved is seen, and nothing else moves.

import assert from "node:assert/strict";
import { test } from "node:test";
import { PHONE, shots } from "./browser.mjs";
import { edit, WORDS } from "./editing.mjs";

const face = (page, name) => page.locator("#faces figure", { has: page.locator(".name", { hasText: new RegExp(`^${name}$`) }) });
const sources = (page) => page.evaluate(() =>
  Object.fromEntries([...document.querySelectorAll("#faces figure")].map((one) => [one.face.key, one.querySelector("img")?.getAttribute("src")])));

test("a save changes one face, a broken one keeps the last good ones, and the place of a problem is told", async () => {
  const game = await edit();
  const { page, wrong } = game;
  assert.equal(await page.title(), "Skirmish");
  assert.ok(await page.locator("#faces figure").count() > 29, "cards and all other pieces");
  assert.equal(await page.locator("#faces .wrong").count(), 0);
  await page.screenshot({ path: `${shots}/watch.png` });
  await page.evaluate(() => scrollTo(0, 420));
  const [scroll, version, before] = [await page.evaluate(() => scrollY), await game.version(), await sources(page)];
  game.save(WORDS, "two swords cut him down");
  await game.newer(version);
  const after = await sources(page);
  const changed = Object.keys(after).filter((key) => after[key] !== before[key] && before[key]);
  assert.deepEqual(changed, ["card/slash"]);
  assert.ok(await face(page, "Slash").evaluate((figure) => figure.classList.contains("changed")), "it flashes");
  assert.match(await page.locator("#state").textContent(), /Slash changed/);
  assert.equal(await page.evaluate(() => scrollY), scroll);
  // What it looked like before.
  await page.keyboard.press("b");
  await page.waitForFunction((old) => [...document.querySelectorAll("#faces img")].some((image) => image.getAttribute("src") === old), before["card/slash"]);
  assert.equal(await page.getByRole("button", { name: "Before" }).getAttribute("aria-pressed"), "true");
  await page.screenshot({ path: `${shots}/watch-before.png` });
  await page.keyboard.press("b");

  const good = await game.version();
  game.save('name = "Slash"\nkind = "basic"', 'name = "Slash"\nkind = "bsic"');
  await game.newer(good);
  const told = await face(page, "Slash").locator(".wrong").first().textContent();
  assert.match(told, /bsic/);
  assert.match(told, /did you mean `basic`\?/);
  assert.match(told, /E0214/);
  assert.equal(await page.locator("#faces .spoilt").count(), 1, "only the face that it is about");
  assert.match(await page.locator("#state").textContent(), /showing the last good build, 1 error/);
  assert.ok(Number(await face(page, "Chop").locator("img").evaluate((image) => getComputedStyle(image).opacity)) < 0.5, "dimmed");
  await page.screenshot({ path: `${shots}/watch-broken.png` });
  await face(page, "Slash").locator(".wrong button").click();
  await page.waitForFunction(() => !document.getElementById("note").hidden);
  const place = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(place, /^card-data\/skirmish-5e\/cards\.toml:\d+$/);
  assert.match(await page.locator("#note").textContent(), /, copied$/);

  const broken = await game.version();
  game.save('kind = "bsic"', 'kind = "basic"');
  await game.newer(broken);
  assert.equal(await page.locator("#faces .wrong").count(), 0);
  assert.equal(await page.locator("html[data-stale]").count(), 0);
  // A click on a text of a face tells where that text stands.
  const box = await face(page, "Slash").locator(".cut").boundingBox();
  const title = await page.evaluate(() => navigator.clipboard.readText());
  await face(page, "Slash").locator(".cut").click({ position: { x: box.width * 0.6, y: box.height * 0.66 } });
  await page.waitForFunction(async (old) => await navigator.clipboard.readText() !== old, title);
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /cards\.toml:\d+$/);
  assert.deepEqual(wrong, []);
  await game.stop();
});

test("sheets, book and fan follow, with the keyboard alone, and a reload keeps how it was looked at", async () => {
  const game = await edit({ scheme: "dark" });
  const { page, wrong } = game;
  await page.getByRole("tab", { name: "Faces" }).focus();
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.getByRole("tab", { name: "Fan" }).getAttribute("aria-selected"), "true");
  assert.ok(await page.locator("#fan .hand").count() > 2);
  await page.waitForFunction(() => document.querySelectorAll("#fan img").length > 7);
  await page.screenshot({ path: `${shots}/watch-fan.png` });
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(() => document.querySelectorAll("#sheets image[href]").length > 9);
  assert.equal(await page.locator("#sheets svg[aria-label^='cards, sheet']").count(), 30);
  await page.waitForTimeout(300);
  await page.screenshot({ path: `${shots}/watch-sheets.png` });
  const version = await game.version();
  game.save(WORDS, "two swords cut him down");
  await game.newer(version);
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(() => document.querySelectorAll("#book figure").length === 36);
  await page.waitForFunction(() => document.querySelectorAll("#book img").length > 1);
  await page.waitForTimeout(300);
  await page.screenshot({ path: `${shots}/watch-book.png` });
  await page.keyboard.press("+");
  await page.keyboard.press("+");
  await page.getByLabel("Seen").selectOption("deutan");
  await page.reload();
  await page.waitForFunction(() => document.querySelectorAll("#book img").length > 1);
  assert.equal(await page.locator("#zoom").inputValue(), "2");
  assert.equal(await page.locator("#sight").inputValue(), "deutan");
  assert.equal(await page.getByRole("tab", { name: "Book" }).getAttribute("aria-selected"), "true");
  await page.getByRole("tab", { name: "Faces" }).click();
  await page.waitForFunction(() => document.querySelectorAll("#faces img").length > 7);
  await page.screenshot({ path: `${shots}/watch-deutan.png` });
  assert.deepEqual(wrong, []);
  await game.stop();
});

test("on a telephone nothing is wider than the screen", async () => {
  const game = await edit({ viewport: PHONE });
  const { page, wrong } = game;
  const version = await game.version();
  game.save('name = "Shield"\nkind = "armour"', 'name = "Shield"\nkind = "armor"');
  await game.newer(version);
  for (const view of ["Faces", "Fan", "Sheets", "Book"]) {
    await page.getByRole("tab", { name: view }).click();
    await page.waitForTimeout(600);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= PHONE.width, `${view}: ${wide} px`);
    await page.screenshot({ path: `${shots}/watch-phone-${view.toLowerCase()}.png` });
  }
  assert.deepEqual(wrong, []);
  await game.stop();
});
