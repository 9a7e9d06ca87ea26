// How soon a saved card is on the screen: from the save to the frame that shows it, and the program's own part of it. Not a test:
// it prints what it measures. `CARDS=3000` measures a game with that number of cards instead of the shipped one.

import { edit, WORDS } from "./editing.mjs";

const SAVES = Number(process.env.SAVES ?? 200);
const game = await edit({ cards: Number(process.env.CARDS ?? 0) });
const whole = [], own = [];
let words = WORDS;
await game.page.waitForTimeout(3000);
for (let save = 0; save < SAVES; save += 1) {
  const version = await game.version();
  const fresh = `it took ${save + 2} swords to cut him down`;
  const begun = performance.timeOrigin + performance.now();
  game.save(words, fresh);
  await game.newer(version);
  const { at, took } = await game.page.evaluate(() => ({ ...document.documentElement.dataset }));
  whole.push(Number(at) - begun);
  own.push(Number(took));
  words = fresh;
  // A person takes longer between two saves; the book and the checks are done meanwhile.
  await game.page.waitForTimeout(Number(process.env.PAUSE ?? 2500));
}
await game.stop();
for (const [what, all] of Object.entries({ "save to screen": whole, "reading and drawing": own })) {
  all.sort((a, b) => a - b);
  const at = (share) => Math.round(all[Math.min(all.length - 1, Math.floor(all.length * share))]);
  console.log(`${what}: median ${at(0.5)} ms, 95 % ${at(0.95)} ms, longest ${at(1)} ms of ${all.length} saves`);
}
