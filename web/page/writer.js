// Writes the journal of one game. Lines that are not kept yet wait, in order: a write that fails costs nothing that comes after.

import { cause, nowOf } from "./names.js";

/// How long to wait before a write that failed is tried again, if nothing else is written before, in milliseconds.
const AGAIN = 2000;

const OTHER_TAB = "this game is being played in another tab too, which is ahead; load this page again";

export class JournalWriter {
  /// `journal` is the number of the current journal, null before the first; `length` counts its lines; `tell` receives the
  /// reason why lines aren't stored, and nothing once all are; `announce` is called when lines are stored.
  constructor(base, game, journal, length, tell, announce) {
    Object.assign(this, { base, game, journal, length, tell, announce });
    this.waiting = [];
    this.fresh = journal === null;
    this.busy = false;
    this.lost = false;
    this.timer = 0;
    this.wanted = [];
  }

  /// Comes back as soon as all lines are kept.
  kept() {
    return this.waiting.length ? new Promise((done) => this.wanted.push(done)) : Promise.resolve();
  }

  /// The lines that are not kept yet, as far as they go on with the journal that is kept.
  get unkept() {
    return this.fresh && this.journal !== null ? [] : this.waiting;
  }

  append(line) {
    this.waiting.push(line);
    this.write();
  }

  /// Begins another journal; the one before is no longer played on.
  replace(text) {
    this.waiting = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
    this.fresh = true;
    this.lost = false;
    this.write();
  }

  /// Writes all pending lines. One write at a time, to store lines in order.
  write() {
    clearTimeout(this.timer);
    if (!this.base || this.busy || this.lost || !this.waiting.length) return;
    this.busy = true;
    const lines = this.waiting;
    const count = lines.length, fresh = this.fresh;
    let journal = this.journal, ended = false;
    const failed = (why) => {
      if (!ended) this.failed(why);
      ended = true;
    };
    try {
      const writing = this.base.transaction(["lines", "journals", "kept"], "readwrite", { durability: "strict" });
      const [into, journals, kept] = ["lines", "journals", "kept"].map((name) => writing.objectStore(name));
      const put = () => {
        const from = fresh ? 0 : this.length;
        lines.slice(0, count).forEach((line, at) => into.add(line, [journal, from + at]));
        journals.put({ game: this.game, changed: Date.now() }, journal);
        writing.commit?.();
      };
      if (fresh) {
        kept.get("last").onsuccess = ({ target: { result } }) => {
          journal = (result ?? 0) + 1;
          kept.put(journal, "last");
          kept.put(journal, nowOf(this.game));
          put();
        };
      } else {
        put();
      }
      writing.oncomplete = () => this.written(lines, count, fresh, journal);
      writing.onabort = () => failed(writing.error);
    } catch (why) {
      failed(why);
    }
  }

  written(lines, count, fresh, journal) {
    this.busy = false;
    // Another journal may have begun in the meantime.
    if (lines === this.waiting) {
      this.waiting.splice(0, count);
      this.length = (fresh ? 0 : this.length) + count;
      this.journal = journal;
      this.fresh = false;
    }
    this.announce();
    if (this.waiting.length === 0) {
      this.tell();
      for (const done of this.wanted.splice(0)) done();
    }
    this.write();
  }

  failed(why) {
    this.busy = false;
    // A number that is taken was written by somebody else; trying again cannot help, and nothing is written over.
    this.lost = why?.name === "ConstraintError";
    this.tell(this.lost ? OTHER_TAB : `this browser does not keep it (${cause(why)})`);
    if (!this.lost) this.timer = setTimeout(() => this.write(), AGAIN);
  }
}
