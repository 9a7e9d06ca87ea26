// A new game from a spreadsheet: what each column becomes, before anything is made.

import { ofInput } from "./bring.js";
import { Cancelled } from "./generator.js";
import { capital, counted, element, icon, make } from "./parts.js";

/// Cards beside the columns, and their width in pixels.
const CARDS = 3;
const WIDTH = 420;
/// Possible uses of a column.
const ROLES = [["name", "Name"], ["kind", "Kind"], ["count", "Copies"], ["field", "On the card"], ["image", "Image"], ["unused", "Not used"]];
/// Remarks about single columns and the command line are elsewhere on the page, or mean nothing there.
const isRemark = (line, headings) => !/`skirmish|`--/.test(line) && !headings.some((heading) => line.startsWith(`${heading.replaceAll("\n", " ")}: `)) && !line.startsWith("kinds: ");

export class Intake {
  #generator;
  #report;
  #keep;
  #id = "";
  #sheet = null;
  #images = [];
  #roles = {};
  /// Files of the game as it is shown; nothing while it is made.
  #files = null;
  #isStale = false;
  #isDrafting = false;
  #urls = [];

  /// `keep` stores the game: it gets the id that was planned and the files, and opens the shelf.
  constructor(generator, report, keep) {
    [this.#generator, this.#report, this.#keep] = [generator, report, keep];
    element("create").onclick = () => this.#create();
    element("add-images").onclick = () => element("images").click();
    element("images").onchange = () => this.#add(ofInput(element("images")));
  }

  /// True while a game is planned.
  get isOpen() {
    return Boolean(this.#id);
  }

  /// Opens a spreadsheet and images, `{ path, read }`, for a game with an id.
  async open(id, sheet, images) {
    const name = sheet.path.split("/").at(-1);
    [this.#id, this.#roles, this.#files] = [id, {}, null];
    element("intake-title").textContent = `New game from ${name}`;
    element("columns").replaceChildren();
    element("first").replaceChildren();
    element("remarks").replaceChildren();
    element("columns-of").textContent = "Reading the columns …";
    element("columns-note").textContent = "";
    this.#sheet = { name, bytes: await sheet.read() };
    this.#images = await read(images);
    return this.#give();
  }

  /// Adds images to those that are there.
  async #add(images) {
    this.#images = [...this.#images, ...await read(images)];
    return this.#give();
  }

  close() {
    this.#generator.release(this.#id);
    this.#id = "";
  }

  /// Gives the files to the generator, and drafts the game.
  async #give() {
    element("image-count").textContent = this.#images.length ? counted(this.#images.length, "image") : "No images";
    try {
      await this.#generator.ask("intake", { sheet: this.#sheet, images: this.#images });
      await this.#draft();
    } catch (error) {
      this.#fail(error);
    }
  }

  #fail(error) {
    element("first").classList.remove("waits");
    element("create").disabled = true;
    element("columns-of").textContent = "Nothing to make";
    if (!(error instanceof Cancelled)) this.#report(error.message);
  }

  /// Makes the game for the roles that are chosen, again while they change.
  async #draft() {
    this.#isStale = true;
    this.#files = null;
    element("create").disabled = true;
    element("first").classList.add("waits");
    if (this.#isDrafting) return;
    this.#isDrafting = true;
    try {
      while (this.#isStale) {
        this.#isStale = false;
        const { plan, files } = await this.#generator.ask("draft", { name: this.#id, roles: this.#roles });
        if (this.#isStale || !this.isOpen) continue;
        const own = files.map(({ name, bytes }) => ({ path: name, bytes }));
        this.#generator.hold(this.#id, own);
        const { about, files: faces } = await this.#generator.ask("about", { game: this.#id, faces: CARDS, width: WIDTH });
        if (this.#isStale || !this.isOpen) continue;
        this.#files = own;
        this.#show(plan, about, faces);
      }
    } catch (error) {
      this.#fail(error);
    } finally {
      this.#isDrafting = false;
    }
  }

  #show({ rows, columns, lines }, about, faces) {
    this.#report("");
    element("columns-of").textContent = `${counted(columns.length, "column")}, ${counted(rows, "row")}`;
    element("columns-note").textContent = "Check what each column is used for.";
    // A menu keeps its place and focus while others change.
    const known = [...element("columns").children];
    if (known.length === columns.length) known.forEach((row, at) => update(row, columns[at]));
    else element("columns").replaceChildren(...columns.map((column) => this.#row(column)));
    const remarks = lines.filter((line) => isRemark(line, columns.map(({ heading }) => heading)));
    element("remarks").replaceChildren(...remarks.map((line) => make("li", {}, icon("info"), make("span", {}, capital(line)))));
    for (const url of this.#urls.splice(0)) URL.revokeObjectURL(url);
    element("first").replaceChildren(...faces.map(({ bytes }, at) => {
      const url = URL.createObjectURL(new Blob([bytes], { type: "image/jpeg" }));
      this.#urls.push(url);
      return make("img", { src: url, alt: `Card ${at + 1}` });
    }));
    element("first-of").textContent = `${counted(about.cards, "card")}, the first ${Math.min(CARDS, faces.length)} shown`;
    element("first").classList.remove("waits");
    element("create").disabled = false;
  }

  #row(column) {
    const { heading } = column;
    const choose = make("select", { "aria-label": `${heading}: used for`, onchange: ({ target }) => {
      // One column at most has the names, the counts, the kinds and the images.
      if (["name", "count", "kind", "image"].includes(target.value)) {
        for (const [other, role] of Object.entries(this.#roles)) if (role === target.value && other !== heading) delete this.#roles[other];
      }
      this.#roles[heading] = target.value;
      this.#draft();
    } });
    const row = make("li", {}, make("b", {}, heading), make("span", { class: "soft cells" }), choose, make("span", { class: "soft what" }));
    update(row, column);
    return row;
  }

  async #create() {
    if (!this.#files) return;
    element("create").disabled = true;
    try {
      await this.#keep(this.#id, this.#files);
      this.close();
    } finally {
      element("create").disabled = false;
    }
  }
}

/// Shows a column in its row.
function update(row, { role, what, cells }) {
  const [, shown, choose, note] = row.children;
  shown.textContent = cells.join(", ");
  // Some roles come from headings only: a colour, an image of the back.
  const own = role === null ? [["", capital(what)]] : [];
  choose.replaceChildren(...[...own, ...ROLES].map(([value, label]) => make("option", { value, selected: value === (role ?? "") }, label)));
  row.classList.toggle("unused", role === "unused");
  note.textContent = role === null || !what ? "" : capital(what);
}

const read = (images) => Promise.all(images.map(async ({ path, read }) => ({ name: path, bytes: await read() })));
