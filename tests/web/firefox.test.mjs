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

test("a game is printed in Firefox as the program does it", { skip: !firefox && "no Firefox" }, async () => {
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
    const link = await page.waitForSelector("#game-skirminion .go");
    await link.click();
    await page.waitForFunction(() => document.querySelector("#pair img")?.complete, { timeout: 60_000 });
    assert.equal(await page.$eval("#shown", (shown) => shown.textContent), "2 cards, sheet 1 of 1");
    // Only the first file is left.
    for (const box of (await page.$$(".list input")).slice(1)) await box.click();
    await page.waitForFunction(() => /^1 sheet /.test(document.querySelector(".sum").textContent));
    await page.click("#home-form button[type=submit]");
    await page.waitForSelector("#home .made", { timeout: 60_000 });
    await page.screenshot({ path: `${shots}/print-firefox.png` });
    const file = join(folder, "skirminion-cards-a4.pdf");
    for (let wait = 0; wait < 100 && !existsSync(file); wait += 1) await new Promise((resolve) => { setTimeout(resolve, 100); });
    const out = join(folder, "out");
    execFileSync(skirmish, ["build", "skirminion", "--out", out], { cwd: root, stdio: ["ignore", "ignore", "inherit"] });
    const [here, there] = await Promise.all([file, join(out, "skirminion/cards-a4.pdf")].map((path) => hashes(path, readFileSync(path))));
    assert.equal(here.content, there.content);
    assert.deepEqual(wrong, []);
  } finally {
    await browser.close();
    stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
});
