// For those who hear the page: an element over each control of the canvas.

export class Controls {
  #over;
  #touch;
  #shown = new Map();

  constructor(over, touch) {
    this.#over = over;
    this.#touch = touch;
  }

  show(controls) {
    const gone = new Map(this.#shown);
    for (const { id, label, chosen, off, place } of controls) {
      const key = String(id);
      gone.delete(key);
      let button = this.#shown.get(key);
      if (!button) {
        button = document.createElement("button");
        button.type = "button";
        button.addEventListener("click", () => this.#touch(BigInt(key)));
        this.#shown.set(key, button);
        this.#over.append(button);
      }
      if (button.textContent !== label) button.textContent = label;
      button.disabled = off;
      if (chosen === null) button.removeAttribute("aria-pressed");
      else button.setAttribute("aria-pressed", String(chosen));
      const [left, top, width, height] = place.map((length) => `${length}px`);
      Object.assign(button.style, { left, top, width, height });
    }
    for (const [key, button] of gone) {
      button.remove();
      this.#shown.delete(key);
    }
  }
}
