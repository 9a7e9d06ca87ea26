// Names in the browser's storage, and why it refuses something.

/// The folder that the page is served from. It stands in the names of database and caches, so that two copies of the page on
/// one host leave each other alone.
export const PATH = new URL(".", location).pathname;

/// Where `kept` holds the number of the journal that a game is played on with.
export const nowOf = (game) => `now ${game}`;

/// Where `kept` holds what is open on the screen of a game.
export const draftOf = (game) => `draft ${game}`;

/// Why something failed, in words.
export const cause = (why) => why?.message || why?.name || String(why);
