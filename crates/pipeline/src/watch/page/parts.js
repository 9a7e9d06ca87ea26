// Elements and words of the page.

/// An element with its properties and what is in it.
export function make(tag, properties = {}, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
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

/// A place without its folder: `cards.toml:12`.
export const short = ({ file, line }) => `${file.split("/").at(-1)}:${line}`;
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
export const counted = (number, noun, plural = `${noun}s`) => `${number} ${number === 1 ? noun : plural}`;
