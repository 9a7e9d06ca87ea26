// The page of `skirmish watch`: what the program tells is shown at once, and nothing else moves.

import { commandList } from "./commands.js";
import { comparison } from "./compare.js";
import { editing } from "./editing.js";
import { filesView } from "./files.js";
import { finder } from "./find.js";
import * as host from "./host.js";
import { layoutMode } from "./layout.js";
import { cardMenu } from "./menu.js";
import { sidePanel } from "./panel.js";
import { capital, counted, make, refill, released, short } from "./parts.js";
import { problemLists } from "./problems.js";
import { sheet } from "./sheets.js";
import { tableView } from "./table.js";

const $ = (id) => document.getElementById(id);
const root = document.documentElement;
const WIDTHS = [180, 270, 400, 600, 900, 1350, 2000];

/// The last state from the program.
const now = { version: 0, title: "", stale: false, book_stale: false, took: 0, groups: [], faces: [], keys: "", sides: [], pages: [], problems: [], allowed: 0 };
/// How it is looked at; a reload keeps it.
const look = { view: "faces", zoom: matchMedia("(max-width: 40rem)").matches ? -1 : 0, sight: "", scroll: {}, ...JSON.parse(sessionStorage.getItem("look") ?? "{}") };
/// True while earlier looks are shown.
let before = false;
/// The look of a face or page that it is compared with: before its last change, or at the opening; nothing if that is the same.
const past = (item) => look.since === "opening" ? item.opened : item.before;

const keep = () => sessionStorage.setItem("look", JSON.stringify(look));
const scale = () => 2.9 * 1.19 ** look.zoom;

// ------------------------------------------------------------------------------------------------ pictures

/// Pictures that are in view or close to it are painted first.
const seen = new Set();
const eyes = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    if (isIntersecting) { seen.add(target); load(target); } else seen.delete(target);
  }
}, { rootMargin: "40% 0px" });

const wide = (millimetres, per) => {
  const pixels = millimetres * per * devicePixelRatio;
  return WIDTHS.find((width) => width >= pixels) ?? WIDTHS.at(-1);
};

/// Loads what an element in view should show, and puts it there once it can be painted in one go.
async function load(element) {
  const { picture, width } = element.wanted ?? {};
  if (!picture || (element.shows === picture && element.width >= width)) return;
  if (element.loading === `${picture}-${width}`) return element.arrived;
  element.loading = `${picture}-${width}`;
  element.arrived = (async () => {
    const image = new Image();
    image.alt = "";
    image.draggable = false;
    try {
      image.src = await host.picture(picture, width);
      await image.decode();
    } catch {
      // The next version asks for it again.
      if (element.wanted?.picture === picture) element.wanted = null;
      return;
    }
    if (element.wanted?.picture !== picture) return;
    const changed = element.shows && element.shows !== picture && !element.quiet;
    element.replaceChildren(image);
    [element.shows, element.width] = [picture, width];
    if (changed) flash(element.closest("figure"));
  })();
  await element.arrived;
  element.loading = null;
}

function want(element, picture, width) {
  const old = element.wanted;
  element.wanted = { picture, width };
  if (old?.picture === picture && old.width === width) return null;
  return seen.has(element) ? load(element) : null;
}

function flash(figure) {
  figure.classList.remove("changed");
  void figure.offsetWidth;
  figure.classList.add("changed");
}

// --------------------------------------------------------------------------------------------------- faces

/// The figures of a view by the keys of what they show; those that are gone are taken away.
const figures = { faces: new Map(), fan: new Map(), sheets: new Map(), book: new Map(), table: new Map(), files: new Map() };

function shape(element, { width, height, bleed = 0, corner = 0, outline }, group) {
  for (const [name, value] of Object.entries({ width, height, bleed, corner })) element.style.setProperty(`--${name}`, value);
  element.classList.toggle("shaped", Boolean(outline));
  const cut = element.querySelector(".cut");
  if (outline && cut) cut.style.clipPath = `url(#cut-${group})`;
}

/// Outlines of pieces that are not cut straight, as the browser clips with them.
function cuts() {
  const SVG = "http://www.w3.org/2000/svg";
  $("cuts").replaceChildren(...now.groups.flatMap(({ outline, width, height }, index) => {
    if (!outline) return [];
    const clip = document.createElementNS(SVG, "clipPath");
    clip.id = `cut-${index}`;
    clip.setAttribute("clipPathUnits", "objectBoundingBox");
    const path = clip.appendChild(document.createElementNS(SVG, "path"));
    path.setAttribute("d", outline);
    path.setAttribute("transform", `scale(${1 / width} ${1 / height})`);
    return [clip];
  }));
}

function figure(view, key, build) {
  const known = figures[view].get(key);
  if (known) return known;
  const made = build();
  figures[view].set(key, made);
  return made;
}

function faceFigure(view, face) {
  const made = figure(view, face.key, () => {
    const cut = make("button", { className: "cut picture", type: "button" });
    const where = make("button", { className: "where", type: "button" });
    const pressed = () => cut.closest("figure").face;
    cut.addEventListener("click", (event) => press(pressed(), event));
    where.addEventListener("click", () => place(`face=${encodeURIComponent(pressed().key)}`));
    eyes.observe(cut);
    const more = make("button", { className: "more", type: "button", textContent: "⋯" });
    more.setAttribute("aria-haspopup", "dialog");
    more.addEventListener("click", () => cards.open(more, pressed()));
    cut.addEventListener("contextmenu", (event) => {
      if (!pressed().card) return;
      event.preventDefault();
      cards.open(cut, pressed());
    });
    const element = make("figure", { className: "face" }, make("div", { className: "lift" }, cut),
      make("figcaption", {}, make("span", { className: "name" }), where, more));
    element.cut = cut;
    return element;
  });
  // An unchanged figure isn't touched: the browser would lay it out again, with its neighbours.
  if (made.face === face && made.groups === now.groups && made.problems === now.problems) return made;
  [made.groups, made.problems] = [now.groups, now.problems];
  const problems = face.problems.map((index) => [now.problems[index], index]);
  const told = JSON.stringify([face.title, face.place, face.card, face.group, now.groups[face.group], problems]);
  made.face = face;
  if (made.told === told) return made;
  made.told = told;
  shape(made, now.groups[face.group], face.group);
  made.querySelector(".name").textContent = face.title;
  made.querySelector(".where").textContent = short(face.place);
  made.cut.setAttribute("aria-label", `Edit ${face.title}`);
  const more = made.querySelector(".more");
  more.hidden = !face.card;
  more.setAttribute("aria-label", `Change ${face.title}`);
  made.querySelector(".wrong")?.remove();
  made.classList.toggle("spoilt", problems.length > 0);
  made.classList.toggle("mild", problems.every(([problem]) => problem.severity !== "error"));
  if (problems.length && view === "faces") made.append(make("ul", { className: "wrong" }, ...wrong.items(problems, face.key, face.card)));
  setStops(view, made);
  return made;
}

/// Adds a card below the last one of some figures.
function addButton(shown) {
  const button = make("button", { type: "button", className: "add-card", textContent: "Add card" });
  shape(button, now.groups[shown[0].face.group]);
  button.addEventListener("click", () => cards.added(shown.findLast(({ face }) => face.card).face));
  return button;
}

/// The name of a card that was added, until it is shown.
let added = null;

/// Opens the panel on a card that was added, once it is drawn; true if it is.
function showAdded() {
  const element = added && look.view === "faces" && [...figures.faces.values()].find(({ face }) => face.card && face.title === added);
  if (!element) return false;
  added = null;
  element.scrollIntoView({ block: "nearest" });
  panel.open(element.cut, element.face, "card");
  return true;
}

function pictureOf(item, element) {
  const shown = before ? past(item) ?? item.picture : item.picture;
  element.classList.toggle("same", before && !past(item));
  return shown;
}

function drawFaces() {
  const all = now.faces.map((face) => faceFigure("faces", face));
  put("faces", JSON.stringify([now.groups, now.keys]), () => [find.element, ...now.groups.flatMap((group, index) => {
    const shown = all.filter((made) => made.face.group === index);
    const grid = make("div", { className: "grid" }, ...shown);
    // Other pieces are copied in their menus.
    if (!index && shown.some(({ face }) => face.card)) grid.append(addButton(shown));
    return now.groups.length > 1 ? [make("h2", { textContent: capital(group.name) }), grid] : [grid];
  })]);
  find.fill(all);
  rove("faces");
}

const find = finder({ changed: () => { rove("faces"); pictures(); } });

/// The figure that Tab leads to, in each view of faces. The keys of commands work on its face.
const current = { faces: null, fan: null };

/// Makes one stop for Tab of all faces that a view shows.
function rove(view, to) {
  const last = current[view];
  if (!to && last?.isConnected && !last.hidden) return;
  current[view] = to ?? $(view).querySelector("figure:not([hidden])");
  for (const figure of [last, current[view]]) if (figure) setStops(view, figure);
}

/// Sets the tab stops in a figure: its face, and the buttons below the current face if it has problems.
function setStops(view, figure) {
  const stop = figure === current[view] ? 0 : -1;
  for (const one of figure.querySelectorAll(".cut, .wrong :is(summary, button, input)")) one.tabIndex = stop;
  for (const one of figure.querySelectorAll("figcaption button")) one.tabIndex = -1;
}

for (const view of Object.keys(current)) {
  $(view).addEventListener("focusin", ({ target }) => {
    const figure = target.closest("figure");
    if (figure && figure !== current[view]) rove(view, figure);
  });
}

function drawFan() {
  const fronts = now.faces.filter((face) => face.group === 0 && face.front);
  const card = now.groups[0];
  if (!card) return put("fan", "", () => []);
  // As many as a hand holds, and as the window has room for, about a point far below.
  const TURN = 5, BELOW = 1.8, MOST = 8;
  const step = Math.sin(TURN * Math.PI / 180) * BELOW * card.height;
  const room = ($("fan").clientWidth || innerWidth - 40) / scale();
  const most = Math.max(2, Math.min(MOST, Math.floor((room - card.width * 1.5) / step) + 1));
  const all = fronts.map((face) => faceFigure("fan", face));
  put("fan", JSON.stringify([card, most, scale(), fronts.map((face) => face.key)]), () => {
    const hands = [];
    for (let start = 0; start < all.length; start += most) {
      const held = all.slice(start, start + most);
      const hand = make("div", { className: "hand" }, ...held);
      hand.style.height = `${card.height * 1.4 * scale()}px`;
      held.forEach((element, index) => {
        element.style.left = `calc(50% - ${(card.width / 2) * scale()}px)`;
        element.style.bottom = `${card.height * 0.22 * scale()}px`;
        element.style.transform = `rotate(${(index - (held.length - 1) / 2) * TURN}deg)`;
      });
      hands.push(hand);
    }
    return hands;
  });
  rove("fan");
}

function drawSheets() {
  const all = now.sides.map((side) => {
    const made = figure("sheets", side.label, () => make("figure", { className: "sheet" },
      make("div", { className: "lift" }), make("figcaption", {}, make("span", { className: "name" }))));
    made.style.setProperty("--width", side.width);
    made.querySelector(".name").textContent = capital(side.label);
    const told = JSON.stringify(side);
    if (made.told !== told) {
      [made.told, made.side] = [told, side];
      made.drawn = sheet(side, now);
      made.querySelector(".lift").replaceChildren(made.drawn.svg);
    }
    return made;
  });
  put("sheets", JSON.stringify(now.sides.map((side) => side.label)), () => [make("div", { className: "grid" }, ...all)]);
}

function drawBook() {
  const pages = now.pages.map((page) => {
    const made = figure("book", page.number, () => {
      const cut = make("div", { className: "cut picture" });
      cut.setAttribute("role", "img");
      cut.setAttribute("aria-label", `Page ${page.number}`);
      eyes.observe(cut);
      const blocks = make("div", { className: "blocks" });
      blocks.addEventListener("click", ({ target }) => target !== blocks && pressBlock(made, [...blocks.children].indexOf(target)));
      const made = make("figure", { className: "page" }, make("div", { className: "lift" }, cut, blocks));
      return Object.assign(made, { cut, blocks });
    });
    made.page = page;
    shape(made, page);
    drawBlocks(made);
    return made;
  });
  put("book", String(pages.length), () => {
    if (!pages.length) return [make("p", { textContent: "There is no rulebook to show yet." })];
    // A book opens at its cover; from then on two pages face each other.
    const spreads = [pages.slice(0, 1)];
    for (let page = 1; page < pages.length; page += 2) spreads.push(pages.slice(page, page + 2));
    return [make("div", { className: "spreads" }, ...spreads.map((spread) => make("div", { className: "spread" }, ...spread)))];
  });
}

/// Buttons over what can be edited on a page. Those that are there stay: one of them may have the focus.
function drawBlocks({ blocks, page }) {
  while (blocks.childElementCount > page.blocks.length) blocks.lastChild.remove();
  page.blocks.forEach(({ area: [left, top, width, height], words }, number) => {
    const button = blocks.children[number] ?? blocks.appendChild(make("button", { type: "button" }));
    button.setAttribute("aria-label", `Edit ${words}`);
    const share = (length, of) => `${100 * length / of}%`;
    Object.assign(button.style, { left: share(left, page.width), top: share(top, page.height), width: share(width, page.width), height: share(height, page.height) });
  });
}

const arranged = {};

/// Puts elements into a view, unless they are there already, and forgets figures that are not among them.
function put(view, arrangement, elements) {
  if (arranged[view] === arrangement) return;
  arranged[view] = arrangement;
  const section = $(view);
  // The focused element keeps the focus.
  const focus = section.contains(document.activeElement) ? document.activeElement : null;
  section.replaceChildren(...elements());
  focus?.focus({ preventScroll: true });
  for (const [key, element] of figures[view]) {
    if (element.isConnected) continue;
    if (element.cut) {
      eyes.unobserve(element.cut);
      seen.delete(element.cut);
    }
    figures[view].delete(key);
  }
}

const DRAW = { faces: drawFaces, fan: drawFan, sheets: drawSheets, book: drawBook, table() {}, files() {} };

/// Asks for the pictures of the view that is open; done when all that are in view are there.
function pictures() {
  const per = scale(), waiting = [];
  root.style.setProperty("--scale", per);
  for (const view of ["faces", "fan"]) {
    if (look.view !== view) continue;
    for (const element of figures[view].values()) {
      const { width, bleed } = now.groups[element.face.group];
      waiting.push(want(element.cut, pictureOf(element.face, element), wide(width + 2 * bleed, per)));
    }
  }
  if (look.view === "book") {
    for (const element of figures.book.values()) {
      waiting.push(want(element.cut, pictureOf(element.page, element), wide(element.page.width, per * 0.85)));
    }
  }
  if (look.view === "sheets") {
    for (const element of figures.sheets.values()) {
      waiting.push(element.drawn.fill(now, per * 0.58, { address: host.picture, wide, past: before ? past : null, changed: () => flash(element) }));
    }
  }
  return Promise.all(waiting);
}

// ------------------------------------------------------------------------------------------------ problems

const fix = (problem) => texts.fix(`problem=${now.problems.indexOf(problem)}&version=${now.version}`, problem.fix);

/// The last change, in words.
let lately = "";
/// The time of the last version that could be shown.
let good = "";

function drawProblems() {
  const ofFaces = new Set(now.faces.flatMap((face) => face.problems));
  const others = now.problems.map((problem, index) => [problem, index]).filter(([, index]) => !ofFaces.has(index));
  refill($("problems"), ...wrong.items(others, ""));
  const errors = now.problems.filter((problem) => problem.severity === "error").length;
  const parts = [];
  if (now.stale) parts.push(now.faces.length ? `showing the ${good ? `version of ${good}` : "last good version"}` : "nothing to show");
  if (errors) parts.push(counted(errors, "error"));
  if (now.problems.length > errors) parts.push(counted(now.problems.length - errors, "warning"));
  if (!now.stale && !parts.length) parts.push("no problems");
  if (now.allowed) parts.push(`${now.allowed} allowed`);
  $("state").textContent = [parts.join(", "), lately].filter(Boolean).join(" · ");
  root.dataset.state = errors || now.stale ? "wrong" : "well";
  root.toggleAttribute("data-stale", look.view === "book" ? now.book_stale : now.stale);
  document.title = `${errors || now.stale ? "✗ " : ""}${now.title}`;
}

/// Shows a line of a file of the game.
async function showFile(file, line) {
  if (!await files.open(file, line)) return;
  await open("files");
  await files.open(file, line);
}

/// Shows where something is written: copied, and opened by the editor if there is one.
async function place(query) {
  const { value, why } = await host.place(query);
  if (!value) return note(why ?? "The place is not known any more.");
  const { file, line, opened, refused } = value;
  const where = `${file}:${line}`;
  // Without an editor the page shows the file itself.
  if (!opened && !refused) await showFile(file, line);
  const copied = await navigator.clipboard?.writeText(where).then(() => true, () => false);
  note(refused ?? (opened ? `${where}, opened in the editor` : copied ? `${where}, copied` : where));
}

/// Edits the text that was clicked; a key edits the first text of the face. A face without texts shows where it is written.
async function press(face, event) {
  const cut = event.currentTarget;
  const box = cut.getBoundingClientRect();
  const per = box.width / now.groups[face.group].width;
  // In a fan cards are turned.
  const at = look.view !== "faces" ? "" : event.detail
    ? `&x=${((event.clientX - box.left) / per).toFixed(2)}&y=${((event.clientY - box.top) / per).toFixed(2)}` : "&number=0";
  const all = `face=${encodeURIComponent(face.key)}`, query = all + at;
  if (!at || !await texts.open({ cut, title: face.title, query: all, per, back: () => cut }, query)) return place(query);
}

/// Edits a block of a page.
function pressBlock({ cut, blocks, page }, number) {
  const query = `page=${page.number}`, per = cut.getBoundingClientRect().width / page.width;
  return texts.open({ cut, title: `page ${page.number}`, query, per, back: (number) => blocks.children[number] }, `${query}&number=${number}`);
}

let noted;
/// Shows a note above everything. Elements behind a dialog are out of reach, so an open dialog takes it in.
function note(text, ...buttons) {
  (document.querySelector("dialog:modal") ?? document.body).append($("note"));
  $("note").replaceChildren(text, ...buttons);
  $("note").hidden = false;
  clearTimeout(noted);
  noted = setTimeout(() => { $("note").hidden = true; }, buttons.length ? 8000 : 4000);
}

addEventListener("close", ({ target }) => { if (target.contains($("note"))) document.body.append($("note")); }, true);

const texts = editing({ note, place });
const wrong = problemLists({ now, act: texts.act, fix, place });
const files = filesView({ note, problems: () => now.problems, typed: texts.typed, step: texts.step, fix });

/// The fronts above and below one of the same type.
function neighbours(face) {
  const fronts = now.faces.filter(({ card, group }) => card && group === face.group);
  const index = fronts.findIndex(({ key }) => key === face.key);
  return [fronts[index - 1], fronts[index + 1]];
}

const layout = layoutMode({
  act: texts.act, step: texts.step, note, group: (face) => now.groups[face.group], face: (key) => now.faces.find((face) => face.key === key),
});
/// The face as it is now, also if its card has another name.
const faceLike = ({ key, group }, name) => now.faces.find((face) => face.key === key) ?? now.faces.find((face) => face.card && face.group === group && face.title === name);
const panel = sidePanel({ texts, note, place: ({ file, line }) => showFile(file, line), faceLike, neighbours, resized: () => { if (look.view === "fan") drawFan(); pictures(); } });
/// The keys of drawings that a card has by its own name.
const drawings = (id) => now.faces.find(({ card }) => card?.id === id)?.card.drawings ?? [];
/// The names of all faces.
const names = () => new Set(now.faces.map(({ title }) => title));
const table = tableView({ note, act: texts.act, step: texts.step, names, drawings });
const comparing = comparison({ note, past });
const compared = (face) => comparing.open(face, now.groups[face.group]);
const cards = cardMenu({ compared, past, act: texts.act, art: texts.art, panel: panel.open, layout: layout.open, place, neighbours, names, show: (name) => { added = name; if (look.view !== "faces") open("faces"); showAdded(); } });

// ------------------------------------------------------------------------------------------------- looking

function open(view) {
  if (view !== look.view) look.scroll[look.view] = scrollY;
  look.view = view;
  for (const tab of $("views").children) {
    const chosen = tab.dataset.view === view;
    tab.setAttribute("aria-selected", chosen);
    tab.tabIndex = chosen ? 0 : -1;
    $(tab.dataset.view).hidden = !chosen;
  }
  DRAW[view]();
  files.show(view === "files");
  table.show(view === "table");
  drawProblems();
  scrollTo(0, look.scroll[view] ?? 0);
  keep();
  return pictures();
}

function zoom(by) {
  // The middle of the view stays there.
  const middle = (scrollY + innerHeight / 2) / root.scrollHeight;
  look.zoom = Math.max(-6, Math.min(10, by));
  $("zoom").value = look.zoom;
  $("zoom").setAttribute("aria-valuetext", `${Math.round(scale() / 0.029)} %`);
  root.classList.toggle("small", look.zoom < -1);
  root.style.setProperty("--scale", scale());
  if (look.view === "fan") drawFan();
  scrollTo(0, middle * root.scrollHeight - innerHeight / 2);
  keep();
  pictures();
}

function sight(value) {
  look.sight = value;
  $("sight").value = value;
  root.style.setProperty("--sight", value ? `url(#${value})` : "none");
  keep();
}

async function compare(on, since = look.since ?? "change") {
  before = on;
  look.since = since;
  keep();
  $("before").setAttribute("aria-pressed", on);
  $("since").hidden = !on;
  $("since").value = since;
  const all = [...figures[look.view].values()];
  for (const { cut } of all) if (cut) cut.quiet = true;
  await pictures();
  for (const { cut } of all) if (cut) cut.quiet = false;
}

$("views").addEventListener("click", ({ target }) => target.dataset.view && open(target.dataset.view));
$("views").addEventListener("keydown", (event) => {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  const tabs = [...$("views").children];
  const next = tabs.at((tabs.findIndex((tab) => tab.dataset.view === look.view) + step) % tabs.length);
  open(next.dataset.view);
  next.focus();
});
$("zoom").addEventListener("input", ({ target }) => zoom(Number(target.value)));
$("sight").addEventListener("change", ({ target }) => sight(target.value));
$("before").addEventListener("click", () => compare(!before));
$("since").addEventListener("change", ({ target }) => compare(true, target.value));
$("undo").addEventListener("click", () => texts.step("undo"));
$("redo").addEventListener("click", () => texts.step("redo"));
$("history").addEventListener("click", ({ currentTarget }) => panel.open(currentTarget, null, "history"));
/// Goes to the next problem, or to the one before.
async function nextProblem(by) {
  if (now.problems.length && look.view !== "faces") await open("faces");
  if (!wrong.next(by)) note("There are no problems.");
}

/// Goes to the next part of the page: its head, the tabs, the view, and the panel.
function nextPart() {
  const parts = [".head", "#views", ".tools", `#${look.view}`, "#panel"].map((part) => document.querySelector(part));
  const first = (part) => [...part?.querySelectorAll("a[href], button, input, select, summary, textarea, [tabindex]") ?? []].find((one) => one.tabIndex >= 0 && !one.disabled && one.checkVisibility());
  const shown = parts.filter(first), at = shown.findIndex((part) => part.contains(document.activeElement));
  first(shown[(at + 1) % shown.length]).focus();
}

/// Shows a card, whatever is filtered out.
async function showCard(face) {
  find.clear();
  await open("faces");
  const { cut } = figures.faces.get(face.key) ?? {};
  cut?.scrollIntoView({ block: "center" });
  cut?.focus({ preventScroll: true });
}

/// Commands available now, from anywhere on the page. The list is opened while a face has the focus, and closed before it's done.
function commands() {
  const element = document.activeElement, face = element?.closest("#faces figure, #fan figure")?.face;
  const fix = element?.closest("details")?.querySelector(".fix");
  const onFace = face ? cards.actions(element, face).map(({ command, keys, run }) => ({ label: command, keys, run })) : [];
  const sights = [...$("sight").options].map(({ value, textContent }) => ({ label: `Show the faces ${textContent}`, run: () => sight(value) }));
  return [
    ...onFace,
    ...fix ? [{ label: fix.textContent, keys: ["Ctrl+."], run: () => fix.click() }] : [],
    { label: "Find a card", keys: ["/"], run: async () => { if (look.view !== "faces") await open("faces"); find.focus(); } },
    { label: "Add card", run: async () => { await open("faces"); document.querySelector(".add-card")?.click(); } },
    { label: "Undo", keys: ["Ctrl+Z"], run: () => texts.step("undo") },
    { label: "Redo", keys: ["Ctrl+Shift+Z", "Ctrl+Y"], run: () => texts.step("redo") },
    { label: "History", run: () => panel.open(document.activeElement, null, "history") },
    { label: before ? "Show the present faces" : "Show before", keys: ["B"], isHeld: true, run: () => compare(!before) },
    { label: "Show the faces of the opening", run: () => compare(true, "opening") },
    { label: "Next problem", keys: ["F8"], isAnywhere: true, run: () => nextProblem(1) },
    { label: "Previous problem", keys: ["Shift+F8"], isAnywhere: true, run: () => nextProblem(-1) },
    ...[...$("views").children].map((tab, index) => ({ label: `Show ${tab.textContent.toLowerCase()}`, keys: [`Alt+${index + 1}`], isAnywhere: true, run: () => open(tab.dataset.view) })),
    { label: "Larger", keys: ["+"], run: () => zoom(look.zoom + 1) },
    { label: "Smaller", keys: ["-"], run: () => zoom(look.zoom - 1) },
    { label: "Normal size", keys: ["0"], run: () => zoom(0) },
    ...sights,
    { label: "Next part of the page", keys: ["F6"], isAnywhere: true, run: nextPart },
    ...host.commands({ note }),
  ];
}

// Arrows move from face to face.
function moveFocus(event) {
  if (!event.target.matches(".cut") || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  const cuts = [...event.currentTarget.querySelectorAll("figure .cut")].filter((cut) => cut.checkVisibility()), at = cuts.indexOf(event.target);
  const middle = (cut) => { const { left, width, top } = cut.getBoundingClientRect(); return { x: left + width / 2, y: top }; };
  // Cards of a hand are turned, so their upper edges differ.
  const rowOf = (cut) => middle(cut.closest(".hand") ?? cut).y;
  /// The one of the row above or below that is closest.
  const inRow = (following) => {
    const { x } = middle(event.target), y = rowOf(event.target), row = following.map((cut) => ({ cut, x: middle(cut).x, y: rowOf(cut) }));
    const next = row.find((one) => Math.abs(one.y - y) > 4)?.y;
    const away = (one) => Math.abs(one.x - x);
    return row.filter((one) => Math.abs(one.y - next) < 4).reduce((best, one) => !best || away(one) < away(best) ? one : best, null)?.cut;
  };
  const to = {
    ArrowRight: () => cuts[at + 1], ArrowLeft: () => cuts[at - 1], Home: () => cuts[0], End: () => cuts.at(-1),
    ArrowDown: () => inRow(cuts.slice(at + 1)), ArrowUp: () => inRow(cuts.slice(0, at).reverse()),
  }[event.key];
  if (!to) return;
  event.preventDefault();
  to()?.focus();
}
for (const view of Object.keys(current)) $(view).addEventListener("keydown", moveFocus);

const list = commandList({
  commands,
  others: async () => [
    ...now.faces.filter(({ front }) => front).map((face) => ({ label: face.title, hint: face.card ? capital(face.card.kind) : short(face.place), run: () => showCard(face) })),
    ...await host.games(),
  ],
});
$("more").addEventListener("click", list.open);
// An image that is dropped on a face is its picture. Beside one nothing happens: a browser would leave the page and show the file.
const isOfFiles = ({ dataTransfer }) => dataTransfer?.types.includes("Files");
const target = (event) => look.view === "faces" ? event.target.closest?.("#faces figure") : null;
const mark = (figure) => {
  for (const one of document.querySelectorAll(".takes")) one.classList.toggle("takes", one === figure);
  figure?.classList.add("takes");
};
addEventListener("dragover", (event) => {
  if (!isOfFiles(event)) return;
  event.preventDefault();
  mark(target(event));
});
addEventListener("dragleave", (event) => { if (!event.relatedTarget) mark(null); });
addEventListener("drop", (event) => {
  if (!isOfFiles(event)) return;
  event.preventDefault();
  mark(null);
  const figure = target(event), [file] = event.dataTransfer.files;
  if (figure && file) texts.art(figure.face, file);
  else if (look.view === "faces") note("Drop an image on a card.");
});
new ResizeObserver(([{ target }]) => root.style.setProperty("--head-height", `${target.offsetHeight}px`)).observe(document.querySelector("header"));
addEventListener("resize", () => { if (look.view === "fan") drawFan(); pictures(); });
addEventListener("pagehide", () => { look.scroll[look.view] = scrollY; keep(); });

// ------------------------------------------------------------------------------------------------- hearing

let first = true;
// Where it was scrolled to is kept here, since nothing is there yet when the browser looks for it.
history.scrollRestoration = "manual";

/// Takes in what changed. Names of what changed are said to those who hear the page.
async function hear(told) {
  await released();
  const old = new Map((told.faces ? now.faces : []).map((face) => [face.key, face]));
  Object.assign(now, told);
  if (told.faces) now.keys = JSON.stringify(now.faces.map((face) => face.key));
  const changed = (told.faces ?? []).filter((face) => old.has(face.key) && old.get(face.key).picture !== face.picture);
  // Of the same faces as before, the program sends those that differ.
  for (const [index, face] of told.some_faces ?? []) {
    if (now.faces[index].picture !== face.picture) changed.push(face);
    now.faces[index] = face;
  }
  if (told.some_faces) told.faces = now.faces;
  $("title").textContent = now.title;
  if (told.groups) cuts();
  if (told.version && !now.stale) good = new Date().toLocaleTimeString([], { timeStyle: "short" });
  if (changed.length) {
    lately = `${changed.length > 3 ? counted(changed.length, "face") : changed.map((face) => face.title).join("; ")} changed`;
  } else if (told.version) lately = "";
  const views = { faces: ["faces", "problems", "groups"], fan: ["faces", "groups"], sheets: ["sides", "faces", "groups"], book: ["pages"], table: [], files: [] };
  if (first) {
    first = false;
    zoom(look.zoom);
    sight(look.sight);
    await open(look.view);
  } else {
    if (views[look.view].some((part) => part in told)) DRAW[look.view]();
    drawProblems();
    await pictures();
    files.follow();
    // Of what the program tells, times and counts are news of no card.
    if (told.version) table.follow();
    layout.follow();
    if (told.version && !showAdded()) panel.follow();
  }
  // Shown once the browser has painted it.
  requestAnimationFrame(() => requestAnimationFrame(() => {
    if (root.dataset.shown === String(now.version)) return;
    root.dataset.shown = now.version;
    root.dataset.at = performance.timeOrigin + performance.now();
    root.dataset.took = now.took;
  }));
}

host.listen(hear, (why) => {
  if (!why) return first || drawProblems();
  $("state").textContent = why;
  root.dataset.state = "wrong";
});
