// The files of the game as texts. What is typed goes to the program after a pause, as on the faces.

import * as host from "./host.js";
import { make } from "./parts.js";

/// Milliseconds without a key after which a text is sent.
const PAUSE = 400;

export function filesView({ note, problems, typed }) {
  const section = document.getElementById("files");
  const list = make("nav", {});
  list.setAttribute("aria-label", "Files of the game");
  const area = make("textarea", { spellcheck: false, wrap: "off" });
  const gutter = make("pre", {});
  gutter.setAttribute("aria-hidden", "true");
  const told = make("p", { className: "refused" });
  told.setAttribute("role", "alert");
  const wrong = make("ul", { className: "wrong" });
  section.replaceChildren(list, make("div", { className: "code" }, told, make("div", { className: "lines" }, gutter, area), wrong));

  /// The open file: its path, its text as the program has it, and the step in which it is changed.
  let file = null;
  let timer, sending = Promise.resolve(), isShown = false;

  const name = (path) => path.split("/").slice(2).join("/");

  async function listed() {
    const { value: all, why } = await host.files();
    if (!all) return note(why);
    list.replaceChildren(...host.add ? [adding()] : [], make("ul", {}, ...all.map(({ path, is_text }) => {
      const one = make("button", { type: "button", textContent: name(path), disabled: !is_text });
      one.dataset.path = path;
      one.addEventListener("click", () => open(path));
      return make("li", {}, one);
    })));
    mark();
    if (!file) await open((all.find(({ path }) => path.endsWith("/game.toml")) ?? all.find(({ is_text }) => is_text))?.path);
  }

  /// Adds files of the device, where the host takes them.
  function adding() {
    const input = make("input", { type: "file", multiple: true, hidden: true });
    input.addEventListener("change", () => add([...input.files]));
    const button = make("button", { type: "button", className: "add", textContent: "Add files" });
    button.addEventListener("click", () => input.click());
    return make("div", {}, button, input);
  }

  async function add(files) {
    const { value: names, why } = await host.add(files);
    note(names ? `Added ${names.map(name).join(", ")}` : why);
    await listed();
  }

  if (host.add) {
    section.addEventListener("dragover", (event) => event.preventDefault());
    section.addEventListener("drop", (event) => {
      event.preventDefault();
      add([...event.dataTransfer.files]);
    });
  }

  const mark = () => list.querySelectorAll("[data-path]").forEach((one) => {
    if (one.dataset.path === file?.path) one.setAttribute("aria-current", "true");
    else one.removeAttribute("aria-current");
  });

  /// Opens a file, at a line if one is given.
  async function open(path, line) {
    if (!path) return false;
    if (path !== file?.path) {
      await send();
      const { value: text, why } = await host.file(path);
      if (text === undefined) { note(why ?? `${path} can’t be shown.`); return false; }
      file = { path, text };
      refused("");
      area.value = text;
      area.setAttribute("aria-label", name(path));
      [area.scrollTop, area.scrollLeft] = [0, 0];
      area.setSelectionRange(0, 0);
      mark();
    }
    draw();
    if (line) {
      const start = area.value.split("\n").slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
      const end = area.value.indexOf("\n", start);
      area.focus({ preventScroll: true });
      area.setSelectionRange(start, end < 0 ? area.value.length : end);
      area.scrollTop = (line - 1) * lineHeight() - area.clientHeight / 3;
    }
    return true;
  }

  const lineHeight = () => parseFloat(getComputedStyle(area).lineHeight);

  /// The numbers of the lines, and the file's problems.
  function draw() {
    const own = problems().filter(({ place }) => place?.file === file?.path);
    const lines = new Map(own.map(({ place, severity }) => [place.line, severity]));
    const count = area.value.split("\n").length;
    gutter.replaceChildren(...Array.from({ length: count }, (_, line) => {
      const severity = lines.get(line + 1);
      return severity ? make("b", { className: severity, textContent: `${line + 1}\n` }) : `${line + 1}\n`;
    }));
    gutter.scrollTop = area.scrollTop;
    wrong.replaceChildren(...own.map(({ severity, what, place, hints }) => {
      const button = make("button", { type: "button", textContent: `Line ${place.line}` });
      button.addEventListener("click", () => open(place.file, place.line));
      return make("li", { className: severity }, make("p", {}, `${severity}: ${what} `, button), ...hints.map((hint) => make("p", { className: "hint", textContent: hint })));
    }));
  }

  function refused(why, ...buttons) {
    told.replaceChildren(why, ...buttons);
  }

  /// Sends what was typed. A file that another program changed meanwhile is kept as one of the two has it.
  function send() {
    clearTimeout(timer);
    sending = sending.then(async () => {
      if (!file || area.value === file.text) return;
      const [sent, now] = [file, area.value];
      const { value, why, stale } = await host.edit({ step: sent.step, change: { change: "text", file: sent.path, old: sent.text, new: now } });
      if (sent !== file) return;
      if (value) { file.text = now; return refused(""); }
      const choice = (label, keep) => {
        const button = make("button", { type: "button", textContent: label });
        button.addEventListener("click", () => choose(keep));
        return button;
      };
      refused(why, ...stale ? [" ", choice("Keep this text", true), " ", choice("Take the other text", false)] : []);
    });
    return sending;
  }

  async function choose(keep) {
    const { value: text } = await host.file(file.path);
    if (text === undefined) return;
    file.text = text;
    if (!keep) area.value = text;
    refused("");
    await send();
    draw();
  }

  area.addEventListener("input", () => {
    typed(file);
    clearTimeout(timer);
    timer = setTimeout(send, PAUSE);
    draw();
  });
  area.addEventListener("blur", send);
  area.addEventListener("scroll", () => { gutter.scrollTop = area.scrollTop; });

  /// Takes in what the game has become: a text that isn't being changed here follows its file.
  async function follow() {
    if (!isShown) return;
    await sending;
    if (file && area.value === file.text) {
      const { value: text } = await host.file(file.path);
      if (text !== undefined && text !== file.text && area.value === file.text) {
        const at = area.selectionStart;
        [file.text, area.value] = [text, text];
        area.setSelectionRange(at, at);
      }
    }
    draw();
  }

  return {
    open,
    follow,
    /// Called when the view is shown or hidden.
    show(shown) {
      if (isShown && !shown) send();
      isShown = shown;
      if (shown) listed();
    },
  };
}
