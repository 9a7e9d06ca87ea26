// A game moves from one table to another: as a link, as copied text, as a file.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { browser, called, control, game, inStorage, kept, replay, serve, settled, shots, shown, sit, table, watch } from "./browser.mjs";

let server;
before(async () => { server = await serve(); });
after(() => server.stop());

/// A browser whose clipboard the page may use.
async function withClipboard() {
  const chromium = await browser();
  await chromium.grantPermissions(["clipboard-read", "clipboard-write"], { origin: new URL(server.address).origin });
  return chromium;
}

/// Plays a little at a table of its own, and copies the link to it.
async function played() {
  const chromium = await withClipboard();
  const page = chromium.pages()[0];
  const hand = await game(page, server.address, 3);
  await hand.tap(await called(page, /: lose 1 health, has \d+$/));
  await hand.tap(await called(page, /: no Mail, wear one$/));
  await hand.tap(/^Menu/);
  await hand.tap("Move this game");
  await hand.tap("Copy the link");
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.ok(link.startsWith(`${server.address}#j=`), link);
  const lines = await kept(page);
  await chromium.close();
  return { link, lines };
}

/// Waits until a table asks whether a game is to be played there, and says yes.
async function accept(page, hand) {
  await settled(page);
  await hand.tap("Play it here");
}

test("a link opens the game on another tablet, once, and the program reads it too", async () => {
  const { link, lines } = await played();
  const to = await browser();
  const page = to.pages()[0];
  const wrong = watch(page, server.address);
  const hand = await sit(page, link);
  await page.screenshot({ path: `${shots}/link-opened.png` });
  assert.notEqual((await kept(page)).length, lines.length, "nothing is played before people said so");
  await accept(page, hand);
  assert.deepEqual(await kept(page), lines);
  assert.ok(!page.url().includes("#j="), "a reload does not ask again");
  await page.reload();
  await shown(page);
  await settled(page);
  await control(page, /: lose 1 health, has \d+$/).first().waitFor({ state: "attached" });
  assert.equal(await control(page, "Play it here").count(), 0);

  // The same link while a game goes on: that game is archived.
  await hand.tap(await called(page, /: lose 1 health, has \d+$/));
  const before = await kept(page);
  await page.goto(link);
  await settled(page);
  await accept(page, hand);
  assert.deepEqual(await kept(page), lines);
  const aside = await inStorage(page, `
    const numbers = await done(stores("readonly").journals.getAllKeys());
    const old = numbers.filter((number) => number !== now);
    return await Promise.all(old.map((journal) => done(stores("readonly").lines.getAll(IDBKeyRange.bound([journal, 0], [journal, Infinity])))));
  `);
  assert.ok(aside.some((old) => old.join("") === before.join("")), "the game that was here is archived");
  assert.equal(replay(link).entries, lines.length - 1);
  await to.close();
  assert.deepEqual(wrong, []);
});

test("a link that was copied is pasted at another table", async () => {
  const { link, lines } = await played();
  const other = await withClipboard();
  const page = other.pages()[0];
  const hand = await sit(page, server.address);
  await page.evaluate((link) => navigator.clipboard.writeText(link), link);
  await hand.tap("Bring a game here");
  await hand.tap("Paste a link");
  await accept(page, hand);
  assert.deepEqual(await kept(page), lines);
  await other.close();
});

test("a journal from a laptop is chosen as a file, and as a link that the program made", async () => {
  const chromium = await browser();
  const page = chromium.pages()[0];
  await game(page, server.address, 3);
  const lines = await kept(page);
  await chromium.close();
  const file = `${shots}/laptop.journal`;
  writeFileSync(file, lines.join(""));
  const link = execFileSync(table, ["link", file, "--base", server.address], { encoding: "utf8" }).trim();

  for (const way of ["file", "link"]) {
    const other = await browser();
    const page = other.pages()[0];
    const hand = await sit(page, way === "link" ? link : server.address);
    if (way === "file") {
      await hand.tap("Bring a game here");
      await page.screenshot({ path: `${shots}/bring.png` });
      const [chooser] = await Promise.all([page.waitForEvent("filechooser"), hand.tap(/^Bring a game here/)]);
      await chooser.setFiles(file);
      await control(page, "Play it here").waitFor({ state: "attached" });
    }
    await accept(page, hand);
    assert.deepEqual(await kept(page), lines, way);
    await other.close();
  }
});

test("a link that is not whole says so, and changes nothing", async () => {
  const chromium = await browser();
  const page = chromium.pages()[0];
  const wrong = watch(page, server.address);
  await game(page, server.address);
  const lines = await kept(page);
  await page.goto(`${server.address}#j=AbCdEf`);
  await page.waitForTimeout(500);
  await settled(page);
  await page.screenshot({ path: `${shots}/no-game.png` });
  assert.equal(await control(page, "Play it here").count(), 0);
  assert.deepEqual(await kept(page), lines);
  await chromium.close();
  assert.deepEqual(wrong, []);
});
