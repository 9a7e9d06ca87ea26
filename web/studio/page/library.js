// Own games on the shelf: they are described once, and again when their files change.

import * as bring from "./bring.js";
import { Cancelled, saveZip } from "./generator.js";
import { contents, counted, element, icon, make, problemList } from "./parts.js";
import { forget, isSupported as isPlayed, play } from "./play.js";
import { Folder, Store } from "./store.js";

/// Faces on the shelf, and their width in pixels: sharp on most screens.
const FACES = 3;
const WIDTH = 208;
/// Descriptions of games are in a folder of the browser’s storage.
const DESCRIBED = "shelf";
/// How long a toast stays.
const TOAST = 8000;

export class Library {
  #store = new Store();
  #generator;
  #report;
  #shipped;
  #changed;
  #fromSheet;
  #described;
  /// By id: `{ id, title, stamp, disk, isLocked, about, pictures, problems, why }`.
  #games = new Map();
  #refreshing = null;
  /// True if something changed since the games were listed.
  #isStale = false;

  /// `shipped` are the ids that are taken; `changed` is called with the id of a game that became another or went, `fromSheet`
  /// with an id, a spreadsheet and images for a new game.
  constructor(generator, report, shipped, { changed, fromSheet }) {
    [this.#generator, this.#report, this.#shipped, this.#changed, this.#fromSheet] = [generator, report, new Set(shipped), changed, fromSheet];
    if (!Store.isSupported) return;
    this.#described = navigator.storage.getDirectory().then(async (root) => new Folder(await root.getDirectoryHandle(DESCRIBED, { create: true })));
    element("from-sheet").onclick = () => element("sheet").click();
    element("sheet").onchange = () => this.#act(() => this.take(bring.ofInput(element("sheet"))));
    element("open-zip").onclick = () => element("zip").click();
    element("zip").onchange = () => this.#act(() => this.take(bring.ofInput(element("zip"))));
    element("open-folder").onclick = () => this.#chooseFolder();
    element("folder").onchange = () => this.#act(() => this.take(bring.ofInput(element("folder"))));
    element("from-starter").onclick = () => this.#act(() => this.#start());
    addEventListener("focus", () => this.refresh());
    this.#receiveDrops();
    this.refresh();
  }

  /// Lists the games again, and describes those that are new or changed.
  refresh() {
    this.#isStale = true;
    return this.#refreshing ??= this.#act(async () => {
      while (this.#isStale) {
        this.#isStale = false;
        await this.#refresh();
      }
    }).finally(() => { this.#refreshing = null; });
  }

  /// Opens a game to print it: what the page needs to know of it, or nothing.
  async open(id) {
    if (!this.#games.has(id)) await this.#refreshing;
    const game = this.#games.get(id);
    if (!game || game.isLocked) return null;
    // The generator may have the last good version instead.
    if (!game.opened || game.isBack) {
      [game.isOpen, game.isBack] = [true, false];
      this.#generator.hold(id, await this.#store.files(id));
      if (!game.about && !game.why) await this.#describe(game);
      game.opened = game.about ?? { id, title: game.title, figures: [], languages: [], cards: 0, sets: 0, pieces: [], book: false };
    }
    return game.opened;
  }

  /// Opens the last version of a game without errors instead; nothing if there is none in its history. `version` is its name.
  /// `watch` gets the progress.
  async openGood(id, watch) {
    const game = this.#games.get(id), history = await this.#store.history(id);
    const step = history && await this.#generator.ask("good", { game: id, history }, watch);
    if (!step) return null;
    game.isBack = true;
    const { about } = await this.#generator.ask("about", { game: id, faces: 0, width: WIDTH });
    const time = new Date(step.time).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
    return { ...about, id, version: `As it was before “${step.label}”, ${time}` };
  }

  /// Takes games from files that were dropped or chosen.
  async take(files) {
    const packed = bring.zip(files);
    let name = "";
    if (packed) {
      name = packed.path.split("/").at(-1).replace(/\.zip$/i, "");
      const unpacked = await this.#generator.ask("unpack", { bytes: await packed.read() });
      files = unpacked.files.map(({ name, bytes }) => ({ path: name, read: () => bytes }));
    }
    const games = bring.games(files, name);
    const { sheet, images } = bring.sheets(files);
    if (!games.length && sheet) return this.#fromSheet(this.#free(bring.idOf(sheet.path.split("/").at(-1).replace(/\.[^.]*$/, ""))), sheet, images);
    if (!games.length) throw new Error(packed ? `No game in ${packed.path}: a game is a folder with a game.toml.` : "No game and no spreadsheet there: a game is a folder with a game.toml.");
    const kept = [];
    for (const { id, files } of games) {
      const read = [];
      for (const file of files) read.push({ path: file.path, bytes: await file.read() });
      kept.push([id, await this.keep(id, read)]);
    }
    const [renamed] = kept.filter(([from, to]) => from !== to);
    if (renamed) toast(`${renamed[0]} is on the shelf already, so this one is ${renamed[1]}.`);
    else toast(kept.length === 1 ? `Added ${this.#games.get(kept[0][1])?.title ?? kept[0][1]}.` : `Added ${counted(kept.length, "game")}.`);
  }

  /// Stores a new game; returns its id.
  async keep(id, files) {
    const free = this.#free(id);
    const moved = bring.renamed(files, id, free);
    try {
      await this.#store.create(free, moved);
    } catch (error) {
      if (error.name !== "QuotaExceededError") throw error;
      this.#report("The browser’s storage is full, so the game isn’t kept. Save it as a ZIP, or delete a game here.", () => saveZip(this.#generator, free, moved), "Save ZIP");
      throw new Cancelled();
    }
    await this.refresh();
    document.querySelector(`#game-${CSS.escape(free)} .go`)?.focus();
    return free;
  }

  /// An id that no game has.
  #free(id) {
    const isTaken = (id) => this.#shipped.has(id) || this.#games.has(id);
    let free = id;
    for (let number = 2; isTaken(free); number += 1) free = `${id}-${number}`;
    return free;
  }

  /// Stores a copy of an included game, and opens it.
  copy(id) {
    return this.#act(async () => {
      const { files } = await this.#generator.ask("files", { game: id });
      const kept = await this.keep(id, files.map(({ name, bytes }) => ({ path: name, bytes })));
      location.assign(`edit/#${kept}`);
    });
  }

  /// Opens a game at the table.
  async #play({ id, title, stamp }) {
    const drawing = ({ done, steps }) => { if (steps) say(`Drawing ${title} for the table: card ${done} of ${steps}`); };
    await play(id, `${await this.#generator.ask("version", {})} ${stamp}`, async () => {
      say(`Drawing ${title} for the table …`);
      this.#generator.hold(id, await this.#store.files(id));
      try {
        const { files } = await this.#generator.ask("play", { game: id }, drawing);
        return files;
      } finally {
        element("toast").hidden = true;
      }
    });
  }

  async #start() {
    const { files } = await this.#generator.ask("starter", {});
    await this.keep("my-game", files.map(({ name, bytes }) => ({ path: `card-data/my-game/${name}`, bytes })));
  }

  async #chooseFolder() {
    if (!Store.choosesFolders) return element("folder").click();
    await this.#act(async () => {
      const handle = await showDirectoryPicker({ id: "games", mode: "readwrite" });
      const ids = await new Folder(handle).games();
      if (!ids.length) throw new Error(`${handle.name} has no games: choose the folder that contains card-data.`);
      const taken = ids.filter((id) => this.#shipped.has(id) || this.#games.has(id));
      if (taken.length) throw new Error(`${taken[0]} is on the shelf already. Rename its folder in card-data.`);
      await this.#store.choose(handle);
      await this.refresh();
    });
  }

  async #delete(game) {
    const { id, title, disk } = game;
    const files = disk ? null : await this.#store.files(id);
    await this.#store.remove(id);
    this.#generator.release(id);
    if (isPlayed) await forget(id);
    await this.refresh();
    element("new").querySelector("button").focus();
    this.#changed(id);
    toast(disk ? `Closed ${title}. Its folder is unchanged.` : `Deleted ${title}.`, files && (() => this.#act(() => this.keep(id, files))));
  }

  // ---- The shelf

  async #refresh() {
    // A private window may store nothing.
    if (!await this.#described.catch(() => null)) return;
    element("own").hidden = false;
    const listed = await this.#store.list();
    const old = this.#games;
    this.#games = new Map(listed.filter(({ id }) => !this.#shipped.has(id)).map((game) => {
      const known = old.get(game.id);
      return [game.id, known?.stamp === game.stamp && known.isLocked === game.isLocked ? known : game];
    }));
    for (const game of this.#games.values()) {
      if (!game.about && !game.why && !game.isLocked) await this.#recall(game);
    }
    this.#show();
    for (const [id, game] of this.#games) if (old.has(id) && old.get(id) !== game) this.#changed(id);
    for (const game of this.#games.values()) {
      if (this.#isStale) return;
      if (game.about || game.why || game.isLocked) continue;
      this.#generator.hold(game.id, await this.#store.files(game.id));
      await this.#describe(game);
      // The files of many games would fill the memory.
      if (!game.isOpen) this.#generator.release(game.id);
      this.#show();
    }
  }

  /// Takes a description of the same files from storage.
  async #recall(game) {
    const bytes = await (await this.#described).read(`${game.id}.json`);
    if (!bytes) return;
    const { stamp, ...described } = JSON.parse(new TextDecoder().decode(bytes));
    if (stamp === game.stamp) Object.assign(game, described);
  }

  /// Asks the generator about a game.
  async #describe(game) {
    const { id, stamp } = game;
    try {
      const { about, files } = await this.#generator.ask("about", { game: id, faces: FACES, width: WIDTH });
      const found = await this.#generator.ask("check", { game: id });
      const pictures = await Promise.all(files.map(({ bytes }) => dataAddress(bytes)));
      Object.assign(game, { about, title: about.title, pictures, problems: found.filter(({ severity }) => severity === "error") });
    } catch (error) {
      if (error instanceof Cancelled) return;
      Object.assign(game, { why: { what: error.message, problems: error.problems ?? [] }, problems: error.problems ?? [] });
    }
    const { about, title, pictures, problems, why } = game;
    // A generator that stopped says nothing about the game.
    if (why && !problems.length) return;
    const described = new TextEncoder().encode(JSON.stringify({ stamp, about, title, pictures, problems, why }));
    // Without it, the game is described again.
    await (await this.#described).write(`${id}.json`, described).catch(() => {});
  }

  #show() {
    const games = [...this.#games.values()];
    const focused = document.activeElement?.closest("#own-games li")?.id;
    const place = focused && [...document.getElementById(focused).querySelectorAll("a, button, summary")].indexOf(document.activeElement);
    element("own-games").replaceChildren(...games.map((game) => this.#card(game)), element("new"));
    element("no-games").hidden = games.length > 0;
    if (focused) document.getElementById(focused)?.querySelectorAll("a, button, summary")[place]?.focus();
  }

  #card(game) {
    const { id, title, about, pictures = [], problems = [], why, disk, isLocked } = game;
    const twice = [...this.#games.values()].some((other) => other !== game && other.title === title);
    const pieces = about ? contents({ ...about, book: false }).slice(0, 2).join(", ") : why ? "Can’t be read" : "Reading …";
    const errors = problems.length ? problems : why ? [{ message: why.what }] : [];
    const action = (name, label, act) => make("button", { type: "button", class: "button quiet icon", "aria-label": `${label}: ${title}`, title: label, onclick: () => this.#act(act) }, icon(name));
    const saved = async () => saveZip(this.#generator, id, await this.#store.files(id));
    return make("li", { id: `game-${id}`, class: "own" },
      make("div", { class: "fan" }, ...pictures.map((src) => make("img", { src, alt: "" }))),
      make("div", { class: "facts" }, make("h3", { class: "title" }, title), make("p", { class: "soft" }, isLocked ? "Closed" : pieces),
        make("p", { class: "soft where" }, twice ? `${id} · ` : null, disk ? `In folder ${disk}` : "In this browser"),
        errors.length ? make("details", { class: "errors" }, make("summary", {}, icon("error"), counted(errors.length, "error")), problemList(errors)) : null),
      make("div", { class: "row" }, ...isLocked
        ? [make("button", { type: "button", class: "button", onclick: () => this.#act(async () => { if (await this.#store.unlock(id)) await this.refresh(); }) }, "Open folder"), action("trash", "Close", () => this.#delete(game))]
        : [make("a", { class: "button go", href: `#${id}`, "aria-label": `Print ${title}` }, icon("print"), "Print"), make("a", { class: "button", href: `edit/#${id}`, "aria-label": `Open ${title}` }, "Open"),
          isPlayed && about && !errors.length ? make("button", { type: "button", class: "button", "aria-label": `Play ${title} at the table`, onclick: () => this.#act(() => this.#play(game)) }, "Play") : null,
          action("download", "Save ZIP", saved), action("trash", disk ? "Close" : "Delete", () => this.#delete(game))]));
  }

  // ---- Drops, and what goes wrong

  #receiveDrops() {
    let inside = 0;
    const isOfFiles = ({ dataTransfer }) => dataTransfer?.types.includes("Files");
    const show = (is) => { element("drop").hidden = !is; };
    addEventListener("dragenter", (event) => { if (isOfFiles(event)) show((inside += 1) > 0); });
    addEventListener("dragleave", (event) => { if (isOfFiles(event)) show((inside -= 1) > 0); });
    addEventListener("dragover", (event) => { if (isOfFiles(event)) event.preventDefault(); });
    addEventListener("drop", (event) => {
      if (!isOfFiles(event)) return;
      event.preventDefault();
      show((inside = 0) > 0);
      const files = bring.ofDrop(event.dataTransfer);
      this.#act(async () => this.take(await files));
    });
  }

  /// Does something; what goes wrong is reported.
  async #act(act) {
    try {
      await act();
    } catch (error) {
      if (!(error instanceof Cancelled) && error.name !== "AbortError") this.#report(error.message);
    }
  }
}

const dataAddress = (bytes) => new Promise((resolve, reject) => {
  const reader = new FileReader();
  reader.onload = () => resolve(reader.result);
  reader.onerror = () => reject(reader.error);
  reader.readAsDataURL(new Blob([bytes], { type: "image/jpeg" }));
});

let leaving;
/// Shows the current activity, until it is hidden or replaced.
function say(text) {
  clearTimeout(leaving);
  element("toast").replaceChildren(make("span", {}, text));
  element("toast").hidden = false;
}

/// Reports a finished action; it stays while it has the pointer or the focus.
function toast(text, undo) {
  const shown = element("toast");
  const hide = () => { shown.hidden = true; };
  const wait = () => {
    clearTimeout(leaving);
    leaving = setTimeout(() => shown.matches(":hover, :focus-within") ? wait() : hide(), TOAST);
  };
  shown.replaceChildren(make("span", {}, text), ...undo ? [make("button", { type: "button", class: "button", onclick: () => { hide(); undo(); } }, "Undo")] : []);
  shown.hidden = false;
  wait();
}
