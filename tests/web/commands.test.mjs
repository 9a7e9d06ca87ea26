// The page of `skirmish watch` by keyboard: commands and cards are found by their words, problems and faces are gone through.

import assert from "node:assert/strict";
import { test } from "node:test";
import { shots } from "./browser.mjs";
import { accessible } from "./checked.mjs";
import { WORDS, edit } from "./editing.mjs";

/// Waits until the element with a name has the focus.
const focused = (page, label) => page.waitForFunction((label) => document.activeElement.ariaLabel === label, label);
const options = (page) => page.locator("#commands [role=option]");
const search = (page) => page.getByRole("combobox", { name: "Find a command, card or game" });

test("commands and cards are found by their words", async () => {
  const game = await edit();
  const { page, wrong } = game;
  await page.getByLabel("Kind").selectOption({ index: 1 });
  await page.keyboard.press("Control+k");
  await search(page).fill("slash");
  await page.keyboard.press("Enter");
  await focused(page, "Edit Slash");
  // Commands of a card are those of the focused one; words count in any order.
  await page.keyboard.press("Control+k");
  await search(page).fill("slash fields");
  assert.deepEqual(await options(page).allTextContents(), ["Show all fields of SlashI"]);
  await page.keyboard.press("Enter");
  await page.getByRole("complementary", { name: "Slash" }).waitFor();
  // In a field, too.
  await page.getByRole("complementary").getByLabel("Name", { exact: true }).focus();
  await page.keyboard.press("Control+k");
  await search(page).fill("show b");
  assert.deepEqual(await options(page).allTextContents(), ["Show beforeB", "Show bookAlt+5", "Show tableAlt+2", "Show the faces without blue (tritanopia)"]);
  for (const key of ["ArrowUp", "ArrowDown", "ArrowDown", "Enter"]) await page.keyboard.press(key);
  await page.getByRole("tab", { name: "Book", selected: true }).waitFor();
  await page.keyboard.press("Alt+1");
  await page.getByRole("tab", { name: "Faces", selected: true }).waitFor();
  await page.keyboard.press("Control+k");
  await search(page).fill("no card has this name");
  await page.getByText("Nothing found").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Commands" }).click();
  await accessible(page, "commands");
  await page.screenshot({ path: `${shots}/commands.png` });
  assert.deepEqual(wrong, []);
  await game.stop();
});

test("faces, parts of the page and problems are gone through by key", async () => {
  const game = await edit();
  const { page, wrong } = game;
  const names = await page.locator("#faces .cut").evaluateAll((cuts) => cuts.map((cut) => cut.ariaLabel));
  const perRow = await page.locator("#faces .cut").evaluateAll((cuts) => cuts.filter((cut) => cut.getBoundingClientRect().top === cuts[0].getBoundingClientRect().top).length);
  await page.locator("#faces .cut").first().focus();
  for (const [key, at] of [["ArrowRight", 1], ["ArrowDown", 1 + perRow], ["ArrowLeft", perRow], ["ArrowUp", 0], ["ArrowUp", 0], ["End", names.length - 1], ["Home", 0]]) {
    await page.keyboard.press(key);
    await focused(page, names[at]);
  }
  const version = await game.version(), before = game.cards();
  game.save('name = "Slash"\nkind = "basic"', 'name = "Slash"\nkind = "basik"');
  await game.newer(version);
  // From a view without problems, in a text or not.
  await page.keyboard.press("Alt+2");
  await page.getByRole("searchbox").first().focus();
  await page.keyboard.press("F8");
  await page.locator(".wrong summary:focus", { hasText: "basik" }).waitFor();
  await page.keyboard.press("Control+.");
  await page.locator("#note", { hasText: "Fixed in cards.toml" }).waitFor();
  assert.equal(game.cards(), before);
  await page.locator("#state", { hasText: "no problems" }).waitFor();
  await page.keyboard.press("Shift+F8");
  await page.locator("#note", { hasText: "There are no problems." }).waitFor();
  await page.keyboard.press("F6");
  await page.keyboard.press("F6");
  await focused(page, "Undo");
  await page.keyboard.press("Control+s");
  await page.locator("#note", { hasText: "All changes are saved." }).waitFor();
  assert.deepEqual(wrong, []);
  await game.stop();
});

test("a face is compared with what it was", async () => {
  const game = await edit();
  const { page, wrong } = game;
  const version = await game.version();
  game.save(WORDS, WORDS.replace("one sword", "one axe"));
  await game.newer(version);
  // While B is held; a short press keeps it.
  const button = page.getByRole("button", { name: "Before" });
  await page.keyboard.down("b");
  await page.waitForTimeout(600);
  assert.equal(await button.getAttribute("aria-pressed"), "true");
  await page.keyboard.up("b");
  assert.equal(await button.getAttribute("aria-pressed"), "false");
  await page.keyboard.press("b");
  assert.equal(await button.getAttribute("aria-pressed"), "true");
  await page.keyboard.press("b");
  await page.getByRole("button", { name: "Edit Slash" }).focus();
  await page.keyboard.press("c");
  const divider = page.getByRole("slider", { name: "Divider between before and now" });
  assert.equal(await divider.inputValue(), "50");
  await divider.press("ArrowRight");
  assert.equal(await divider.getAttribute("aria-valuetext"), "51 % before");
  // One picture covers the other, and a drag moves the line between them.
  const box = await page.locator(".both").boundingBox();
  await page.mouse.move(box.x + box.width * 0.51, box.y + 50);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.25, box.y + 50);
  await page.mouse.up();
  assert.equal(await divider.inputValue(), "25");
  const pictures = await page.locator(".both img").evaluateAll((images) => images.map(({ src, width, x }) => [src, width, x]));
  assert.notEqual(pictures[0][0], pictures[1][0]);
  assert.deepEqual(pictures[0].slice(1), pictures[1].slice(1));
  await accessible(page, "before and now");
  await page.screenshot({ path: `${shots}/compare.png` });
  await page.keyboard.press("Escape");
  // A face that is as it was has nothing to be compared with.
  await page.getByRole("button", { name: "Change Thrust" }).click();
  assert.equal(await page.getByRole("button", { name: "Compare with before" }).count(), 0);
  assert.deepEqual(wrong, []);
  await game.stop();
});
