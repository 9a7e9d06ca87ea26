// From the studio to the table and back: an own game is played as the included ones are, without a network too.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { browser, control, fingers, kept, serve, settled, shots, shown, until, watch } from "./browser.mjs";

let server, chromium, page, wrong, hand;
before(async () => {
  server = await serve();
  chromium = await browser({ locale: "en-GB", worker: true });
  page = chromium.pages()[0];
  wrong = watch(page, server.address);
  hand = await fingers(page);
});
after(async () => {
  await chromium?.close();
  server?.stop();
});

const address = (path) => new URL(path, server.address).href;
const played = () => page.locator("#game-my-game").getByRole("button", { name: /^Play / });

/// Gives the own game another title, as another program does.
async function renamed(title) {
  await page.evaluate(async (title) => {
    let folder = await navigator.storage.getDirectory();
    for (const name of ["games", "my-game", "card-data", "my-game"]) folder = await folder.getDirectoryHandle(name);
    const entry = await folder.getFileHandle("game.toml");
    const text = await (await entry.getFile()).text();
    const stream = await entry.createWritable();
    await stream.write(text.replace(/title = "[^"]*"/, `title = "${title}"`));
    await stream.close();
  }, title);
  await page.reload();
}

/// Opens the table with the own game.
async function play() {
  await played().click();
  await page.waitForURL(address("own/my-game/"), { timeout: 120_000 });
  await shown(page);
  await settled(page);
}

test("an own game is played at the table, and its journal is its own", async () => {
  await page.goto(address("studio/"));
  await page.locator("#from-starter").click();
  await played().waitFor({ timeout: 90_000 });
  await page.screenshot({ path: `${shots}/play-shelf.png` });
  const said = [];
  await page.exposeFunction("said", (text) => said.push(text));
  await page.evaluate(() => new MutationObserver(() => said(document.getElementById("toast").textContent))
    .observe(document.getElementById("toast"), { childList: true, subtree: true }));
  await play();
  assert.ok(said.some((text) => /^Drawing .+ for the table: card \d+ of \d+$/.test(text)), said.join("; "));
  await hand.tap("Start");
  await page.screenshot({ path: `${shots}/play-table.png` });
  await control(page, /: end turn$/).first().waitFor({ state: "attached" });
  await hand.tap(/: end turn$/);
  const lines = await kept(page, "my-game");
  assert.match(lines[0], /"game":"my-game"/);
  assert.equal(lines.length, 3, "head, begin, end of a turn");
  const pictures = await page.evaluate(() => performance.getEntriesByType("resource").filter(({ name }) => name.includes("/own/my-game/pictures/")).length);
  assert.ok(pictures > 1, "its pictures are loaded");
  await page.goto(server.address);
  await shown(page);
  await control(page, /^Skirmish/).first().waitFor({ state: "attached" });
  assert.equal(await control(page, /in progress/).count(), 0, "the shelf of the table is unchanged");
});

test("it goes on without a network", async () => {
  await chromium.setOffline(true);
  await page.goto(address("own/my-game/"));
  await shown(page);
  await settled(page);
  await control(page, /: end turn$/).first().waitFor({ state: "attached" });
  assert.equal((await kept(page, "my-game")).length, 3);
  await chromium.setOffline(false);
});

test("the menu of the table leads back to the studio, with the game", async () => {
  await hand.tap("Menu");
  await page.screenshot({ path: `${shots}/play-menu.png` });
  await Promise.all([page.waitForURL(address("studio/#my-game")), hand.tap(/^Studio/).catch(() => {})]);
  await until(page, () => document.querySelector("#pair img")?.complete, 90_000);
});

test("it is drawn again only after a change", async () => {
  await page.goto(address("studio/"));
  await played().waitFor({ timeout: 90_000 });
  const stamps = () => page.evaluate(async () => {
    const cache = await caches.open(`skirmish own ${new URL("../", location).pathname}`);
    const names = (await cache.keys()).map(({ url }) => url).filter((url) => url.includes("/pictures/")).sort();
    return names;
  });
  const before = await stamps();
  await play();
  await page.goto(address("studio/"));
  assert.deepEqual(await stamps(), before);
  await renamed("Gull Rock");
  await page.getByRole("button", { name: "Play Gull Rock at the table" }).click({ timeout: 90_000 });
  await page.waitForURL(address("own/my-game/"), { timeout: 120_000 });
  await shown(page);
  await settled(page);
  assert.match(await page.title(), /Gull Rock/);
});

test("a game with errors isn’t played", async () => {
  await page.goto(address("studio/"));
  await renamed("A title that is too long for the foot of a card");
  await page.locator("#game-my-game .errors summary", { hasText: "error" }).waitFor({ timeout: 90_000 });
  assert.equal(await played().count(), 0);
});

test("a game that is deleted can’t be played any more", async () => {
  await page.goto(address("studio/"));
  await page.locator("#game-my-game").getByRole("button", { name: /^Delete/ }).click({ timeout: 90_000 });
  await until(page, () => document.querySelectorAll(".own").length === 0);
  await page.goto(address("own/my-game/"));
  await page.waitForURL(address("studio/"));
  assert.deepEqual(wrong, []);
});
