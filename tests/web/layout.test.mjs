// Layout mode: the boxes of a template are moved, resized and set over a face, by pointer and by keys. Only what changed is written.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { browser, shots, skirmish, start, until, watch } from "./browser.mjs";
import { accessible, everySize } from "./checked.mjs";
import { edit, usual } from "./editing.mjs";

const folder = mkdtempSync(join(tmpdir(), "skirmish-layout-"));
let server, chromium, page, wrong;
before(async () => {
  execFileSync(skirmish, ["new", "night-train"], { cwd: folder, stdio: "ignore" });
  server = await start(skirmish, ["watch", "--port", "0"], folder);
  chromium = await browser({ canvas: false, viewport: { width: 1440, height: 900 } });
  page = chromium.pages()[0];
  page.setDefaultTimeout(60_000);
  wrong = watch(page, server.address, usual);
  await page.goto(server.address);
  await page.waitForFunction(() => document.documentElement.dataset.shown && document.querySelector("#faces img"));
});
after(async () => {
  await chromium?.close();
  server?.stop();
  rmSync(folder, { recursive: true });
});

const file = (name) => readFileSync(join(folder, "card-data/night-train/templates", name), "utf8");
/// The value of an attribute of a slot in its file.
const attribute = (slot, name) => Number(new RegExp(`id="slot-${slot}"[^>]*? ${name}="([^"]*)"|${name}="([^"]*)"[^>]*? id="slot-${slot}"`).exec(file("card.svg"))?.slice(1).find(Boolean));
const box = (name) => page.locator(`#layout .box[data-name="${name}"]`);
const noted = (text) => page.locator("#note", { hasText: text }).waitFor({ state: "attached" });
/// Waits until the box is shown where its file says.
const shows = (name) => until(page, `document.querySelector('#layout .box[data-name="${name}"]').getAttribute("aria-label").startsWith("${name}, ${attribute(name, "x").toFixed(1)} by ${attribute(name, "y").toFixed(1)},")`);
/// The pixels in a millimetre.
const scale = () => page.evaluate(() => document.querySelector("#layout .stage").getBoundingClientRect().width / 63.5);

/// Drags from a point by some millimetres.
async function drag(x, y, [dx, dy], keys = []) {
  const per = await scale();
  for (const key of keys) await page.keyboard.down(key);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + dx * per / 2, y + dy * per / 2);
  await page.mouse.move(x + dx * per, y + dy * per);
  await page.mouse.up();
  for (const key of keys) await page.keyboard.up(key);
}

const middle = async (locator) => {
  const { x, y, width, height } = await locator.boundingBox();
  return [x + width / 2, y + height / 2];
};

test("a box is dragged to half millimetres, the faces follow, and Undo restores the file", async () => {
  const old = file("card.svg"), [x, y] = [attribute("text", "x"), attribute("text", "y")];
  assert.ok(x > 0 && y > 0);
  const picture = await page.locator("#faces img").first().getAttribute("src");
  await page.locator("#faces .cut").first().focus();
  await page.keyboard.press("l");
  await page.locator("#layout[open] .stage img").waitFor();
  assert.match(await page.locator("#layout .bar").textContent(), /Layout of card\.svg.*Changes \d+ faces/);
  await page.locator("#layout .slots").getByRole("button", { name: "text", exact: true }).click();
  await page.screenshot({ path: `${shots}/layout.png` });
  const begun = attribute("text", "x");
  // Alt drags without snapping.
  await drag(...await middle(box("text")), [1.3, 2.2]);
  await noted("Changed text on");
  const [movedX, movedY] = [attribute("text", "x"), attribute("text", "y")];
  assert.ok(movedX > begun && movedY > y, `${movedX} ${movedY}`);
  const others = (text) => text.replace(/<rect id="slot-text"[^>]*>/, "").replace(/<[^<]*id="slot-text"[^>]*>/, "");
  assert.equal(others(file("card.svg")), others(old), "nothing else is different");
  await page.waitForFunction((old) => document.querySelector("#faces img").getAttribute("src") !== old, picture);
  await page.screenshot({ path: `${shots}/layout-note.png` });
  // The note is above the layout, and within reach.
  await page.locator("#note").getByRole("button", { name: "Undo" }).click();
  await noted("Undone in card.svg");
  assert.equal(file("card.svg"), old);
});

test("a box snaps to others, and not with Alt", async () => {
  const old = file("card.svg");
  await shows("text");
  await drag(...await middle(box("text")), [1.13, 0], ["Alt"]);
  await until(page, "!document.querySelector('#layout .guide')");
  await noted("Changed text on");
  const free = attribute("text", "x");
  assert.ok(Math.abs(free * 2 - Math.round(free * 2)) > 0.01, `${free} isn’t on the grid`);
  await page.keyboard.press("Control+z");
  await noted("Undone in card.svg");
  assert.equal(file("card.svg"), old);
});

test("keys move and resize a box, as one step while they follow each other", async () => {
  const old = file("card.svg"), [x, width] = [attribute("text", "x"), attribute("text", "width")];
  await shows("text");
  await box("text").focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await until(page, `document.querySelector('#layout .box[data-name="text"]').getAttribute("aria-label").startsWith("text, ${(x + 1).toFixed(1)} by")`);
  await page.waitForTimeout(700);
  assert.equal(attribute("text", "x"), x + 1);
  await page.keyboard.press("Control+ArrowLeft");
  await noted("Changed text on");
  await page.waitForTimeout(700);
  assert.equal(attribute("text", "width"), width - 0.5);
  await page.keyboard.press("Control+z");
  await page.waitForTimeout(500);
  assert.equal(attribute("text", "width"), width);
  await page.keyboard.press("Control+z");
  await page.waitForTimeout(500);
  assert.equal(file("card.svg"), old, "two arrows are one step");
});

test("type size and alignment are set in the style of the box", async () => {
  const old = file("type.toml"), svg = file("card.svg");
  await shows("text");
  const size = page.locator("#layout .inspector label", { hasText: "Type size" }).locator("input");
  const before = Number(await size.inputValue());
  await size.fill(String(before + 1.5));
  await size.press("Enter");
  await noted("Changed text on");
  await until(page, "!document.querySelector('#note').textContent.includes('Undone')");
  assert.notEqual(file("type.toml"), old);
  assert.match(file("type.toml"), new RegExp(`size = ${before + 1.5}`));
  assert.equal(file("card.svg"), svg);
  await page.locator("#layout .bar").getByRole("button", { name: "Undo" }).click();
  await noted("Undone in type.toml");
  assert.equal(file("type.toml"), old);
  await page.locator("#state", { hasText: "no problems" }).waitFor({ state: "attached" });
});

test("it is for everyone, on every screen, and Escape leaves it", async () => {
  await everySize(page, async (width, colorScheme) => {
    await page.waitForTimeout(300);
    await accessible(page, `layout ${width} ${colorScheme}`);
    await page.screenshot({ path: `${shots}/layout-${width}-${colorScheme}.png` });
    const [stage, desk] = await page.evaluate(() => [".stage", ".desk"].map((name) => document.querySelector(`#layout ${name}`).getBoundingClientRect().toJSON()));
    assert.ok(stage.width <= desk.width && stage.height <= desk.height, `${width}: the face fits`);
  });
  await page.keyboard.press("Escape");
  await until(page, "!document.querySelector('#layout').open");
  assert.deepEqual(wrong, []);
});

test("a template of the program is copied into the game by the first change, and Undo removes it", async () => {
  const { page, folder, wrong, stop } = await edit();
  const [card, typePath] = ["card.svg", "type.toml"].map((name) => join(folder, "card-data/skirmish-5e/templates", name));
  await page.locator("#faces .cut").first().focus();
  await page.keyboard.press("l");
  const bar = page.locator("#layout .bar");
  await bar.getByText(/^Changes \d+ faces; the first change copies this template into the game$/).waitFor();
  await page.locator("#layout .slots").getByRole("button", { name: "text", exact: true }).click();
  await page.screenshot({ path: `${shots}/layout-copied.png` });
  await page.locator('#layout .box[data-name="text"]').focus();
  await page.keyboard.press("ArrowDown");
  await bar.getByText(/^Changes \d+ faces$/).waitFor();
  assert.match(readFileSync(card, "utf8"), /id="slot-text"/);
  const type = readFileSync(typePath, "utf8"), read = () => readFileSync(typePath, "utf8");
  const size = page.locator("#layout .inspector label", { hasText: "Type size" }).locator("input");
  await size.fill(String(Number(await size.inputValue()) - 1));
  await size.press("Enter");
  await until(page, "document.querySelector('#note').textContent.includes('Changed text on')");
  for (let wait = 0; wait < 50 && read() === type; wait += 1) await page.waitForTimeout(100);
  assert.equal(read().replace(type, ""), '\n[text]\nextends = "text"\nsize = 8.25\n');
  const undo = bar.getByRole("button", { name: "Undo" });
  await undo.click();
  await page.locator("#note", { hasText: "Undone in type.toml" }).waitFor({ state: "attached" });
  await undo.click();
  await bar.getByText(/the first change copies/).waitFor();
  assert.ok(!existsSync(card));
  assert.equal(read(), type);
  assert.deepEqual(wrong, []);
  await stop();
});
