// The studio's pages in a browser: the shelf, a game printed at home, and other targets.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, before, test } from "node:test";
import { PHONE, browser, serve, shots, skirmish, until, watch } from "./browser.mjs";
import { accessible, touchable } from "./checked.mjs";
import { hashes } from "./same.mjs";

const root = resolve(import.meta.dirname, "../..");
const DESK = { width: 1440, height: 900 };
let server, chromium, page, wrong;
before(async () => {
  server = await serve();
  chromium = await browser({ canvas: false, viewport: DESK, locale: "en-GB" });
  page = chromium.pages()[0];
  wrong = watch(page, server.address);
});
after(async () => {
  await chromium?.close();
  server?.stop();
});

const studio = (hash = "") => new URL(`studio/${hash}`, server.address).href;

/// Opens a page of the studio again.
async function visit(page, hash = "") {
  await page.goto("about:blank");
  await page.goto(studio(hash));
}

/// Waits until the sheet of the latest choice is drawn.
const drawn = (page) => until(page, () => document.querySelector("#pair img")?.complete && !document.getElementById("pair").classList.contains("waits"), 90_000);
const shot = (page, name) => page.screenshot({ path: `${shots}/print-${name}.png` });
const text = (page, selector) => page.locator(selector).first().textContent();
const download = (page) => page.locator("button[type=submit]:visible");

/// Downloads a file: its name and path.
async function taken(page, act) {
  const [file] = await Promise.all([page.waitForEvent("download", { timeout: 90_000 }), act()]);
  return { name: file.suggestedFilename(), path: await file.path() };
}

/// Runs the program in the folder of the games; `settings` is the folder of its settings.
const run = (args, settings) => execFileSync(skirmish, args, { cwd: root, stdio: ["ignore", "ignore", "inherit"], env: { ...process.env, ...settings && { XDG_CONFIG_HOME: settings } } });

/// Compares a file with the one that the program makes: the content of both is the same.
async function compare(bytes, game, name, options, settings) {
  const out = mkdtempSync(join(tmpdir(), "skirmish-print-"));
  try {
    run(["build", game, "--out", out, ...options], settings);
    const there = readFileSync(join(out, game, name));
    assert.equal((await hashes(name, bytes)).content, (await hashes(name, there)).content, name);
  } finally {
    rmSync(out, { recursive: true });
  }
}

/// The names in an archive, or the bytes of one of them.
const archive = (path, name) => name ? execFileSync("unzip", ["-p", path, name], { maxBuffer: 1 << 28 }) : execFileSync("unzip", ["-Z1", path], { encoding: "utf8" }).trim().split("\n");

test("the shelf shows all games before the generator has arrived", async () => {
  await page.goto(studio());
  await until(page, () => document.images.length > 12 && [...document.images].every(({ complete, naturalWidth, src }) => !src || complete && naturalWidth));
  const bytes = await page.evaluate(() => [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
    .filter(({ name }) => !/\.(wasm|pack)$/.test(name)).reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0));
  assert.ok(bytes > 100_000 && bytes < 600_000, `${bytes} bytes`);
  assert.deepEqual(await page.locator("#games h3").allTextContents(), ["Battling Cards", "Skirminion", "Skirmish", "Warband Skirmish"]);
  assert.match(await text(page, "#game-skirmish-5e"), /2–8 players · 30 minutes.*128 cards, rulebook/);
  assert.equal(await page.getByText("Works offline").isVisible(), false, "without a service worker");
  assert.match(await page.getByRole("link", { name: "Play Skirmish at the table" }).getAttribute("href"), /^\.\.\/#skirmish-5e$/);
  assert.deepEqual(wrong, []);
});

test("choices change the sheet that is shown, and the file is the program’s", async () => {
  await visit(page);
  await page.getByRole("link", { name: "Print Skirmish", exact: true }).click();
  await drawn(page);
  assert.equal(await text(page, "#shown"), "128 cards, sheet 1 of 15");
  assert.equal(await page.locator("#pair img").count(), 2);
  const picture = () => page.locator("#pair img").first().getAttribute("src");
  const first = await picture();
  await page.getByRole("button", { name: "Show next sheet" }).click();
  await drawn(page);
  assert.equal(await text(page, "#shown"), "128 cards, sheet 2 of 15");
  assert.notEqual(await picture(), first);
  await page.getByLabel("Letter").check();
  await page.getByLabel(/Low ink/).check();
  await page.getByLabel(/^Short edge/).check();
  await drawn(page);
  assert.match(await text(page, ".sum"), /^\d+ sheets of Letter2 files$/);
  assert.match(await page.locator("#pair").textContent(), /Back, turned over the short edge/);
  assert.equal((await download(page).textContent()).trim(), "Download ZIP");
  await page.getByLabel("Rulebook, as a booklet to fold").uncheck();
  assert.match(await text(page, ".sum"), /^15 sheets of Letter1 file$/);
  const { name, path } = await taken(page, () => download(page).click());
  assert.equal(name, "skirmish-5e-cards-letter-short-low-ink.pdf");
  await compare(readFileSync(path), "skirmish-5e", "cards-letter-short-low-ink.pdf", ["--paper", "letter", "--backs", "short-edge", "--ink", "low"]);
  assert.match(await text(page, "#home .ready"), /Ready to print.*128 cards15 sheets, both sides, short edge.*flipping on the short edge/);
  await page.getByRole("button", { name: "Change settings" }).click();
  // The answers about the printer are there for the next game, and after the visit.
  await visit(page, "#skirminion");
  await drawn(page);
  assert.equal(await page.getByLabel("Letter").isChecked(), true);
  assert.equal(await page.getByLabel(/Low ink/).isChecked(), true);
  await page.evaluate(() => localStorage.clear());
  assert.deepEqual(wrong, []);
});

test("decks and extras come in one archive", async () => {
  await visit(page, "#skirmish-5e");
  await drawn(page);
  await page.getByRole("button", { name: "One more" }).click();
  await drawn(page);
  assert.match(await text(page, "#shown"), /^256 cards/);
  await page.getByText("Extras").click();
  await page.locator(".chip").filter({ hasText: "reference" }).click();
  await drawn(page);
  const { name, path } = await taken(page, () => download(page).click());
  assert.equal(name, "skirmish-5e-a4.zip");
  const names = archive(path);
  assert.deepEqual(names.map((name) => name.replace(/-a4.*/, "")).sort(), ["cards", "reference", "rulebook-booklet"]);
  const options = ["--copies", "2"];
  const [extra] = names.filter((name) => name.startsWith("reference"));
  for (const name of names.filter((name) => name !== extra)) await compare(archive(path, name), "skirmish-5e", name, options);
  await compare(archive(path, extra), "skirmish-5e", extra, [...options, "--only", "reference"]);
  assert.deepEqual(wrong, []);
});

test("a game with a set for each player asks how many play", async () => {
  await visit(page, "#battling-cards");
  await drawn(page);
  const sheets = async () => Number((await text(page, ".sum")).match(/^\d+/)[0]);
  const all = await sheets();
  assert.equal(await text(page, "output"), "8");
  for (let players = 8; players > 2; players -= 1) await page.getByRole("button", { name: "One fewer" }).click();
  await drawn(page);
  assert.equal(await text(page, "output"), "2");
  assert.match(await text(page, "#shown"), /^78 cards/);
  assert.ok(await sheets() < all / 2);
  assert.deepEqual(wrong, []);
});

test("the test sheet is the program’s, and its readings correct the sheets", async () => {
  const settings = mkdtempSync(join(tmpdir(), "skirmish-settings-"));
  const readings = [10.5, 10, 10.5, 10, 10.5, 10, 10.5, 10], told = page.locator(".told");
  const isProgrammes = async ({ name, path }, args) => {
    run(["calibrate", "--out", settings, ...args], settings);
    assert.equal((await hashes(name, readFileSync(path))).content, (await hashes(name, readFileSync(join(settings, name)))).content, name);
  };
  try {
    await visit(page, "#skirminion");
    await drawn(page);
    assert.doesNotMatch(await text(page, ".sum"), /corrected/);
    await page.getByText("Align the backs").click();
    const button = (name) => page.getByRole("button", { name });
    const sheet = await taken(page, () => button("Print a test sheet").click());
    assert.equal(sheet.name, "calibrate-a4.pdf");
    await isProgrammes(sheet, ["--paper", "a4"]);
    // An invalid reading, and readings of two sheets.
    const scale = (number) => page.getByLabel(`Scale ${number}`, { exact: true });
    for (const [index, reading] of readings.entries()) await scale(index + 1).fill(String(reading).replace(".", ","));
    await scale(2).fill("21");
    await scale(2).press("Enter");
    await told.filter({ hasText: "Scale 2: type a number from 0 to 20" }).waitFor();
    assert.equal(await scale(2).evaluate((field) => field === document.activeElement && field.ariaInvalid), "true");
    await scale(2).fill("12");
    await button("Save readings").click();
    await told.filter({ hasText: /^The readings down .* contradict each other by .*Read the scales again/ }).waitFor();
    assert.equal(await button("Print a check sheet").isHidden(), true);
    await scale(2).fill("10");
    await scale(2).press("Enter");
    await told.filter({ hasText: "Backs are 0.5 mm to the right. The readings agree to 0.00 mm." }).waitFor();
    await isProgrammes(await taken(page, () => button("Print a check sheet").click()), ["--name", "home", "--readings", ...readings.map(String)]);
    // Only sheets of that paper with backs are corrected, also after the visit.
    await visit(page, "#skirminion");
    await drawn(page);
    await page.locator(".align", { hasText: "Corrected on A4" }).waitFor();
    assert.match(await text(page, ".sum"), /, backs corrected$/);
    const ticked = page.locator(".list input:checked");
    while (await ticked.count() > 1) await ticked.last().uncheck();
    const { name, path } = await taken(page, () => download(page).click());
    await compare(readFileSync(path), "skirminion", name.replace("skirminion-", ""), ["--printer", "home"], settings);
    await button("Change settings").click();
    // The size is that of the file.
    assert.match(await text(page, ".sum"), /1 file, [\d.]+ [kM]B, backs corrected$/);
    await page.getByLabel("Letter").check();
    await page.locator(".align", { hasText: "Not measured on Letter" }).waitFor();
    assert.match(await text(page, ".sum"), /1 file$/);
    await page.getByLabel("A4").check();
    await page.getByText("Align the backs").click();
    assert.equal(await scale(1).inputValue(), "10.5");
    await button("Remove correction").click();
    await page.locator(".align", { hasText: "Not measured on A4" }).waitFor();
    assert.doesNotMatch(await text(page, ".sum"), /corrected/);
  } finally {
    rmSync(settings, { recursive: true });
    await page.evaluate(() => localStorage.clear());
  }
  assert.deepEqual(wrong, []);
});

test("cancelled files can be made again", async () => {
  await visit(page, "#battling-cards");
  await drawn(page);
  await download(page).click();
  await page.getByRole("button", { name: "Cancel" }).click();
  await download(page).waitFor();
  assert.equal(await page.locator("#problem").isHidden(), true);
  const { name } = await taken(page, () => download(page).click());
  assert.equal(name, "battling-cards-a4.zip");
  assert.deepEqual(wrong, []);
});

test("a failure is shown, and the next try works", async () => {
  await page.route("**/*.pack", (route) => route.fulfill({ status: 503 }));
  await visit(page, "#skirminion");
  await page.getByRole("alert").waitFor();
  assert.match(await text(page, "#problem"), /Couldn’t load the generator: error 503/);
  await page.unroute("**/*.pack");
  await page.getByRole("button", { name: "Try again" }).click();
  await drawn(page);
  assert.equal(await page.locator("#problem").isHidden(), true);
  // The browser reports the answer that was made up.
  wrong.splice(0, wrong.length, ...wrong.filter((line) => !line.includes("503")));
  assert.deepEqual(wrong, []);
});

test("paper that is too small is named, and other paper helps", async () => {
  await visit(page, "#warhammer-skirmish");
  await drawn(page);
  await page.getByLabel("A5").check();
  await page.getByRole("alert").waitFor();
  assert.match(await page.locator("#problem span").textContent(), /^A roster .* doesn't fit on A5 paper; it does on A4\.$/);
  assert.equal(await download(page).isDisabled(), true);
  await page.getByLabel("A4").check();
  await drawn(page);
  assert.equal(await page.locator("#problem").isHidden(), true);
  assert.equal(await download(page).isDisabled(), false);
  await page.evaluate(() => localStorage.clear());
  assert.deepEqual(wrong, []);
});

test("other targets are made on the same page", async () => {
  await visit(page, "#skirminion");
  await page.getByRole("link", { name: "Other targets" }).click();
  await page.getByRole("radio", { name: /Web rulebook/ }).check();
  const { name, path } = await taken(page, () => download(page).click());
  assert.equal(name, "skirminion-rulebook.html");
  await compare(readFileSync(path), "skirminion", "rulebook.html", ["--target", "html"]);
  await page.getByRole("radio", { name: /Cutting machine/ }).check();
  await page.locator("#others-form").getByLabel("Letter").check();
  const cut = await taken(page, () => download(page).click());
  assert.equal(cut.name, "skirminion-cut.zip");
  const [sheets] = archive(cut.path).filter((name) => name.endsWith(".pdf"));
  await compare(archive(cut.path, sheets), "skirminion", sheets, ["--target", "cut", "--paper", "letter"]);
  await page.evaluate(() => localStorage.clear());
  assert.deepEqual(wrong, []);
});

test("Tab and Enter lead from the shelf to a file and back", async () => {
  await visit(page);
  const focus = async (name) => {
    for (let presses = 0; presses < 60; presses += 1) {
      await page.keyboard.press("Tab");
      if (await page.evaluate(() => document.activeElement.ariaLabel ?? (document.activeElement.labels?.[0] ?? document.activeElement).textContent.trim()) === name) return;
    }
    assert.fail(`Tab never came to ${name}`);
  };
  await focus("Print Skirminion");
  await page.keyboard.press("Enter");
  await drawn(page);
  await focus("A4");
  await page.keyboard.press("ArrowRight");
  await drawn(page);
  assert.equal(await page.getByLabel("Letter").isChecked(), true);
  assert.equal(await page.evaluate(() => document.activeElement.value), "letter", "the focus stays on the answer");
  await focus("Enlarge: front");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  await page.keyboard.press("Shift+Tab");
  await download(page).focus();
  await taken(page, () => page.keyboard.press("Enter"));
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "Ready to print");
  await page.keyboard.press("Escape");
  await page.locator("#shelf").waitFor();
  assert.equal(await page.evaluate(() => document.activeElement.ariaLabel), "Print Skirminion");
  await page.evaluate(() => localStorage.clear());
  assert.deepEqual(wrong, []);
});

for (const [name, viewport, colorScheme] of [["desk", DESK, "dark"], ["phone", PHONE, "light"], ["tablet", { width: 820, height: 1180 }, "dark"], ["laptop", { width: 1024, height: 768 }, "light"]]) {
  test(`everything has room, names and contrast on a ${name}`, async () => {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    for (const hash of ["", "#skirmish-5e", "#skirmish-5e/other"]) {
      await visit(page, hash);
      if (hash === "#skirmish-5e") await drawn(page);
      if (hash === "#skirmish-5e") {
        await page.getByText("Align the backs").click();
        await page.locator(".align").scrollIntoViewIfNeeded();
        await shot(page, `${name}-align`);
      }
      await page.getByRole("heading", { level: 1 }).waitFor();
      await shot(page, `${name}${hash.replaceAll(/\W/g, "-")}`);
      await accessible(page, `${name} ${hash}`);
      await touchable(page, `${name} ${hash}`);
    }
  });
}

test("it prints without a network after the first visit", async () => {
  const other = await browser({ canvas: false, viewport: PHONE, locale: "en-GB", worker: true });
  try {
    const page = other.pages()[0];
    await page.goto(studio());
    await page.getByText("Works offline after the first visit").waitFor();
    await until(page, async () => {
      const kept = await fetch("kept.json").then((answer) => answer.json());
      const all = await Promise.all(kept.map((name) => caches.match(new URL(`../${name}`, location.href))));
      return all.every(Boolean);
    });
    await other.setOffline(true);
    await page.getByText("You’re offline").waitFor();
    await page.reload();
    await page.getByRole("link", { name: "Print Skirminion" }).click();
    await drawn(page);
    await page.getByLabel(/booklet/).uncheck();
    const ticked = page.locator(".list input:checked");
    while (await ticked.count() > 1) await ticked.last().uncheck();
    const { name, path } = await taken(page, () => download(page).click());
    await compare(readFileSync(path), "skirminion", name.replace("skirminion-", ""), []);
  } finally {
    await other.close();
  }
});
