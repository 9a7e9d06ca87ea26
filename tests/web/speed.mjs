// How soon the table is there: on a fourth of this machine's speed (SLOWER), over 20 Mbit/s, for the first time and again
// without the network, in a browser that people have used before. Not a test: it prints what it measures.

import { browser, serve } from "./browser.mjs";

const RUNS = Number(process.env.RUNS ?? 5);
const server = await serve(), elsewhere = await serve();
const median = (all) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)];

/// Milliseconds from the start of a navigation until the table is on the screen.
async function until(page, go) {
  await go();
  await page.waitForFunction(() => document.getElementById("opening").hidden, null, { timeout: 120_000, polling: 20 });
  return page.evaluate(() => performance.getEntriesByName("table")[0].startTime);
}

const first = [], again = [];
for (let run = 0; run < RUNS; run += 1) {
  const chromium = await browser({ worker: true });
  const page = chromium.pages()[0];
  await page.goto(`${elsewhere.address}licences/OFL-Inter.txt`);
  const devtools = await chromium.newCDPSession(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: Number(process.env.SLOWER ?? 4) });
  await devtools.send("Network.enable");
  const line = { offline: false, latency: 20, downloadThroughput: 20e6 / 8, uploadThroughput: 20e6 / 8 };
  await devtools.send("Network.emulateNetworkConditions", line);
  first.push(await until(page, () => page.goto(server.address)));
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForTimeout(4000);
  await chromium.setOffline(true);
  again.push(await until(page, () => page.reload()));
  await chromium.close();
}
server.stop();
elsewhere.stop();
for (const [what, all] of Object.entries({ first, again })) {
  console.log(`${what}: median ${Math.round(median(all))} ms of ${all.map(Math.round).join(", ")}`);
}
