// The page of `skirmish watch`: what is saved is seen, and nothing else moves.

import assert from "node:assert/strict";
import { test } from "node:test";
import { PHONE, shots, until } from "./browser.mjs";
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

  assert.equal(await page.getByRole("tab", { name: "Files" }).getAttribute("aria-selected"), "true", "and it is shown in its file");
  await page.getByRole("tab", { name: "Faces" }).click();
  const broken = await game.version();
  game.save('kind = "bsic"', 'kind = "basic"');
  await game.newer(broken);
  assert.equal(await page.locator("#faces .wrong").count(), 0);
  assert.equal(await page.locator("html[data-stale]").count(), 0);
  // The place below a face is copied.
  await page.evaluate(() => navigator.clipboard.writeText(""));
  await face(page, "Slash").locator(".where").click();
  await until(page, 'navigator.clipboard.readText().then((text) => text !== "")');
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /cards\.toml:\d+$/);
  await page.waitForFunction(() => {
    const area = document.querySelector("#files textarea");
    return area && /^\[\[card\]\]|name = "Slash"/.test(area.value.slice(area.selectionStart, area.selectionEnd));
  });
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

test("a text is changed where it is clicked, saved as it is typed, and undone", async () => {
  const game = await edit();
  const { page, wrong } = game;
  const before = game.cards();
  const cut = face(page, "Slash").locator(".cut");
  const box = await cut.boundingBox();
  await cut.click({ position: { x: box.width * 0.6, y: box.height * 0.66 } });
  const field = page.locator(".edit textarea");
  await field.waitFor();
  const old = await field.inputValue();
  // In the file a space is written as an escape, which stays.
  const written = old.replace("\u00a0", "\\u00a0");
  assert.ok(before.includes(written), "the text as the file has it");
  assert.match(await field.getAttribute("aria-label"), /^\w+ of Slash$/);
  assert.match(await page.locator(".edit .where").textContent(), /^cards\.toml:\d+$/);
  await page.screenshot({ path: `${shots}/watch-edit.png` });
  const [version, picture] = [await game.version(), (await sources(page))["card/slash"]];
  await field.press("Control+End");
  await field.pressSequentially("!");
  await game.newer(version);
  await page.waitForFunction((picture) => {
    const figure = [...document.querySelectorAll("#faces figure")].find((one) => one.face.key === "card/slash");
    return figure.querySelector("img").getAttribute("src") !== picture;
  }, picture);
  assert.equal(await field.count(), 1, "the field stays open");
  await field.press("Control+Enter");
  await page.locator("#note", { hasText: "Saved cards.toml" }).waitFor();
  assert.equal(game.cards(), before.replace(written, `${written}!`));
  assert.ok(await cut.evaluate((cut) => cut === document.activeElement), "the focus is back on the face");
  await page.keyboard.press("Control+z");
  await page.locator("#note", { hasText: "Undone in cards.toml" }).waitFor();
  assert.equal(game.cards(), before);
  await page.keyboard.press("Control+Shift+z");
  await page.locator("#note", { hasText: "Redone in cards.toml" }).waitFor();
  assert.equal(game.cards(), before.replace(written, `${written}!`));
  await page.keyboard.press("Control+z");
  await page.locator("#note", { hasText: "Undone in cards.toml" }).waitFor();
  await page.keyboard.press("Control+z");
  await page.locator("#note", { hasText: "nothing to undo" }).waitFor();

  // With the keyboard: the first text, the next one, and back without a change.
  await cut.focus();
  await page.keyboard.press("Enter");
  await field.waitFor();
  const first = await field.getAttribute("aria-label");
  await field.press("Tab");
  await page.waitForFunction((first) => document.querySelector(".edit textarea")?.getAttribute("aria-label") !== first, first);
  await page.locator(".edit textarea").press("Escape");
  assert.equal(await page.locator(".edit").count(), 0);
  assert.equal(game.cards(), before);

  // A text that has just been changed opens as soon as its face is drawn.
  game.save(written, "Written before.");
  await cut.click({ position: { x: box.width * 0.6, y: box.height * 0.66 } });
  await field.waitFor();
  assert.equal(await field.inputValue(), "Written before.");
  await field.press("Escape");
  assert.equal(await page.locator(".edit").count(), 0);

  // What another program saved meanwhile is not overwritten.
  await cut.click({ position: { x: box.width * 0.6, y: box.height * 0.66 } });
  await field.waitFor();
  game.save("Written before.", "Written elsewhere.");
  await field.fill("Written here.");
  await page.locator(".edit .refused", { hasText: "has changed meanwhile" }).waitFor();
  assert.equal(game.cards(), before.replace(written, "Written elsewhere."));
  await page.screenshot({ path: `${shots}/watch-refused.png` });
  // The browser reports the refused requests.
  assert.deepEqual(wrong.filter((line) => !/409|422/.test(line)), []);
  await game.stop();
});

test("a cell of a spreadsheet is changed on a face", async () => {
  const game = await edit({ cards: 24 });
  const { page, wrong } = game;
  const before = game.cards();
  const cut = page.locator("#faces .cut").nth(3);
  await cut.focus();
  await page.keyboard.press("Enter");
  const field = page.locator(".edit textarea");
  await field.waitFor();
  for (let tries = 0; tries < 9 && !/^Text /.test(await field.getAttribute("aria-label")); tries += 1) {
    const label = await field.getAttribute("aria-label");
    await field.press("Tab");
    await page.waitForFunction((label) => document.querySelector(".edit textarea")?.getAttribute("aria-label") !== label, label);
  }
  const old = await field.inputValue();
  await field.fill('Take "all" of it, then rest.');
  await field.press("Control+Enter");
  await page.locator("#note", { hasText: "Saved sheet.csv" }).waitFor();
  assert.equal(game.cards(), before.replace(`"${old}"`, '"Take ""all"" of it, then rest."'));
  await page.keyboard.press("Control+z");
  await page.locator("#note", { hasText: "Undone in sheet.csv" }).waitFor();
  assert.equal(game.cards(), before);
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

test("a card gets more copies, is duplicated, moved and deleted, and all of it is undone", async () => {
  const game = await edit();
  const { page, wrong } = game;
  const before = game.cards();
  const more = (name) => page.getByRole("button", { name: `Change ${name}`, exact: true });
  const menu = page.locator("#menu");
  await more("Slash").click();
  assert.equal(await menu.getAttribute("aria-label"), "Slash");
  const count = Number(/name = "Slash"[^[]*count = (\d+)/.exec(before)?.[1] ?? 1);
  assert.equal(await menu.locator("output").textContent(), `${count} ${count === 1 ? "copy" : "copies"}`);
  await page.screenshot({ path: `${shots}/watch-card.png` });
  await page.getByRole("button", { name: "One copy more" }).click();
  await menu.locator("output", { hasText: `${count + 1} copies` }).waitFor();
  assert.match(game.cards(), new RegExp(`name = "Slash"[^[]*count = ${count + 1}`));
  await page.keyboard.press("Escape");
  assert.ok(await more("Slash").evaluate((button) => button === document.activeElement));
  await page.keyboard.press("Control+z");
  await page.locator("#note", { hasText: "Undone" }).waitFor();
  assert.equal(game.cards(), before);

  // A copy keeps the drawing of its original.
  await more("Slash").click();
  await page.getByRole("button", { name: "Duplicate card" }).click();
  await page.locator("#note", { hasText: "Added Slash 2" }).waitFor();
  assert.match(game.cards(), /name = "Slash 2"[^]*art = "slash"[^]*name = "Thrust"/);
  await page.locator("#note button", { hasText: "Undo" }).click();
  await page.locator("#note", { hasText: "Undone" }).waitFor();
  assert.equal(game.cards(), before);
  assert.deepEqual(wrong, []);
  await game.stop();
});

test("a row of a spreadsheet is duplicated, moved and deleted on the faces, and all of it is undone", async () => {
  const game = await edit({ cards: 24 });
  const { page, wrong } = game;
  const before = game.cards();
  const more = (name) => page.getByRole("button", { name: `Change ${name}`, exact: true });
  const fronts = () => page.evaluate(() => [...document.querySelectorAll("#faces figure")].filter(({ face }) => face.card && face.group === 0).map(({ face }) => face.title));
  const [first, second, ...rest] = await fronts();
  let version = await game.version();
  await more(second).click();
  await page.getByRole("button", { name: "Move up" }).click();
  await game.newer(version);
  assert.deepEqual(await fronts(), [second, first, ...rest]);
  version = await game.version();
  await face(page, second).locator(".cut").focus();
  await page.keyboard.press("Delete");
  await page.locator("#note", { hasText: `Deleted ${second}` }).waitFor();
  await game.newer(version);
  assert.deepEqual(await fronts(), [first, ...rest]);
  version = await game.version();
  await more(first).click();
  await page.getByRole("button", { name: "Duplicate card" }).click();
  await game.newer(version);
  const [, copy, ...others] = await fronts();
  assert.ok(!rest.includes(copy) && copy !== first, copy);
  assert.deepEqual(others, rest);
  for (let steps = 0; steps < 3; steps += 1) {
    await page.keyboard.press("Control+z");
    await page.locator("#note", { hasText: "Undone" }).waitFor();
    await page.evaluate(() => { document.getElementById("note").textContent = ""; });
  }
  assert.equal(game.cards(), before);
  assert.deepEqual(wrong, []);
  await game.stop();
});

test("a file is changed as a text, and what another program saves meanwhile is not lost", async () => {
  const game = await edit();
  const { page, wrong } = game;
  const before = game.cards();
  await page.getByRole("tab", { name: "Files" }).click();
  const area = page.locator("#files textarea");
  await page.locator("#files [data-path$='/cards.toml']").click();
  await page.waitForFunction(() => document.querySelector("#files textarea").value.includes("Slash"));
  assert.equal(await area.inputValue(), before);
  await page.screenshot({ path: `${shots}/watch-files.png` });
  const set = (text) => area.evaluate((area, text) => { area.value = text; area.dispatchEvent(new Event("input")); }, text);
  let version = await game.version();
  const broken = before.replace('name = "Slash"\nkind = "basic"', 'name = "Slash"\nkind = "bsic"');
  await set(broken);
  await game.newer(version);
  assert.equal(game.cards(), broken);
  const line = broken.slice(0, broken.indexOf('"bsic"')).split("\n").length;
  await page.locator("#files .wrong", { hasText: "bsic" }).waitFor();
  assert.equal(await page.locator("#files .lines b.error").textContent(), `${line}\n`);
  await page.getByRole("button", { name: `Line ${line}` }).click();
  assert.equal(await area.evaluate((area) => area.value.slice(area.selectionStart, area.selectionEnd)), 'kind = "bsic"');
  await page.screenshot({ path: `${shots}/watch-files-wrong.png` });
  version = await game.version();
  await set(before);
  await game.newer(version);
  assert.equal(await page.locator("#files .wrong li").count(), 0);

  // Another program's text is shown, and nothing typed is lost over it.
  game.save(WORDS, "two swords cut him down");
  await page.waitForFunction(() => document.querySelector("#files textarea").value.includes("two swords cut him down"));
  await area.evaluate((area) => { area.value = `# Mine\n${area.value}`; });
  game.save("two swords", "three swords");
  await page.waitForTimeout(600);
  await area.dispatchEvent("input");
  await page.locator("#files .refused", { hasText: "has changed meanwhile" }).waitFor();
  assert.doesNotMatch(game.cards(), /# Mine/);
  await page.screenshot({ path: `${shots}/watch-files-refused.png` });
  await page.getByRole("button", { name: "Keep this text" }).click();
  while (!game.cards().startsWith("# Mine\n")) await page.waitForTimeout(50);
  assert.match(game.cards(), /two swords/);
  assert.deepEqual(wrong.filter((text) => !/409/.test(text)), []);
  await game.stop();
});
