// Albums, and pictures of cards: loaded when they are needed, cut and scaled by the browser.

const loaded = new Map();
let loading = 0;

// For whoever waits until all is there.
function count(by) {
  loading += by;
  document.documentElement.dataset.loading = String(loading);
}
count(0);

// A picture as the browser decodes it; kept only while several parts of it are wanted at once.
function bitmap(file) {
  let picture = loaded.get(file);
  if (!picture) {
    picture = load(file).then((blob) => blob && createImageBitmap(blob));
    loaded.set(file, picture);
    picture.finally(() => setTimeout(() => loaded.delete(file), 10_000));
  }
  return picture;
}

// Tries until it is there: the network of a club may come and go.
async function load(file) {
  for (let wait = 1000; ; wait = Math.min(wait * 2, 30_000)) {
    try {
      const answer = await fetch(file);
      // A network that wants a password first answers with a page of its own.
      const another = answer.headers.get("content-type")?.startsWith("text/html");
      if (answer.ok && !another) return await answer.blob();
      if (answer.status === 404) return null;
    } catch {
      // Not there now.
    }
    await new Promise((resolve) => {
      const timer = setTimeout(resolve, wait);
      addEventListener("online", () => { clearTimeout(timer); resolve(); }, { once: true });
    });
  }
}

/// Hands over the bytes of a file.
export async function loadFile(file, deliver) {
  count(1);
  const blob = await load(file);
  count(-1);
  if (blob) deliver(new Uint8Array(await blob.arrayBuffer()));
}

/// Hands over a part of a picture as red, green, blue and alpha of each pixel.
export async function loadPicture(file, x, y, wide, high, width, height, corner, deliver) {
  count(1);
  const picture = await bitmap(file);
  count(-1);
  if (!picture) return;
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width, height });
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (corner > 0) {
    context.beginPath();
    context.roundRect(0, 0, width, height, corner);
    context.clip();
  }
  context.imageSmoothingQuality = "high";
  context.drawImage(picture, x, y, wide, high, 0, 0, width, height);
  deliver(new Uint8Array(context.getImageData(0, 0, width, height).data.buffer));
}
