// The page of `skirmish watch`: saved changes are shown, and nothing else moves.

import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { PHONE, codeOf, shots, until } from "./browser.mjs";
import { accessible, everySize } from "./checked.mjs";
import { columnOf, drop, edit, WORDS } from "./editing.mjs";

const face = (page, name) => page.locator("#faces figure", { has: page.locator(".name", { hasText: new RegExp(`^${name}$`) }) });
const sources = (page) => page.evaluate(() =>
  Object.fromEntries([...document.querySelectorAll("#faces figure")].map((one) => [one.face.key, one.querySelector("img")?.getAttribute("src")])));

test("a save changes one face, a broken one keeps its last good picture, and the place of a problem is shown", async () => {
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
  // The face before the change.
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
  const opacity = (name) => face(page, name).locator("img").evaluate((image) => Number(getComputedStyle(image).opacity));
  assert.match(await page.locator("#state").textContent(), /showing the version of \d.*, 1 error/);
  assert.ok(await opacity("Chop") < 0.5, "dimmed: other faces count on that card");
  await page.screenshot({ path: `${shots}/watch-broken.png` });
  await face(page, "Slash").locator(".wrong button").first().click();
  await page.waitForFunction(() => !document.getElementById("note").hidden);
  const place = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(place, /^card-data\/skirmish-5e\/cards\.toml:\d+$/);
  assert.match(await page.locator("#note").textContent(), /, copied$/);

  assert.equal(await page.getByRole("tab", { name: "Files" }).getAttribute("aria-selected"), "true", "and it is shown in its file");
  const code = codeOf(page);
  assert.match(await code.selected(), /bsic/);
  await page.getByRole("tab", { name: "Faces" }).click();
  const broken = await game.version();
  game.save('kind = "bsic"', 'kind = "basic"');
  await game.newer(broken);
  assert.equal(await page.locator("#faces .wrong").count(), 0);
  assert.equal(await page.locator("html[data-stale]").count(), 0);
  // An error on which nothing else counts: only that face keeps its last good picture.
  const [repaired, looks] = [await game.version(), await sources(page)];
  game.save("two swords cut him down", `two swords ${"cut him down ".repeat(100)}`);
  await game.newer(repaired);
  assert.match(await page.locator("#state").textContent(), /^1 error/);
  assert.equal(await page.locator("#faces .spoilt").count(), 1);
  assert.deepEqual([await opacity("Slash"), await opacity("Chop")], [1, 1]);
  assert.equal((await sources(page))["card/slash"], looks["card/slash"]);
  await page.screenshot({ path: `${shots}/watch-overlong.png` });
  const overlong = await game.version();
  game.save(`two swords ${"cut him down ".repeat(100)}`, "two swords cut him down");
  await game.newer(overlong);
  // The place below a face is copied.
  await page.evaluate(() => navigator.clipboard.writeText(""));
  await face(page, "Slash").locator(".where").click();
  await until(page, 'navigator.clipboard.readText().then((text) => text !== "")');
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /cards\.toml:\d+$/);
  await code.holds("Slash");
  assert.match(await code.selected(), /^\[\[card\]\]|name = "Slash"/);
  assert.deepEqual(wrong, []);
  await game.stop();
});

test("sheets, book and fan follow, with only a keyboard, and a reload keeps the view", async () => {
  const game = await edit({ scheme: "dark" });
  const { page, wrong } = game;
  await page.getByRole("tab", { name: "Faces" }).focus();
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.getByRole("tab", { name: "Table" }).getAttribute("aria-selected"), "true");
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

  // Another program's changes aren't overwritten.
  await cut.click({ position: { x: box.width * 0.6, y: box.height * 0.66 } });
  await field.waitFor();
  game.save("Written before.", "Written elsewhere.");
  await field.fill("Written here.");
  await page.locator(".edit .refused", { hasText: "has changed meanwhile" }).waitFor();
  assert.equal(game.cards(), before.replace(written, "Written elsewhere."));
  await page.screenshot({ path: `${shots}/watch-refused.png` });
  // The browser reports the refused requests.
  assert.deepEqual(wrong.filter((line) => !/422/.test(line)), []);
  await game.stop();
});

/// A page of the rulebook with paragraphs, counted from 0.
const PAGE = 4;

test("a paragraph of the rulebook is changed on its page, saved as it is typed, and undone", async () => {
  const game = await edit({ viewport: { width: 1440, height: 900 } });
  const { page, wrong } = game;
  const book = join(game.folder, "card-data/skirmish-5e/rules.md");
  const read = () => readFileSync(book, "utf8");
  const before = read();
  await page.getByRole("tab", { name: "Book" }).click();
  const sheet = page.locator("#book figure").nth(PAGE);
  const paragraph = sheet.locator(".blocks button").nth(2);
  await paragraph.waitFor();
  const label = (await paragraph.getAttribute("aria-label")).replace(/^Edit /, "");
  const source = () => sheet.locator("img").getAttribute("src");
  await sheet.scrollIntoViewIfNeeded();
  await sheet.locator("img").waitFor();
  const old = await source();
  // With the keyboard.
  await paragraph.focus();
  await page.keyboard.press("Enter");
  const field = page.locator(".edit textarea");
  await field.waitFor();
  const text = await field.inputValue();
  assert.ok(text.replace(/\s+/g, " ").startsWith(label), `${label}: ${text}`);
  assert.equal(before.split(text).length, 2, "the Markdown as the file has it");
  assert.match(await field.getAttribute("aria-label"), /^Paragraph of page \d+$/);
  assert.match(await page.locator(".edit .where").textContent(), /^rules\.md:\d+$/);
  await page.screenshot({ path: `${shots}/watch-paragraph.png` });
  await field.press("Control+End");
  await field.pressSequentially(" *Really.*\n\nTwo paragraphs", { delay: 60 });
  await page.waitForFunction(([page, old]) => document.querySelectorAll("#book figure")[page].querySelector("img").getAttribute("src") !== old, [PAGE, old]);
  await field.pressSequentially(".");
  await field.press("Control+Enter");
  await page.locator("#note", { hasText: "Saved rules.md" }).waitFor();
  assert.equal(read(), before.replace(text, `${text} *Really.*\n\nTwo paragraphs.`));
  assert.ok(await paragraph.evaluate((one) => one === document.activeElement), "the focus is back on the paragraph");
  // Typing with pauses makes several steps.
  for (let tries = 0; read() !== before && tries < 5; tries += 1) {
    await page.keyboard.press("Control+z");
    await page.locator("#note", { hasText: "Undone in rules.md" }).waitFor();
    await page.waitForTimeout(300);
  }
  assert.equal(read(), before);

  // With a click; the next one with Tab; without its text a paragraph goes, with the empty line below it.
  await sheet.locator(".blocks button").nth(1).click();
  await field.waitFor();
  const clicked = await field.getAttribute("aria-label") + await field.inputValue();
  await field.press("Tab");
  await page.waitForFunction((old) => { const field = document.querySelector(".edit textarea"); return field && field.getAttribute("aria-label") + field.value !== old; }, clicked);
  const gone = await field.inputValue();
  await field.fill("");
  await page.waitForTimeout(600);
  assert.equal(read(), before, "a paragraph that is empty for a moment stays");
  await field.press("Escape");
  await page.locator("#note", { hasText: "Saved rules.md" }).waitFor();
  assert.equal(read(), before.replace(`${gone}\n\n`, ""));
  await page.locator("#note").getByRole("button", { name: "Undo" }).click();
  await page.locator("#note", { hasText: "Undone in rules.md" }).waitFor();
  assert.equal(read(), before);
  await everySize(page, async (width, scheme) => {
    await sheet.locator(".blocks button").nth(1).click();
    await field.waitFor();
    await page.screenshot({ path: `${shots}/watch-book-${width}-${scheme}.png` });
    await accessible(page, `Book at ${width}, ${scheme}`);
    await field.press("Escape");
  });
  // Asked again until it is drawn.
  assert.deepEqual(wrong, []);
  await game.stop();
});

test("an image that is dropped on a face, or chosen, is the picture of the card, and undone as one step", async () => {
  const game = await edit();
  const { page, wrong } = game;
  const before = game.cards();
  const art = (name) => join(game.folder, "card-data/skirmish-5e/art", name);
  const noted = (text) => page.locator("#note", { hasText: text }).waitFor();
  const picture = async () => (await sources(page))["card/slash"];
  const other = (old) => page.waitForFunction((old) => document.querySelector("#faces figure img[src]") && [...document.querySelectorAll("#faces figure")].find((one) => one.face.key === "card/slash").querySelector("img").getAttribute("src") !== old, old);
  await face(page, "Slash").scrollIntoViewIfNeeded();
  await face(page, "Slash").locator("img").waitFor();
  const old = await picture();
  assert.ok(await drop(page, face(page, "Slash").locator(".cut"), "Red Sun.png"), "the face shows that it takes it");
  await noted("Slash: Red Sun.png");
  assert.equal(readFileSync(art("red-sun.png")).subarray(1, 4).toString(), "PNG");
  assert.match(game.cards(), /name = "Slash"\n(?:[^[].*\n)*?art = "red-sun"/);
  await other(old);
  const fresh = await picture();
  await page.screenshot({ path: `${shots}/watch-picture.png` });
  await page.keyboard.press("Control+z");
  await noted("Undone in ");
  assert.equal(game.cards(), before);
  assert.ok(!existsSync(art("red-sun.png")), "the file is gone, too");
  await other(fresh);
  assert.equal(await picture(), old);
  await page.keyboard.press("Control+Shift+z");
  await noted("Redone in ");
  assert.ok(existsSync(art("red-sun.png")));
  await page.keyboard.press("Control+z");
  await noted("Undone in ");

  // Files that aren't images are refused, and truncated ones too.
  await drop(page, face(page, "Slash").locator(".cut"), "notes.png", "Buy milk.");
  await noted("`notes.png` isn't an image: choose an SVG, PNG, JPEG, WebP, GIF, BMP or TIFF file");
  await drop(page, face(page, "Slash").locator(".cut"), "half.svg", "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'>");
  await noted("`half.svg` is damaged");
  assert.equal(game.cards(), before);
  assert.ok(!existsSync(art("notes.png")) && !existsSync(art("half.svg")));

  // With the keyboard: from the menu of the card.
  await face(page, "Slash").locator(".more").press("Enter");
  const asked = page.waitForEvent("filechooser");
  await page.screenshot({ path: `${shots}/watch-menu.png` });
  await page.getByRole("button", { name: "Change picture …" }).press("Enter");
  await (await asked).setFiles(join(game.folder, "card-data/skirmish-5e/art/axe.svg"));
  await noted("Slash: axe.svg");
  assert.match(game.cards(), /art = "axe-2"/);
  assert.deepEqual(readFileSync(art("axe-2.svg")), readFileSync(art("axe.svg")));
  // The browser reports the refused requests.
  assert.deepEqual(wrong.filter((line) => !/422/.test(line)), []);
  await game.stop();
});

test("a colour of a kind is chosen beside its faces, which follow, and undone", async () => {
  const game = await edit({ viewport: { width: 1440, height: 900 } });
  const { page, wrong } = game;
  const description = join(game.folder, "card-data/skirmish-5e/game.toml");
  const before = readFileSync(description, "utf8");
  const [, old] = /\[kind\.basic\][^[]*?kind = "(#[0-9a-f]{6})"/.exec(before);
  await until(page, `["card/slash", "card/shield"].every((key) => [...document.querySelectorAll("#faces figure")].find(({ face }) => face.key === key).querySelector("img"))`);
  const pictures = await sources(page);
  await face(page, "Slash").locator(".more").press("Enter");
  await page.getByRole("button", { name: "Choose colours …" }).press("Enter");
  const panel = page.getByRole("complementary", { name: "Slash" });
  const colour = panel.getByLabel("kind", { exact: true });
  await colour.waitFor();
  assert.equal(await colour.inputValue(), old);
  await colour.fill("#206a5d");
  await page.locator("#note", { hasText: "kind: #206a5d" }).waitFor();
  assert.equal(readFileSync(description, "utf8").replace("#206a5d", old), before, "nothing else is different");
  await page.waitForFunction((old) => [...document.querySelectorAll("#faces figure")].find((one) => one.face.key === "card/slash").querySelector("img").getAttribute("src") !== old, pictures["card/slash"]);
  const now = await sources(page);
  assert.equal(now["card/shield"], pictures["card/shield"], "other kinds stay");
  await page.screenshot({ path: `${shots}/watch-colours.png` });
  await everySize(page, async (width, scheme) => {
    await page.screenshot({ path: `${shots}/watch-colours-${width}-${scheme}.png` });
    await accessible(page, `Colours at ${width}, ${scheme}`);
  });
  await colour.focus();
  await page.keyboard.press("Control+z");
  await page.locator("#note", { hasText: "Undone in game.toml" }).waitFor();
  assert.equal(readFileSync(description, "utf8"), before);
  // The panel shows what the file has.
  await until(page, `[...document.querySelectorAll("#panel input")].some(({ value }) => value === "${old}")`);
  assert.equal(await panel.getByLabel("paper, low ink", { exact: true }).inputValue(), "#ffffff");
  // Colours by a field are those of its value.
  const version = await game.version();
  writeFileSync(description, `${before}\n[colour-by.damage.1]\ncolours = { rose = "#123456" }\n[colour-by.damage.2]\ncolours = { rose = "#654321" }\n`);
  await game.newer(version);
  await panel.getByRole("heading", { name: "damage: 1" }).waitFor();
  assert.equal(await panel.getByLabel("rose", { exact: true }).first().inputValue(), "#123456");
  assert.equal(await panel.getByRole("heading", { name: "damage: 2" }).count(), 0);
  await page.keyboard.press("Escape");
  await until(page, `document.activeElement.matches(".more[aria-label='Change Slash']")`);
  assert.deepEqual(wrong, []);
  await game.stop();
});

test("all fields of a card are changed beside its face, and the panel follows the focus", async () => {
  const game = await edit({ viewport: { width: 1440, height: 900 } });
  const { page, wrong } = game;
  const before = game.cards();
  const panel = page.locator("#panel");
  const field = (label) => panel.getByLabel(label, { exact: true });
  await face(page, "Slash").locator(".more").press("Enter");
  await page.getByRole("button", { name: "Show all fields" }).press("Enter");
  await field("Name").waitFor();
  assert.equal(await field("Name").inputValue(), "Slash");
  await until(page, `document.activeElement.id === "field-name"`);
  assert.equal(await field("Kind").inputValue(), "basic");
  assert.deepEqual(await page.locator("#field-kind-known option").evaluateAll((all) => all.map(({ value }) => value)), ["armour", "basic", "defence", "special", "weapon"]);
  await page.screenshot({ path: `${shots}/watch-fields.png` });
  // Typing is shown on the face, as one step.
  const picture = (await sources(page))["card/slash"];
  await field("Damage").fill("3");
  await page.waitForFunction((old) => [...document.querySelectorAll("#faces figure")].find((one) => one.face.key === "card/slash").querySelector("img").getAttribute("src") !== old, picture);
  assert.equal(game.cards(), before.replace(/(name = "Slash"[^]*?damage = )1/, "$13"));
  // An error is shown beside the faces, and a name is required.
  await field("Name").fill("");
  await field("Name").press("Enter");
  await panel.locator(".refused", { hasText: "A card needs a name." }).waitFor();
  await field("Name").fill("Slash");
  await field("Text").fill("Cuts.");
  await page.waitForTimeout(600);
  // A field that only other cards have.
  await panel.getByLabel("Add field").selectOption({ label: "Hands" });
  await until(page, `document.activeElement.id === "field-hands"`);
  // The panel shows the face that has the focus, and the next one.
  await face(page, "Thrust").locator(".cut").focus();
  await until(page, `document.querySelector("#panel h2").textContent === "Thrust"`);
  await panel.getByRole("button", { name: "Card above" }).click();
  await until(page, `document.querySelector("#panel h2").textContent === "Slash"`);
  await everySize(page, async (width, scheme) => {
    await page.screenshot({ path: `${shots}/watch-fields-${width}-${scheme}.png` });
    await accessible(page, `Fields at ${width}, ${scheme}`);
  });
  // All of it is taken back in the history.
  await panel.getByRole("tab", { name: "Card" }).focus();
  await page.keyboard.press("ArrowLeft");
  await panel.locator(".steps").waitFor();
  await everySize(page, async (width, scheme) => {
    await page.screenshot({ path: `${shots}/watch-history-${width}-${scheme}.png` });
    await accessible(page, `History at ${width}, ${scheme}`);
  });
  assert.deepEqual(await panel.locator(".steps p").allTextContents(), ["Text of Slash", "Damage of Slash", "Before the first edit"]);
  await panel.getByRole("button", { name: "Undo all" }).click();
  await panel.locator(".steps p", { hasText: "Undid 2 edits" }).waitFor();
  assert.equal(game.cards(), before);
  await panel.getByRole("button", { name: "Undo", exact: true }).click();
  await panel.getByRole("button", { name: "Redo" }).waitFor();
  assert.match(game.cards(), /Cuts\./);
  await panel.getByRole("button", { name: "Redo" }).click();
  await panel.getByRole("button", { name: "Redo" }).waitFor({ state: "detached" });
  assert.equal(game.cards(), before);
  assert.deepEqual(wrong, []);
  await game.stop();
});

test("faces are found by name, by kind, and by their problems", async () => {
  const game = await edit({ viewport: { width: 1440, height: 900 } });
  const { page, wrong } = game;
  const seen = () => page.locator("#faces figure:visible .name").allTextContents();
  const all = await seen();
  await page.keyboard.press("/");
  await page.keyboard.type("shield");
  assert.deepEqual(await seen(), all.filter((name) => /shield/i.test(name)));
  assert.match(await page.locator("#faces [role=status]").textContent(), new RegExp(`^${(await seen()).length} of ${all.length} faces$`));
  assert.equal(await page.locator("#faces .add-card").isVisible(), false);
  const kind = page.getByLabel("Kind", { exact: true });
  const option = (await kind.locator("option").allTextContents()).find((label) => /^Defence/.test(label));
  const number = Number(/\((\d+)\)$/.exec(option)[1]);
  assert.ok(number > 2, option);
  await kind.selectOption({ label: option });
  const defence = await seen();
  assert.ok(defence.every((name) => /shield/i.test(name)), defence.join());
  await page.keyboard.press("Escape");
  await page.getByLabel("Find a card").press("Escape");
  assert.equal((await seen()).length, number);
  await everySize(page, async (width, scheme) => {
    await page.screenshot({ path: `${shots}/watch-found-${width}-${scheme}.png` });
    await accessible(page, `Found at ${width}, ${scheme}`);
  });
  await kind.selectOption({ label: "All kinds" });
  assert.deepEqual(await seen(), all);
  const version = await game.version();
  game.save('name = "Slash"\nkind = "basic"', 'name = "Slash"\nkind = "bsic"');
  await game.newer(version);
  await page.getByRole("button", { name: "With problems (1)" }).click();
  assert.deepEqual(await seen(), ["Slash"]);
  const broken = await game.version();
  game.save('kind = "bsic"', 'kind = "basic"');
  await game.newer(broken);
  await until(page, `document.querySelectorAll("#faces figure:not([hidden])").length === ${all.length}`);
  assert.deepEqual(wrong, []);
  await game.stop();
});

test("a card is added, and filled in beside its face", async () => {
  const game = await edit({ cards: 12 });
  const { page, wrong } = game;
  const before = game.cards();
  await page.getByRole("button", { name: "Add card" }).click();
  const panel = page.getByRole("complementary", { name: "New card" });
  await panel.getByLabel("Text", { exact: true }).fill("A text of its own.");
  await panel.getByLabel("Cost", { exact: true }).fill("4");
  await panel.getByLabel("Cost", { exact: true }).blur();
  await until(page, `document.querySelectorAll("#faces figure").length > 12`);
  // With another name it is another card to the program, and still the one in the panel.
  await panel.getByLabel("Name", { exact: true }).fill("The gate");
  await panel.getByLabel("Name", { exact: true }).press("Enter");
  const renamed = page.getByRole("complementary", { name: "The gate" });
  await renamed.getByLabel("Cost", { exact: true }).fill("5");
  await renamed.getByRole("tab", { name: "History" }).click();
  await page.locator("#panel .steps p", { hasText: "Cost of The gate" }).waitFor();
  assert.equal(game.cards(), `${before}\nThe gate,place,5,"A text of its own."`);
  await page.getByRole("button", { name: "Undo all" }).click();
  await page.locator("#panel .steps p", { hasText: "Undid 5 edits" }).waitFor();
  assert.equal(game.cards(), before);
  assert.deepEqual(wrong, []);
  await game.stop();
});

test("a button that is pressed while the game is drawn again does its work", async () => {
  const game = await edit({ cards: 12 });
  const { page, wrong } = game;
  const before = game.cards();
  await page.getByRole("button", { name: "Add card" }).click();
  await page.getByRole("complementary", { name: "New card" }).getByRole("tab", { name: "History" }).click();
  const all = page.getByRole("button", { name: "Undo all" });
  await all.hover();
  const drawn = page.evaluate(() => new Promise((done) => {
    const first = Number(document.documentElement.dataset.shown);
    new EventSource("events").addEventListener("message", ({ data }) => { if (JSON.parse(data).version > first) done(); });
  }));
  await page.mouse.down();
  const file = join(game.folder, "card-data/large/game.toml");
  writeFileSync(file, `${readFileSync(file, "utf8")}\n# Saved by another program.\n`);
  await drawn;
  await page.waitForTimeout(300);
  await page.mouse.up();
  await page.locator("#panel .steps p", { hasText: "Undid 1 edit" }).waitFor();
  assert.equal(game.cards(), before);
  // The focus stays on the button with this name, which also undoes an undo.
  await page.waitForFunction(() => document.activeElement.textContent === "Undo all");
  await page.keyboard.press("Enter");
  await page.locator("#panel .steps p", { hasText: "Undid 2 edits" }).waitFor();
  assert.equal(game.cards(), before);
  assert.deepEqual(wrong, []);
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

test("on a phone nothing is wider than the screen", async () => {
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
  const isLoaded = () => page.evaluate(() => performance.getEntriesByType("resource").some(({ name }) => name.includes("codemirror")));
  assert.ok(!await isLoaded(), "the editor is loaded when it is needed");
  await page.getByRole("tab", { name: "Files" }).click();
  const code = codeOf(page);
  await page.locator("#files [data-path$='/cards.toml']").click();
  await code.holds("Slash");
  assert.equal(await code.text(), before);
  assert.equal(await code.content.getAttribute("aria-label"), "cards.toml");
  assert.ok(await code.content.locator(".cm-line span").count() > 9, "words are coloured");
  await page.screenshot({ path: `${shots}/watch-files.png` });
  const { set } = code;
  let version = await game.version();
  const broken = before.replace('name = "Slash"\nkind = "basic"', 'name = "Slash"\nkind = "bsic"');
  await set(broken);
  await game.newer(version);
  assert.equal(game.cards(), broken);
  const line = broken.slice(0, broken.indexOf('"bsic"')).split("\n").length;
  await page.locator("#files .wrong", { hasText: "bsic" }).waitFor();
  await page.getByRole("button", { name: `Line ${line}` }).click();
  assert.equal(await code.selected(), 'kind = "bsic"');
  assert.equal(await page.locator("#files .cm-lintRange-error").textContent(), '"bsic"');
  assert.equal(await page.locator("#files .cm-lint-marker-error").count(), 1);
  await page.screenshot({ path: `${shots}/watch-files-wrong.png` });
  await page.locator("#files .cm-lintRange-error").hover();
  await page.locator("#files .cm-tooltip", { hasText: "did you mean `basic`?" }).waitFor();
  await page.screenshot({ path: `${shots}/watch-files-hint.png` });

  // The fix of the editor is a step of its own, in the list of all changes.
  version = await game.version();
  await page.locator("#files .cm-tooltip button", { hasText: /^Change to basic$/ }).click();
  await page.locator("#note", { hasText: "Fixed in cards.toml" }).waitFor();
  await game.newer(version);
  assert.equal(game.cards(), before);
  await code.holds('name = "Slash"\nkind = "basic"');
  assert.equal(await page.locator("#files .wrong li").count(), 0);

  // Undo reverts the typing in the file first, then the change before it.
  await code.content.press("Control+Home");
  await code.content.pressSequentially("# b\n");
  while (game.cards() !== `# b\n${before}`) await page.waitForTimeout(50);
  assert.equal(await page.getByRole("button", { name: "Before" }).getAttribute("aria-pressed"), "false", "a letter isn't a command");
  for (const text of [before, broken]) {
    for (let tries = 0; game.cards() !== text; tries += 1) {
      assert.ok(tries < 9, "undone");
      await code.content.press("Control+z");
      await page.waitForTimeout(600);
    }
  }
  await set(before);
  while (game.cards() !== before) await page.waitForTimeout(50);

  // Search, and a way out with the keyboard.
  await code.content.press("Control+f");
  await page.locator("#files .cm-search").waitFor();
  await page.keyboard.type("name = \"Chop\"");
  await page.keyboard.press("Enter");
  assert.equal(await code.selected(), 'name = "Chop"');
  await page.screenshot({ path: `${shots}/watch-files-search.png` });
  await page.keyboard.press("Escape");
  await code.content.press("Escape");
  await page.keyboard.press("Tab");
  assert.ok(await page.evaluate(() => !document.activeElement?.shadowRoot?.querySelector(".cm-content:focus")), "Tab leaves the text");
  await everySize(page, async (width, colorScheme) => {
    await accessible(page, `files ${width} ${colorScheme}`);
    await page.screenshot({ path: `${shots}/watch-files-${width}-${colorScheme}.png` });
  });

  // Another program's text is shown, and nothing typed is lost over it.
  game.save(WORDS, "two swords cut him down");
  await code.holds("two swords cut him down");
  await set(`# Mine\n${await code.text()}`);
  game.save("two swords", "three swords");
  await page.locator("#files .refused", { hasText: "has changed meanwhile" }).waitFor();
  assert.doesNotMatch(game.cards(), /# Mine/);
  await page.screenshot({ path: `${shots}/watch-files-refused.png` });
  await page.getByRole("button", { name: "Keep this text" }).click();
  while (!game.cards().startsWith("# Mine\n")) await page.waitForTimeout(50);
  assert.match(game.cards(), /two swords/);
  assert.deepEqual(wrong, []);
  await game.stop();
});

test("a problem is fixed beside its face, a kind of problem is accepted, and both are undone", async () => {
  const game = await edit();
  const { page, wrong } = game;
  const before = game.cards();
  let version = await game.version();
  game.save('name = "Slash"\nkind = "basic"', 'name = "Slash"\nkind = "bsic"');
  await game.newer(version);
  const broken = game.cards();
  version = await game.version();
  await page.screenshot({ path: `${shots}/watch-fix.png` });
  await face(page, "Slash").getByRole("button", { name: "Change to basic" }).click();
  await page.locator("#note", { hasText: "Fixed in cards.toml" }).waitFor();
  assert.equal(game.cards(), before);
  await game.newer(version);
  assert.equal(await page.locator("#faces .wrong").count(), 0);
  await page.locator("#note").getByRole("button", { name: "Undo" }).click();
  await page.locator("#note", { hasText: "Undone in cards.toml" }).waitFor();
  assert.equal(game.cards(), broken);
  await face(page, "Slash").locator(".wrong").first().waitFor();
  await page.keyboard.press("Control+Shift+z");
  await page.locator("#note", { hasText: "Redone in cards.toml" }).waitFor();
  assert.equal(game.cards(), before);

  // A file that nothing uses is a warning, which a game may accept for a reason.
  writeFileSync(join(game.folder, "card-data/skirmish-5e/art/nobody.svg"), '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M1 1h7v7z"/></svg>');
  const unused = page.locator("#problems > li", { hasText: "no card uses this drawing" });
  await unused.locator("summary").click();
  await unused.getByRole("button", { name: "Accept this kind" }).click();
  await unused.getByLabel("Reason").fill("For an expansion.");
  await page.screenshot({ path: `${shots}/watch-accept.png` });
  const settings = join(game.folder, "card-data/skirmish-5e/game.toml");
  const old = readFileSync(settings, "utf8");
  await unused.getByRole("button", { name: "Accept", exact: true }).click();
  await page.locator("#note", { hasText: /^Accepted E\d+/ }).waitFor();
  assert.match(readFileSync(settings, "utf8"), /E\d{4} = "For an expansion\."/);
  await unused.waitFor({ state: "detached" });
  assert.match(await page.locator("#state").textContent(), /1 allowed/);
  await page.locator("#note").getByRole("button", { name: "Undo" }).click();
  await page.locator("#note", { hasText: "Undone in game.toml" }).waitFor();
  assert.equal(readFileSync(settings, "utf8"), old);
  await unused.waitFor();
  assert.deepEqual(wrong, []);
  await game.stop();
});

/// The cell of a card in the table; the row must be in view.
const cellOf = (page, name, column) => page.locator("#table tbody tr", { has: page.getByRole("rowheader", { name, exact: true }) })
  .locator(`:nth-child(${column + 1})`);

test("cards are filtered, sorted and changed in a table, with the keyboard and from a spreadsheet", async () => {
  const game = await edit();
  const { page, wrong } = game;
  const before = game.cards();
  const told = (text) => page.locator("#note", { hasText: text }).waitFor();
  const focused = () => page.evaluate(() => document.activeElement.textContent);
  await page.getByRole("tab", { name: "Table" }).click();
  const [count, text] = [await columnOf(page, "Count"), await columnOf(page, "Text")];
  assert.equal(await columnOf(page, "Name"), 0);

  // A number: typed over, taken back, changed with Enter, which goes down.
  await cellOf(page, "Slash", count).click();
  await page.keyboard.press("9");
  await page.keyboard.press("Escape");
  assert.equal(await focused(), "6");
  await page.keyboard.press("7");
  await page.screenshot({ path: `${shots}/table-edit.png` });
  await page.keyboard.press("Enter");
  await told("Count of Slash changed");
  assert.equal(game.cards(), before.replace('name = "Slash"\nkind = "basic"\ncount = 6', 'name = "Slash"\nkind = "basic"\ncount = 7'));
  assert.equal(await page.evaluate(() => document.activeElement.parentElement.firstChild.textContent), "Thrust");
  await page.keyboard.press("Control+z");
  await told("Undone in cards.toml");
  assert.equal(game.cards(), before);
  await page.waitForFunction(([cell]) => document.querySelector(cell).textContent === "6", [`#table [data-at="3 ${count}"]`]);

  // A text, with Tab to the next field.
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Home");
  assert.equal(await focused(), "Slash");
  await page.keyboard.press("F2");
  await page.keyboard.type(" twice");
  await page.keyboard.press("Tab");
  await told("Name of Slash changed");
  assert.equal(game.cards(), before.replace('name = "Slash"', 'name = "Slash twice"'));
  assert.equal(await page.evaluate(() => document.activeElement.dataset.at), "3 1");
  await page.keyboard.press("Control+z");
  await told("Undone in cards.toml");

  // Cells from a spreadsheet are one step.
  await page.waitForFunction(() => document.querySelector('#table [data-at="3 0"]').textContent === "Slash");
  await cellOf(page, "Slash", count).click();
  await page.evaluate(() => navigator.clipboard.writeText("11\r\n12\r\n"));
  await page.keyboard.press("Control+v");
  await told("2 cells changed");
  const pasted = before.replace('name = "Slash"\nkind = "basic"\ncount = 6', 'name = "Slash"\nkind = "basic"\ncount = 11')
    .replace('name = "Thrust"\nkind = "basic"\ncount = 6', 'name = "Thrust"\nkind = "basic"\ncount = 12');
  assert.notEqual(pasted, before);
  assert.equal(game.cards(), pasted);
  await page.keyboard.press("Control+z");
  await told("Undone in cards.toml");
  assert.equal(game.cards(), before);

  // It may be cards of its own as well, with or without headings.
  const paste = async (text) => {
    await cellOf(page, "Slash", count).click();
    await page.evaluate((text) => navigator.clipboard.writeText(text), text);
    await page.keyboard.press("Control+v");
    await page.getByRole("button", { name: "Insert as rows" }).click();
  };
  await paste("Name\tCount\r\nSlice\t3\r\nSlash\t2\r\n");
  await told("Added 2 cards");
  const [, entry] = /(\[\[card\]\]\nname = "Slash"[^]*?)\n\n/.exec(before);
  const copy = (name, count) => entry.replace('name = "Slash"', `name = "${name}"`).replace("count = 6", `count = ${count}`);
  const rows = game.cards().slice(before.indexOf(entry) + entry.length + 2, game.cards().length - before.length + before.indexOf(entry) + entry.length);
  for (const row of [copy("Slice", 3), copy("Slash 2", 2)]) assert.ok(rows.includes(row), rows);
  await page.keyboard.press("Control+z");
  await told("Undone in cards.toml");
  assert.equal(game.cards(), before);
  await page.waitForFunction(() => document.querySelector('#table [data-at="4 0"]').textContent === "Thrust");

  // Sorted and filtered.
  await page.getByRole("button", { name: "Name" }).click();
  assert.equal(await page.locator("#table th[aria-sort='ascending']").count(), 1);
  const names = () => page.locator("#table tbody th").allTextContents();
  const sorted = await names();
  assert.deepEqual(sorted, [...sorted].sort((a, b) => a.localeCompare(b)));
  await page.getByLabel("Filter cards").fill("cuts through the shaft");
  assert.deepEqual(await names(), ["Slash"]);
  assert.match(await page.locator("#table [role=status]").textContent(), /^1 of \d+ cards$/);
  await page.getByLabel("Filter cards").fill("");
  await everySize(page, async (width, colorScheme) => {
    await page.locator("#table .rows").evaluate((box) => { box.scrollLeft = 0; });
    await accessible(page, `table ${width} ${colorScheme}`);
    await page.screenshot({ path: `${shots}/table-${width}-${colorScheme}.png` });
    const [left, wide] = await page.locator("#table .rows").evaluate((box) => {
      box.scrollLeft = 200;
      return [box.querySelector("tbody th").getBoundingClientRect().left - box.getBoundingClientRect().left, box.scrollLeft];
    });
    assert.equal(wide, 200, "it scrolls inside itself");
    assert.ok(left >= 0 && left < 3, "the names stay");
  });
  assert.ok(text > 0);
  assert.deepEqual(wrong, []);
  await game.stop();
});

test("a table of 2,400 cards of a spreadsheet draws the rows in view, and changes a cell", async () => {
  const game = await edit({ cards: 2400 });
  const { page, wrong } = game;
  const before = game.cards();
  await page.getByRole("tab", { name: "Table" }).click();
  await page.locator("#table [role=status]", { hasText: "2400 cards" }).waitFor();
  assert.ok(await page.locator("#table tbody tr").count() < 80);
  await page.locator('#table [data-at="0 0"]').click();
  await page.keyboard.press("Control+End");
  const name = await page.evaluate(() => document.activeElement.parentElement.firstChild.textContent);
  assert.match(name, / 2399$/);
  await page.keyboard.press("Home");
  await page.keyboard.press("Enter");
  await page.keyboard.type("!");
  await page.keyboard.press("Enter");
  await page.locator("#note", { hasText: "changed" }).waitFor();
  assert.equal(game.cards(), before.replace(name, `${name}!`));
  assert.deepEqual(wrong, []);
  await game.stop();
});
