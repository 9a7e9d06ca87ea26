// Backs behind their fronts: a test sheet shows where the printer puts them, and its readings correct later downloads.

import { capital, icon, make, save } from "./parts.js";

/// Scales of the sheet, and the reading where backs are aligned.
const SCALES = 8;
const ALIGNED = "10.0";
/// Largest reading.
const MAX = 20;

/// A reading as people type it; `NaN` for anything else.
const number = (text) => /^\d+([.,]\d+)?$/.test(text.trim()) ? Number(text.trim().replace(",", ".")) : NaN;

export class Align {
  #generator;
  #answers;
  #state = make("span", { class: "soft" });
  #print = make("p");
  #told = make("p", { class: "told", role: "status" });
  #fields = Array.from({ length: SCALES }, (_, index) => make("input", { inputmode: "decimal", placeholder: ALIGNED, autocomplete: "off", "aria-label": `Scale ${index + 1}` }));
  #check = this.#button("Print a check sheet", () => this.#download(this.#answers.aligned().readings));
  #remove = this.#button("Remove correction", () => this.#forget());
  element = make("details", { class: "align" },
    make("summary", {}, icon("down"), make("span", {}, "Align the backs"), this.#state),
    make("div", {},
      this.#print,
      this.#button("Print a test sheet", () => this.#download(null)),
      make("fieldset", { onkeydown: (event) => this.#enter(event) }, make("legend", {}, "Readings of the eight scales"),
        make("div", { class: "scales" }, ...this.#fields.map((field, index) => make("label", {}, make("span", { class: "soft", "aria-hidden": "true" }, `${index + 1}.`), field)))),
      make("div", { class: "row" }, this.#button("Save readings", () => this.#save()), this.#remove),
      this.#told, this.#check));

  /// `answers` has the name and title of the paper, and what was read on it, `{ readings, words }`, or nothing; `align` stores that.
  constructor(generator, answers) {
    [this.#generator, this.#answers] = [generator, answers];
  }

  #button(label, act) {
    return make("button", { type: "button", class: "button", onclick: act }, label);
  }

  /// Shows the readings of the chosen paper.
  update() {
    const aligned = this.#answers.aligned(), { title } = this.#answers.paper();
    if (this.element.dataset.paper === title) return;
    this.element.dataset.paper = title;
    this.#print.textContent = `The test sheet shows where your printer puts the backs. Print it on ${title}: both sides, 100 %, flipped on the long edge.`;
    this.#fields.forEach((field, index) => { field.value = aligned ? aligned.readings[index].toFixed(1) : ""; });
    this.#show(aligned, aligned?.words ?? "");
  }

  #show(aligned, words) {
    const { title } = this.#answers.paper();
    this.#state.textContent = aligned ? `Corrected on ${title}` : `Not measured on ${title}`;
    this.#check.hidden = this.#remove.hidden = !aligned;
    this.#tell(words);
  }

  #tell(words, isWrong = false) {
    this.#told.textContent = words;
    this.#told.classList.toggle("wrong", isWrong);
  }

  /// Enter saves the readings: the button of the form is for the game.
  #enter(event) {
    if (event.key !== "Enter") return;
    event.preventDefault();
    this.#save();
  }

  /// Asks for the test sheet, or with readings for the one that checks them.
  async #ask(readings) {
    try {
      return await this.#generator.ask("calibrate", { paper: this.#answers.paper().name, readings });
    } catch (error) {
      const hints = error.problems?.flatMap(({ hints = [] }) => hints) ?? [];
      this.#tell([error.message, ...hints].filter(Boolean).map((text) => `${capital(text)}.`).join(" "), true);
      return null;
    }
  }

  async #download(readings) {
    const made = await this.#ask(readings);
    if (!made) return;
    const [{ name, bytes }] = made.files;
    save(name, bytes, "application/pdf");
    this.#tell(readings ? `Downloaded ${name}. Every scale must read 10.0 ± 0.1.` : `Downloaded ${name}. The sheet explains how to read it.`);
  }

  async #save() {
    const readings = this.#fields.map(({ value }) => number(value));
    const wrong = readings.findIndex((reading) => !(reading <= MAX));
    this.#fields.forEach((field, index) => field.setAttribute("aria-invalid", index === wrong));
    if (wrong >= 0) {
      this.#fields[wrong].focus();
      return this.#tell(`Scale ${wrong + 1}: type a number from 0 to ${MAX}, such as ${ALIGNED}.`, true);
    }
    const paper = this.#answers.paper().name, made = await this.#ask(readings);
    if (!made || paper !== this.#answers.paper().name) return;
    const [words, agreement] = made.reports[0].advice;
    const aligned = { readings, words: `${words} ${agreement}` };
    this.#answers.align(aligned);
    this.#show(aligned, `${aligned.words} Sheets are corrected from now on.`);
  }

  #forget() {
    this.#answers.align(null);
    for (const field of this.#fields) field.value = "";
    this.#show(null, "Sheets are no longer corrected.");
    this.element.querySelector("summary").focus();
  }
}
