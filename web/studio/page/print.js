// The questions before printing at home, and a picture of each sheet.

import { Align } from "./align.js";
import { Form } from "./form.js";
import { Cancelled } from "./generator.js";
import { capital, choice, counted, element, icon, make, problemList, size, stepper } from "./parts.js";

const BOOKLET = "rulebook-booklet";
/// Width of a sheet’s picture, in pixels: sharp on most screens, and drawn in a moment.
const WIDTH = 900;
/// Choices often follow each other.
const PAUSE = 120;
const GOOD = "Print the last version without errors";
export const PAPERS = [["a4", "A4"], ["letter", "Letter"], ["a3", "A3"], ["a5", "A5"], ["legal", "Legal"]];
/// Where the answers about the printer are stored.
const STORED = "skirmish studio printer";

/// The answers about the printer, which are the same for all games.
const printer = { paper: navigator.language === "en-US" ? "letter" : "a4", sides: "both", flip: "long-edge", single: "gutterfold", ink: "full", aligned: {} };
try {
  Object.assign(printer, JSON.parse(localStorage.getItem(STORED)));
} catch {
  // A browser that stores nothing asks again.
}

export function store(answers) {
  Object.assign(printer, answers);
  try {
    localStorage.setItem(STORED, JSON.stringify(printer));
  } catch {
    // As above.
  }
}

/// The question about paper.
export const askPaper = (name, change) => choice("Paper", name, PAPERS, printer.paper, change);
export const paper = () => printer.paper;
const paperTitle = () => PAPERS.find(([value]) => value === printer.paper)[1];
const edge = () => printer.flip === "long-edge" ? "long" : "short";

/// True if each player has a set of cards.
const isInSets = ({ sets, figures: [, most] }) => sets > 0 && most > 0;

/// The question about the number of players, for a game in sets; nothing for others.
export function askPlayers(game, change) {
  if (!isInSets(game)) return null;
  const [min, max] = game.figures;
  return make("fieldset", {}, make("legend", {}, "For how many players"),
    make("div", { class: "row" }, stepper("Players", { min: min ?? 1, max, value: max }, change), make("span", { class: "soft" }, "A set of cards for each")));
}

/// The question about the language, for a game in several; nothing for others. The answer is nothing for the source's language.
export function askLanguage({ languages = [] }, change) {
  if (languages.length < 2) return null;
  const [source] = languages;
  // A row has room for three.
  const detail = (tag) => languages.length > 3 ? [tag] : [];
  const named = (tag) => [tag, capital(new Intl.DisplayNames([tag], { type: "language" }).of(tag)), ...detail(tag)];
  return choice("Language", "language", languages.map(named), source, (tag) => change(tag === source ? null : tag));
}

export class Print {
  #generator;
  #report;
  #openGood;
  #form;
  #game = null;
  /// The answers about the game.
  #answers;
  /// The files of sheets with the booklet, and those of the extras; nothing until they are counted.
  #plan = null;
  #extras = null;
  /// The booklet by language and paper; nothing else changes it.
  #booklets;
  /// The sheet that is shown.
  #shown;
  #isStale = false;
  #isPreviewing = false;
  /// Sizes of downloads, by request: the same files have the same size when they are made again.
  #sizes = new Map();
  #urls = [];
  #turns;
  #backs;
  #files = make("ul", { class: "list" });
  #taken = make("span", { class: "soft" });
  #align;

  /// `openGood` opens the last version of a game without errors.
  constructor(generator, report, openGood) {
    [this.#generator, this.#report, this.#openGood] = [generator, report, openGood];
    this.#form = new Form(element("home-form"), generator, () => this.#make(), report);
    this.#align = new Align(generator, {
      paper: () => ({ name: printer.paper, title: paperTitle() }),
      aligned: () => printer.aligned[printer.paper],
      align: (aligned) => {
        store({ aligned: { ...printer.aligned, [printer.paper]: aligned ?? undefined } });
        this.#update();
      },
    });
    element("previous").addEventListener("click", () => this.#turn(-1));
    element("next").addEventListener("click", () => this.#turn(1));
  }

  get isBusy() {
    return this.#form.isBusy;
  }

  /// Opens the questions about a game.
  open(game) {
    if (this.#game === game) return;
    this.#game = game;
    this.#answers = { copies: 1, language: null, players: null, left: new Set(), extras: new Set() };
    this.#sizes.clear();
    [this.#plan, this.#extras, this.#booklets, this.#shown] = [null, null, new Map(), { file: "", number: 1 }];
    this.#clear();
    element("shown").textContent = "Drawing the first sheet…";
    element("pair").append(make("div", { class: "blank" }), make("div", { class: "blank" }));
    element("previous").disabled = element("next").disabled = true;
    this.#form.rest();
    this.#ask();
    this.#update();
    this.#preview();
  }

  #options() {
    const { sides, flip, single, ink } = printer;
    const { copies, language, players } = this.#answers;
    const readings = sides === "both" && printer.aligned[printer.paper]?.readings;
    return { paper: printer.paper, backs: sides === "both" ? flip : single, ink, copies, ...(language && { language }), ...(players && { players }), ...(readings && { readings }) };
  }

  /// Shows the questions. They stay while their answers change, to keep the place of the keyboard and of a screen reader.
  #ask() {
    const answer = (key) => (value) => {
      store({ [key]: value });
      this.#update();
      this.#preview();
    };
    const change = (key) => (value) => {
      this.#answers[key] = value;
      this.#preview();
    };
    const { sides, flip, single, ink } = printer;
    const [extras, others] = [true, false].map((is) => this.#game.pieces.filter(({ extra }) => extra === is));
    const copies = others.length ? "Number of copies" : "Number of decks";
    this.#turns = choice("It turns the paper over the", "flip", [["long-edge", "Long edge", "Most printers", "long-edge"], ["short-edge", "Short edge", "“Flip on short edge”", "short-edge"]], flip, answer("flip"));
    this.#backs = choice("Backs", "single", [["gutterfold", "Beside the fronts", "Fold and glue", "folded"], ["none", "No backs", "For opaque sleeves", "sleeve"]], single, answer("single"));
    this.#files.replaceChildren();
    this.#form.questions.replaceChildren(...[
      this.#game.version ? make("p", { class: "version" }, icon("info"), this.#game.version) : null,
      askLanguage(this.#game, change("language")),
      askPlayers(this.#game, change("players")),
      make("fieldset", { class: "what" }, make("legend", {}, "What to print"), this.#files, extras.length ? this.#askExtras(extras) : null),
      isInSets(this.#game) ? null : make("div", { class: "row copies" }, make("b", {}, copies), stepper(copies, { min: 1, max: 9, value: 1 }, change("copies"))),
      askPaper("paper", answer("paper")),
      choice("Your printer prints on", "sides", [["both", "Both sides", "Backs are printed", "both-sides"], ["one", "One side", "Fold, or use sleeves", "one-side"]], sides, answer("sides")),
      this.#turns,
      this.#align.element,
      this.#backs,
      choice("Colour", "ink", [["full", "Full colour", "As on the screen", "full-colour"], ["low", "Low ink", "Black lines on white", "low-ink"]], ink, answer("ink")),
    ].filter(Boolean));
  }

  /// Asks for pieces that are made on request.
  #askExtras(extras) {
    const take = (id) => ({ target }) => {
      this.#answers.extras[target.checked ? "add" : "delete"](id);
      this.#update();
      this.#preview();
    };
    const chip = ({ id, what }) => make("label", { class: "chip" }, make("input", { type: "checkbox", onchange: take(id) }), make("span", {}, capital(what.replace(/^1 /, ""))));
    return make("details", { class: "extras" }, make("summary", {}, icon("down"), make("span", {}, "Extras"), this.#taken), make("div", { class: "chips" }, ...extras.map(chip)));
  }

  /// Brings the questions up to date with the plan and the answers.
  #update() {
    this.#turns.hidden = this.#align.element.hidden = printer.sides !== "both";
    this.#align.update();
    this.#backs.hidden = printer.sides === "both";
    const booklet = this.#plan?.booklet;
    const files = [...this.#plan?.sheets ?? [], ...booklet ? [{ file: BOOKLET, what: "Rulebook, as a booklet to fold", sheets: booklet.sheets }] : []];
    const known = [...this.#files.children].map(({ dataset }) => dataset.file).join(" ");
    if (!this.#plan) {
      this.#files.replaceChildren(make("li", { class: "soft" }, "Counting sheets…"));
    } else if (known !== files.map(({ file }) => file).join(" ")) {
      this.#files.replaceChildren(...files.map(({ file }) => make("li", { "data-file": file }, make("label", {},
        make("input", { type: "checkbox", checked: !this.#answers.left.has(file), onchange: ({ target }) => {
          this.#answers.left[target.checked ? "delete" : "add"](file);
          this.#update();
          this.#preview();
        } }), make("span"), make("span", { class: "soft" })))));
    }
    files.forEach(({ what, sheets }, index) => {
      const [name, note] = this.#files.children[index].querySelectorAll("span");
      [name.textContent, note.textContent] = [capital(what), counted(sheets, "sheet")];
    });
    const { main, extras } = this.#wanted();
    const count = (all) => all.reduce((sum, { sheets }) => sum + sheets, 0);
    const chosen = this.#answers.extras.size;
    const offered = this.#game.pieces.filter(({ extra }) => extra).length;
    this.#taken.textContent = chosen ? [`${chosen} of ${offered}`, ...extras.length ? [counted(count(extras), "sheet")] : []].join(" · ") : `${offered} to choose`;
    const all = [...main, ...extras];
    const bytes = this.#sizes.get(this.#asked());
    const note = [counted(all.length, "file"), bytes && size(bytes), this.#options().readings && "backs corrected"].filter(Boolean).join(", ");
    this.#form.sum(this.#plan ? `${counted(count(all), "sheet")} of ${paperTitle()}` : "", this.#plan ? note : "", all.length > 1 ? "Download ZIP" : "Download PDF", all.length > 0);
  }

  /// The files that are wanted: of the game with its booklet, and of extras.
  #wanted() {
    const booklet = this.#plan?.booklet;
    const main = [...this.#plan?.sheets ?? [], ...booklet ? [{ file: BOOKLET, what: "rulebook, as a booklet", sheets: booklet.sheets, isBooklet: true }] : []];
    return { main: main.filter(({ file }) => !this.#answers.left.has(file)), extras: this.#answers.extras.size ? this.#extras?.sheets ?? [] : [] };
  }

  /// All sheets that can be shown, in order.
  #sheets() {
    const { main, extras } = this.#wanted();
    const each = (isExtra) => ({ file, what, sheets }) => Array.from({ length: sheets }, (_, index) => ({ file, what, number: index + 1, of: sheets, isExtra }));
    return [...main.filter(({ isBooklet }) => !isBooklet).flatMap(each(false)), ...extras.flatMap(each(true))];
  }

  #place() {
    const all = this.#sheets();
    return { all, at: all.findIndex(({ file, number }) => file === this.#shown.file && number === this.#shown.number) };
  }

  #turn(by) {
    const { all, at } = this.#place();
    const next = all[at + by];
    if (!next) return;
    this.#shown = next;
    this.#preview();
  }

  /// Counts the sheets and draws the one that is shown, again while answers change.
  async #preview() {
    this.#isStale = true;
    this.#report("");
    element("pair").classList.add("waits");
    if (this.#isPreviewing) return;
    this.#isPreviewing = true;
    try {
      while (this.#isStale) {
        this.#isStale = false;
        await new Promise((resolve) => { setTimeout(resolve, PAUSE); });
        if (this.#isStale) continue;
        const pictures = await this.#draw();
        if (this.#isStale) continue;
        // A sheet that is no longer printed gives way to the first one.
        const { all, at } = this.#place();
        this.#shown = all[at < 0 ? 0 : at] ?? { file: "", number: 1 };
        this.#isStale = at < 0 && all.length > 0;
        this.#update();
        if (!this.#isStale) this.#show(pictures);
      }
    } catch (error) {
      element("pair").classList.remove("waits");
      if (error instanceof Cancelled) return;
      this.#clear();
      element("shown").textContent = "Nothing to show";
      this.#form.sum("", "", "Download PDF", false);
      if (!error.problems?.length) return this.#report(error.message, () => this.#preview());
      element("shown").textContent = counted(error.problems.length, "error");
      const list = problemList(error.problems);
      list.tabIndex = 0;
      element("pair").append(make("div", { class: "wrong" }, list, this.#askGood()));
    } finally {
      this.#isPreviewing = false;
    }
  }

  /// Offers the last version without errors. Each version is checked, which may take a while.
  #askGood() {
    const step = make("p", { class: "step", role: "status" });
    const bar = make("progress", { "aria-label": "Progress" });
    const cancel = make("button", { type: "button", class: "button", onclick: () => this.#generator.cancel() }, "Cancel");
    const search = make("div", { class: "search", hidden: true }, make("div", {}, step, bar), cancel);
    const advance = ({ what, done, steps }) => {
      if (what !== "version" || !steps) return;
      step.textContent = `Looking at version ${Math.min(done + 1, steps)} of ${steps}`;
      Object.assign(bar, { max: steps, value: done });
    };
    const button = make("button", { type: "button", class: "button", onclick: async () => {
      step.textContent = "Looking for a version without errors";
      bar.removeAttribute("value");
      [button.hidden, search.hidden] = [true, false];
      cancel.focus();
      try {
        await this.#openGood(this.#game, advance);
      } catch (error) {
        if (!(error instanceof Cancelled)) this.#report(error.message);
      }
      const hadFocus = document.activeElement === cancel;
      [button.hidden, search.hidden] = [false, true];
      if (hadFocus) button.focus();
    } }, GOOD);
    return make("div", { class: "good" }, button, search);
  }

  /// Asks for the plan, and for the pictures of the sheet that is shown.
  async #draw() {
    const game = this.#game.id, options = this.#options(), only = [...this.#answers.extras], { file, number, isExtra } = this.#shown;
    const sheet = file ? { file, number, width: WIDTH } : null;
    const key = [options.language, options.paper].join();
    const known = this.#booklets;
    const plan = await this.#generator.ask("preview", { game, options, shown: { sheet: isExtra ? null : sheet, booklet: !known.has(key) } });
    if (!known.has(key)) known.set(key, plan.booklet);
    plan.booklet = known.get(key);
    const extras = only.length ? await this.#generator.ask("preview", { game, options: { ...options, only }, shown: { sheet: isExtra ? sheet : null } }) : null;
    if (!this.#isStale) [this.#plan, this.#extras] = [plan, extras];
    return isExtra ? extras?.files ?? [] : plan.files;
  }

  #clear() {
    for (const url of this.#urls.splice(0)) URL.revokeObjectURL(url);
    element("pair").replaceChildren();
  }

  #show(pictures) {
    const { what, number, of } = this.#shown;
    const { all, at } = this.#place();
    element("shown").textContent = all.length ? `${capital(what)}, sheet ${number} of ${of}` : "Nothing to print";
    element("previous").disabled = at <= 0;
    element("next").disabled = at < 0 || at === all.length - 1;
    this.#clear();
    if (all.length) {
      element("pair").append(...pictures.map(({ bytes }, side) => {
        const url = URL.createObjectURL(new Blob([bytes], { type: "image/jpeg" }));
        this.#urls.push(url);
        const name = side ? "Back" : pictures.length > 1 ? "Front" : "One side";
        const turn = side ? make("span", {}, `, turned over the ${edge()} edge`) : null;
        const button = make("button", { type: "button", "aria-label": `Enlarge: ${name.toLowerCase()}`, title: "Enlarge", onclick: () => enlarge(url) }, make("img", { src: url, alt: "" }));
        return make("figure", {}, button, make("figcaption", { class: "soft" }, name, turn));
      }));
    }
    element("pair").classList.remove("waits");
  }

  /// The request, as a key.
  #asked() {
    const { left, extras } = this.#answers;
    return JSON.stringify([this.#options(), [...left], [...extras]]);
  }

  async #make() {
    const { main, extras } = this.#wanted();
    const options = this.#options(), only = [...this.#answers.extras];
    const sides = ({ isBooklet, sheets, pages }) => isBooklet ? "both sides, short edge" : pages > sheets ? `both sides, ${edge()} edge` : "one side";
    // After the paper, names have sides and ink.
    const describe = (files) => (name) => {
      const found = files.find(({ file }) => name.startsWith(`${file}-${options.paper}`) && name.endsWith(".pdf"));
      return found && { title: capital(found.what), note: `${counted(found.sheets, "sheet")}, ${sides(found)}` };
    };
    const requests = [[main, options], [extras, { ...options, only }]].filter(([files]) => files.length)
      .map(([files, options]) => ({ options, describe: describe(files) }));
    const sheets = [...main, ...extras].reduce((sum, { sheets }) => sum + sheets, 0);
    const words = { making: `Making ${counted(sheets, "sheet")}`, ready: "Ready to print", next: "When you print" };
    const asked = this.#asked(), game = this.#game;
    const bytes = await this.#form.make(game.id, requests, words, options.paper);
    if (!bytes || game !== this.#game) return;
    this.#sizes.set(asked, bytes);
    this.#update();
  }
}

/// Shows a picture in its full size.
function enlarge(url) {
  const dialog = element("large");
  dialog.querySelector("img").src = url;
  dialog.showModal();
}
