// The host of the page: the program `skirmish watch`, on the same machine.

const LOST = "no connection: is `skirmish watch` still running?";

/// The command that lists what the page folds.
export const all = "`skirmish check` lists all";
/// Brought by the first event; requests that change files need it.
let token = "";

/// Papers of the test sheet: name, title.
const PAPERS = [["a4", "A4"], ["letter", "Letter"]];

/// Downloads the sheet that shows where a printer puts backs.
async function testSheet(paper, note) {
  const answer = await fetch(`test-sheet?paper=${paper}`, { method: "POST" }).catch(() => null);
  if (!answer?.ok) return note(answer ? (await answer.text()).trim() : LOST);
  const href = URL.createObjectURL(await answer.blob()), download = `calibrate-${paper}.pdf`;
  Object.assign(document.createElement("a"), { href, download }).click();
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
  note(`Downloaded ${download}. Print it on both sides; it explains the rest.`);
}

/// Commands of this host. Each change is in the files already.
export const commands = ({ note }) => [
  { label: "Save", keys: ["Ctrl+S"], isAnywhere: true, run: () => note("All changes are saved.") },
  ...PAPERS.map(([paper, title]) => ({ label: `Print a test sheet on ${title}`, run: () => testSheet(paper, note) })),
];
/// Other games: the program shows one.
export const games = async () => [];

/// Calls `hear` with what the game becomes, one after the other, and `lost` with a reason or nothing.
export function listen(hear, lost) {
  const events = new EventSource("events");
  let hearing = Promise.resolve();
  events.addEventListener("message", ({ data }) => {
    const told = JSON.parse(data);
    token = told.token ?? token;
    hearing = hearing.then(() => hear(told));
  });
  events.addEventListener("error", () => lost(LOST));
  events.addEventListener("open", () => lost());
}

/// Returns the address of a picture.
export const picture = async (id, width) => `pictures/${id}-${width}.png`;

/// Asks for something: { value }, { missing: true } or { why, stale }. A stale answer is another one once the game is drawn.
async function ask(request, body) {
  const answer = await fetch(request, { method: "POST", headers: { "X-Skirmish-Token": token }, body }).catch(() => null);
  if (!answer) return { why: LOST };
  if (answer.ok) return { value: await answer.json() };
  return answer.status === 404 ? { missing: true } : { why: (await answer.text()).trim(), stale: answer.status === 409 };
}

/// Where something is written: { file, line, opened, refused }.
export const place = (query) => ask(`place?${query}`);
/// The cards as a table: { columns, rows: [{ card, cells }] }.
export const table = () => ask("table");
/// The files of the game: { path, is_text }.
export const files = () => ask("files");
/// The text of a file.
export const file = (path) => ask(`file?path=${encodeURIComponent(path)}`);
/// Files are added in their folder.
export const add = null;
/// A text of a face or page, to be edited.
export const text = (query) => ask(`text?${query}`);
/// The template of a face.
export const layout = (query) => ask(`layout?${query}`);
/// The colours of a face: { name, of, hex, place, value, at }.
export const colours = (query) => ask(`colours?${query}`);
/// The fields of a card: { path, value, at, sample, choices }.
export const fields = (query) => ask(`fields?${query}`);
/// The history: { done, taken_back }, each a list of { time, label, files }, the first step first.
export const history = () => ask("history");
/// Changes files; their names.
export const edit = (change) => ask("edit", JSON.stringify(change));
/// Gives a card another picture, a file of the device; the names of the files.
export const art = (query, file) => ask(`art?${query}`, file);
/// Fixes a problem; the names of the files.
export const fix = (query) => ask(`fix?${query}`);
/// Takes steps back (`undo`, `back&kept=3&step=7`) or does one again (`redo`); the names of the files.
export const step = (direction) => ask(`go?${direction}`);
