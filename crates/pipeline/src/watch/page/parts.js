// Elements and words of the page.

/// An element with its properties and children.
export function make(tag, properties = {}, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

/// Milliseconds without a key after which a text is sent.
export const PAUSE = 250;

/// A value as a field shows it.
export const shown = (value) => value == null ? "" : Array.isArray(value) ? value.map(shown).join(", ") : String(value);

/// A typed text as a value of the same type as another one of its field: cards.toml tells numbers from texts.
export function typed(text, like) {
  if (text === "") return null;
  if (Array.isArray(like)) return text.split(",").map((part) => typed(part.trim(), like[0]));
  if (typeof like === "number" && Number.isFinite(Number(text))) return Number(text);
  return typeof like === "boolean" && /^(true|false)$/.test(text) ? text === "true" : text;
}

/// How often, and after how many milliseconds, something is asked for again whose file is newer than its face.
const TRIES = 20, AGAIN = 250;

/// The answer to a question about a face. Right after a file has changed, it's asked again until the face is drawn.
export async function onceDrawn(ask) {
  for (let tries = 1; ; tries += 1) {
    const answer = await ask();
    if (!answer.stale || tries === TRIES) return answer;
    await new Promise((resolve) => setTimeout(resolve, AGAIN));
  }
}

/// Resolved while no control is pressed.
let release = Promise.resolve();
addEventListener("pointerdown", ({ target }) => {
  // Boxes are updated while they are dragged.
  if (!target.closest("button:not(.box), summary, td, th")) return;
  release = new Promise((done) => {
    addEventListener("click", () => setTimeout(done), { once: true, capture: true });
    // A press may end without a click, and a tap's click comes later than the finger's release.
    for (const event of ["pointerup", "pointercancel"]) addEventListener(event, () => setTimeout(done, 100), { once: true, capture: true });
  });
}, true);

/// Waits until no control is pressed: one that is replaced before its release gets no click.
export const released = () => release;

/// Replaces the children of an element. The focus goes to the control with the same label, or else in the same place.
export function refill(element, ...children) {
  const controls = () => [...element.querySelectorAll("input, button, summary")];
  const old = controls(), at = old.indexOf(document.activeElement), label = old[at]?.textContent;
  element.replaceChildren(...children);
  if (at < 0) return;
  const same = (all) => all.filter(({ textContent }) => textContent === label);
  const fresh = controls();
  (same(fresh)[same(old.slice(0, at)).length] ?? fresh[Math.min(at, fresh.length - 1)])?.focus({ preventScroll: true });
}

/// The name of a field for people, by the keys that lead to it.
export const fieldName = (path) => capital(path.join(" ").replaceAll("_", " "));

/// A name that no card has yet: with a number, if it's taken.
export function freeName(name, taken) {
  const [, stem] = /^(.*?)(?: \d+)?$/s.exec(name);
  let free = name;
  for (let number = 2; taken.has(free); number += 1) free = `${stem} ${number}`;
  return free;
}

/// A place without its folder: `cards.toml:12`.
export const short = ({ file, line }) => `${file.split("/").at(-1)}:${line}`;
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
export const counted = (number, noun, plural = `${noun}s`) => `${number} ${number === 1 ? noun : plural}`;
