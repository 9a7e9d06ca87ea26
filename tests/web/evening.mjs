// A table that several devices share: a host, its table, and two phones, each a browser of its own.

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach } from "node:test";
import { PHONE, browser, control, fingers, settled, shots, shown, start, table } from "./browser.mjs";

/// A button of the last screen, on all devices.
export const ENDED = "Save picture";
const root = join(import.meta.dirname, "../..");
/// Processes that a test has to end, in order.
export const ended = [];
afterEach(async () => {
  for (const end of ended.splice(0)) await end();
});

/// Hosts a table of a game from the card-data of a folder; gives its address, and how to stop it.
export const host = (game, journal, port = "0", data = root) =>
  start(table, ["--journal", journal, "serve", "--host", game, "--port", port, "--folder", join(root, "output/web")], data);

/// A device at an address, with the name of its owner.
async function sit(address, name, viewport) {
  const chromium = await browser({ viewport });
  ended.push(() => chromium.close());
  const page = chromium.pages()[0];
  await page.goto(address);
  await page.locator("#join").waitFor();
  await page.screenshot({ path: `${shots}/join-${name}.png` });
  await page.locator("#name").fill(name);
  await page.locator("#sit").click();
  await page.locator("#join").waitFor({ state: "hidden" });
  await shown(page);
  await settled(page);
  return { page, hand: await fingers(page), shot: (what) => page.screenshot({ path: `${shots}/together-${what}-${name}.png` }) };
}

/// A game that has begun after some taps on its setup: the device in the middle, a phone for each of two players, and one
/// that watches if that is wanted.
export async function evening(game, { data, setup = [], watched = false } = {}) {
  const folder = mkdtempSync(join(tmpdir(), "skirmish-host-"));
  const journal = join(folder, "evening.journal");
  const server = await host(game, journal, "0", data);
  ended.push(() => server.stop(), () => rmSync(folder, { recursive: true, force: true }));
  const middle = await sit(server.address, "Table");
  for (const name of [...setup, "Start"]) await middle.hand.tap(name);
  // The phones have another token than the table.
  await middle.hand.tap("Menu");
  await middle.hand.tap("Let others join");
  await middle.shot("invite");
  await middle.hand.tap("Close");
  const { tokens } = JSON.parse(readFileSync(`${journal}.devices`, "utf8"));
  const address = `${new URL(middle.page.url()).origin}/#t=${tokens.players}`;
  const red = await sit(address, "Una", PHONE);
  const blue = await sit(address, "Ketil", { width: 360, height: 640 });
  await red.shot("places");
  const names = (await control(red.page, /^Play for /).allTextContents()).map((label) => label.replace("Play for ", ""));
  for (const [phone, name] of [[red, names[0]], [blue, names[1]]]) {
    await phone.hand.tap(`Play for ${name}`);
    await control(phone.page, `Play for ${name}`).waitFor({ state: "detached" });
    await settled(phone.page);
  }
  const watcher = watched ? await sit(address, "Leif", PHONE) : null;
  await watcher?.hand.tap("Close");
  return { server, journal, middle, red, blue, watcher, names, devices: [middle, red, blue, watcher].filter(Boolean) };
}

/// Waits until all devices show a control.
export const allShow = (devices, name) => Promise.all(devices.map(({ page }) => control(page, name).first().waitFor({ state: "attached" })));

/// Waits until one of several devices shows a control; gives that device.
export const whoShows = (devices, name) => Promise.any(devices.map(async (device) => {
  await control(device.page, name).first().waitFor({ state: "attached" });
  return device;
}));
