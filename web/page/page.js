// The page around the tracker: what a browser gives in place of a window and a disk.

import load, { start } from "./skirmish.js";
import { keeper } from "./keep.js";
import { develop } from "./pictures.js";
import { Awake } from "./awake.js";
import { offerNewVersions } from "./versions.js";
import { Controls } from "./controls.js";

const element = (id) => document.getElementById(id);
const canvas = element("canvas");

// What is to be said before the tracker can say it, and afterwards by the tracker itself.
let page = null;
const unsaid = [];
function say(what) {
  if (page) page.say(what);
  else unsaid.push(what);
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

function giveFile(name, bytes) {
  const types = { txt: "text/plain", png: "image/png", journal: "application/jsonl" };
  const type = types[name.split(".").pop()] ?? "application/octet-stream";
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
  if (file.size > 64 << 20) say(`${file.name} is larger than any journal.`);
  else page?.bring(new Uint8Array(await file.arrayBuffer()));
}

const bringText = (text) => page?.bring(new TextEncoder().encode(text));

async function paste() {
  try {
    bringText(await navigator.clipboard.readText());
  } catch {
    say("This browser does not hand over what was copied. Open the link in place of this page, or bring the game as a file.");
  }
}

// A link with a game in it, once: a reload must not ask again.
function bringLink() {
  if (!location.hash.startsWith("#j=")) return;
  bringText(location.href);
  history.replaceState(null, "", location.pathname + location.search);
}

function fail(what, why) {
  element("opening").hidden = false;
  element("word").textContent = `${what}: ${why?.message ?? why}`;
  element("again").hidden = false;
  console.error(why);
}
element("again").addEventListener("click", () => location.reload());

// Whether the browser keeps the game.
let keeps = () => true;

// A program that stops leaves a picture on which nothing can be touched.
addEventListener("error", ({ error }) => {
  const game = keeps() ? "the game is kept" : "the game is lost";
  if (error instanceof WebAssembly.RuntimeError) fail(`The table stopped, and ${game}`, error);
});

// A tablet that sleeps may take the graphics card away. Where the game is kept, the page begins anew; but not over and over.
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
  else fail("The table cannot be shown", "the graphics card gave up");
});

async function open() {
  const fetched = (name) => fetch(name).then((answer) => {
    if (!answer.ok) throw new Error(`${name} did not load (${answer.status})`);
    return answer;
  });
  const files = JSON.parse(document.querySelector("meta[name=files]").content);
  // All at once: the program, the game's data, and what was kept.
  const loading = Promise.all([
    load({ module_or_path: fetched(files.program) }),
    fetched(files.pack).then((answer) => answer.arrayBuffer()),
    keeper(say),
  ]);
  // The program asks for this too, and waits for the graphics card: better now, while it is still on its way.
  canvas.width = canvas.clientWidth * devicePixelRatio;
  canvas.height = canvas.clientHeight * devicePixelRatio;
  canvas.getContext("webgl2");
  const [, pack, kept] = await loading;
  keeps = kept.keeps;
  const awake = new Awake((held) => page?.awake(held));
  const versions = offerNewVersions(element("offer"), say);
  const controls = new Controls(element("controls"), (id) => page?.touch_control(id));
  let drawn = 0;
  const host = {
    append: (line) => kept.append(line),
    replace: (journal, give) => {
      if (give) kept.text().then((text) => giveFile(`skirmish-before-${Date.now()}.journal`, text), console.warn);
      kept.replace(journal);
    },
    settings: (text) => kept.settings(text),
    save: giveFile,
    develop,
    pick: () => chooser.click(),
    paste,
    address: () => location.href.replace(/[#?].*/, ""),
    playing: (playing) => { awake.want(playing); versions.playing(playing); },
    controls: (text) => controls.show(JSON.parse(text)),
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
  page = await start(host, canvas, new Uint8Array(pack), kept.journal, kept.found, largeText());
  for (const what of unsaid.splice(0)) page.say(what);
  element("hear").addEventListener("click", () => {
    page.tell_controls();
    element("hear").remove();
  });
  bringLink();
  addEventListener("hashchange", bringLink);
  if (!isSecureContext) {
    say("This page came without https: the game is kept, but the browser neither keeps the screen on nor opens the page without the network.");
  }
  versions.start(files.pictures);
}

// Nothing of the browser gets between fingers and table.
for (const kind of ["gesturestart", "contextmenu", "dblclick"]) {
  document.addEventListener(kind, (event) => event.preventDefault(), { passive: false });
}
document.addEventListener("touchmove", (event) => event.preventDefault(), { passive: false });

// A journal that is dropped on the table; the canvas does not hear of it.
document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", (event) => {
  event.preventDefault();
  event.stopPropagation();
  const [file] = event.dataTransfer.files;
  if (file) bringFile(file);
}, { capture: true });

open().catch((why) => fail("The table cannot be shown", why));
