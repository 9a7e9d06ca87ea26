// Own games in the studio: they are opened, kept, printed, saved and deleted, and nothing that was stored is lost.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, before, test } from "node:test";
import { browser, serve, shots, skirmish, until, watch } from "./browser.mjs";
import { accessible, everySize, touchable } from "./checked.mjs";
import { hashes } from "./same.mjs";

const root = resolve(import.meta.dirname, "../..");
const folder = mkdtempSync(join(tmpdir(), "skirmish-own-"));
let server, chromium, page, wrong;
before(async () => {
  // A game as a designer has it, and its archive.
  execFileSync(skirmish, ["new", "night-train"], { cwd: folder, stdio: "ignore" });
  execFileSync("zip", ["-qr", "night-train.zip", "card-data"], { cwd: folder });
  server = await serve();
  chromium = await browser({ canvas: false, viewport: { width: 1440, height: 900 }, locale: "en-GB" });
  page = chromium.pages()[0];
  wrong = watch(page, server.address);
});
after(async () => {
  await chromium?.close();
  server?.stop();
  rmSync(folder, { recursive: true });
});

const studio = () => new URL("studio/", server.address).href;
const shot = (name) => page.screenshot({ path: `${shots}/own-${name}.png` });
const cards = () => page.locator(".own");
/// Waits until a game is described.
const described = (id) => until(page, `document.querySelector("#game-${id} .fan img")?.complete`, 90_000);
async function taken(act) {
  const [file] = await Promise.all([page.waitForEvent("download", { timeout: 90_000 }), act()]);
  return { name: file.suggestedFilename(), path: await file.path() };
}

/// Compares a file with the one that the program makes in a folder.
async function compare(path, cwd, game, name, language) {
  execFileSync(skirmish, ["build", game, ...language ? ["--language", language] : []], { cwd, stdio: ["ignore", "ignore", "inherit"] });
  const built = readFileSync(join(cwd, "output", game, language ?? "", name));
  assert.equal((await hashes(name, readFileSync(path))).content, (await hashes(name, built)).content, name);
}

/// Looks at the page in all sizes, light and dark.
const look = (name) => everySize(page, async (width, colorScheme) => {
  const where = `${name} ${width} ${colorScheme}`;
  await accessible(page, where);
  await touchable(page, where);
  await page.screenshot({ path: `${shots}/own-${name}-${width}-${colorScheme}.png`, fullPage: width === 390 });
});

test("a game in a ZIP file is kept, and prints as the program prints it", async () => {
  await page.goto(studio());
  assert.match(await page.locator("#own").textContent(), /Your games.*No games yet\./s);
  await page.locator("#zip").setInputFiles(join(folder, "night-train.zip"));
  await described("night-train");
  assert.match(await cards().first().textContent(), /27 cards/);
  assert.match(await page.locator("#toast").textContent(), /^Added /);
  await look("shelf");
  await page.reload();
  await described("night-train");
  await page.locator("#game-night-train .go").click();
  await until(page, () => document.querySelector("#pair img")?.complete, 90_000);
  assert.match(await page.locator("#shown").textContent(), /^27 cards, sheet 1 of /);
  await page.getByRole("button", { name: "One more" }).click();
  await page.getByRole("link", { name: "Other targets" }).click();
  await page.getByText("Have it printed").waitFor();
  await page.getByRole("link", { name: "Home printer" }).click();
  assert.equal(await page.locator(".copies output").textContent(), "2", "answers stay");
  await page.getByRole("button", { name: "One fewer" }).click();
  for (const box of (await page.locator(".list input[type=checkbox]").all()).slice(1)) await box.uncheck();
  await until(page, () => /1 file$/.test(document.querySelector(".sum").textContent));
  await page.locator("#pair:not(.waits)").waitFor();
  const { name, path } = await taken(() => page.locator("button[type=submit]:visible").click());
  assert.equal(name, "night-train-cards-a4.pdf");
  await compare(path, folder, "night-train", "cards-a4.pdf");
  assert.deepEqual(wrong, []);
});

test("a translation is printed, and the words of its language are loaded when they are needed", async () => {
  const words = [];
  page.on("request", (request) => { if (/\/words[^/]*\.wasm$/.test(request.url())) words.push(request.url()); });
  await page.goto(studio());
  await described("night-train");
  await page.locator("#game-night-train .go").click();
  await until(page, () => document.querySelector("#pair img")?.complete, 90_000);
  assert.deepEqual(words, [], "English needs none");
  // Without them the generator is replaced, and goes on once they are there.
  await page.route(/\/words[^/]*\.wasm$/, (route) => route.abort());
  await page.getByRole("radio", { name: "Deutsch" }).check();
  await page.getByText("Couldn’t load the words of this language: no network.").waitFor();
  await page.unroute(/\/words[^/]*\.wasm$/);
  for (const [id, shown] of [["skirminion", /^(?!27 cards).*sheet 1 of/], ["night-train", /^27 cards, sheet 1 of/]]) {
    await page.evaluate((id) => { location.hash = id; }, id);
    await page.locator("#shown", { hasText: shown }).waitFor();
    await page.locator("#pair:not(.waits) img").first().waitFor();
  }
  words.length = 0;
  await page.getByRole("radio", { name: "Deutsch" }).check();
  await page.locator("#pair:not(.waits)").waitFor();
  await shot("translation");
  for (const box of (await page.locator(".list input[type=checkbox]").all()).slice(0, -1)) await box.uncheck();
  await until(page, () => /1 file$/.test(document.querySelector(".sum").textContent));
  await page.locator("#pair:not(.waits)").waitFor();
  const { name, path } = await taken(() => page.locator("button[type=submit]:visible").click());
  assert.equal(name, "night-train-de-rulebook-booklet-a4.pdf");
  await compare(path, folder, "night-train", "rulebook-booklet-a4.pdf", "de");
  assert.equal(words.length, 1, "German is loaded once");
  await page.getByRole("link", { name: "Other targets" }).click();
  await page.getByRole("radio", { name: "Images A PNG" }).check();
  await page.getByRole("radio", { name: "Deutsch" }).check();
  assert.equal((await taken(() => page.locator("button[type=submit]:visible").click())).name, "night-train-de-images.zip");
  assert.deepEqual(wrong, []);
});

test("a second game of the same name gets another id, and nothing is replaced", async () => {
  await page.goto(studio());
  await page.locator("#zip").setInputFiles(join(folder, "night-train.zip"));
  await described("night-train-2");
  assert.match(await page.locator("#toast").textContent(), /night-train is on the shelf already, so this one is night-train-2\./);
  assert.equal(await cards().count(), 2);
  await page.locator("#game-night-train-2").getByRole("button", { name: /^Delete/ }).click();
  await until(page, () => document.querySelectorAll(".own").length === 1);
  await page.locator("#toast").getByRole("button", { name: "Undo" }).click();
  await described("night-train-2");
  await page.locator("#game-night-train-2").getByRole("button", { name: /^Delete/ }).click();
  await until(page, () => document.querySelectorAll(".own").length === 1);
});

test("a saved ZIP file builds on the command line", async () => {
  const { name, path } = await taken(() => page.locator("#game-night-train").getByRole("button", { name: /^Save ZIP/ }).click());
  assert.equal(name, "night-train.zip");
  const unpacked = join(folder, "unpacked");
  mkdirSync(unpacked);
  execFileSync("unzip", ["-q", path, "-d", unpacked]);
  const all = (folder) => readdirSync(folder, { recursive: true }).filter((name) => name.includes(".")).sort();
  assert.deepEqual(all(join(unpacked, "card-data")), all(join(folder, "card-data")));
  execFileSync(skirmish, ["build"], { cwd: unpacked, stdio: ["ignore", "ignore", "inherit"] });
  assert.ok(readdirSync(join(unpacked, "output/night-train")).includes("cards-a4.pdf"));
});

test("errors are listed with file and line", async () => {
  const broken = join(folder, "broken");
  cpSync(join(folder, "card-data"), join(broken, "card-data"), { recursive: true });
  const cards = join(broken, "card-data/night-train/cards.toml");
  writeFileSync(cards, readFileSync(cards, "utf8").replace(/kind = "[a-z-]+"/, 'kind = "nothing"'));
  execFileSync("zip", ["-qr", "broken.zip", "card-data"], { cwd: broken });
  await page.goto(studio());
  await page.locator("#zip").setInputFiles(join(broken, "broken.zip"));
  const card = page.locator("#game-night-train-2");
  await card.locator("summary").click({ timeout: 60_000 });
  assert.match(await card.locator(".problems").textContent(), /cards\.toml:\d+Unknown kind `nothing`/);
  await look("errors");
  await card.locator(".go").click();
  await page.locator("#pair .problems").waitFor();
  await until(page, 'getComputedStyle(document.getElementById("pair")).opacity === "1"');
  assert.match(await page.locator("#shown").textContent(), /^\d+ errors?$/);
  await look("unprintable");
  await page.goto(studio());
  await page.locator("#game-night-train-2").getByRole("button", { name: /^Delete/ }).click();
  await until(page, () => document.querySelectorAll(".own").length === 1);
});

test("files that aren’t a game are refused in words", async () => {
  writeFileSync(join(folder, "torn.zip"), readFileSync(join(folder, "night-train.zip")).subarray(0, 500));
  await page.locator("#zip").setInputFiles(join(folder, "torn.zip"));
  await page.locator("#problem").getByText(/^The ZIP file is damaged/).waitFor();
  execFileSync("zip", ["-q", "else.zip", "torn.zip"], { cwd: folder });
  await page.locator("#zip").setInputFiles(join(folder, "else.zip"));
  await page.locator("#problem").getByText(/^No game in else\.zip/).waitFor();
  assert.equal(await cards().count(), 1);
});

test("a new game starts from the starter", async () => {
  await page.goto(studio());
  await page.getByRole("button", { name: /^From the starter/ }).click();
  await described("my-game");
  assert.equal(await page.evaluate(() => document.activeElement.closest("li").id), "game-my-game");
});

test("a spreadsheet becomes the game that the program makes of it", async () => {
  await page.goto(studio());
  const sheet = "Name,Type,Qty,Cost,Rules,Picture,Notes\nOre Cart,Vehicle,4,2,Move up to three ore from one station to the next.,cart.png,draw it\n"
    + "Lantern,Tool,3,1,Look at the top card of the tunnel deck.,lantern.png,\nCave-in,Event,2,0,Block the line between two stations.,cave.png,check art\nCanary,Tool,1,1,Look at a card.,,\n";
  writeFileSync(join(folder, "deep-rails.csv"), sheet);
  mkdirSync(join(folder, "pictures"));
  for (const name of ["cart", "lantern", "cave"]) cpSync(join(root, "docs/cards.png"), join(folder, `pictures/${name}.png`));
  const files = ["deep-rails.csv", "pictures/cart.png", "pictures/lantern.png", "pictures/cave.png"].map((name) => join(folder, name));
  await page.locator("#sheet").setInputFiles(files);
  await until(page, () => document.querySelectorAll("#first img").length === 3, 90_000);
  assert.equal(await page.locator("#columns-of").textContent(), "7 columns, 4 rows");
  const roles = () => page.locator("#columns select").evaluateAll((all) => all.map(({ value }) => value));
  assert.deepEqual(await roles(), ["name", "kind", "count", "field", "field", "image", "unused"]);
  assert.match(await page.locator("#first-of").textContent(), /^10 cards/);
  await look("intake");
  const first = await page.locator("#first img").first().getAttribute("src");
  await page.getByLabel("Notes: used for").selectOption("field");
  await until(page, `document.querySelector("#first img").getAttribute("src") !== "${first}" && !document.getElementById("create").disabled`);
  await page.getByLabel("Notes: used for").selectOption("unused");
  await until(page, () => document.getElementById("create").disabled);
  await until(page, () => !document.getElementById("create").disabled);
  await page.getByRole("button", { name: "Create game" }).click();
  await described("deep-rails");
  assert.match(await page.locator("#game-deep-rails").textContent(), /10 cards/);
  const { path } = await taken(() => page.locator("#game-deep-rails").getByRole("button", { name: /^Save ZIP/ }).click());
  const here = join(folder, "from-page"), there = join(folder, "from-program");
  for (const one of [here, there]) mkdirSync(one);
  execFileSync("unzip", ["-q", path, "-d", here]);
  execFileSync(skirmish, ["new", "deep-rails", "--from", join(folder, "deep-rails.csv"), "--images", join(folder, "pictures")], { cwd: there, stdio: "ignore" });
  execFileSync("diff", ["-r", here, there]);
  assert.deepEqual(wrong, []);
});

test("a folder on disk is read again when another program changed it", async () => {
  await page.goto(studio());
  await described("night-train");
  // A folder of the browser’s own storage is like one on disk, and needs no dialog.
  await page.evaluate(async () => {
    globalThis.disk = await (await navigator.storage.getDirectory()).getDirectoryHandle("disk", { create: true });
    globalThis.put = async (path, bytes) => {
      const names = path.split("/");
      let folder = globalThis.disk;
      for (const name of names.slice(0, -1)) folder = await folder.getDirectoryHandle(name, { create: true });
      const stream = await (await folder.getFileHandle(names.at(-1), { create: true })).createWritable();
      await stream.write(bytes);
      await stream.close();
    };
    globalThis.showDirectoryPicker = async () => globalThis.disk;
  });
  const put = (path, text) => page.evaluate(([path, text]) => put(path, text), [path, text]);
  const game = join(folder, "card-data/night-train");
  for (const name of readdirSync(game, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name).slice(game.length + 1))) {
    await put(`card-data/on-disk/${name}`, readFileSync(join(game, name), "utf8"));
  }
  await page.getByRole("button", { name: /^Open folder/ }).click();
  await described("on-disk");
  assert.match(await page.locator("#game-on-disk").textContent(), /27 cards.*In folder disk/);
  const description = readFileSync(join(game, "game.toml"), "utf8");
  await put("card-data/on-disk/game.toml", description.replace(/^title = .*$/m, 'title = "Changed elsewhere"'));
  await page.evaluate(() => dispatchEvent(new Event("focus")));
  await page.locator("#game-on-disk").getByText("Changed elsewhere").waitFor();
  await page.reload();
  await described("on-disk");
  await page.locator("#game-on-disk").getByRole("button", { name: /^Close/ }).click();
  await page.locator("#toast").getByText(/^Closed Changed elsewhere\. Its folder is unchanged\./).waitFor();
  await page.reload();
  await described("night-train");
  assert.equal(await page.locator("#game-on-disk").count(), 0);
  assert.ok(await page.evaluate(async () => (await navigator.storage.getDirectory()).getDirectoryHandle("disk").then(() => true)));
});

test("folders and spreadsheets can be dropped, and a folder copied", async () => {
  const dropped = join(folder, "dropped");
  cpSync(join(folder, "card-data/night-train"), join(dropped, "Harbour Lights"), { recursive: true });
  const session = await chromium.newCDPSession(page);
  const drag = async (files) => {
    for (const type of ["dragEnter", "dragOver", "drop"]) {
      await session.send("Input.dispatchDragEvent", { type, x: 300, y: 300, data: { items: [], files, dragOperationsMask: 1 } });
      if (type === "dragOver") await page.locator("#drop").waitFor();
    }
  };
  await page.goto(studio());
  await described("night-train");
  await drag([join(dropped, "Harbour Lights")]);
  await described("harbour-lights");
  assert.equal(await page.locator("#drop").isVisible(), false);
  await page.locator("#folder").setInputFiles(dropped);
  await described("harbour-lights-2");
  await drag([join(root, "tests/sheets/harbour.xlsx")]);
  await until(page, () => document.querySelectorAll("#first img").length === 3, 90_000);
  assert.equal(await page.locator("#intake-title").textContent(), "New game from harbour.xlsx");
  await page.keyboard.press("Escape");
  await page.locator("#own").waitFor();
  for (const id of ["harbour-lights", "harbour-lights-2"]) {
    await page.locator(`#game-${id}`).getByRole("button", { name: /^Delete/ }).click();
    await until(page, `!document.getElementById("game-${id}")`);
  }
});

test("full storage is reported, and the game can be saved", async () => {
  const session = await chromium.newCDPSession(page);
  await session.send("Storage.overrideQuotaForOrigin", { origin: new URL(server.address).origin, quotaSize: 1000 });
  try {
    await page.locator("#zip").setInputFiles(join(folder, "night-train.zip"));
    await page.locator("#problem").getByText(/^The browser’s storage is full/).waitFor();
    const { name } = await taken(() => page.locator("#problem").getByRole("button", { name: "Save ZIP" }).click());
    assert.equal(name, "night-train-2.zip");
  } finally {
    await session.send("Storage.overrideQuotaForOrigin", { origin: new URL(server.address).origin });
  }
  assert.equal(await page.locator("#game-night-train-2").count(), 0);
});

test("no stored write is lost and no file is torn when the tab dies", { timeout: 300_000 }, async () => {
  const SIZE = 300_000;
  /// Tabs that die; `KILLS=50` for a long run.
  const KILLS = Number(process.env.KILLS ?? 12);
  /// Bytes that tell their number everywhere.
  const start = (page, first) => page.evaluate(async ([size, first]) => {
    const script = [...document.querySelectorAll("script[src]")].map(({ src }) => src).find((src) => /page\./.test(src));
    const text = await (await fetch(script)).text();
    const name = /\.\/(store\.[0-9a-f]+\.js)/.exec(await (await fetch(new URL(/\.\/(library\.[0-9a-f]+\.js)/.exec(text)[1], script))).text())[1];
    const { Store } = await import(new URL(name, script));
    const store = new Store();
    const files = (number) => [{ path: "card-data/kills/game.toml", bytes: new TextEncoder().encode(`title = "Kills"\n# ${number}`) }, { path: "card-data/kills/art/a.bin", bytes: new Uint8Array(size).fill(0) }];
    const kept = (await store.list()).some(({ id }) => id === "kills");
    if (!kept) await store.create("kills", files(0));
    const bytes = (await store.files("kills")).find(({ path }) => path.endsWith("a.bin")).bytes;
    const found = { length: bytes.length, numbers: [...new Set(bytes)] };
    globalThis.acknowledged = first;
    (async () => {
      for (let number = first + 1; ; number += 1) {
        await store.write("kills", "card-data/kills/art/a.bin", new Uint8Array(size).fill(number % 251));
        console.log(`stored ${number}`);
      }
    })();
    return found;
  }, [SIZE, first]);
  let acknowledged = 0;
  for (let kill = 0; kill <= KILLS; kill += 1) {
    const tab = await chromium.newPage();
    const heard = [];
    tab.on("console", (message) => { const number = /^stored (\d+)$/.exec(message.text())?.[1]; if (number) heard.push(Number(number)); });
    await tab.goto(studio());
    const { length, numbers } = await start(tab, acknowledged);
    assert.equal(length, SIZE, `kill ${kill}: the file is torn`);
    assert.equal(numbers.length, 1, `kill ${kill}: the file is torn`);
    // The last write may have been stored without having been heard of.
    assert.ok(Array.from({ length: 10 }, (_, more) => (acknowledged + more) % 251).includes(numbers[0]), `kill ${kill}: ${numbers[0]} after ${acknowledged}`);
    await tab.waitForTimeout(Math.random() * 250);
    const session = await chromium.newCDPSession(tab);
    // The process ends at once, in the middle of whatever it does.
    await Promise.race([session.send("Page.crash").catch(() => {}), tab.waitForEvent("crash", { timeout: 5000 })]);
    acknowledged = Math.max(acknowledged, ...heard);
    await tab.close();
  }
  assert.ok(acknowledged > KILLS, `${acknowledged} writes`);
});
