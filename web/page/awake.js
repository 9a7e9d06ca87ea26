// The screen stays on while a game goes on, where the browser lets it.

export class Awake {
  #tell;
  #wanted = false;
  #lock = null;

  /// `tell` hears whether the screen stays on; nothing, while nobody knows.
  constructor(tell) {
    this.#tell = tell;
    // The browser lets go whenever the page is hidden.
    document.addEventListener("visibilitychange", () => this.#ask());
    // Some browsers give it only after a touch.
    document.addEventListener("pointerup", () => { if (this.#wanted && !this.#lock) this.#ask(); });
  }

  want(wanted) {
    this.#wanted = wanted;
    this.#ask();
  }

  async #ask() {
    if (!this.#wanted) {
      this.#tell(undefined);
      await this.#lock?.release();
      return;
    }
    if (this.#lock || document.visibilityState !== "visible") return;
    try {
      this.#lock = await navigator.wakeLock.request("screen");
      this.#lock.addEventListener("release", () => {
        this.#lock = null;
        if (this.#wanted && document.visibilityState === "visible") this.#tell(false);
      });
      this.#tell(true);
    } catch {
      // Not on this browser, not without https, or not with so little in the battery.
      this.#tell(false);
    }
  }
}
