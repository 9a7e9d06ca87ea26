// A game on disk that is watched, in a browser of its own.

import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { browser, skirmish, start, watch } from "./browser.mjs";

const root = resolve(import.meta.dirname, "../..");
/// Words of the epigraph of Slash, or of the first card of a large game, which no other card has.
export const WORDS = "it took more than one sword to cut him down";

/// Copies the shipped game into a folder; gives the file with its cards.
function shipped(folder) {
  cpSync(join(root, "card-data/skirmish-5e"), join(folder, "card-data/skirmish-5e"), { recursive: true });
  return "card-data/skirmish-5e/cards.toml";
}

/// Makes a game from a spreadsheet with a number of cards, each with its own figures and text.
export function large(folder, cards) {
  const nouns = ["bridge", "tower", "harbour", "orchard", "mill", "ford", "market", "abbey"];
  const rows = Array.from({ length: cards }, (_, card) => {
    const [one, other] = [nouns[card % 8], nouns[Math.floor(card / 8) % 8]];
    const text = card ? `Take ${2 + card % 7} coins from the ${one}, then move card ${card} to the ${other}.` : WORDS;
    return `The ${one} by the ${other} ${card},${card % 2 ? "place" : "deed"},${card % 10},${text.includes(",") ? `"${text}"` : text}`;
  });
  writeFileSync(join(folder, "sheet.csv"), ["name,kind,cost,text", ...rows].join("\n"));
  execFileSync(skirmish, ["new", "large", "--from", "sheet.csv"], { cwd: folder });
  return "card-data/large/sheet.csv";
}

/// Harmless errors in a browser while a game is changed: a picture is replaced while it is requested, or a question is about a file that is
/// newer than its face.
export const usual = (text, address) => /409/.test(text) || /404/.test(text) && address.includes("/pictures/");

/// Watches a game in its own folder, the shipped one or one with a number of cards, and opens its page once it shows the game.
export async function edit({ viewport = { width: 1280, height: 800 }, ...options } = {}) {
  const folder = mkdtempSync(join(tmpdir(), "skirmish-watch-"));
  const cards = join(folder, options.cards ? large(folder, options.cards) : shipped(folder));
  const server = await start(skirmish, ["watch", "--port", "0"], folder);
  const chromium = await browser({ canvas: false, viewport });
  await chromium.grantPermissions(["clipboard-read", "clipboard-write"], { origin: new URL(server.address).origin });
  const page = chromium.pages()[0];
  if (options.scheme) await page.emulateMedia({ colorScheme: options.scheme });
  page.setDefaultTimeout(120_000);
  const wrong = watch(page, server.address, usual);
  await page.goto(server.address);
  await page.waitForFunction(() => document.documentElement.dataset.shown, null, { timeout: 60_000 });
  return {
    page, wrong, chromium, address: server.address, folder,
    /// Replaces words of the cards, and saves them.
    save(old, fresh) {
      const text = readFileSync(cards, "utf8");
      if (text.split(old).length !== 2) throw new Error(`${old} does not stand there once`);
      writeFileSync(cards, text.replace(old, fresh));
    },
    /// The file of the cards as it is now.
    cards: () => readFileSync(cards, "utf8"),
    version: () => page.evaluate(() => Number(document.documentElement.dataset.shown)),
    /// Waits until something newer than a version is on the screen.
    newer: (version) => page.waitForFunction((old) => Number(document.documentElement.dataset.shown) > old, version, { polling: "raf", timeout: 60_000 }),
    async stop() {
      await chromium.close();
      server.stop();
    },
  };
}

/// The number of a column in the table of cards, once the table is there.
export async function columnOf(page, name) {
  const headings = page.locator("#table thead th");
  await headings.filter({ hasText: new RegExp(`^${name}$`) }).waitFor();
  return (await headings.allTextContents()).indexOf(name);
}

/// Drops a file on an element: a picture of one colour, or other bytes under its name.
export async function drop(page, element, name, text) {
  const data = await page.evaluateHandle(async ([name, text]) => {
    const canvas = new OffscreenCanvas(60, 40);
    const brush = canvas.getContext("2d");
    brush.fillStyle = "#c03020";
    brush.fillRect(0, 0, 60, 40);
    const bytes = text ?? await canvas.convertToBlob({ type: "image/png" });
    const data = new DataTransfer();
    data.items.add(new File([bytes], name));
    return data;
  }, [name, text]);
  await element.dispatchEvent("dragover", { dataTransfer: data });
  const isMarked = await element.evaluate((one) => one.closest("figure").classList.contains("takes"));
  await element.dispatchEvent("drop", { dataTransfer: data });
  return isMarked;
}
