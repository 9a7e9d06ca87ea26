// A face as it was and as it is, with a divider between the two.

import * as host from "./host.js";
import { make } from "./parts.js";

/// Pixels of a picture: sharp where a poker card fills the height of a screen.
const WIDTH = 900;
/// Most pixels in a millimetre, and the room for all else, in pixels.
const LARGEST = 6.3, BESIDE = [64, 200];

export function comparison({ note, past }) {
  const title = make("h2"), [before, now] = [make("img", { alt: "" }), make("img", { alt: "" })];
  const divider = make("input", { type: "range", min: 0, max: 100, step: 1 });
  divider.setAttribute("aria-label", "Divider between before and now");
  const both = make("div", { className: "both cut" }, now, make("div", {}, before));
  const close = make("button", { type: "button", textContent: "Close" });
  const dialog = make("dialog", { id: "compare" }, make("div", { className: "bar" }, title, close), both,
    make("div", { className: "sides" }, make("span", { textContent: "Before" }), divider, make("span", { textContent: "Now" })));
  dialog.setAttribute("aria-label", "Before and now");
  document.body.append(dialog);

  function move(to) {
    divider.value = to;
    divider.setAttribute("aria-valuetext", `${divider.value} % before`);
    both.style.setProperty("--divider", `${divider.value}%`);
  }

  const follow = ({ clientX }) => {
    const { left, width } = both.getBoundingClientRect();
    move((clientX - left) / width * 100);
  };
  both.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    both.setPointerCapture(event.pointerId);
    follow(event);
  });
  both.addEventListener("pointermove", (event) => { if (both.hasPointerCapture(event.pointerId)) follow(event); });
  divider.addEventListener("input", () => move(divider.value));
  close.addEventListener("click", () => dialog.close());

  return {
    /// Opens it on a face that has changed; `group` has its size in millimetres.
    async open(face, group) {
      try {
        [before.src, now.src] = await Promise.all([past(face), face.picture].map((picture) => host.picture(picture, WIDTH)));
        await Promise.all([before.decode(), now.decode()]);
      } catch {
        return note("The earlier picture isn’t kept any more.");
      }
      title.textContent = face.title;
      const { width, height, bleed = 0, corner = 0 } = group;
      const scale = Math.min(LARGEST, (innerWidth - BESIDE[0]) / width, (innerHeight - BESIDE[1]) / height);
      for (const [name, value] of Object.entries({ width, height, bleed, corner, scale })) both.style.setProperty(`--${name}`, value);
      move(50);
      dialog.showModal();
      divider.focus();
    },
  };
}
