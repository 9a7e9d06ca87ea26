// How fast the studio is: its first visit over 20 Mbit/s, a deck with its books, a letter typed on a face, and the memory of the tab.
// Not a test: it prints what it measures.

import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { browser, newProfile, serve } from "./browser.mjs";
import { large } from "./editing.mjs";

const RUNS = Number(process.env.RUNS ?? 5), LETTERS = Number(process.env.LETTERS ?? 20), CARDS = 2400;
/// Typing is drawn once no letter has followed for this long, in milliseconds.
const PAUSE = 250;
const server = await serve();
const studio = new URL("studio/", server.address).href;
const folder = mkdtempSync(join(tmpdir(), "skirmish-speed-"));
const median = (all) => Math.round(all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)]);

/// Memory of the process of the tab with its workers, in MB: the largest of those that show pages. The others are for the window of the
/// browser, and one in reserve.
async function memory(context) {
  const devtools = await context.browser()?.newBrowserCDPSession() ?? await context.newCDPSession(context.pages()[0]);
  const { processInfo } = await devtools.send("SystemInfo.getProcessInfo").catch(() => ({ processInfo: [] }));
  const of = ({ id }) => Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${id}/status`, "utf8"))[1]) / 1000;
  return Math.round(Math.max(...processInfo.filter(({ type }) => type === "renderer").map(of)));
}

// The first visit, each in a new browser.
const visits = [];
for (let run = 0; run < RUNS; run += 1) {
  const chromium = await browser({ profile: newProfile() });
  const page = chromium.pages()[0];
  const devtools = await chromium.newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Network.emulateNetworkConditions", { offline: false, latency: 20, downloadThroughput: 20e6 / 8, uploadThroughput: 20e6 / 8 });
  await page.goto(studio);
  await page.waitForFunction(() => document.querySelectorAll(".cover img, img.cover").length >= 4 && [...document.images].every((image) => image.complete), null, { polling: "raf" });
  visits.push(await page.evaluate(() => ({
    time: performance.now(),
    bytes: performance.getEntriesByType("resource").concat(performance.getEntriesByType("navigation")).reduce((sum, { transferSize }) => sum + transferSize, 0),
  })));
  await chromium.close();
}
console.log(`first visit until the shelf shows its covers: ${median(visits.map(({ time }) => time))} ms, ${(median(visits.map(({ bytes }) => bytes)) / 1e6).toFixed(2)} MB`);

// A deck, its book and its booklet.
const first = [], again = [];
for (let run = 0; run < RUNS; run += 1) {
  const chromium = await browser({ profile: newProfile() });
  const page = chromium.pages()[0];
  await page.goto(studio);
  const times = await page.evaluate(async () => {
    const { Generator } = await import(performance.getEntriesByType("resource").map(({ name }) => name).find((name) => /\/generator[^/]*\.js$/.test(name)));
    const generator = new Generator(() => {});
    await generator.ask("open", { game: "skirmish-5e" });
    const times = [];
    for (let build = 0; build < 3; build += 1) {
      const begun = performance.now();
      await generator.ask("build", { game: "skirmish-5e", options: {} });
      times.push(performance.now() - begun);
    }
    return times;
  });
  first.push(times[0]);
  again.push(...times.slice(1));
  await chromium.close();
}
console.log(`5e with book and booklet: ${median(first)} ms the first time, ${median(again)} ms after that`);

// Letters typed on a face.
cpSync(join(import.meta.dirname, "../../card-data/skirmish-5e"), join(folder, "card-data/five"), { recursive: true });
large(folder, CARDS);
for (const game of ["five", "large"]) {
  execFileSync("zip", ["-qr", `${game}.zip`, `card-data/${game}`], { cwd: folder });
  const chromium = await browser({ profile: newProfile(), viewport: { width: 1280, height: 800 } });
  const page = chromium.pages()[0];
  page.setDefaultTimeout(120_000);
  await page.goto(studio);
  await page.locator("#zip").setInputFiles(join(folder, `${game}.zip`));
  await page.getByRole("link", { name: /^Open/ }).click();
  await page.waitForFunction(() => document.documentElement.dataset.shown && document.querySelector("#faces img"));
  await page.waitForTimeout(5000);
  await page.locator("#faces .cut").first().focus();
  await page.keyboard.press("Enter");
  const field = page.locator(".edit textarea");
  await field.waitFor();
  for (let label; !/^Text /.test(label = await field.getAttribute("aria-label"));) {
    await field.press("Tab");
    await page.waitForFunction((label) => document.querySelector(".edit textarea")?.getAttribute("aria-label") !== label, label);
  }
  const times = [];
  for (let letter = 0; letter < LETTERS; letter += 1) {
    const [version, begun] = await page.evaluate(() => {
      const field = document.querySelector(".edit textarea");
      const version = Number(document.documentElement.dataset.shown);
      field.value += "!";
      field.dispatchEvent(new Event("input", { bubbles: true }));
      return [version, performance.timeOrigin + performance.now()];
    });
    await page.waitForFunction((old) => Number(document.documentElement.dataset.shown) > old, version, { polling: "raf" });
    times.push(await page.evaluate(() => Number(document.documentElement.dataset.at)) - begun - PAUSE);
    await page.waitForTimeout(2500);
  }
  console.log(`a letter on a face of ${game === "five" ? "5e" : `${CARDS} cards`}: median ${median(times)} ms, longest ${Math.round(Math.max(...times))} ms after a pause of ${PAUSE} ms; memory ${await memory(chromium)} MB`);
  await chromium.close();
}
server.stop();
rmSync(folder, { recursive: true });
