// One table on three devices: a host, its table, and two phones, each a browser of its own.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { called, control, kept, replay, settled, shown, until } from "./browser.mjs";
import { ENDED, allShow, ended, evening, host, whoShows } from "./evening.mjs";

const health = (name, value) => new RegExp(`^${name}: lose 1 health, has ${value}$`);
const state = (device, wanted) => until(device.page, `document.getElementById("line").dataset.state === "${wanted}"`);

test("three devices share one table, through a restart of the host and a reload with pending taps", async () => {
  const { server, journal, middle, red, blue } = await evening("skirmish-5e");
  for (const phone of [red, blue]) await phone.shot("skirmish");

  // From a tap to the screens of the others.
  const times = [];
  const first = Number((await control(red.page, /^Red: lose 1 health/).first().textContent()).match(/\d+$/)[0]);
  for (let tap = 1; tap <= 9; tap += 1) {
    await red.page.waitForTimeout(400);
    const seen = [middle, blue].map(({ page }) => page.evaluate(() => new Promise((done) => {
      const news = document.getElementById("news");
      const watcher = new MutationObserver(() => { watcher.disconnect(); done(Date.now()); });
      watcher.observe(news, { childList: true, subtree: true, characterData: true });
    })));
    const tapped = Date.now();
    await red.hand.tap(/^Red: lose 1 health/);
    times.push(...(await Promise.all(seen)).map((time) => time - tapped));
  }
  times.sort((a, b) => a - b);
  console.log(`tap to the other screens: median ${times[9]} ms, longest ${times.at(-1)} ms of ${times.length}`);

  // A phone changes only its own seat, and describes the others to screen readers.
  assert.equal(await control(blue.page, /^Red: lose 1 health/).count(), 0);
  await blue.page.locator("#controls p", { hasText: `Red: ${first - 9} health` }).waitFor({ state: "attached" });

  // The host is killed; taps wait, also over a reload of the page, and count once it is back.
  const { port } = new URL(server.address);
  server.stop();
  await state(blue, "offline");
  const before = Number((await control(blue.page, /^Blue: lose 1 health/).first().textContent()).match(/\d+$/)[0]);
  await blue.hand.tap(/^Blue: lose 1 health/);
  await blue.hand.tap(/^Blue: lose 1 health/);
  await control(blue.page, health("Blue", before - 2)).first().waitFor({ state: "attached" });
  await blue.shot("offline");
  // Only the page is reachable while it reloads.
  await blue.page.route("**/table/**", (route) => route.abort());
  const again = await host("skirmish-5e", journal, port);
  ended.push(() => again.stop());
  await blue.page.reload();
  await blue.page.locator("#word").getByText("Trying again…").waitFor();
  await blue.page.unroute("**/table/**");
  await shown(blue.page);
  for (const device of [middle, red, blue]) await state(device, "connected");
  for (const device of [middle, blue]) await control(device.page, health("Blue", before - 2)).first().waitFor({ state: "attached" });
  const { players } = replay(journal);
  assert.deepEqual(players.map((player) => player.health), [first - 9, before - 2]);
});

test("an attack in Skirmish is answered on the defender's phone, and a game ends on all devices", async () => {
  const { journal, red, blue, watcher, devices } = await evening("skirmish-5e", { watched: true });
  const [attacker, defender] = (await control(red.page, "Red: attack").count()) ? [red, blue] : [blue, red];
  await attacker.hand.tap(/: attack$/);
  await attacker.hand.tap("Basic card Slash");
  await attacker.shot("attack");
  await attacker.hand.tap(/^Strike/);
  await attacker.page.getByText(" is choosing.").waitFor();
  await attacker.shot("sent");
  // It is taken back, and made again.
  await attacker.page.getByRole("button", { name: "Take it back" }).click();
  await attacker.page.getByRole("button", { name: "Take it back" }).waitFor({ state: "hidden" });
  await attacker.hand.tap(/: attack$/);
  await attacker.hand.tap(/^Strike/);
  await control(defender.page, "Take it").waitFor({ state: "attached" });
  await settled(defender.page);
  await defender.shot("asked");
  // It opens automatically, so it ignores taps for a moment.
  await defender.page.waitForTimeout(800);
  const before = replay(journal).players.map((player) => player.health);
  await defender.hand.tap("Take it");
  await attacker.page.getByText(" is choosing.").waitFor({ state: "hidden" });
  await until(attacker.page, `document.getElementById("line").dataset.state === "connected"`);
  const after = replay(journal).players.map((player) => player.health);
  assert.equal(after.filter((health, seat) => health < before[seat]).length, 1, `${before} ${after}`);
  const name = defender === red ? "Red" : "Blue";
  // A spectator sees everything, and can change nothing.
  assert.equal(await watcher.page.locator("#whose").textContent(), "You watch");
  const usable = await watcher.page.locator("#controls button:enabled").allTextContents();
  assert.deepEqual(usable.filter((label) => /^(Red|Blue):|^Undo|^Redo/.test(label)), [], "nothing can be changed");
  await watcher.shot("watches");
  for (;;) {
    const label = await called(defender.page, new RegExp(`^${name}: lose 1 health`));
    await defender.hand.tap(label);
    if (label.endsWith("has 1")) break;
  }
  await allShow(devices, ENDED);
  await defender.shot("end");
});

test("when the host is gone, a phone goes on with the whole game, and may follow the host again", async () => {
  const { server, journal, red } = await evening("skirmish-5e");
  await red.hand.tap(/^Red: lose 1 health/);
  await until(red.page, `document.getElementById("line").dataset.state === "connected"`);
  const { port } = new URL(server.address);
  server.stop();
  await red.page.getByRole("button", { name: "Continue here" }).waitFor();
  await red.shot("away");
  await red.page.getByRole("button", { name: "Continue here" }).click();
  await red.page.locator("#line").waitFor({ state: "hidden" });
  await settled(red.page);
  // All seats are here now, and the journal is kept in the page.
  const lose = (name) => called(red.page, new RegExp(`^${name}: lose 1 health`));
  assert.equal(await lose("Red"), "Red: lose 1 health, has 11");
  await red.hand.tap(await lose("Blue"));
  assert.equal(await lose("Blue"), "Blue: lose 1 health, has 11");
  await red.shot("continued");
  const lines = await kept(red.page);
  const tapped = '"adjust":{"seat":1,"by":-1}';
  assert.ok(lines.at(-1).includes(tapped), lines.at(-1));

  // When the old table comes back, its game can be followed; the one that went on here is still kept.
  const again = await host("skirmish-5e", journal, port);
  ended.push(() => again.stop());
  await red.page.getByRole("button", { name: "Keep this one" }).waitFor();
  await red.shot("returned");
  await red.page.getByRole("button", { name: "Follow it" }).click();
  await shown(red.page);
  await state(red, "connected");
  assert.equal(await lose("Red"), "Red: lose 1 health, has 11");
  assert.equal(await control(red.page, /^Blue: lose 1 health/).count(), 0, "a phone again");
  assert.ok((await kept(red.page)).at(-1).includes(tapped));
});

test("Battling Cards are chosen in secret, shown to all at once, and a game ends", async () => {
  const { journal, middle, red, blue, devices } = await evening("battling-cards");
  const phones = [[red, "Red", "Blue"], [blue, "Blue", "Red"]];
  let turns = 0;
  for (; turns < 12; turns += 1) {
    for (const [phone, own, other] of phones) {
      await phone.hand.tap("Choose cards");
      await phone.hand.tap(`${own}: attack ${other}`);
      await phone.hand.tap(`${own}: attack A`);
      await phone.hand.tap(`${own}: attack ${phone === red ? "K" : "Q"}`);
      if (turns === 0) await phone.shot("cards");
      const lines = readFileSync(journal, "utf8").length;
      // Everybody counts to three before the cards are shown.
      const counted = phone === blue ? devices.map(async (device) => {
        await device.page.locator("#controls p", { hasText: /^Shown in [123]$/ }).waitFor({ state: "attached" });
        if (turns === 0) await device.shot("count");
        assert.equal(await control(device.page, "Red: deal damage").count(), 0);
      }) : [];
      await phone.hand.tap("Lock in");
      await Promise.all(counted);
      if (phone === blue) continue;
      await control(phone.page, "Red: other cards").waitFor({ state: "attached" });
      if (turns > 0) continue;
      await phone.shot("locked");
      await settled(middle.page);
      await middle.shot("locked");
      await settled(blue.page);
      await blue.shot("waits");
      assert.equal(readFileSync(journal, "utf8").length, lines, "nothing is written before all have chosen");
      // A choice can be changed until all have chosen.
      await phone.hand.tap("Red: other cards");
      await phone.hand.tap("Lock in");
      await control(phone.page, "Red: other cards").waitFor({ state: "attached" });
    }
    // The winners choose on their own phones: the greater damage goes first.
    await whoShows([red], "Red: deal damage");
    await settled(blue.page);
    if (turns === 0) for (const device of devices) await device.shot("fights");
    await red.hand.tap("Red: deal damage");
    await Promise.any([whoShows([blue], "Blue: deal damage"), whoShows([blue], "Go on"), whoShows([blue], ENDED)]);
    if (await control(blue.page, "Blue: deal damage").count()) await blue.hand.tap("Blue: deal damage");
    await Promise.any([allShow(devices, "Go on"), allShow(devices, ENDED)]);
    if (await control(red.page, ENDED).count()) break;
    await settled(middle.page);
    if (turns === 0) await middle.shot("result");
    for (const device of devices) await device.hand.tap("Go on");
  }
  await allShow(devices, ENDED);
  console.log(`battling cards: ${turns + 1} turns`);
});

test("Skirminion is played from two phones, each with its own side near", async () => {
  const { red: bone, blue: red, devices } = await evening("skirminion");
  const touch = async ({ page, hand }, square) => hand.tap(await called(page, new RegExp(`^${square}, `)));
  const top = async ({ page }, square) => (await control(page, new RegExp(`^${square}, `)).first().boundingBox()).y;
  assert.ok((await top(bone, "a1")) > (await top(bone, "a8")), "bone's first row is near");
  assert.ok((await top(red, "a1")) < (await top(red, "a8")), "red's first row is near");
  for (const [phone, from, to] of [[bone, "d1", "d3"], [red, "d8", "d6"], [bone, "d3", "d4"], [red, "e8", "e6"], [bone, "e1", "e3"], [red, "c8", "c6"]]) {
    await touch(phone, from);
    await touch(phone, to);
    await allShow(devices, new RegExp(`^${to}, (bone|red) unit`));
  }
  await bone.shot("skirminion");
  // A draw is offered from phone to phone.
  await bone.hand.tap("Bone: offer a draw");
  await control(red.page, "Play on").waitFor({ state: "attached" });
  await red.page.waitForTimeout(800);
  await red.shot("offer");
  await red.hand.tap("Play on");
  await bone.page.getByText(" is choosing.").waitFor({ state: "hidden" });
  // A phone moves nothing of the other side.
  await touch(red, "e3");
  await touch(red, "e4");
  await settled(red.page);
  await control(red.page, /^e4, empty/).waitFor({ state: "attached" });
  await red.shot("skirminion");
  await touch(bone, "d4");
  await touch(bone, "d5");
  await touch(bone, "e6");
  await bone.hand.tap("Attack e6 with d5");
  await allShow(devices, /^e6, red unit, 5 health/);
  await red.hand.tap("Red: player's menu");
  await red.hand.tap("Resign");
  await allShow(devices, ENDED);
});

test("warbands are moved from their owners' phones until the table ends the battle", async () => {
  const { middle, red, blue, devices } = await evening("warhammer-skirmish");
  await red.shot("warband");
  await blue.shot("warband");
  for (const phone of [red, blue]) {
    for (const phase of ["movement", "magic", "shooting", "close combat"]) await phone.hand.tap(`To the ${phase} phase`);
    await phone.hand.tap("To the next turn");
    await settled(phone === red ? blue.page : red.page);
  }
  await middle.hand.tap(/: player's menu$/);
  await middle.hand.tap("End the battle");
  await middle.hand.tap(/ has won$/);
  await middle.hand.tap("End the battle");
  await allShow(devices, ENDED);
});
