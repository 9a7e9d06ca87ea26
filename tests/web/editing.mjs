// A game on disk that is watched, in a browser of its own.

import { cpSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { browser, skirmish, start, watch } from "./browser.mjs";

const root = resolve(import.meta.dirname, "../..");
const CARDS = "card-data/skirmish-5e/cards.toml";
/// Words of the epigraph of Slash, which no other card has.
export const WORDS = "it took more than one sword to cut him down";

/// Copies the shipped game to a folder of its own, watches it, and opens its page once it shows the game.
export async function edit({ viewport = { width: 1280, height: 800 }, ...options } = {}) {
  const folder = mkdtempSync(join(tmpdir(), "skirmish-watch-"));
  cpSync(join(root, "card-data/skirmish-5e"), join(folder, "card-data/skirmish-5e"), { recursive: true });
  const server = await start(skirmish, ["watch", "--port", "0"], folder);
  const chromium = await browser({ viewport });
  await chromium.grantPermissions(["clipboard-read", "clipboard-write"], { origin: new URL(server.address).origin });
  const page = chromium.pages()[0];
  if (options.scheme) await page.emulateMedia({ colorScheme: options.scheme });
  page.setDefaultTimeout(120_000);
  const wrong = watch(page, server.address);
  await page.goto(server.address);
  await page.waitForFunction(() => document.documentElement.dataset.shown, null, { timeout: 60_000 });
  const cards = join(folder, CARDS);
  return {
    page, wrong, chromium, address: server.address, folder,
    /// Replaces words of the cards, and saves them.
    save(old, fresh) {
      const text = readFileSync(cards, "utf8");
      if (text.split(old).length !== 2) throw new Error(`${old} does not stand there once`);
      writeFileSync(cards, text.replace(old, fresh));
    },
    version: () => page.evaluate(() => Number(document.documentElement.dataset.shown)),
    /// Waits until something newer than a version is on the screen.
    newer: (version) => page.waitForFunction((old) => Number(document.documentElement.dataset.shown) > old, version, { polling: "raf", timeout: 60_000 }),
    async stop() {
      await chromium.close();
      server.stop();
    },
  };
}
