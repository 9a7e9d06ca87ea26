// Questions with a download below them. They are locked while files are made; afterwards the files take their place.

import { Cancelled } from "./generator.js";
import { counted, icon, make, size } from "./parts.js";

/// Names of what the generator counts.
const STEPS = { painting: "Drawing picture" };
const TYPES = { pdf: "application/pdf", html: "text/html", zip: "application/zip" };

/// People on the page have no command line.
const isForPage = (advice) => !advice.includes("--");
const type = (name) => TYPES[name.split(".").at(-1)] ?? "application/octet-stream";

export class Form {
  questions = make("div", { class: "questions" });
  #generator;
  #report;
  #urls = [];
  #ready = make("div", { class: "ready", hidden: true });
  #sum = make("p", { class: "sum" });
  #step = make("p", { class: "step", role: "status" });
  #bar = make("progress", { "aria-label": "Progress" });
  #progress = make("div", { class: "progress", hidden: true }, this.#step, this.#bar);
  #label = make("span");
  #download = make("button", { type: "submit", class: "button main" }, icon("download"), this.#label);
  #cancel = make("button", { type: "button", class: "button", hidden: true, onclick: () => this.#generator.cancel() }, "Cancel");
  #done = make("div", { class: "done" }, this.#sum, this.#progress, this.#cancel, this.#download);
  #after = make("div", { class: "done after", hidden: true });

  /// `submit` is called for the download, `report` with what goes wrong.
  constructor(root, generator, submit, report) {
    [this.#generator, this.#report] = [generator, report];
    root.append(make("form", { onsubmit: (event) => { event.preventDefault(); submit(); } }, this.questions, this.#ready, this.#done, this.#after));
  }

  /// True while files are made.
  get isBusy() {
    return !this.#cancel.hidden;
  }

  /// Shows what the download brings: a text in bold, a note, and the button.
  sum(text, note, label, possible) {
    this.#sum.replaceChildren(make("b", {}, text), make("span", { class: "soft" }, note));
    this.#label.textContent = label;
    this.#download.disabled = !possible;
  }

  /// Shows the questions.
  rest() {
    for (const url of this.#urls.splice(0)) URL.revokeObjectURL(url);
    this.#show("questions");
  }

  /// Makes files and downloads them, several in an archive. Each request has `options` and `describe`, which returns title and
  /// note of a file by its name, or nothing to leave it out. The words are those of the progress, and two headings for the files. The
  /// archive is named by game and language, and this.
  /// Returns the bytes of the download; nothing if it failed.
  async make(game, requests, words, archive) {
    this.#step.textContent = words.making;
    this.#bar.removeAttribute("value");
    this.#show("progress");
    this.#cancel.focus();
    // A translation has a folder of its own.
    const folders = [game, requests[0].options.language].filter(Boolean);
    try {
      const files = [], advice = [];
      for (const { options, describe } of requests) {
        const built = await this.#generator.ask("build", { game, options }, (progress) => this.#advance(progress));
        for (const { name, bytes } of built.files) {
          const short = name.split("/").slice(folders.length).join("/");
          const description = describe(short);
          if (description) files.push({ ...description, name: short, bytes });
        }
        advice.push(...built.reports.flatMap(({ advice }) => advice).filter(isForPage));
      }
      const named = (end) => [...folders, end].join("-");
      let whole = { name: named(files[0].name), bytes: files[0].bytes };
      if (files.length > 1) {
        const packed = await this.#generator.ask("pack", { files: files.map(({ name, bytes }) => ({ name, bytes })) });
        whole = { name: named(`${archive}.zip`), bytes: packed.files[0].bytes };
      }
      this.#finish(whole, files, [...new Set(advice)], words);
      return whole.bytes.length;
    } catch (error) {
      this.rest();
      this.#download.focus();
      if (!(error instanceof Cancelled)) this.#report(error.message);
      return null;
    }
  }

  #advance({ what, done, steps }) {
    if (!steps) return;
    this.#step.textContent = `${STEPS[what] ?? what} ${Math.min(done + 1, steps)} of ${steps}`;
    Object.assign(this.#bar, { max: steps, value: done });
  }

  #finish({ name, bytes }, files, advice, words) {
    const link = (blob) => {
      const url = URL.createObjectURL(blob);
      this.#urls.push(url);
      return url;
    };
    const blob = new Blob([bytes], { type: type(name) });
    const url = link(blob);
    const file = new File([blob], name, { type: blob.type });
    const heading = make("h2", { class: "title", tabindex: "-1" }, words.ready);
    // Long lists of pictures say nothing.
    const listed = files.every(({ title }) => title) ? files.map((file) => make("li", {}, icon("file"),
      make("span", {}, file.title, make("span", { class: "soft" }, file.note)),
      make("a", { class: "button quiet", href: link(new Blob([file.bytes], { type: type(file.name) })), target: "_blank", "aria-label": `Open ${file.title}` }, "Open"))) : [];
    this.#ready.replaceChildren(
      make("div", { class: "made" }, icon("check"), make("div", {}, heading, make("p", { class: "soft" }, `${name}, ${size(blob.size)}, downloaded`))),
      listed.length ? make("ul", { class: "list" }, ...listed) : make("p", {}, counted(files.length, "file")),
      make("div", {}, make("h3", {}, words.next), make("ol", {}, ...advice.map((line) => make("li", {}, line)))));
    const share = navigator.canShare?.({ files: [file] })
      && make("button", { type: "button", class: "button", onclick: () => navigator.share({ files: [file] }).catch(() => {}) }, icon("share"), "Share file");
    this.#after.replaceChildren(...[
      make("button", { type: "button", class: "button", onclick: () => { this.rest(); this.#download.focus(); } }, "Change settings"),
      share,
      make("a", { class: "button main", href: url, download: name }, icon("download"), "Download again"),
    ].filter(Boolean));
    this.#show("ready");
    make("a", { href: url, download: name }).click();
    heading.focus();
  }

  #show(state) {
    this.questions.hidden = state === "ready";
    this.questions.inert = state === "progress";
    this.#ready.hidden = this.#after.hidden = state !== "ready";
    this.#done.hidden = state === "ready";
    this.#progress.hidden = this.#cancel.hidden = state !== "progress";
    this.#sum.hidden = this.#download.hidden = state === "progress";
  }
}
