// The studio in Firefox: a game is opened, shown and printed.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { test } from "node:test";
import puppeteer from "puppeteer-core";
import { serve, shots, skirmish } from "./browser.mjs";
import { hashes } from "./same.mjs";

const root = resolve(import.meta.dirname, "../..");
const firefox = process.env.FIREFOX ?? process.env.PATH.split(delimiter).flatMap((folder) => ["firefox-esr", "firefox"].map((name) => join(folder, name))).find(existsSync);

/// Opens the studio in Firefox, and follows what goes wrong on it.
async function inFirefox(act) {
  const folder = mkdtempSync(join(tmpdir(), "skirmish-firefox-"));
  const { address, stop } = await serve();
  const browser = await puppeteer.launch({
    browser: "firefox", executablePath: firefox, headless: true,
    extraPrefsFirefox: { "browser.download.folderList": 2, "browser.download.dir": folder, "intl.accept_languages": "en-GB" },
  });
  try {
    const page = await browser.newPage();
    await page.setViewport({ width: 1024, height: 768 });
    const wrong = [];
    page.on("pageerror", (error) => wrong.push(error.message));
    await page.goto(new URL("studio/", address).href);
    await act(page, folder);
    assert.deepEqual(wrong, []);
  } finally {
    await browser.close();
    stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/// Prints the first file of the game that is open, and compares it with that of the program.
async function printFirst(page, folder, game, cwd) {
  // Only the first file is left.
  for (const box of (await page.$$(".list input")).slice(1)) await box.click();
  await page.waitForFunction(() => /1 file$/.test(document.querySelector(".sum").textContent));
  await page.click("#home-form button[type=submit]");
  await page.waitForSelector("#home .made", { timeout: 60_000 });
  const file = join(folder, `${game}-cards-a4.pdf`);
  for (let wait = 0; wait < 100 && !existsSync(file); wait += 1) await new Promise((resolve) => { setTimeout(resolve, 100); });
  const out = join(folder, "out");
  execFileSync(skirmish, ["build", game, "--out", out], { cwd, stdio: ["ignore", "ignore", "inherit"] });
  const [here, there] = await Promise.all([file, join(out, game, "cards-a4.pdf")].map((path) => hashes(path, readFileSync(path))));
  assert.equal(here.content, there.content);
}

test("a game is printed in Firefox as the program does it", { skip: !firefox && "no Firefox" }, () => inFirefox(async (page, folder) => {
  const link = await page.waitForSelector("#game-skirminion .go");
  await link.click();
  await page.waitForFunction(() => document.querySelector("#pair img")?.complete, { timeout: 60_000 });
  assert.equal(await page.$eval("#shown", (shown) => shown.textContent), "2 cards, sheet 1 of 1");
  await printFirst(page, folder, "skirminion", root);
  await page.screenshot({ path: `${shots}/print-firefox.png` });
}));

test("a game in a ZIP file is kept and printed in Firefox", { skip: !firefox && "no Firefox" }, () => inFirefox(async (page, folder) => {
  execFileSync(skirmish, ["new", "night-train"], { cwd: folder, stdio: "ignore" });
  execFileSync("zip", ["-qr", "night-train.zip", "card-data"], { cwd: folder });
  await (await page.waitForSelector("#zip")).uploadFile(join(folder, "night-train.zip"));
  await page.waitForSelector("#game-night-train .fan img", { timeout: 90_000 });
  await page.reload();
  const link = await page.waitForSelector("#game-night-train .go");
  await link.click();
  await page.waitForFunction(() => document.querySelector("#pair img")?.complete, { timeout: 60_000 });
  assert.match(await page.$eval("#shown", (shown) => shown.textContent), /^27 cards, sheet 1 of /);
  await printFirst(page, folder, "night-train", folder);
  await page.screenshot({ path: `${shots}/own-firefox.png` });
}));
