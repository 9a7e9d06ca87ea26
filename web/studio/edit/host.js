// The host of the page: the generator in its worker, and the user’s games in this browser. The page is that of `skirmish watch`.

import { Generator, saveZip } from "../generator.js";
import { Store, read, stampOf } from "../store.js";
import { make } from "./parts.js";

/// How often a folder on disk is looked at, in milliseconds.
const LOOKS = 2000;
/// As many pictures are kept; the page shows far fewer at a time.
const MOST = 800;

/// Nothing but the page lists what it folds.
export const all = "";

const game = decodeURIComponent(location.hash.slice(1));
const generator = new Generator(loading);
const store = new Store();
let hear, lost;
/// Changes and requests of the page go one after the other.
let doing = Promise.resolve();
/// Pictures are painted one at a time: an edit waits for one of them at most.
let painting = Promise.resolve();
const pictures = new Map();
const folder = `card-data/${game}/`;

// ---- What only this host shows: a way back, how much has arrived, and whether all is kept

const back = make("a", { href: "../", className: "back" }, "Studio");
const kept = make("p", { id: "kept" });
kept.setAttribute("role", "status");
document.querySelector(".head").prepend(back);
document.querySelector(".head").append(kept);

function loading({ done, total }) {
  if (done < total) lost?.(`Loading the generator: ${(done / 1e6).toFixed(1)} of ${(total / 1e6).toFixed(1)} MB`);
}

/// Edits that are not in the browser’s storage yet: closing the tab asks.
let unsaved = 0;
addEventListener("beforeunload", (event) => { if (unsaved) event.preventDefault(); });

/// Stores changed files, and the history that takes the changes back.
async function keep(files, gone = [], history = null) {
  unsaved += 1;
  kept.textContent = "Saving …";
  try {
    for (const { path, bytes } of files) seen.set(path, await store.write(game, path, bytes));
    for (const path of gone) {
      await store.remove(game, path);
      seen.delete(path);
    }
    if (history !== null) await store.keepHistory(game, history);
    kept.textContent = "Saved in this browser";
    kept.classList.remove("failed");
    unsaved = 0;
  } catch (error) {
    kept.textContent = error.name === "QuotaExceededError" ? "Not saved: the browser’s storage is full" : `Not saved: ${error.message}`;
    kept.classList.add("failed");
  }
}

// ---- Commands of this host

/// Downloads the game as a ZIP file; a folder on disk has all of it already.
async function save(note) {
  if (await store.isOnDisk(game)) return note("All changes are saved to the folder.");
  try {
    await doing;
    await saveZip(generator, game, await store.files(game));
  } catch (error) {
    note(error.message);
  }
}

export const commands = ({ note }) => [
  { label: "Print", keys: ["Ctrl+P"], isAnywhere: true, run: () => location.assign(`../#${game}`) },
  { label: "Print for other targets", run: () => location.assign(`../#${game}/other`) },
  { label: "Save ZIP", keys: ["Ctrl+S"], isAnywhere: true, run: () => save(note) },
  { label: "All games", run: () => location.assign("../") },
];

/// Other games that can be changed: { label, hint, run }.
export async function games() {
  const others = (await store.list()).filter(({ id, isLocked }) => id !== game && !isLocked);
  return others.map(({ id, title }) => ({ label: title, hint: "Game", run: () => { location.hash = id; location.reload(); } }));
}

// ---- What the page asks for

/// Calls `hear` with what the game becomes, one after the other, and `lost` with a reason or nothing.
export function listen(hears, loses) {
  [hear, lost] = [hears, loses];
  doing = start();
}

async function start() {
  try {
    await open();
    // A change from now on makes another version than the one that is drawn first.
    if (await store.isOnDisk(game)) setInterval(look, LOOKS);
    addEventListener("focus", look);
    await update([]);
  } catch (error) {
    lost(error.message);
  }
}

/// Gives a generator the game as it is stored.
async function open() {
  const entries = await store.entries(game);
  seen = new Map(entries.map(({ path, file }) => [path, stampOf(file)]));
  generator.hold(game, await read(entries));
  await generator.ask("watch", { game, history: await store.history(game) });
}

/// One that stopped is replaced: files can still be changed, and changes taken back.
async function failed(error) {
  lost(error.message);
  if (!error.isBroken) return;
  // Requests made meanwhile wait.
  const opened = doing.then(open);
  doing = opened.catch(() => {});
  try {
    await opened;
  } catch (again) {
    return lost(again.message);
  }
  lost("The generator stopped unexpectedly. What you see is the state before. Undo your last change, or change the file.");
}

// ---- Changes by other programs

/// Versions of the files when they were last read or written here, by path.
let seen = new Map();
let isLooking = false;

/// Reads files again that were changed elsewhere: in another tab, or by another program in a folder on disk.
function look() {
  if (isLooking || document.hidden) return;
  isLooking = true;
  doing = doing.then(takeChanges).catch((error) => lost(error.message)).finally(() => { isLooking = false; });
}

async function takeChanges() {
  const entries = await store.entries(game);
  const changed = entries.filter(({ path, file }) => seen.get(path) !== stampOf(file));
  const there = new Set(entries.map(({ path }) => path));
  const gone = [...seen.keys()].filter((path) => !there.has(path));
  if (!changed.length && !gone.length) return;
  const answer = await ask("put", { files: await read(changed), gone });
  for (const { path, file } of changed) seen.set(path, stampOf(file));
  for (const path of gone) seen.delete(path);
  if (answer.value) update(answer.value).catch(failed);
  else lost(answer.why);
}

let round = 0;
let hearing = Promise.resolve();
const tell = (news) => (hearing = hearing.then(() => hear(news)));

/// Shows the game after files changed: the faces at once, then the rulebook and the checks, after the pictures in view.
async function update(changed) {
  const now = round += 1;
  await tell(await generator.ask("update", { changed }));
  for (let news; round === now; await tell(news)) {
    await painting.catch(() => {});
    news = round === now && await generator.ask("proceed", {});
    if (!news) return;
  }
}

/// Returns the address of a picture.
export function picture(id, width) {
  const name = `${id}-${width}`;
  const known = pictures.get(name) ?? (painting = painting.catch(() => {}).then(async () => {
    const { files: [{ bytes }] } = await generator.ask("picture", { picture: id, width });
    return URL.createObjectURL(new Blob([bytes], { type: "image/png" }));
  }));
  // The last one is the one that was asked for last.
  pictures.delete(name);
  pictures.set(name, known);
  known.catch((error) => {
    pictures.delete(name);
    if (error.isBroken) failed(error);
  });
  if (pictures.size > MOST) {
    const [oldest, address] = pictures.entries().next().value;
    pictures.delete(oldest);
    address.then(URL.revokeObjectURL, () => {});
  }
  return known;
}

/// Asks for something: { value }, { missing: true } or { why, stale }. A stale answer is another one once the game is drawn.
async function ask(kind, message) {
  try {
    const value = await generator.ask(kind, message);
    return value === null ? { missing: true } : { value };
  } catch (error) {
    if (error.isBroken) failed(error);
    return { why: error.message, stale: error.isStale };
  }
}

/// Changes files, keeps them, and shows what they become; returns their names.
function change(kind, message) {
  const done = doing.then(async () => {
    // Nothing of another program is overwritten.
    try {
      if (await store.isOnDisk(game)) await takeChanges();
    } catch (error) {
      return { why: error.message };
    }
    const answer = await ask(kind, message);
    if (!answer.value) return answer;
    const { names, files, gone, history } = answer.value;
    // It is drawn while it is stored.
    update(names).catch(failed);
    await keep(files, gone, history);
    return { value: names };
  });
  doing = done;
  return done;
}

/// The cards as a table: { columns, rows: [{ card, cells }] }.
export const table = () => doing.then(() => ask("table", {}));
/// The files of the game: { path, is_text }.
export const files = () => ask("texts", {});
/// The text of a file.
export const file = (path) => ask("file", { path });

/// Where files of a kind belong.
const folderOf = (name) => /\.(svg|png|jpe?g|webp|gif)$/i.test(name) ? "art/" : /\.(otf|ttf|woff2?)$/i.test(name) ? "fonts/" : "";

/// Adds files of the device to the game, or replaces those of the same names; their paths.
export function add(added) {
  const done = doing.then(async () => {
    const read = async (file) => ({ path: folder + folderOf(file.name) + file.name, bytes: new Uint8Array(await file.arrayBuffer()) });
    const all = await Promise.all([...added].map(read));
    const answer = await ask("put", { files: all });
    if (!answer.value) return answer;
    await keep(all);
    update(answer.value).catch(failed);
    return answer;
  });
  doing = done;
  return done;
}

/// Where something is written: { file, line }.
export const place = (query) => ask("place", { query });
/// A text of a face or page, to be edited.
export const text = (query) => doing.then(() => ask("text", { query }));
/// The template of a face.
export const layout = (query) => doing.then(() => ask("layout", { query }));
/// The colours of a face: { name, of, hex, place, value, at }.
export const colours = (query) => doing.then(() => ask("colours", { query }));
/// The fields of a card: { path, value, at, sample, choices }.
export const fields = (query) => doing.then(() => ask("fields", { query }));
/// The history: { done, taken_back }, each a list of { time, label, files }, the first step first.
export const history = () => doing.then(() => ask("history", {}));
/// Changes files; their names.
export const edit = (asked) => change("edit", { edit: asked });
/// Gives a card another picture, a file of the device; the names of the files.
export const art = async (query, file) => change("art", { query, bytes: new Uint8Array(await file.arrayBuffer()) });
/// Fixes a problem; the names of the files.
export const fix = (query) => change("fix", { query });
/// Takes steps back (`undo`, `back&kept=3&step=7`) or does one again (`redo`); the names of the files.
export const step = (direction) => change("step", { direction });
