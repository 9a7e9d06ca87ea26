import { execFileSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { browser, serve, skirmish } from "./browser.mjs";
const folder = mkdtempSync(join(tmpdir(), "skirmish-aims-"));
const nouns = ["bridge", "tower", "harbour", "orchard", "mill", "ford", "market", "abbey"];
const rows = Array.from({ length: 2400 }, (_, card) => `The ${nouns[card % 8]} by the ${nouns[Math.floor(card / 8) % 8]} ${card},${card % 2 ? "place" : "deed"},${card % 10},Take ${2 + card % 7} coins from there and move card ${card}.`);
writeFileSync(join(folder, "sheet.csv"), ["name,kind,cost,text", ...rows].join("\n"));
execFileSync(skirmish, ["new", "large", "--from", "sheet.csv"], { cwd: folder });
execFileSync("zip", ["-qr", "large.zip", "card-data"], { cwd: folder });
const server = await serve(process.env.WEB);
const chromium = await browser({ viewport: { width: 1440, height: 900 } });
const page = chromium.pages()[0];
page.setDefaultTimeout(240_000);
const median = (all) => { all.sort((a, b) => a - b); return `median ${Math.round(all[all.length >> 1])} ms, 95 % ${Math.round(all[Math.floor(all.length * 0.95)])} ms, longest ${Math.round(all.at(-1))} ms of ${all.length}`; };
async function measure(what, field, value) {
  const begun = Date.now();
  await page.waitForFunction(() => document.documentElement.dataset.shown && document.querySelector("#faces img"));
  console.log(what, "opened after", Date.now() - begun, "ms");
  await page.waitForTimeout(15_000);
  const times = await page.evaluate(async ([field, value]) => {
    const name = performance.getEntriesByType("resource").map(({ name }) => name).find((name) => /\/edit\/host[^/]*\.js$/.test(name));
    const host = await import(name);
    const faces = [...document.querySelectorAll("#faces figure")].map(({ face }) => face).filter(({ card }) => card);
    const times = [];
    for (let round = 0; round < 30; round += 1) {
      const before = document.documentElement.dataset.shown;
      const start = performance.timeOrigin + performance.now();
      const { why } = await host.edit({ step: 1e6 + round, change: { change: "field", card: faces[0].card.id, field, value: `${value} ${round}.` } });
      if (why) throw new Error(why);
      while (document.documentElement.dataset.shown === before) await new Promise(requestAnimationFrame);
      times.push(Number(document.documentElement.dataset.at) - start);
      await new Promise((done) => setTimeout(done, 2500));
    }
    return times;
  }, [field, value]);
  console.log(what, "edit to screen:", median(times));
  const devtools = await chromium.newCDPSession(page);
  const memory = await page.evaluate(() => performance.memory.usedJSHeapSize / 1e6);
  console.log(what, "heap of the page", Math.round(memory), "MB");
  const info = execFileSync("sh", ["-c", "ps -eo pid,rss,args | grep 'type=renderer' | grep -v grep | sort -k2 -n | tail -2 | awk '{print $2/1024}'"], { encoding: "utf8" });
  console.log(what, "renderers MB:", info.trim().split("\n").join(", "));
}
await page.goto(new URL("studio/", server.address).href);
await page.getByRole("button", { name: "Change a copy of Skirmish", exact: true }).click();
await page.waitForURL(/\/studio\/edit\//);
await measure("5e", ["text"], "Changed words for a card");
await page.goto(new URL("studio/", server.address).href);
await page.locator("#zip").setInputFiles(join(folder, "large.zip"));
await page.getByRole("link", { name: /^Open Large|^Open large/i }).click();
await measure("2,400 cards", ["text"], "Take 3 coins, changed");
await chromium.close(); server.stop();
