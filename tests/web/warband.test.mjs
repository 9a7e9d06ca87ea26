// Warbands in a real browser: a wound with its die, the phases, a rout test; kept, and taken back.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { browser, called, control, inStorage, serve, settled, shots, shown, sit, watch } from "./browser.mjs";

const GAME = "warhammer-skirmish";

let server;
before(async () => { server = await serve(); });
after(() => server.stop());

/// The lines of the journal of this game.
const lines = (page) => inStorage(page, `
  const journal = await done(stores("readonly").kept.get("now ${GAME}"));
  return journal === undefined ? [] : await done(stores("readonly").lines.getAll(IDBKeyRange.bound([journal, 0], [journal, Infinity])));
`);

test("two warbands fight: dice are entered and rolled, a sheet outlasts a reload, and all of it is taken back", async () => {
  const chromium = await browser();
  const page = chromium.pages()[0];
  const wrong = watch(page, server.address);
  const hand = await sit(page, `${server.address}#${GAME}`);
  await hand.tap("Start");
  await page.screenshot({ path: `${shots}/warband-table.png` });

  // The last wound of a warrior asks for a die, and the question is still there after a reload.
  await hand.tap("Red, 6, Oswin: one wound less");
  await page.screenshot({ path: `${shots}/warband-injury.png` });
  await page.reload();
  await shown(page);
  await settled(page);
  await hand.tap("Oswin: injury 4, stunned");
  assert.ok((await lines(page)).at(-1).includes('"injury":4'));
  await hand.tap("Red, 7, Godric: one wound less");
  await hand.tap("Godric: roll for me");
  assert.ok((await lines(page)).at(-1).includes('"rolled":"table"'));
  assert.equal((await lines(page)).length, 4, "head, begin, two wounds");

  for (const phase of ["movement", "magic", "shooting", "close combat"]) await hand.tap(`To the ${phase} phase`);
  await hand.tap("To the next turn");
  await page.screenshot({ path: `${shots}/warband-turn.png` });
  for (let left = 0; left < 7; left += 1) await hand.tap(await called(page, /^Undo/));
  await hand.tap(await called(page, /^Undo/));
  await control(page, "Start").first().waitFor({ state: "attached" });
  await chromium.close();
  assert.deepEqual(wrong, []);
});
