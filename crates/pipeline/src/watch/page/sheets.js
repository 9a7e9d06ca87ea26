// A side of a sheet, drawn from the pictures of its faces.

const SVG = "http://www.w3.org/2000/svg";

function draw(tag, attributes, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

let clips = 0;

/// The side as SVG in millimetres, and how to fill in its pictures once it is in view.
export function sheet(side, { faces, groups }) {
  const svg = draw("svg", { viewBox: `0 0 ${side.width} ${side.height}`, role: "img", "aria-label": side.label });
  const images = [];
  const image = (attributes, wide, picture) => {
    const element = draw("image", { preserveAspectRatio: "none", ...attributes });
    images.push({ element, wide, picture });
    return element;
  };
  for (const placed of side.faces) {
    const { width, height, bleed } = groups[faces[placed.face].group];
    const [x, y] = placed.at, [wide, high] = [width + 2 * bleed, height + 2 * bleed];
    const turn = placed.turned ? `rotate(180 ${x + wide / 2} ${y + high / 2})` : "";
    const picture = image({ x, y, width: wide, height: high, transform: turn }, wide, ({ faces }, past) => {
      const face = faces[placed.face];
      return (face && past?.(face)) || face?.picture;
    });
    const [left, top, across, down] = placed.clip;
    // A nested drawing is clipped.
    const part = draw("svg", { x: left, y: top, width: across, height: down, viewBox: `${left} ${top} ${across} ${down}` });
    if (placed.outline) {
      const id = `clip-${clips += 1}`;
      part.append(draw("clipPath", { id }, draw("path", { d: placed.outline })), draw("g", { "clip-path": `url(#${id})` }, picture));
    } else part.append(picture);
    svg.append(part);
  }
  svg.append(image({ width: side.width, height: side.height }, side.width, () => side.around));
  const line = ([x1, y1, x2, y2], dashes) => draw("line", { x1, y1, x2, y2, stroke: "#000", "stroke-width": 0.13, "stroke-dasharray": dashes });
  svg.append(...side.folds.map((fold) => line(fold, "2 1.4")), ...side.lines.map((mark) => line(mark, "none")));
  svg.append(...side.outlines.map((d) => draw("path", { d, fill: "none", stroke: "#000", "stroke-width": 0.13 })));

  let visible = false, last = null;
  const eyes = new IntersectionObserver(([{ isIntersecting }]) => {
    visible = isIntersecting;
    if (visible && last) fill(...last);
  }, { rootMargin: "40% 0px" });
  eyes.observe(svg);

  /// Shows the pictures that the faces have now; done when they are there.
  async function fill(now, per, how) {
    last = [now, per, how];
    if (!visible) return;
    let changed = false;
    await Promise.all(images.map(async (one) => {
      const picture = one.picture(now, how.past);
      if (!picture) return;
      const width = how.wide(one.wide, per), wanted = `${picture}-${width}`;
      if (one.wanted === wanted || (one.shows === picture && one.width >= width)) return;
      one.wanted = wanted;
      const image = new Image();
      try {
        image.src = await how.address(picture, width);
        await image.decode();
      } catch { return; }
      if (one.wanted !== wanted) return;
      changed ||= Boolean(one.shows) && one.shows !== picture && !how.past;
      one.element.setAttribute("href", image.src);
      [one.shows, one.width] = [picture, width];
    }));
    if (changed) how.changed();
  }
  return { svg, fill };
}
