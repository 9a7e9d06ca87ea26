// Names in the browser's storage, and why it refuses something.

/// The folder of the page. The names of database and caches contain it, to separate two copies of the page on one host.
export const PATH = new URL(".", location).pathname;

/// The key in `kept` for the number of a game's current journal.
export const nowOf = (game) => `now ${game}`;

/// The key in `kept` for the open sheets of a game.
export const draftOf = (game) => `draft ${game}`;

/// Why something failed, in words.
export const cause = (why) => why?.message || why?.name || String(why);
