// Own games. Each is a folder in which `skirmish` works: `card-data/<id>`, and perhaps `fonts` and `templates`. It is in the
// browser's storage, or a folder on disk that was chosen. A page that uses this needs nothing else of the studio.

const GAMES = "games";
/// The history of each game, for undo.
const HISTORY = "history";
/// Bytes of a history at most: one of large workbooks isn't stored.
const MAX_HISTORY = 4 << 20;
/// Database and store of the chosen folders.
const CHOSEN = "skirmish studio folders";
const FOLDERS = ["card-data", "fonts", "templates"];

/// True for what systems, editors and browsers leave behind.
const isLeftBehind = (name) => name.startsWith(".") || name.endsWith(".crswap") || name === "__MACOSX";
const isMissing = (error) => error.name === "NotFoundError" || error.name === "TypeMismatchError";
/// Returns nothing instead of an error for a missing file.
const unlessMissing = (promise) => promise.catch((error) => {
  if (isMissing(error)) return null;
  throw error;
});

/// Changes with a file.
export const stampOf = (file) => `${file.size} ${file.lastModified}`;

/// A folder in which `skirmish` works.
export class Folder {
  #root;
  #last = Promise.resolve();

  /// `root` is a FileSystemDirectoryHandle.
  constructor(root) {
    this.#root = root;
  }

  /// The ids of its games.
  async games() {
    const all = await unlessMissing(this.#root.getDirectoryHandle("card-data"));
    const ids = [];
    for await (const [id, entry] of all ? all.entries() : []) {
      if (entry.kind === "directory" && !isLeftBehind(id) && await unlessMissing(entry.getFileHandle("game.toml"))) ids.push(id);
    }
    return ids.sort();
  }

  /// The files of a game, and those that all games share: `{ path, file }`, by path. A file is read when its bytes are asked for.
  async list(id) {
    const found = [];
    const collect = async (folder, path) => {
      for await (const [name, entry] of folder.entries()) {
        if (isLeftBehind(name)) continue;
        if (entry.kind === "directory") await collect(entry, `${path}/${name}`);
        else {
          const file = await unlessMissing(entry.getFile());
          if (file) found.push({ path: `${path}/${name}`, file });
        }
      }
    };
    for (const path of FOLDERS.map((name) => name === "card-data" ? `card-data/${id}` : name)) {
      const folder = await this.#folder(path.split("/"));
      if (folder) await collect(folder, path);
    }
    return found.sort((one, other) => one.path < other.path ? -1 : 1);
  }

  /// Changes with the files of a game, whoever changed them.
  async stamp(id) {
    return (await this.list(id)).map(({ path, file }) => `${path} ${stampOf(file)}`).join("\n");
  }

  /// The bytes of a file; nothing if it is missing.
  async read(path) {
    const names = path.split("/");
    const name = names.pop();
    const folder = await this.#folder(names);
    const entry = folder && await unlessMissing(folder.getFileHandle(name));
    const file = entry && await unlessMissing(entry.getFile());
    return file && new Uint8Array(await file.arrayBuffer());
  }

  /// Writes a file: whole, or not at all. It is stored when the promise is fulfilled, with its stamp. Writes follow each other.
  write(path, bytes) {
    return this.#queue(async () => {
      const names = path.split("/");
      const name = names.pop();
      const folder = await this.#folder(names, true);
      const entry = await folder.getFileHandle(name, { create: true });
      const stream = await entry.createWritable();
      try {
        await stream.write(bytes);
        await stream.close();
      } catch (error) {
        await stream.abort().catch(() => {});
        throw error;
      }
      return stampOf(await entry.getFile());
    });
  }

  /// Removes a file or a folder, if it is there.
  remove(path) {
    return this.#queue(async () => {
      const names = path.split("/");
      const name = names.pop();
      const folder = await this.#folder(names);
      if (folder) await unlessMissing(folder.removeEntry(name, { recursive: true }));
    });
  }

  #queue(act) {
    const done = this.#last.then(act);
    this.#last = done.catch(() => {});
    return done;
  }

  async #folder(names, create = false) {
    let folder = this.#root;
    for (const name of names) {
      folder = create ? await folder.getDirectoryHandle(name, { create }) : folder && await unlessMissing(folder.getDirectoryHandle(name));
    }
    return folder;
  }
}

/// All own games. Ids are unique among them.
export class Store {
  /// By the id of its game: `{ folder, handle, name }`; `handle` for a folder on disk.
  #games = new Map();
  #root;
  #history;

  /// True if the browser can store games.
  static get isSupported() {
    return Boolean(navigator.storage?.getDirectory) && "FileSystemFileHandle" in globalThis && "createWritable" in FileSystemFileHandle.prototype;
  }

  /// True if a folder on disk can be chosen and changed.
  static get choosesFolders() {
    return "showDirectoryPicker" in globalThis;
  }

  /// Returns all games: `{ id, title, stamp, disk, isLocked }`. `disk` is the name of a folder on disk; a locked one needs `unlock` first.
  async list() {
    this.#games.clear();
    const root = await this.#own();
    for await (const [id, entry] of root.entries()) {
      if (entry.kind === "directory" && !isLeftBehind(id)) this.#games.set(id, { folder: new Folder(entry), handle: null });
    }
    for (const handle of await chosen()) await this.#add(handle);
    const listed = [];
    for (const [id, { folder, handle, isLocked }] of this.#games) {
      if (isLocked) listed.push({ id, title: handle.name, stamp: "", disk: handle.name, isLocked });
      // A folder without its description was never completed.
      else if ((await folder.games()).includes(id)) {
        listed.push({ id, title: await title(folder, id), stamp: await folder.stamp(id), disk: handle?.name ?? null, isLocked: false });
      }
    }
    return listed.sort((one, other) => one.title.localeCompare(other.title));
  }

  /// Returns the files of a game: `{ path, file }`, by path.
  async entries(id) {
    return (await this.folder(id)).list(id);
  }

  /// Returns the files of a game: `{ path, bytes }`.
  async files(id) {
    return read(await this.entries(id));
  }

  /// True for a game in a folder on disk, which other programs may change.
  async isOnDisk(id) {
    return Boolean((await this.#game(id)).handle);
  }

  /// Changes with the files of a game.
  async stamp(id) {
    return (await this.folder(id)).stamp(id);
  }

  /// Writes a file of a game, whole or not at all. It is stored when the promise is fulfilled, with its stamp.
  async write(id, path, bytes) {
    return (await this.folder(id)).write(path, bytes);
  }

  /// Returns the stored history of a game, or nothing.
  async history(id) {
    try {
      const bytes = await (await this.#histories()).read(`${id}.json`);
      return bytes && new TextDecoder().decode(bytes);
    } catch {
      return null;
    }
  }

  /// Stores the history of a game. Without it, the game can still be changed.
  async keepHistory(id, text) {
    try {
      const folder = await this.#histories();
      if (!text || text.length > MAX_HISTORY) await folder.remove(`${id}.json`);
      else await folder.write(`${id}.json`, new TextEncoder().encode(text));
    } catch {}
  }

  /// Removes a file of a game; without a path, the game. A folder on disk is only forgotten.
  async remove(id, path) {
    const game = await this.#game(id);
    if (path) return game.folder.remove(path);
    this.#games.delete(id);
    await this.keepHistory(id, "");
    if (game.handle) return forget(game.handle);
    await unlessMissing((await this.#own()).removeEntry(id, { recursive: true }));
  }

  /// Stores a game in the browser. It is listed once all its files are stored.
  async create(id, files) {
    const root = await this.#own();
    await unlessMissing(root.removeEntry(id, { recursive: true }));
    const folder = new Folder(await root.getDirectoryHandle(id, { create: true }));
    const description = `card-data/${id}/game.toml`;
    const isLast = ({ path }) => path === description;
    try {
      for (const { path, bytes } of [...files.filter((file) => !isLast(file)), ...files.filter(isLast)]) await folder.write(path, bytes);
    } catch (error) {
      await unlessMissing(root.removeEntry(id, { recursive: true })).catch(() => {});
      throw error;
    }
    this.#games.set(id, { folder, handle: null });
    // Otherwise a browser short of space may delete everything. Firefox asks the user, who may never answer.
    navigator.storage.persist?.().catch(() => {});
  }

  /// Adds a folder on disk; returns the ids of its games. It is remembered.
  async choose(handle) {
    const ids = await this.#add(handle);
    if (ids.length) await remember(handle);
    return ids;
  }

  /// Asks to use a folder on disk again. Only after a tap.
  async unlock(id) {
    const { handle } = await this.#game(id);
    return await handle.requestPermission({ mode: "readwrite" }) === "granted";
  }

  /// Returns the folder of a game.
  async folder(id) {
    return (await this.#game(id)).folder;
  }

  async #game(id) {
    if (!this.#games.has(id)) await this.list();
    const game = this.#games.get(id);
    if (!game) throw new Error(`unknown game \`${id}\``);
    return game;
  }

  #histories() {
    return this.#history ??= navigator.storage.getDirectory().then(async (root) => new Folder(await root.getDirectoryHandle(HISTORY, { create: true })));
  }

  #own() {
    return this.#root ??= navigator.storage.getDirectory().then((root) => root.getDirectoryHandle(GAMES, { create: true }));
  }

  /// Adds the games of a folder on disk, unless one of the same id is known.
  async #add(handle) {
    const isLocked = await handle.queryPermission({ mode: "readwrite" }) !== "granted";
    const folder = new Folder(handle);
    const ids = isLocked ? [handle.name] : await unlessMissing(folder.games()) ?? [];
    const added = ids.filter((id) => !this.#games.has(id));
    for (const id of added) this.#games.set(id, { folder, handle, isLocked });
    return added;
  }
}

/// The bytes of files, `{ path, file }`.
export const read = (files) => Promise.all(files.map(async ({ path, file }) => ({ path, bytes: new Uint8Array(await file.arrayBuffer()) })));

/// The title of a game, as far as it is known without the generator.
async function title(folder, id) {
  const text = new TextDecoder().decode(await folder.read(`card-data/${id}/game.toml`) ?? new Uint8Array());
  return /^title\s*=\s*(["'])(.+?)\1\s*(#.*)?$/m.exec(text)?.[2] ?? id;
}

// ---- Chosen folders, which only a database can remember

const answer = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

async function database(act) {
  const opening = indexedDB.open(CHOSEN, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(CHOSEN, { autoIncrement: true });
  const opened = await answer(opening);
  try {
    return await act(opened.transaction(CHOSEN, "readwrite").objectStore(CHOSEN));
  } finally {
    opened.close();
  }
}

/// The chosen folders.
const chosen = () => Store.choosesFolders ? database((store) => answer(store.getAll())) : [];

async function remember(handle) {
  for (const known of await chosen()) if (await known.isSameEntry(handle)) return;
  await database((store) => answer(store.add(handle)));
}

async function forget(handle) {
  const keys = await database(async (store) => {
    const [keys, handles] = await Promise.all([answer(store.getAllKeys()), answer(store.getAll())]);
    return keys.map((key, at) => [key, handles[at]]);
  });
  for (const [key, known] of keys) if (await known.isSameEntry(handle)) await database((store) => answer(store.delete(key)));
}
