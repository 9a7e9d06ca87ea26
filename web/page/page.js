// The page around the tracker: the browser's replacements for a window and a disk.

import load, { join, start } from "./skirmish.js";
import { keeper } from "./keep.js";
import { cause } from "./names.js";
import { loadAlbum, loadPicture } from "./pictures.js";
import { Awake } from "./awake.js";
import { offerNewVersions } from "./versions.js";
import { Controls } from "./controls.js";
import { sound } from "./sound.js";
import { Together, isShared } from "./together.js";

const element = (id) => document.getElementById(id);
const canvas = element("canvas");

// Shows messages until the tracker can show them itself.
let page = null;
const unsaid = [];
function say(what) {
  if (page) page.notify(what);
  else unsaid.push(what);
}

// The reason why lines of the journal aren't stored, while there are any.
let why;
function unkept(now) {
  why = now;
  page?.unkept(now);
}

// How much larger than usual text is in this browser: on iOS its text setting, elsewhere the size of its letters.
function largeText() {
  const probe = document.createElement("span");
  probe.style.font = CSS.supports("font", "-apple-system-body") ? "-apple-system-body" : "1rem serif";
  document.body.append(probe);
  const size = parseFloat(getComputedStyle(probe).fontSize);
  probe.remove();
  return size / (CSS.supports("font", "-apple-system-body") ? 17 : 16);
}

// Settings of this device, until people choose others at the table.
function preferences() {
  const prefers = (what) => matchMedia(`(prefers-${what})`).matches;
  return JSON.stringify({
    text: largeText(),
    light: prefers("color-scheme: light"),
    contrast: prefers("contrast: more"),
    still: prefers("reduced-motion: reduce"),
  });
}

// On a tablet or phone, a result goes to the system's sheet for sharing, where the page may open it; all else is downloaded.
function giveFile(name, bytes) {
  const types = { txt: "text/plain", png: "image/png", journal: "application/jsonl" };
  const type = types[name.split(".").pop()] ?? "application/octet-stream";
  const files = [new File([bytes], name, { type })];
  if (type !== types.journal && matchMedia("(pointer: coarse)").matches && navigator.canShare?.({ files })) {
    navigator.share({ files, title: name.replace(/\.\w+$/, "") }).catch((why) => {
      if (why.name !== "AbortError") download(name, bytes, type);
    });
    return;
  }
  download(name, bytes, type);
}

function download(name, bytes, type) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([bytes], { type }));
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

// A file from people; what they chose last is what counts.
const chooser = document.createElement("input");
chooser.type = "file";
chooser.addEventListener("change", async () => {
  const [file] = chooser.files;
  chooser.value = "";
  if (file) await bringFile(file);
});

async function bringFile(file) {
  if (file.size > 64 << 20) say(`${file.name} is too large for a journal.`);
  else page?.bring(new Uint8Array(await file.arrayBuffer()));
}

const bringText = (text) => page?.bring(new TextEncoder().encode(text));

async function paste() {
  try {
    bringText(await navigator.clipboard.readText());
  } catch {
    say("This browser doesn’t share the clipboard. Open the link instead of this page, or bring the game as a file.");
  }
}

// The address names the current game: a reload shows it again, and the browser's Back leads to the shelf. A page of only one
// game doesn't need that.
const isLink = () => location.hash.startsWith("#j=") || isShared();
const named = () => (isLink() ? "" : decodeURIComponent(location.hash.slice(1)));
const addressOf = (game) => location.pathname + location.search + (game ? `#${encodeURIComponent(game)}` : "");
const plainTitle = document.title;
let games = [], shown = "";
function shows(game, title) {
  document.title = title ? `${title}: the table` : plainTitle;
  const before = shown;
  shown = game;
  if (games.length < 2 || isLink() || named() === game) return;
  if (game && !before) history.pushState({ shelf: true }, "", addressOf(game));
  else if (game || !history.state?.shelf) history.replaceState(history.state, "", addressOf(game));
  else history.back();
}
addEventListener("popstate", () => {
  if (!isLink() && named() !== shown) page?.show(named() || undefined);
});

// Another tab plays the game that is shown here on: this one follows as soon as somebody looks at it.
let behind = false;
function follow() {
  if (behind && document.visibilityState === "visible") location.reload();
}
function wentOn(game) {
  behind ||= game === shown || (games.length < 2 && game === games[0]);
  follow();
}
document.addEventListener("visibilitychange", follow);

// A link with a game in it, once: a reload must not ask again.
function bringLink() {
  if (!isLink() || isShared()) return;
  bringText(location.href);
  history.replaceState(null, "", addressOf(games.length < 2 ? "" : shown));
}

function fail(what, why) {
  element("opening").hidden = false;
  element("word").textContent = `${what}: ${why?.message ?? why}`;
  element("again").hidden = false;
  console.error(why);
}
element("again").addEventListener("click", () => location.reload());

// True if the browser stores the game.
let keeps = () => true;

// A program that stops leaves a picture on which nothing can be touched.
addEventListener("error", ({ error }) => {
  const game = keeps() ? "the game is saved" : "the game is lost";
  if (error instanceof WebAssembly.RuntimeError) fail(`The table stopped, and ${game}`, error);
});

// A sleeping tablet may lose the graphics context. If the game is saved, the page reloads, but not repeatedly.
canvas.addEventListener("webglcontextlost", () => {
  const now = Date.now();
  let before = now;
  try {
    before = Number(sessionStorage.getItem("lost"));
    sessionStorage.setItem("lost", now);
  } catch {
    // Nothing is kept at all.
  }
  if (keeps() && now - before > 60_000) location.reload();
  else fail("Can’t show the table", "the graphics card gave up");
});

// A program of one function that works on several numbers at once, as the tracker's does.
const MANY_AT_ONCE = [
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
];

async function open() {
  if (!WebAssembly.validate(new Uint8Array(MANY_AT_ONCE))) {
    throw new Error("this browser is too old: use Chrome 91, Firefox 89, Safari 16.4 or later");
  }
  const fetched = (name) => fetch(name).then((answer) => {
    if (!answer.ok) throw new Error(`${name} did not load (${answer.status})`);
    return answer;
  });
  const files = JSON.parse(document.querySelector("meta[name=files]").content);
  // In parallel: the program, the game's data, and the stored journals.
  const loading = Promise.all([
    load({ module_or_path: fetched(files.program) }),
    fetched(files.pack).then((answer) => answer.arrayBuffer()),
    keeper(say, unkept, wentOn),
  ]);
  // The program asks for this too, and waits for the graphics card: better now, while it is still on its way. It smooths edges itself:
  // several samples a pixel would be most of the work of drawing.
  canvas.width = canvas.clientWidth * devicePixelRatio;
  canvas.height = canvas.clientHeight * devicePixelRatio;
  canvas.getContext("webgl2", { alpha: false, antialias: false, depth: false });
  const shared = isShared() ? new Together() : null;
  const [, pack, kept] = await loading;
  keeps = kept.keeps;
  const membership = await shared?.join(join);
  if (shared) {
    shared.stopped = () => fail("This table is open in another tab", "go on there, or reload");
    element("line").hidden = false;
  }
  const awake = new Awake((held) => page?.awake(held));
  const versions = offerNewVersions(element("offer"), say);
  const controls = new Controls(element("controls"), (id) => page?.touch_control(id));
  let drawn = 0, started;
  const ready = new Promise((done) => { started = done; });
  const lookAside = () => {
    Promise.all([kept.putAside(), ready]).then(
      ([journals]) => page.aside(JSON.stringify(journals)),
      (why) => ready.then(() => page.aside_unread(cause(why))),
    );
  };
  const host = {
    append: kept.append,
    keepDraft: kept.keepDraft,
    keepAgain: kept.keepAgain,
    replace: (game, journal, give) => {
      if (give) kept.text(game).then((text) => giveFile(`${game}-before-${Date.now()}.journal`, text), console.warn);
      kept.replace(game, journal);
    },
    lookAside,
    forget: (journal) => {
      kept.forget(journal).catch((why) => say(`Not deleted: ${cause(why)}`)).finally(lookAside);
    },
    shows,
    // Back closed an open sheet: the game is still the one in the address.
    stays: () => history.forward(),
    settings: kept.keepSettings,
    hasStudio: () => files.studio,
    openStudio: (game) => location.assign(`${files.home ?? ""}studio/${game && `#${encodeURIComponent(game)}`}`),
    save: giveFile,
    loadAlbum,
    loadPicture,
    pick: () => chooser.click(),
    paste,
    address: () => location.href.replace(/[#?].*/, ""),
    playing: (playing) => { awake.want(playing); versions.playing(playing); },
    controls: (text) => controls.show(JSON.parse(text)),
    cue: sound,
    news: (text) => { element("news").textContent = text; },
    send: (what, body) => shared.send(what, body),
    listen: (from) => shared.listen(from),
    hangUp: () => shared.hangUp(),
    keepDevice: (saved) => shared.keepDevice(saved),
    beside: (text) => shared.beside(text),
    focusAtEnds: (...ends) => { atEnds = ends; },
    drawn: () => {
      drawn += 1;
      document.documentElement.dataset.frames = String(drawn);
      // The first frame hands over the typefaces, and the second shows the table.
      if (drawn === 2) {
        element("opening").hidden = true;
        performance.mark("table");
      }
    },
  };
  games = files.games;
  const first = membership?.game ?? (named() || undefined);
  const own = shared ? "{}" : JSON.stringify(kept.games);
  page = await start(host, canvas, new Uint8Array(pack), own, kept.settings, preferences(), first, membership?.member);
  started();
  shared?.start(page);
  for (const what of unsaid.splice(0)) page.notify(what);
  page.unkept(why);
  // Text is entered through a field created by the canvas, without a label.
  for (const field of document.querySelectorAll("#table input")) {
    field.setAttribute("aria-label", "Name");
    // The canvas takes the keys: one stop of Tab is enough.
    field.tabIndex = -1;
  }
  element("hear").addEventListener("click", () => {
    page.tell_controls();
    controls.enter();
    element("hear").remove();
  });
  bringLink();
  addEventListener("hashchange", bringLink);
  if (!isSecureContext && !shared) {
    say("This page was loaded without HTTPS. The game is saved, but the page needs the network.");
  }
  // An own game has its pictures already.
  versions.start(files.home ?? "", files.home ? null : files.pictures);
}

// Tab leaves the canvas behind its last control, and with Shift before its first one: the canvas does not hear of it.
let atEnds = [false, false];
// Which way Tab came to the canvas, until it goes on to a control.
let came;
addEventListener("keydown", (event) => {
  if (event.key !== "Tab") return;
  const way = event.shiftKey ? 0 : 1;
  if (!event.target.matches("#table > canvas, #table > input")) {
    came = way;
    return;
  }
  const leaves = came === undefined ? atEnds[way] : came !== way;
  came = undefined;
  if (!leaves) return;
  event.stopImmediatePropagation();
  page?.leave();
}, { capture: true });

// Nothing of the browser gets between fingers and table.
for (const kind of ["gesturestart", "contextmenu", "dblclick"]) {
  document.addEventListener(kind, (event) => event.preventDefault(), { passive: false });
}
document.addEventListener("touchmove", (event) => event.preventDefault(), { passive: false });
// Nothing on the table scrolls. The wheel is the browser's: it zooms the page, and moves a page that is zoomed.
addEventListener("wheel", (event) => event.stopImmediatePropagation(), { capture: true, passive: true });
// On a busy machine the canvas hears of fingers late: the browser knows when they moved.
for (const kind of ["touchstart", "touchmove", "touchend"]) {
  addEventListener(kind, (event) => page?.touched_at(event.timeStamp), { capture: true, passive: true });
}

// A journal that is dropped on the table; the canvas does not hear of it.
document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", (event) => {
  event.preventDefault();
  event.stopPropagation();
  const [file] = event.dataTransfer.files;
  if (file) bringFile(file);
}, { capture: true });

open().catch((why) => fail("Can’t show the table", why));
