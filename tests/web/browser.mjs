// A real browser on the real page, and fingers on it.

import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { chromium } from "playwright-core";

const root = resolve(import.meta.dirname, "../..");
export const shots = join(root, "output/web-shots");
mkdirSync(shots, { recursive: true });

/// The program that serves the page, and reads journals.
export const table = process.env.SKIRMISH_TABLE ?? join(root, "target/debug/skirmish-table");

/// The rules' verdict on a journal, in a file or in a link.
export function replay(journal) {
  return JSON.parse(execFileSync(table, ["replay", journal, "--format", "json"], { encoding: "utf8" }));
}

/// The generator.
export const skirmish = process.env.SKIRMISH ?? join(root, "target/debug/skirmish");

/// Serves the page as people do; gives its address and how to stop.
export const serve = (folder = join(root, "output/web"), port = "0") => start(table, ["serve", "--port", port, "--folder", folder]);

/// Starts a program that serves something; gives the address that it says first, and how to stop it.
export async function start(command, args, cwd = root) {
  const program = spawn(command, args, { cwd, stdio: ["ignore", "pipe", "inherit"] });
  // A test that fails leaves everything as it is.
  process.once("exit", () => program.kill());
  const lines = createInterface({ input: program.stdout });
  const address = await new Promise((found, lost) => {
    lines.once("line", found);
    program.once("exit", (code) => lost(new Error(`the server ended with ${code}`)));
  });
  return { address: address.trim(), stop: () => program.kill() };
}

/// Options for Chromium on a machine without a screen. Chromium draws its own menus with web pages, which takes a seventh of the time of
/// a test: the list of features does without. It replaces Playwright's, of which it has what matters here.
const FLAGS = [
  "--no-sandbox", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync",
  "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,DestroyProfileOnBrowserClose,HttpsUpgrades,OptimizationHints,PaintHolding",
];

/// For the canvas of a table without a graphics card: Mesa draws faster than the browser's own software does, which steps in where there is
/// no Mesa. All else on the page is painted without it, though Debian's Chromium asks for it.
const CANVAS = ["--use-angle=gl-egl", "--ignore-gpu-blocklist", "--enable-unsafe-swiftshader", "--disable-gpu-rasterization"];

export const TABLET = { width: 1180, height: 820 };
export const PHONE = { width: 390, height: 844 };

/// A browser with a folder of its own, which stays when the browser is killed. Without `worker` it knows no service workers: ours keeps
/// all pictures for when there is no network, and takes a quarter of the time of a test to do so. Without `canvas` it shows no table, and
/// pages of text and pictures in two thirds of the time.
export async function browser({ viewport = TABLET, profile = newProfile(), args = [], worker = false, canvas = true, locale } = {}) {
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    headless: true, args: [...FLAGS, ...(canvas ? CANVAS : ["--disable-gpu"]), ...args], viewport, locale, hasTouch: true, isMobile: false, acceptDownloads: true,
    // Without a word from the device the table is dark, as on a desktop.
    colorScheme: "dark",
  });
  if (!worker) await context.addInitScript(() => { delete Navigator.prototype.serviceWorker; });
  return Object.assign(context, { profile });
}

const profiles = [];
process.on("exit", () => {
  for (const profile of profiles) rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
});

/// A folder for what a browser keeps; it goes with the tests of a file.
export function newProfile() {
  const profile = mkdtempSync(join(tmpdir(), "skirmish-browser-"));
  profiles.push(profile);
  return profile;
}

/// Follows what goes wrong on a page: messages of errors, requests that leave the origin. `usual` says which messages are not among these,
/// by their text and address.
export function watch(page, address, usual = () => false) {
  const wrong = [];
  const origin = new URL(address).origin;
  page.on("console", (message) => {
    if (!["error", "warning"].includes(message.type()) || usual(message.text(), message.location().url)) return;
    wrong.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => wrong.push(`error: ${error.message}`));
  page.on("request", (request) => {
    if (!request.url().startsWith(origin) && !/^(blob|data):/.test(request.url())) wrong.push(`request: ${request.url()}`);
  });
  return wrong;
}

/// The editor of a page's files.
export function codeOf(page) {
  const content = page.locator("#files .cm-content");
  const inEditor = (act, text) => page.evaluate(async ([act, text]) => {
    const loaded = performance.getEntriesByType("resource").map(({ name }) => name).find((name) => /\/codemirror[^/]*\.js$/.test(name));
    const { EditorView } = await import(loaded);
    const view = EditorView.findFromDOM(document.querySelector("#files .editor").shadowRoot.querySelector(".cm-content"));
    const { doc, selection: { main } } = view.state;
    if (act === "set") view.dispatch({ changes: { from: 0, to: doc.length, insert: text } });
    return act === "selected" ? doc.sliceString(main.from, main.to) : doc.toString();
  }, [act, text]);
  const text = () => inEditor("text");
  return {
    content, text,
    selected: () => inEditor("selected"),
    /// Puts another text in its place.
    set: (text) => inEditor("set", text),
    /// Waits until it holds some words.
    async holds(words) {
      await content.waitFor();
      for (const end = Date.now() + 60_000; !(await text()).includes(words);) {
        if (Date.now() > end) throw new Error(`the editor never held ${words}`);
        await page.waitForTimeout(50);
      }
    },
  };
}

/// Opens the page and waits for what it shows: the game that the address names, the first one where it names none.
export async function open(page, address, hear = true) {
  await page.goto(address.includes("#") ? address : `${address}#skirmish-5e`);
  await shown(page, hear);
}

/// Waits until the tracker has drawn itself; then it tells its controls.
export async function shown(page, hear = true) {
  await page.waitForFunction(() => document.getElementById("opening").hidden, null, { timeout: 60_000 });
  if (hear) await page.evaluate(() => document.getElementById("hear")?.click());
}

/// Waits until something that the browser answers later is true.
export async function until(page, question, patience = 60_000) {
  for (const end = Date.now() + patience; !(await page.evaluate(question));) {
    if (Date.now() > end) throw new Error(`it never came true: ${question}`);
    await page.waitForTimeout(100);
  }
}

/// The control with a name, as the tracker reports it.
export const control = (page, name) => page.locator("#controls").getByRole("button", { name, exact: typeof name === "string", includeHidden: true });

/// The middle of a control.
export async function middle(page, name) {
  const found = control(page, name).first();
  await found.waitFor({ state: "attached", timeout: 20_000 });
  const { x, y, width, height } = await found.boundingBox();
  return { x: x + width / 2, y: y + height / 2 };
}

/// Fingers through the browser's own input.
export async function fingers(page) {
  const devtools = await page.context().newCDPSession(page);
  const send = (type, touchPoints) => devtools.send("Input.dispatchTouchEvent", { type, touchPoints });
  // Where this hand tapped of late: the spot is deaf for a moment, and nobody here taps twice in a hurry.
  let tapped = [];
  return {
    devtools,
    send,
    async tap(name) {
      const at = typeof name === "object" && "x" in name ? name : await middle(page, name);
      tapped = tapped.filter(({ when }) => Date.now() - when < 350);
      if (tapped.some(({ x, y }) => Math.hypot(x - at.x, y - at.y) < 41)) await page.waitForTimeout(350);
      tapped.push({ ...at, when: Date.now() });
      // Without waiting in between: on a machine that draws slowly, a tap would become a finger that stays.
      await Promise.all([send("touchStart", [{ ...at, id: 1 }]), send("touchEnd", [])]);
      await settled(page);
    },
    /// Taps a choice until it has the mark, as people do. A tap was lost once on a busy machine; should that happen again, it is said.
    async choose(name) {
      for (const end = Date.now() + 20_000; Date.now() < end;) {
        await this.tap(name);
        if (await control(page, name).first().getAttribute("aria-pressed") === "true") return;
        console.warn(`a tap on ${name} was lost`);
      }
      throw new Error(`${name} was never chosen`);
    },
  };
}

/// Opens the page and puts a hand before it.
export async function sit(page, address) {
  await open(page, address);
  const hand = await fingers(page);
  await settled(page);
  return hand;
}

/// Opens a table on which a game of a number of players has begun.
export async function game(page, address, players = 2) {
  const hand = await sit(page, address);
  for (let count = 2; count < players; count += 1) await hand.tap("Add a warrior");
  await hand.tap("Start");
  return hand;
}

/// The name of the first control that is called so.
export const called = (page, name) => control(page, name).first().textContent();

/// Waits until nothing is drawn and nothing is loaded any more: for some of the browser's own frames, however slow.
export async function settled(page) {
  await page.evaluate(() => new Promise((still) => {
    const { dataset } = document.documentElement;
    let before = dataset.frames, same = 0;
    const look = () => {
      same = dataset.frames === before && dataset.loading === "0" ? same + 1 : 0;
      before = dataset.frames;
      if (same < 8) requestAnimationFrame(look);
      else still();
    };
    requestAnimationFrame(look);
  }));
}

/// Opens the database that the page keeps, in a text that runs in the page.
const STORAGE = `
  const done = (request) => new Promise((good, bad) => {
    request.onsuccess = () => good(request.result);
    request.onerror = () => bad(request.error);
  });
  const base = await done(indexedDB.open("skirmish " + location.pathname));
  const stores = (mode) => {
    const names = ["lines", "journals", "kept"];
    const access = base.transaction(names, mode);
    return Object.fromEntries([["access", access], ...names.map((name) => [name, access.objectStore(name)])]);
  };
  const now = await done(stores("readonly").kept.get("now skirmish-5e"));
`;

/// Runs a text in the page that may use its storage: `done`, `stores`, and `now`, the number of the journal that is played on.
export const inStorage = (page, text) => page.evaluate(`(async () => { ${STORAGE} try { ${text} } finally { base.close(); } })()`);

/// A game in the browser's storage: the lines of the current journal.
export const kept = (page, game = "skirmish-5e") => inStorage(page, `
  const journal = await done(stores("readonly").kept.get("now ${game}"));
  return journal === undefined ? [] : await done(stores("readonly").lines.getAll(IDBKeyRange.bound([journal, 0], [journal, Infinity])));
`);
