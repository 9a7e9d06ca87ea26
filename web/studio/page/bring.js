// Games in files that were dropped or chosen. A file is `{ path, read }`; `read` returns its bytes.

/// Folders without games, which may be large.
const SKIPPED = new Set(["node_modules", "output", "target", "__MACOSX"]);
/// A game has fewer.
const MAX_FILES = 10_000;
const SHEETS = /\.(xlsx|ods|csv|tsv)$/i;
const IMAGES = /\.(png|jpe?g|webp|svg|gif|bmp|tiff?|heic|avif)$/i;

const bytes = async (blob) => new Uint8Array(await blob.arrayBuffer());
const isSkipped = (name) => name.startsWith(".") || SKIPPED.has(name);

/// The files of an input element, which is emptied: the same files can be chosen again.
export function ofInput(input) {
  const files = [...input.files].map((file) => ({ path: file.webkitRelativePath || file.name, read: () => bytes(file) }));
  input.value = "";
  return limited(files.filter(({ path }) => !path.split("/").some(isSkipped)));
}

/// The files of a drop, folders included. Call it in the turn of the event.
export async function ofDrop(transfer) {
  const entries = [...transfer.items].filter(({ kind }) => kind === "file").map((item) => item.webkitGetAsEntry()).filter(Boolean);
  const files = [];
  const collect = async (entry) => {
    if (isSkipped(entry.name)) return;
    if (entry.isFile) {
      const file = await new Promise((resolve, reject) => { entry.file(resolve, reject); });
      files.push({ path: entry.fullPath.replace(/^\//, ""), read: () => bytes(file) });
      limited(files);
      return;
    }
    const reader = entry.createReader();
    // A reader gives a hundred at a time.
    for (let some; (some = await new Promise((resolve, reject) => { reader.readEntries(resolve, reject); })).length;) {
      for (const one of some) await collect(one);
    }
  };
  for (const entry of entries) await collect(entry);
  return files;
}

function limited(files) {
  if (files.length > MAX_FILES) throw new Error(`More than ${MAX_FILES} files: choose the folder of one game.`);
  return files;
}

/// The only ZIP file among some.
export const zip = (files) => files.length === 1 && /\.zip$/i.test(files[0].path) ? files[0] : null;

/// The spreadsheet and the images among files that aren’t a game.
export function sheets(files) {
  const sheet = files.find(({ path }) => SHEETS.test(path));
  return { sheet, images: files.filter(({ path }) => IMAGES.test(path)) };
}

/// An id from a name: small letters, digits, hyphens.
export const idOf = (name) => name.normalize("NFKD").toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "") || "game";

/// The games among files: `{ id, files }`, with the paths of a folder in which `skirmish` works. `name` is for a game
/// whose folder isn’t among them.
export function games(files, name) {
  const found = [];
  for (const { path } of files) {
    const whole = /^(.*\/)?card-data\/([^/]+)\/game\.toml$/.exec(path);
    const alone = !whole && /^(?:(.*\/)?([^/]+)\/)?game\.toml$/.exec(path);
    if (whole) found.push({ root: whole[1] ?? "", id: whole[2] });
    // A template’s own description isn’t a game.
    else if (alone && !path.includes("templates/starter/")) found.push({ folder: path.slice(0, -"game.toml".length), id: alone[2] ?? name });
  }
  return found.map(({ root, folder, id }) => {
    const own = idOf(id);
    const moved = ({ path, read }) => {
      if (folder !== undefined) return path.startsWith(folder) && { path: `card-data/${own}/${path.slice(folder.length)}`, read };
      const inside = path.startsWith(root) ? path.slice(root.length) : "";
      const data = `card-data/${id}/`;
      if (inside.startsWith(data)) return { path: `card-data/${own}/${inside.slice(data.length)}`, read };
      return /^(fonts|templates)\//.test(inside) && { path: inside, read };
    };
    return { id: own, files: files.map(moved).filter(Boolean) };
  });
}

/// The files of a game under another id.
export const renamed = (files, from, to) => files.map((file) => ({ ...file, path: file.path.replace(`card-data/${from}/`, `card-data/${to}/`) }));
