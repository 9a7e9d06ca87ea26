// Journal and settings in the browser's storage: every line of the journal is there as soon as the browser lets it be.
//
// `lines` holds the lines of journals by [journal, number], `kept` the number of the journal that is played on ("now") and
// the settings. A journal that is no longer played on stays, the last few of them.

const OLD_JOURNALS = 5;

function done(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

async function database() {
  const opening = indexedDB.open("skirmish", 1);
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore("lines");
    opening.result.createObjectStore("kept");
  };
  return done(opening);
}

const all = (journal) => IDBKeyRange.bound([journal, 0], [journal, Infinity]);

/// Opens the storage. `say` tells people what they should know.
export async function keeper(say) {
  let base = null, journal = 0, next = 0, found, lines = [];
  let told = false;
  const refuse = (why) => {
    if (told) return;
    told = true;
    say(why?.name === "ConstraintError"
      ? "This game is being played in another tab too, which is ahead: what happens here is no longer kept. Load this page again."
      : `This browser keeps nothing for us (${why?.message || why?.name || why}): the game is lost when this page is closed. Save it to a file now and then.`);
  };
  try {
    base = await database();
    base.onversionchange = () => base.close();
    const reading = base.transaction(["lines", "kept"]);
    journal = (await done(reading.objectStore("kept").get("now"))) ?? 0;
    found = await done(reading.objectStore("kept").get("settings"));
    lines = await done(reading.objectStore("lines").getAll(all(journal)));
    next = lines.length;
  } catch (why) {
    base = null;
    refuse(why);
  }
  const write = (change) => {
    if (!base) return;
    try {
      const writing = base.transaction(["lines", "kept"], "readwrite", { durability: "strict" });
      writing.onabort = () => refuse(writing.error);
      change(writing.objectStore("lines"), writing.objectStore("kept"));
      writing.commit?.();
    } catch (why) {
      refuse(why);
    }
  };
  // Once people play, the browser is asked not to throw it away when room is short.
  let asked = false;
  const persist = () => {
    if (!asked) navigator.storage?.persist?.().catch(() => {});
    asked = true;
  };
  return {
    journal: lines.length ? lines.join("") : undefined,
    found,
    /// Whether all that was said so far is kept.
    keeps: () => !told,
    /// The whole journal, as it is kept now.
    async text() {
      const before = all(journal);
      return (await done(base.transaction("lines").objectStore("lines").getAll(before))).join("");
    },
    append(line) {
      const key = [journal, next];
      next += 1;
      write((into) => into.add(line, key));
      persist();
    },
    replace(text) {
      const fresh = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
      journal += 1;
      next = fresh.length;
      const now = journal;
      write((into, kept) => {
        into.delete(all(now));
        fresh.forEach((line, number) => into.add(line, [now, number]));
        into.delete(IDBKeyRange.upperBound([now - OLD_JOURNALS, Infinity]));
        kept.put(now, "now");
      });
    },
    settings(text) {
      write((_, kept) => kept.put(text, "settings"));
    },
  };
}
