// Journals and settings in the browser's storage: every line of a journal is there as soon as the browser lets it be.
//
// The database carries the path that the page is served from.
// `lines` holds the lines of journals by [journal, number], `journals` the details of each journal by its number, `kept` the
// settings, the last number in use, and for each game the number of its current journal and its open sheets.

import { PATH, cause, draftOf, nowOf } from "./names.js";
import { JournalWriter } from "./writer.js";

/// How many journals of a game stay that are no longer played on.
const OLD_JOURNALS = 20;

/// The game of journals that were kept before there were several games in one page.
const FIRST_GAME = "skirmish-5e";

function done(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/// All lines of a journal.
const linesOf = (journal) => IDBKeyRange.bound([journal, 0], [journal, Infinity]);

async function database() {
  const opening = indexedDB.open(`skirmish ${PATH}`, 1);
  let isNew = false;
  opening.onupgradeneeded = () => {
    isNew = true;
    opening.result.createObjectStore("lines");
    opening.result.createObjectStore("journals");
    opening.result.createObjectStore("kept");
  };
  const base = await done(opening);
  if (isNew) await adopt(base).catch((why) => console.warn("nothing was taken over:", why));
  return base;
}

/// Takes over what an earlier version kept in a database without a path. The first copy of the page that is opened gets it.
async function adopt(base) {
  const names = await indexedDB.databases?.() ?? [];
  if (!names.some(({ name }) => name === "skirmish")) return;
  const old = await done(indexedDB.open("skirmish"));
  try {
    const reading = old.transaction(["lines", "kept"]);
    const [keys, lines, now, settings] = await Promise.all([
      done(reading.objectStore("lines").getAllKeys()), done(reading.objectStore("lines").getAll()),
      done(reading.objectStore("kept").get("now")), done(reading.objectStore("kept").get("settings")),
    ]);
    const writing = base.transaction(["lines", "journals", "kept"], "readwrite", { durability: "strict" });
    const [into, journals, kept] = ["lines", "journals", "kept"].map((name) => writing.objectStore(name));
    keys.forEach((key, at) => into.put(lines[at], key));
    for (const journal of new Set(keys.map(([journal]) => journal))) {
      journals.put({ game: FIRST_GAME, changed: Date.now() }, journal);
    }
    if (now !== undefined) kept.put(now, nowOf(FIRST_GAME));
    kept.put(Math.max(now ?? 0, ...keys.map(([journal]) => journal)), "last");
    if (settings !== undefined) kept.put(settings, "settings");
    await new Promise((good, bad) => {
      writing.oncomplete = good;
      writing.onabort = () => bad(writing.error);
    });
  } finally {
    old.close();
  }
  indexedDB.deleteDatabase("skirmish");
}

/// Tells other tabs with this page that a journal went on, and hears it from them.
function others(hear) {
  if (typeof BroadcastChannel === "undefined") return () => {};
  const channel = new BroadcastChannel(`skirmish ${PATH}`);
  channel.addEventListener("message", ({ data }) => hear(data.game));
  return (game) => channel.postMessage({ game });
}

/// Opens the storage. `wentOn` hears which game went on in another tab while nothing waits to be kept here. `say` tells people what they should know; `unkept` hears why lines are not kept, and nothing as soon as
/// all are.
export async function keeper(say, unkept, wentOn) {
  let base = null, settings;
  const games = {};
  const writers = new Map();
  let lost = null;
  /// By game, why its journal is not kept.
  const reasons = new Map();
  const announce = others((game) => {
    if (![...writers.values()].some((writer) => writer.waiting.length)) wentOn(game);
  });
  const tell = (game, why) => {
    if (why) reasons.set(game, why);
    else reasons.delete(game);
    unkept(lost ?? reasons.values().next().value);
  };
  try {
    base = await database();
    base.onversionchange = () => base.close();
    const reading = base.transaction(["lines", "kept"]);
    const kept = reading.objectStore("kept"), lines = reading.objectStore("lines");
    settings = await done(kept.get("settings"));
    for (const key of await done(kept.getAllKeys(IDBKeyRange.bound(nowOf(""), nowOf("\uffff"))))) {
      const game = key.slice(nowOf("").length);
      const journal = await done(kept.get(key));
      const found = await done(lines.getAll(linesOf(journal)));
      writers.set(game, new JournalWriter(base, game, journal, found.length, (why) => tell(game, why), () => announce(game)));
      if (found.length) games[game] = { journal: found.join(""), draft: await done(kept.get(draftOf(game))) };
    }
  } catch (error) {
    base = null;
    lost = `this browser keeps nothing for us (${cause(error)}), and the game is lost when this page is closed; save it to a file now and then`;
    unkept(lost);
  }
  const writer = (game) => {
    if (!writers.has(game)) writers.set(game, new JournalWriter(base, game, null, 0, (why) => tell(game, why), () => announce(game)));
    return writers.get(game);
  };
  // Once people play, the browser is asked not to throw it away when room is short.
  let asked = false;
  const persist = () => {
    if (!asked) navigator.storage?.persist?.().catch(() => {});
    asked = true;
  };
  const change = (stores, how) => new Promise((good, bad) => {
    const writing = base.transaction(stores, "readwrite", { durability: "strict" });
    writing.oncomplete = () => good();
    writing.onabort = () => bad(writing.error);
    how(...stores.map((store) => writing.objectStore(store)));
    // A page that is left at once must not take it along.
    writing.commit?.();
  });
  return {
    /// For each game in progress, its current journal as text, and its open sheets.
    games,
    settings,
    /// Returns true if everything so far is stored.
    keeps: () => !lost && !reasons.size,
    /// Returns the whole journal of a game, with the lines that couldn't be stored yet.
    async text(game) {
      const { journal, unkept: waiting } = writer(game);
      if (!base || journal === null) return waiting.join("");
      const there = await done(base.transaction("lines").objectStore("lines").getAll(linesOf(journal)));
      return [...there, ...waiting].join("");
    },
    append(game, line) {
      writer(game).append(line);
      persist();
    },
    /// Tries again to keep the lines of a game that could not be kept.
    keepAgain: (game) => writer(game).write(),
    replace(game, text) {
      writer(game).replace(text);
      if (base) this.prune(game).catch(console.warn);
    },
    /// Stores the open sheets of a game, or removes them if there are none.
    keepDraft(game, draft) {
      if (!base) return;
      const put = (kept) => (draft === undefined ? kept.delete(draftOf(game)) : kept.put(draft, draftOf(game)));
      change(["kept"], put).catch((why) => say(`Entries here will be lost if the page closes: ${cause(why)}`));
    },
    keepSettings(text) {
      if (base) change(["kept"], (kept) => kept.put(text, "settings")).catch((why) => say(`Your choices are not being saved: ${cause(why)}`));
    },
    /// The journals that are no longer played on, the newest first: number, game, time of the last change, text.
    async putAside() {
      if (!base) return [];
      const reading = base.transaction(["lines", "journals", "kept"]);
      const [journals, kept, lines] = ["journals", "kept", "lines"].map((name) => reading.objectStore(name));
      const [numbers, known] = await Promise.all([done(journals.getAllKeys()), done(journals.getAll())]);
      const aside = [];
      for (const [at, number] of numbers.entries()) {
        const { game, changed } = known[at];
        if (number === await done(kept.get(nowOf(game)))) continue;
        aside.push({ number, game, changed, text: (await done(lines.getAll(linesOf(number)))).join("") });
      }
      return aside.sort((a, b) => b.changed - a.changed || b.number - a.number);
    },
    /// Throws a journal away that is no longer played on, as soon as what took its place is kept.
    async forget(number) {
      await Promise.all([...writers.values()].map((writer) => writer.kept()));
      if ([...writers.values()].some(({ journal }) => journal === number)) throw new Error("this journal is played on");
      await change(["lines", "journals"], (lines, journals) => {
        lines.delete(linesOf(number));
        journals.delete(number);
      });
    },
    /// Throws away the oldest journals of a game that are no longer played on, where there are many.
    async prune(game) {
      const old = (await this.putAside()).filter((journal) => journal.game === game).slice(OLD_JOURNALS);
      for (const { number } of old) await this.forget(number);
    },
  };
}
