// The battling-card game in a real browser: a whole turn under many fingers, kept, and taken back.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { browser, called, control, inStorage, middle, serve, settled, shots, shown, sit, watch } from "./browser.mjs";

const GAME = "battling-cards";

let server;
before(async () => { server = await serve(); });
after(() => server.stop());

/// The lines of the journal of this game.
const lines = (page) => inStorage(page, `
  const journal = await done(stores("readonly").kept.get("now ${GAME}"));
  return journal === undefined ? [] : await done(stores("readonly").lines.getAll(IDBKeyRange.bound([journal, 0], [journal, Infinity])));
`);

/// Presses several controls at the same time, a finger on each.
async function together(page, hand, names) {
  const places = [];
  for (const name of names) places.push(await middle(page, name));
  const down = places.map((place, id) => ({ ...place, id }));
  const sent = down.map((_, last) => hand.send("touchStart", down.slice(0, last + 1)));
  sent.push(...down.map((point) => hand.send("touchEnd", [point])));
  await Promise.all(sent);
  await settled(page);
}

test("four armies play a turn at once; it outlasts a reload and is taken back", async () => {
  const chromium = await browser();
  const page = chromium.pages()[0];
  const wrong = watch(page, server.address);
  const hand = await sit(page, `${server.address}#${GAME}`);
  await hand.tap("Add an army");
  await hand.tap("Add an army");
  await hand.tap("Start");
  await hand.tap("Count of three");
  await together(page, hand, ["Red: attack Blue", "Blue: attack Red", "Gold: attack Green", "Green: attack nobody"]);
  await page.screenshot({ path: `${shots}/battling-cards-up.png` });
  await together(page, hand, ["Red: attack 9", "Blue: attack 10", "Gold: attack Q", "Green: attack 3"]);
  await hand.tap("Blue: defence cards");
  await hand.tap("Green: defence cards");
  await together(page, hand, ["Red: attack 7", "Blue: defence 5", "Gold: attack 4", "Green: defence A"]);
  await hand.tap("Fight");
  await page.screenshot({ path: `${shots}/battling-fights.png` });
  assert.equal((await lines(page)).length, 2, "the turn is entered, and nothing has happened yet");

  // 9 + 7 + 3 against 5, 10 against 0, and 12 + 4 + 3 against 14.
  await hand.tap("Red: steal");
  await hand.tap("Red: drew a Queen");
  await hand.tap("Blue: deal damage");
  await hand.tap("Gold: deal damage");
  await hand.tap("Finish the turn");
  assert.ok((await lines(page)).at(-1).includes('"rob":"Q"'));
  await page.reload();
  await shown(page);
  await settled(page);
  await page.screenshot({ path: `${shots}/battling-table.png` });
  assert.equal((await lines(page)).length, 3, "head, begin, the turn");
  await control(page, "Count of three").first().waitFor({ state: "attached" });
  await hand.tap(await called(page, /^Undo/));
  assert.equal((await lines(page)).length, 4);
  await hand.tap(await called(page, /^Undo/));
  await control(page, "Start").first().waitFor({ state: "attached" });
  await chromium.close();
  assert.deepEqual(wrong, []);
});
