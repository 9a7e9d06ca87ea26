// Elements and words of the page.

/// An element with its properties and what is in it.
export function make(tag, properties = {}, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

/// A place without its folder: `cards.toml:12`.
export const short = ({ file, line }) => `${file.split("/").at(-1)}:${line}`;
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
export const counted = (number, noun, plural = `${noun}s`) => `${number} ${number === 1 ? noun : plural}`;
