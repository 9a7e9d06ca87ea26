// Files for print services, virtual tables and cutting machines.

import { Form } from "./form.js";
import { askLanguage, askPaper, askPlayers, paper, store } from "./print.js";
import { element, icon, make } from "./parts.js";

/// Groups of targets: id, icon, title, files, needs and instructions.
const GROUPS = [
  ["Have it printed", [
    ["press", "shop", "Print shop", "PDF in CMYK, 3 mm bleed", "the PDF standard the shop asks for", "The PDF is PDF/X-4, which most shops accept. Ask yours for its colour profile and minimum bleed."],
    ["mpc", "cards", "MakePlayingCards", "Images and an order file", "the free program MPC Autofill", "Upload the images yourself, or let MPC Autofill fill in the order."],
    ["tgc", "box", "The Game Crafter", "Images in the sizes it prints", "an account there", "Upload the images of each folder to the piece with the same name."],
    ["dtc", "book", "DriveThruCards", "One PDF, fronts and backs", "a publisher account", "Upload the PDF as a card product. It has the bleed and the ink limit that DriveThruCards asks for."],
  ]],
  ["Play on a screen", [
    ["tts", "globe", "Tabletop Simulator", "A saved object and its images", "a web address for the images", "Upload the images to a web server first, and enter the address of their folder."],
    ["pcio", "people", "PlayingCards.io", "A room file to upload", "nothing else", "Open a custom room there and import the file."],
    ["html", "book", "Web rulebook", "One HTML page for phones", "nothing else", "The page works without a network."],
  ]],
  ["Make it yourself", [
    ["cut", "scissors", "Cutting machine", "Sheets, and lines as SVG and DXF", "a Silhouette, Cricut or laser", "Print the sheets at 100 %, then let the machine find the registration marks and cut the lines."],
    ["images", "image", "Images", "A PNG of each face", "nothing else", "For any other program."],
  ]],
];

export class Targets {
  #form;
  #game = null;
  #chosen;
  #language = null;
  #players = null;
  #address = "";

  constructor(generator, report) {
    this.#form = new Form(element("others-form"), generator, () => this.#make(), report);
  }

  get isBusy() {
    return this.#form.isBusy;
  }

  /// Opens the targets for a game.
  open(game) {
    if (this.#game === game) return;
    this.#game = game;
    const offered = ([target]) => game.book || target !== "html";
    element("targets").replaceChildren(...GROUPS.map(([label, targets]) => make("fieldset", {}, make("legend", {}, label),
      make("div", { class: "targets" }, ...targets.filter(offered).map((target) => this.#card(target))))));
    this.#choose(GROUPS[0][1][0]);
  }

  #card(target) {
    const [id, art, title, what, needs] = target;
    return make("label", { class: "choice" },
      make("input", { type: "radio", name: "target", value: id, checked: id === GROUPS[0][1][0][0], onchange: () => this.#choose(target) }),
      make("span", {}, icon(art), make("span", {}, make("b", {}, title), make("span", {}, what), make("small", { class: "soft" }, `Needs: ${needs}`))));
  }

  #choose(target) {
    const [id, , title, what, , text] = target;
    this.#chosen = { id, title, what };
    const address = () => make("fieldset", {}, make("legend", {}, "Web address of the images"),
      make("input", { type: "url", required: true, "aria-label": "Web address of the images", placeholder: "https://example.org/cards/", value: this.#address, oninput: ({ target }) => { this.#address = target.value; } }));
    [this.#language, this.#players] = [null, null];
    this.#form.rest();
    this.#form.questions.replaceChildren(...[
      make("h2", { class: "title" }, title),
      make("p", {}, text),
      askLanguage(this.#game, (language) => { this.#language = language; }),
      id === "html" ? null : askPlayers(this.#game, (players) => { this.#players = players; }),
      id === "cut" ? askPaper("cut-paper", (paper) => store({ paper })) : null,
      id === "tts" ? address() : null,
    ].filter(Boolean));
    this.#form.sum(title, what, "Download", true);
  }

  #make() {
    const { id, title } = this.#chosen;
    const options = { target: id, ...(this.#language && { language: this.#language }), ...(this.#players && { players: this.#players }), ...(id === "cut" && { paper: paper() }), ...(id === "tts" && { imageUrl: this.#address }) };
    // The record of the print run is for the command line.
    const describe = (name) => name !== "printing.toml" && { title: /\.(pdf|html|pcio)$/.test(name) && name, note: "" };
    this.#form.make(this.#game.id, [{ options, describe }], { making: `Making files for ${title}`, ready: "Ready", next: "Next" }, id);
  }
}
