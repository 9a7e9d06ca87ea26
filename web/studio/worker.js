// The generator in a thread of its own. Messages: { id, kind, ... }; answers: { id, ok } or { id, error }, in the order of the messages.
// While it builds it reports { progress: { what, done, steps } }, while files arrive { loading: { done, total } }, in bytes.

let files, studio, program, words, starting, live;
/// The own game whose files the program has.
let own = null;
/// The spreadsheet and images of a new game.
let intake = null;
const opened = new Set();
/// Folder of the game that a new one starts from.
const STARTER = "templates/starter";

// The program calls these.
const progress = { what: "", done: 0, steps: 0 };
const report = () => postMessage({ progress: { ...progress } });
globalThis.studio = {
  begin(what, steps) { Object.assign(progress, { what, steps, done: 0 }); report(); },
  step() { progress.done += 1; report(); },
  end() {},
  syllables(language, word) { return allWords().syllables(language, word); },
  line_breaks(text) { return allWords().line_breaks(text); },
};

// Words of other languages than English: loaded when the program meets one. It asks in the middle of its work, so it waits for the file.
function allWords() {
  if (words.loaded) return words.script;
  const request = new XMLHttpRequest();
  request.open("GET", new URL(files.words.program, import.meta.url), false);
  request.responseType = "arraybuffer";
  try { request.send(); } catch { /* Without network, the status is 0. */ }
  if (request.status !== 200) {
    const why = request.status ? `error ${request.status}` : "no network";
    throw Object.assign(new Error(`Couldn’t load the words of this language: ${why}.`), { broken: true });
  }
  words.script.initSync({ module: request.response });
  words.loaded = true;
  return words.script;
}

// Loads a file, and reports how much of all that are on their way has arrived.
const loading = { done: 0, total: 0 };
async function load(name) {
  const size = files?.sizes[name] ?? 0;
  loading.total += size;
  postMessage({ loading });
  const answer = await fetch(new URL(name, import.meta.url)).catch(() => { throw new Error("Couldn’t load the generator: no network."); });
  if (!answer.ok) throw new Error(`Couldn’t load the generator: error ${answer.status}.`);
  if (!size) return answer;
  const count = new TransformStream({
    transform(chunk, onward) {
      loading.done += chunk.length;
      postMessage({ loading });
      onward.enqueue(chunk);
    },
  });
  return new Response(answer.body.pipeThrough(count), { headers: answer.headers });
}

// Starts the program, once; what failed is tried again.
const ready = () => starting ??= start().catch((error) => { [starting, files] = [null, null]; throw error; });

async function start() {
  files = await (await load("files.json")).json();
  program = await import(new URL(files.script, import.meta.url));
  words = { script: await import(new URL(files.words.script, import.meta.url)), loaded: false };
  await program.default({ module_or_path: load(files.program) });
  studio = new program.Studio();
}

// Loads a pack, once.
async function need(pack, take = (bytes) => studio.open(bytes)) {
  if (opened.has(pack)) return;
  take(new Uint8Array(await (await load(pack)).arrayBuffer()));
  opened.add(pack);
}

// Loads what a game needs. An own game may have fonts and templates of its own, which aren’t for other games.
async function open(game) {
  await ready();
  await need(files.shared);
  if (game === own) return;
  if (!Object.hasOwn(files.games, game)) throw new Error(`unknown game: ${game}`);
  release();
  await need(files.games[game]);
}

function release() {
  studio.clear();
  own = null;
}

// The files that the program hands over: their names, and a function for the bytes of each.
const handed = (names, take) => names.map((name) => ({ name, bytes: take(name) }));

// The result of a build: reports and files.
function handOver(built) {
  try {
    return { reports: JSON.parse(built.reports()), files: handed(built.names(), (name) => built.take(name)) };
  } finally {
    built.free();
  }
}

const answers = {
  async ready() { await ready(); return null; },
  async open({ game }) { await open(game); return null; },
  // Takes the files of an own game, instead of those of another.
  async own({ game, files: all }) {
    await ready();
    release();
    for (const { path, bytes } of all) studio.put(path, bytes);
    own = game;
    return null;
  },
  async about({ game, faces, width }) {
    await open(game);
    const described = studio.about(game, faces, width);
    try {
      const files = [];
      for (let bytes; (bytes = described.face());) files.push({ name: "face.jpg", bytes });
      return { about: JSON.parse(described.about()), files };
    } finally {
      described.free();
    }
  },
  // The files of an included game.
  async files({ game }) {
    await open(game);
    return { files: handed(studio.files(`card-data/${game}`), (path) => studio.read(path)) };
  },
  // The game that a new one starts from.
  async starter() {
    await ready();
    await need(files.shared);
    return { files: handed(studio.files(STARTER), (path) => studio.read(path)).map(({ name, bytes }) => ({ name: name.slice(STARTER.length + 1), bytes })) };
  },
  // Takes a spreadsheet and images for a new game.
  async intake({ sheet, images }) {
    await ready();
    await need(files.shared);
    intake?.free();
    intake = new program.Intake(sheet.name, sheet.bytes);
    for (const { name, bytes } of images) intake.image(name, bytes);
    return null;
  },
  // Makes the game; the columns have the given roles. It can be described like an own one.
  async draft({ name, roles }) {
    const draft = intake.make(studio, JSON.stringify({ game: name, roles }));
    try {
      return { plan: JSON.parse(draft.plan()), files: handed(draft.names(), (name) => draft.take(name)) };
    } finally {
      draft.free();
    }
  },
  async unpack({ bytes }) {
    await ready();
    const unpacked = program.unpack(bytes);
    try {
      return { files: handed(unpacked.names(), (name) => unpacked.take(name)) };
    } finally {
      unpacked.free();
    }
  },
  // Changes with the program.
  async version() { await ready(); return files.program; },
  // The files that the table needs for a game.
  async play({ game }) {
    await open(game);
    await need(files.table, (bytes) => studio.open_screen_fonts(bytes));
    const made = studio.table(game);
    try {
      return { files: handed(made.names(), (name) => made.take(name)) };
    } finally {
      made.free();
    }
  },
  async list({ game, language }) { await open(game); return JSON.parse(studio.list(JSON.stringify({ games: [game], language }))); },
  async check({ game, language }) { await open(game); return JSON.parse(studio.check(JSON.stringify({ games: [game], language }))); },
  // Takes steps back until an own game has no errors, here only: the first of them, { time, label }, or nothing if that doesn’t help.
  async good({ game, history }) {
    await open(game);
    const step = JSON.parse(studio.last_good(game, history));
    return step && { time: step.time, label: step.label };
  },
  async preview({ game, options, shown }) {
    await open(game);
    const previewed = studio.preview(JSON.stringify({ ...options, games: [game] }), JSON.stringify(shown));
    try {
      const files = [];
      for (let bytes; (bytes = previewed.picture());) files.push({ name: `${files.length ? "back" : "front"}.jpg`, bytes });
      return { ...JSON.parse(previewed.plan()), files };
    } finally {
      previewed.free();
    }
  },
  async pack({ files: all }) {
    await ready();
    const archive = new program.Archive();
    for (const { name, bytes } of all) archive.add(name, bytes);
    return { files: [{ name: "files.zip", bytes: archive.finish() }] };
  },
  async build({ game, options }) {
    await open(game);
    return handOver(studio.build(JSON.stringify({ ...options, games: [game] })));
  },
  // The calibration sheet for a paper; with readings of it, the sheet that checks them.
  async calibrate({ paper, readings }) {
    await ready();
    await need(files.shared);
    return handOver(studio.calibrate(JSON.stringify({ paper, readings })));
  },
};

/// Changed files with their names: the page keeps them, and removes those that are gone.
const changed = (names) => {
  const all = names.map((path) => ({ path, bytes: studio.read(path) }));
  const isThere = ({ bytes }) => bytes !== undefined;
  return { names, files: all.filter(isThere), gone: all.filter((one) => !isThere(one)).map(({ path }) => path), history: live.history() };
};

// The game that is edited.
Object.assign(answers, {
  async watch({ game, history }) {
    await open(game);
    live?.free();
    live = studio.watch(game);
    // Without it, only later changes can be undone.
    try { if (history) live.resume(history); } catch {}
    return true;
  },
  update: ({ changed }) => JSON.parse(live.update(changed)),
  proceed() { const news = live.proceed(); return news ? JSON.parse(news) : null; },
  picture({ picture, width }) {
    const bytes = live.picture(picture, width);
    if (!bytes) throw new Error("The picture isn’t shown any more.");
    return { files: [{ bytes }] };
  },
  ...Object.fromEntries(["place", "text", "layout", "colours", "fields"].map((kind) => [kind, ({ query }) => JSON.parse(live[kind](query) ?? "null")])),
  table: () => JSON.parse(live.table()),
  history: () => JSON.parse(live.steps()),
  texts: () => JSON.parse(live.files()),
  file: ({ path }) => JSON.parse(live.file(path)),
  // Takes files that were changed elsewhere, and drops those that are gone; the names of all of them.
  put({ files, gone = [] }) {
    for (const { path, bytes } of files) studio.put(path, bytes);
    for (const path of gone) studio.remove(path);
    return [...files.map(({ path }) => path), ...gone];
  },
  edit: ({ edit }) => changed(JSON.parse(live.edit(JSON.stringify(edit)))),
  art: ({ query, bytes }) => changed(JSON.parse(live.art(query, bytes))),
  fix: ({ query }) => changed(JSON.parse(live.fix(query))),
  step: ({ direction }) => changed(JSON.parse(live.go(direction))),
});

// The reason for a failure: what the program says as JSON, or an error of the page. After a panic, or without words that it asked for, the
// program can't be used any more.
const reason = (error) => typeof error === "string" ? JSON.parse(error)
  : error instanceof WebAssembly.RuntimeError ? { what: "The generator stopped unexpectedly. Try again.", problems: [], broken: true }
    : { what: error.message, problems: [], broken: error.broken };

let last = Promise.resolve();
addEventListener("message", ({ data: { id, kind, ...asked } }) => {
  last = last.then(async () => {
    try {
      const ok = await answers[kind](asked);
      postMessage({ id, ok }, ok?.files?.map(({ bytes }) => bytes.buffer) ?? []);
    } catch (error) {
      Object.assign(loading, { done: 0, total: 0 });
      postMessage({ loading });
      postMessage({ id, error: reason(error) });
    }
  });
});
