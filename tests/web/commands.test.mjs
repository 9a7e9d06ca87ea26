// The page of `skirmish watch` by keyboard: commands and cards are found by their words, problems and faces are gone through.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { shots, skirmish } from "./browser.mjs";
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

test("all faces are one stop for Tab, and arrows move it", async () => {
  const game = await edit();
  const { page, wrong } = game;
  const names = await page.locator("#faces .cut").evaluateAll((cuts) => cuts.map(({ ariaLabel }) => ariaLabel));
  const kinds = page.getByLabel("Kind"), addCard = page.locator(".add-card:focus");
  await kinds.focus();
  await page.keyboard.press("Tab");
  await focused(page, names[0]);
  await page.keyboard.press("Tab");
  await addCard.waitFor();
  await page.keyboard.press("Shift+Tab");
  await focused(page, names[0]);
  await page.keyboard.press("Shift+Tab");
  await page.waitForFunction(() => document.activeElement.ariaLabel === "Kind");
  // The stop is where the arrows led.
  await page.keyboard.press("Tab");
  for (const key of ["ArrowRight", "ArrowRight", "Tab", "Shift+Tab"]) await page.keyboard.press(key);
  await focused(page, names[2]);
  assert.equal(await page.locator('#faces figure [tabindex="0"]').count(), 1);
  // The keyboard opens the menu, and comes back from it.
  await page.keyboard.press("Shift+F10");
  await page.locator("#menu:popover-open").waitFor();
  await page.keyboard.press("Escape");
  await focused(page, names[2]);
  // In the fan too, where cards of a hand are a row.
  await page.getByRole("tab", { name: "Fan" }).click();
  const hands = await page.locator("#fan .hand").evaluateAll((hands) => hands.map((hand) => [...hand.querySelectorAll(".cut")].map(({ ariaLabel }) => ariaLabel)));
  assert.equal(await page.locator('#fan figure [tabindex="0"]').count(), 1);
  await page.locator('#fan figure [tabindex="0"]').focus();
  await page.keyboard.press("ArrowRight");
  await focused(page, hands[0][1]);
  await page.keyboard.press("ArrowDown");
  assert.ok(hands[1].includes(await page.evaluate(() => document.activeElement.ariaLabel)));
  await page.keyboard.press("ArrowUp");
  assert.ok(hands[0].includes(await page.evaluate(() => document.activeElement.ariaLabel)));
  assert.equal(await page.locator('#fan figure [tabindex="0"]').count(), 1);
  await page.getByRole("tab", { name: "Faces" }).click();
  // One of the faces that are shown has it.
  await page.getByRole("searchbox").fill("thrust");
  await kinds.focus();
  await page.keyboard.press("Tab");
  await focused(page, "Edit Thrust");
  await page.getByRole("searchbox").fill("");
  // The buttons below a face with problems can be reached from it.
  const version = await game.version();
  game.save('name = "Slash"\nkind = "basic"', 'name = "Slash"\nkind = "basik"');
  await game.newer(version);
  await page.getByRole("button", { name: "Edit Slash" }).focus();
  await page.keyboard.press("Tab");
  await page.locator("#faces .wrong summary:focus", { hasText: "basik" }).waitFor();
  await page.getByRole("button", { name: "Edit Thrust" }).focus();
  assert.equal(await page.locator('#faces figure :is([tabindex="0"], summary:not([tabindex]))').count(), 1);
  assert.deepEqual(wrong, []);
  await game.stop();
});

test("a card’s menu and the list of commands offer the same", async () => {
  const game = await edit();
  const { page, wrong } = game;
  await page.getByRole("button", { name: "Edit Thrust" }).click({ button: "right" });
  const menu = page.locator("#menu");
  const offered = await menu.locator(":scope > button").allTextContents();
  assert.deepEqual(offered, ["Duplicate card", "Move up", "Move down", "Change picture …", "Show all fields", "Choose colours …", "Edit layout", "Show in files", "Delete card"]);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+k");
  await search(page).fill("thrust");
  const named = await options(page).locator("span").allTextContents();
  assert.deepEqual(named.filter((name) => name !== "Thrust").sort(), ["Change picture of Thrust …", "Choose colours of Thrust …", "Delete Thrust", "Duplicate Thrust", "Edit layout of Thrust", "Move Thrust down", "Move Thrust up", "Show Thrust in files", "Show all fields of Thrust"]);
  await search(page).fill("move thrust up");
  await page.keyboard.press("Enter");
  await page.locator("#note", { hasText: "Moved Thrust" }).waitFor();
  assert.deepEqual(wrong, []);
  await game.stop();
});

test("the test sheet is that of the command line", async () => {
  const game = await edit();
  const { page, wrong, folder } = game;
  for (const paper of ["a4", "letter"]) {
    await page.keyboard.press("Control+k");
    await search(page).fill(`test sheet ${paper}`);
    const [file] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
    assert.equal(file.suggestedFilename(), `calibrate-${paper}.pdf`);
    await page.locator("#note", { hasText: `Downloaded calibrate-${paper}.pdf` }).waitFor();
    execFileSync(skirmish, ["calibrate", "--paper", paper, "--out", folder], { cwd: folder, stdio: "ignore" });
    assert.ok(readFileSync(await file.path()).equals(readFileSync(join(folder, `calibrate-${paper}.pdf`))), paper);
  }
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

test("faces are compared with those of the last change or of the opening", async () => {
  const game = await edit();
  const { page, wrong } = game;
  const slash = page.getByRole("button", { name: "Edit Slash" }).locator("img");
  const looks = [await slash.getAttribute("src")];
  for (const words of ["one axe", "two axes"]) {
    const version = await game.version();
    game.save(WORDS.replace("one sword", looks.length > 1 ? "one axe" : "one sword"), WORDS.replace("one sword", words));
    await game.newer(version);
    looks.push(await slash.getAttribute("src"));
  }
  assert.equal(new Set(looks).size, 3);
  const shows = (look) => page.waitForFunction((look) => document.querySelector('#faces [aria-label="Edit Slash"] img')?.getAttribute("src") === look, look);
  await page.keyboard.press("b");
  await shows(looks[1]);
  await page.getByRole("combobox", { name: "Before what" }).selectOption("the opening");
  await shows(looks[0]);
  await page.screenshot({ path: `${shots}/before-opening.png` });
  // As it was opened again: the opening shows no change, and the last change does.
  const version = await game.version();
  game.save(WORDS.replace("one sword", "two axes"), WORDS);
  await game.newer(version);
  await page.waitForFunction(() => document.querySelector('#faces [aria-label="Edit Slash"]').closest(".same, figure").matches(".same"));
  await page.getByRole("combobox", { name: "Before what" }).selectOption("the last change");
  await shows(looks[2]);
  await page.getByRole("button", { name: "Before" }).click();
  await shows(looks[0]);
  assert.deepEqual(wrong, []);
  await game.stop();
});
