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
    picture = load(file, async (answer) => createImageBitmap(await answer.blob()));
    loaded.set(file, picture);
    picture.finally(() => setTimeout(() => loaded.delete(file), 10_000));
  }
  return picture;
}

// Tries until it is there and can be read: the network of a club may come and go, and may answer with a page of its own.
async function load(file, read) {
  for (let wait = 1000; ; wait = Math.min(wait * 2, 30_000)) {
    try {
      const answer = await fetch(file);
      if (answer.ok) return await read(answer);
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

/// Hands over an album, as its text.
export async function loadAlbum(file, deliver) {
  count(1);
  const album = await load(file, (answer) => answer.json());
  count(-1);
  if (album) deliver(JSON.stringify(album));
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
