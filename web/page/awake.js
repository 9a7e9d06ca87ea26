// The screen stays on while a game goes on, where the browser lets it.

import { SILENCE } from "./video.js";

/// Replaces the browser's own lock, which pages over plain http don't get: the screen stays on while a video plays.
class VideoLock extends EventTarget {
  #video = document.createElement("video");

  constructor() {
    super();
    this.#video.title = document.title;
    this.#video.playsInline = true;
    this.#video.append(...SILENCE.map((src) => Object.assign(document.createElement("source"), { src })));
    // Some phones go to sleep at the end of a video, even if it starts again.
    this.#video.addEventListener("timeupdate", () => { if (this.#video.currentTime > 4) this.#video.currentTime = 0; });
    this.#video.addEventListener("pause", () => this.dispatchEvent(new Event("release")));
    document.addEventListener("visibilitychange", () => { if (document.visibilityState !== "visible") this.release(); });
  }

  /// Fails until the page was touched.
  async request() {
    await this.#video.play();
    return this;
  }

  release() {
    this.#video.pause();
  }
}

export class Awake {
  #tell;
  #wanted = false;
  #lock = null;
  #locks = navigator.wakeLock ?? new VideoLock();

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
      this.#lock = await this.#locks.request("screen");
      this.#lock.addEventListener("release", () => {
        this.#lock = null;
        if (this.#wanted && document.visibilityState === "visible") this.#tell(false);
      }, { once: true });
      this.#tell(true);
    } catch {
      // Not on this browser, not before a touch, or not with so little in the battery.
      this.#tell(false);
    }
  }
}
