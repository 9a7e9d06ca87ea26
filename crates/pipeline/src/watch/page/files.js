// The files of the game as texts. The program gets them once typing pauses, as on the faces.

import * as host from "./host.js";
import { make, refill, released } from "./parts.js";

/// Milliseconds without a key after which a text is sent.
const PAUSE = 400;

export function filesView({ note, problems, typed, step, fix }) {
  const section = document.getElementById("files");
  const list = make("nav", {});
  list.setAttribute("aria-label", "Files of the game");
  const area = make("div", { className: "editor" });
  const told = make("p", { className: "refused" });
  told.setAttribute("role", "alert");
  const wrong = make("ul", { className: "wrong" });
  section.replaceChildren(list, make("div", { className: "code" }, told, area, wrong));

  /// The open file: its path, its text as the program has it, and the step in which it is changed.
  let file = null;
  /// The editor, once a file is opened: it is larger than the rest of the page.
  let editor, loading;
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
    if (one.dataset.path === file?.path) {
      one.setAttribute("aria-current", "true");
      one.scrollIntoView({ block: "nearest" });
    }
    else one.removeAttribute("aria-current");
  });

  const load = () => (loading ??= import("./code.js").then(({ codeEditor }) => {
    editor = codeEditor(area, { changed, left: send, step: (direction) => send().then(() => step(direction)) });
  }).catch((error) => { loading = null; throw error; }));

  /// Opens a file, at a line if one is given.
  async function open(path, line) {
    if (!path) return false;
    if (path !== file?.path) {
      await send();
      const [{ value: text, why }, missing] = await Promise.all([host.file(path), load().catch(() => "The editor can’t be loaded.")]);
      if (text === undefined || missing) { note(why ?? missing ?? `${path} can’t be shown.`); return false; }
      file = { path, text };
      refused("");
      editor.open(name(path), text);
      mark();
    }
    draw();
    if (line && isShown) editor.go(line);
    return true;
  }

  const isChanged = () => editor.text() !== file.text;

  /// The file's problems, in the text and below it.
  function draw() {
    if (!file) return;
    const own = problems().filter(({ place }) => place?.file === file.path);
    // Marks move with the text as it is typed; problems are those of the program's version.
    if (!isChanged()) editor.mark(own, fixed);
    refill(wrong, ...own.map((problem) => {
      const { severity, what, place, hints } = problem;
      const button = (textContent, act, className = "") => {
        const one = make("button", { type: "button", textContent, className });
        one.addEventListener("click", act);
        return one;
      };
      const line = button(`Line ${place.line}`, () => open(place.file, place.line));
      return make("li", { className: severity }, make("p", {}, `${severity}: ${what} `, line),
        ...hints.map((hint) => make("p", { className: "hint", textContent: hint })), ...problem.fix ? [button(problem.fix, () => fixed(problem), "fix")] : []);
    }));
  }

  /// Fixes a problem in the text as it is now.
  const fixed = (problem) => send().then(() => fix(problem));

  function refused(why, ...buttons) {
    told.replaceChildren(why, ...buttons);
  }

  /// Sends the typed text. If another program changed the file meanwhile, one of the two versions is kept.
  function send() {
    clearTimeout(timer);
    sending = sending.then(async () => {
      if (!file || !isChanged()) return;
      const [sent, now] = [file, editor.text()];
      const { value, why, stale } = await host.edit({ step: sent.step, label: `Text of ${sent.path.split("/").at(-1)}`, change: { change: "text", file: sent.path, old: sent.text, new: now } });
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
    if (!keep) editor.follow(text);
    refused("");
    await send();
    draw();
  }

  function changed() {
    typed(file);
    clearTimeout(timer);
    timer = setTimeout(send, PAUSE);
  }

  /// Takes in what the game has become: a text that isn't being changed here follows its file.
  async function follow() {
    if (!isShown) return;
    await sending;
    if (file && !isChanged()) {
      const { value: text } = await host.file(file.path);
      if (text !== undefined && text !== file.text && !isChanged()) {
        file.text = text;
        editor.follow(text);
      }
    }
    await released();
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
