// The content of outputs, for a browser and for Node: streams are inflated, as two compressors pack the same content in other bytes.

/// Gives the hash of a file's bytes, and that of its content: of a PDF once inflated, of a page without its pictures.
export async function hashes(name, bytes) {
  const hash = async (bytes) => [...new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const inflate = async (packed) => new Uint8Array(await new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"))).arrayBuffer());
  const join = (parts) => new Blob(parts).arrayBuffer();
  const letters = new TextDecoder("latin1");

  // A PDF without the lengths of its streams, the places of its objects, and its ids, which are hashes of its bytes.
  async function pdf(bytes) {
    const text = letters.decode(bytes);
    const parts = [];
    let from = 0;
    const plain = (to) => parts.push(text.slice(from, to).replace(/\/Length \d+/g, "/Length").replace(/\/ID ?\[.*?\]/g, "/ID").replace(/\nxref\n[^]*?trailer/g, "\ntrailer").replace(/startxref\n\d+/g, "startxref"));
    for (let at; (at = text.indexOf("stream\n", from)) >= 0;) {
      const begin = at + "stream\n".length;
      const head = text.slice(text.lastIndexOf(" obj", at), at);
      const length = Number(/\/Length (\d+)/.exec(head)?.[1] ?? 0);
      plain(begin);
      const content = bytes.subarray(begin, begin + length);
      if (head.includes("/Type/Metadata")) parts.push(letters.decode(content).replace(/uuid:[0-9a-f-]{36}/g, "uuid"));
      else if (!head.includes("/Type/XRef")) parts.push(head.includes("/FlateDecode") ? await inflate(content) : content);
      from = text.indexOf("endstream", begin + length) + "endstream".length;
    }
    plain(text.length);
    return join(parts);
  }

  const all = await hash(bytes);
  if (name.endsWith(".pdf")) return { bytes: all, content: await hash(await pdf(bytes)) };
  if (!name.endsWith(".html")) return { bytes: all, content: all };
  const page = new TextDecoder().decode(bytes).replace(/data:image\/(png|jpeg);base64,[A-Za-z0-9+/=]+/g, "picture");
  return { bytes: all, content: await hash(new TextEncoder().encode(page)) };
}
