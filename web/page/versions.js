// A new version is offered, never forced: the worker that waits takes over when people take the offer between two games,
// or when the page is next opened.

export function offerNewVersions(offer, say) {
  const [offered, take, later] = ["offered", "take", "later"].map((id) => document.getElementById(id));
  let playing = false, waiting = null, declined = false;
  const show = () => {
    offered.textContent = "A new version is available.";
    offer.hidden = !waiting || playing || declined;
  };
  later.addEventListener("click", () => { declined = true; show(); });
  take.addEventListener("click", () => waiting?.postMessage("take over"));
  return {
    playing(now) { playing = now; show(); },
    /// Starts the worker in the folder `home`, which makes the page open without the network; the pictures that the file `list`
    /// names are loaded for it when all else is done.
    async start(home, list) {
      if (!("serviceWorker" in navigator)) return;
      const hadWorker = Boolean(navigator.serviceWorker.controller);
      let reloading = false;
      navigator.serviceWorker.addEventListener("controllerchange", () => {
        if (hadWorker && waiting && !reloading) { reloading = true; location.reload(); }
      });
      try {
        const registration = await navigator.serviceWorker.register(`${home}worker.js`, { updateViaCache: "none" });
        const look = () => {
          if (registration.waiting && navigator.serviceWorker.controller) {
            waiting = registration.waiting;
            show();
          }
        };
        look();
        registration.addEventListener("updatefound", () => {
          registration.installing?.addEventListener("statechange", look);
        });
        // A tablet may stay on this page for days.
        document.addEventListener("visibilitychange", () => {
          if (document.visibilityState === "visible" && !playing) registration.update().catch(() => {});
        });
        const ready = await navigator.serviceWorker.ready;
        if (list) ready.active.postMessage({ load: list });
      } catch (why) {
        say(`This page won’t open offline: ${why.message}`);
      }
    },
  };
}
