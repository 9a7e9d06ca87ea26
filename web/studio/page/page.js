// The studio: its shelf, and the pages on which a game is printed.

import { Generator } from "./generator.js";
import { Intake } from "./intake.js";
import { Library } from "./library.js";
import { capital, contents, counted, element, icon, make } from "./parts.js";
import { Print } from "./print.js";
import { Store } from "./store.js";
import { Targets } from "./targets.js";

/// A short wait needs no bar.
const PATIENCE = 300;
/// Address of the page for a new game; no game has such an id.
const INTAKE = "#/new";
const games = JSON.parse(element("included").textContent);
const title = document.querySelector("#game h1");

// ---- The shelf

/// Players and minutes, then the pieces.
function facts(about) {
  const [least, most, minutes] = about.figures;
  const players = least && (most === least ? counted(least, "player") : most ? `${least}–${most} players` : `${least} players or more`);
  return [[players, minutes && counted(minutes, "minute")].filter(Boolean).join(" · "), contents(about).slice(0, 3).join(", ")];
}

/// The cover, and some cards beside it.
const scene = ({ title, pictures: [cover, ...fan] }) => make("div", { class: "scene" },
  make("img", { class: "cover", src: cover, alt: `Cover of ${title}` }), make("div", { class: "fan" }, ...fan.map((src) => make("img", { src, alt: "" }))));

element("games").append(...games.map((game) => make("li", { id: `game-${game.id}` }, scene(game),
  make("div", { class: "facts" }, make("h3", { class: "title" }, game.title), ...facts(game).map((line) => make("p", { class: "soft" }, line))),
  make("div", { class: "row" },
    make("a", { class: "button go", href: `#${game.id}`, "aria-label": `Print ${game.title}` }, icon("print"), "Print"),
    make("a", { class: "button", href: `../#${game.id}`, "aria-label": `Play ${game.title} at the table` }, "Play"),
    make("button", { type: "button", class: "button quiet icon", hidden: !Store.isSupported, "aria-label": `Change a copy of ${game.title}`, title: "Change a copy", onclick: () => library.copy(game.id) }, icon("edit"))))));

// ---- Problems, loading, network

/// Shows a problem, with a button for what helps; an empty text hides it.
function report(text, act, label = "Try again") {
  const problem = element("problem");
  problem.hidden = !text;
  if (!text) return;
  // Hints of the command line name its options.
  text = capital(text.replace(/: `--[^`]*`/g, "."));
  const button = (label, then) => make("button", { type: "button", class: "button", onclick: () => { problem.hidden = true; then?.(); } }, label);
  problem.replaceChildren(...[icon("error"), make("span", {}, text), act && button(label, act), button("Close")].filter(Boolean));
}

let arrived = { done: 0, total: 0 };
let isShowing = null;
const generator = new Generator((loading) => {
  arrived = loading;
  const isLoading = arrived.done < arrived.total;
  if (isLoading) isShowing ??= setTimeout(showLoading, PATIENCE);
  else {
    clearTimeout(isShowing);
    isShowing = null;
  }
  showLoading();
});

/// Shows how much of the generator has arrived, on pages that need it.
function showLoading() {
  const { done, total } = arrived;
  const mega = (bytes) => (bytes / 1e6).toFixed(1);
  element("loading").hidden = !isShowing || element("game").hidden || done >= total;
  element("loading").firstElementChild.textContent = `Loading the generator: ${mega(done)} of ${mega(total)} MB`;
  Object.assign(element("arrived"), { max: total || 1, value: done });
}

const isOffline = () => !navigator.onLine;
const showOffline = () => { element("offline").hidden = !isOffline(); };
addEventListener("online", showOffline);
addEventListener("offline", showOffline);
showOffline();

// ---- The pages

const print = new Print(generator, report, async ({ id }, watch) => {
  const good = await library.openGood(id, watch);
  if (!good) return report("No version without errors is stored.");
  if (opened?.id !== id) return;
  opened = good;
  show();
});
const targets = new Targets(generator, report);
const library = new Library(generator, report, games.map(({ id }) => id), {
  changed(id) {
    if (opened?.id !== id) return;
    delete opened.version;
    show();
  },
  fromSheet(id, sheet, images) {
    const opening = intake.open(id, sheet, images);
    location.hash = INTAKE;
    return opening;
  },
});
const intake = new Intake(generator, report, async (id, files) => {
  location.hash = "";
  await library.keep(id, files);
});
let opened = null;
let turn = 0;

/// The address names the page, so Back and a reload lead to it.
async function show() {
  const [id, part] = decodeURIComponent(location.hash.slice(1)).split("/");
  const isOther = part === "other";
  // Nobody waits for the files of a page that is left.
  if (print.isBusy || targets.isBusy) generator.cancel();
  report("");
  const now = turn += 1;
  const isIntake = location.hash === INTAKE && intake.isOpen;
  if (!isIntake && intake.isOpen && opened === null) intake.close();
  const isGood = opened?.version && opened.id === id && !isOther;
  const game = games.find((game) => game.id === id) ?? (isGood ? opened : id && !isIntake ? await library.open(id) : null);
  if (now !== turn) return;
  element("shelf").hidden = Boolean(game) || isIntake;
  element("intake").hidden = !isIntake;
  element("game").hidden = !game;
  document.title = game ? `Print ${game.title}` : isIntake ? "New game" : "Studio: print the games";
  if (game) {
    title.textContent = `Print ${game.title}`;
    for (const [link, page, href, isHere] of [["to-home", "home", `#${id}`, !isOther], ["to-others", "others", `#${id}/other`, isOther]]) {
      element(link).href = href;
      if (isHere) element(link).setAttribute("aria-current", "page");
      else element(link).removeAttribute("aria-current");
      element(page).hidden = !isHere;
    }
    (isOther ? targets : print).open(game);
    title.focus({ preventScroll: true });
    scrollTo(0, 0);
  } else if (isIntake) {
    element("intake-title").focus();
  } else {
    const link = opened && document.querySelector(`#game-${CSS.escape(opened.id)} .go`);
    (link ?? document.querySelector("#shelf h1")).focus();
  }
  opened = game ?? null;
  showLoading();
}
addEventListener("hashchange", show);
show();

addEventListener("keydown", ({ key, defaultPrevented }) => {
  if (key !== "Escape" || defaultPrevented || element("large").open) return;
  if (opened) element("close").click();
  else if (!element("intake").hidden) location.hash = "";
});
element("large").addEventListener("click", () => element("large").close());

// The generator is large: it follows when all else has arrived.
addEventListener("load", () => setTimeout(() => generator.ask("ready").catch(() => {}), PATIENCE));

// The table’s service worker caches the studio too. Browsers have it over HTTPS and on the machine itself only.
element("cached").hidden = !navigator.serviceWorker;
navigator.serviceWorker?.register("../worker.js", { updateViaCache: "none" })
  .then(() => navigator.serviceWorker.ready)
  .then(({ active }) => active.postMessage({ load: "studio/kept.json" }))
  .catch(() => {});
