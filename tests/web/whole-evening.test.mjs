// A whole evening on one tablet: a short game of each kind that ships, and the list of them at the end.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { browser, called, control, fingers, middle, open, serve, settled, shots, watch } from "./browser.mjs";

/// The button of the last screen.
const ENDED = /^(Fight|Play) again$/;

let server;
before(async () => { server = await serve(); });
after(() => server?.stop());

/// Holds a control again and again until the game is over; a finger that stays longer than this is a palm.
async function holdToTheEnd(page, hand, name) {
  while (!(await control(page, ENDED).count())) {
    const at = await middle(page, name);
    await hand.send("touchStart", [{ ...at, id: 1 }]);
    await page.waitForTimeout(2500);
    await hand.send("touchEnd", []);
    await page.waitForTimeout(400);
    await settled(page);
  }
}

/// The games of the evening: the title on the shelf, and how each is played to its end.
const EVENING = [
  ["Skirmish", async (page, hand) => {
    await hand.tap("Start");
    const attacker = (await called(page, /: attack$/)).replace(": attack", "");
    await hand.tap(`${attacker}: attack`);
    await hand.tap("Basic card Slash");
    await hand.tap(/ answers: Hit$/);
    await hand.tap(/^Strike/);
    await holdToTheEnd(page, hand, new RegExp(`^(?!${attacker}).*: lose 1 health`));
  }],
  ["Battling Cards", async (page, hand) => {
    await hand.tap("Start");
    for (const name of [
      "Count of three", "Red: attack Blue", "Blue: attack Red", "Red: attack 9", "Blue: attack 10", "Blue: defence cards",
      "Red: attack 7", "Blue: defence 5", "Fight", "Red: deal damage", "Blue: deal damage",
    ]) {
      await hand.tap(name);
    }
    await hand.tap("Finish the turn");
    await holdToTheEnd(page, hand, /^Blue: lose 1 life point/);
  }],
  ["Skirminion", async (page, hand) => {
    await hand.tap("Start");
    for (const square of ["d1", "d3", "d8", "d6"]) await hand.tap(await called(page, new RegExp(`^${square}, `)));
    await hand.tap(/^Red: player's menu/);
    await hand.tap("Resign");
  }],
  ["Warband Skirmish", async (page, hand) => {
    await hand.tap("Start");
    await hand.tap("Red, 6, Oswin: one wound less");
    await hand.tap("Oswin: injury 6, out of action");
    if (await control(page, "Close").count()) await hand.tap("Close");
    await hand.tap("To the movement phase");
    await hand.tap(/^Red: player's menu/);
    await hand.tap("End the battle");
    await hand.tap("Blue has won");
    await hand.tap("End the battle");
  }],
];

test("the games of an evening are listed with their people, winners and lengths", async () => {
  const chromium = await browser();
  const page = chromium.pages()[0];
  const wrong = watch(page, server.address);
  await open(page, `${server.address}#`);
  const hand = await fingers(page);
  await settled(page);
  for (const [title, play] of EVENING) {
    await hand.tap(new RegExp(`^${title}( \\(|:|,|$)`));
    await play(page, hand);
    await control(page, ENDED).first().waitFor({ state: "attached" });
    await page.screenshot({ path: `${shots}/evening-${title.replace(" ", "-")}.png` });
    await page.goto(`${server.address}#`);
    await settled(page);
  }
  await hand.tap("Evenings: games played to their end");
  await page.screenshot({ path: `${shots}/evening-list.png` });
  const today = new Date().toLocaleDateString("en-GB", { day: "numeric", month: "short", year: "numeric" });
  const listed = await control(page, / beat /).allTextContents();
  assert.equal(listed.length, EVENING.length, listed.join("; "));
  for (const [place, [title]] of EVENING.toReversed().entries()) {
    assert.match(listed[place], new RegExp(`^${title}, \\w+ ${today}: (Red beat Blue|Blue beat Red|Bone beat Red), \\d+ min$`));
  }
  await chromium.close();
  assert.deepEqual(wrong, []);
});
