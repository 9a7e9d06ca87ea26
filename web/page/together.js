// The table of a host that several devices share: requests, the stream of its lines, and the sheets with names and seats.

const element = (id) => document.getElementById(id);
const TOKEN = "#t=";
/// The host sends something every few seconds; after this silence the connection counts as broken, in milliseconds.
const SILENCE = 10_000;
/// Time until the next attempt to connect, in milliseconds.
const AGAIN = 1000;
/// Time until the table that was left is looked for again, in milliseconds.
const RETURN = 5_000;
/// Time after which the game can go on here without the host, in milliseconds.
const AWAY = 20_000;

const wait = (time) => new Promise((done) => { setTimeout(done, time); });

/// True if the address is that of a shared table: with its token, or where six digits are asked for.
export const isShared = () => location.hash === "#join" || location.hash.startsWith(TOKEN);

/// Why the host refuses, in words.
function refusal(why) {
  if (why === "no") return "The table said no.";
  if (why === "full") return "Too many devices have joined.";
  if (why === "token") return "This address is out of date. Scan the code again.";
  if (why?.code !== undefined) return `Wrong code. ${why.code} ${why.code === 1 ? "try" : "tries"} left in this minute.`;
  if (why?.["old-page"]) return `This page is out of date. The table runs version ${why["old-page"].program}. Reload the page.`;
  return "The table can’t take this name.";
}

/// A device at the table of a host.
export class Together {
  #token = location.hash.startsWith(TOKEN) ? location.hash.slice(TOKEN.length) : null;
  #kept;
  #page = null;
  #unheard = [];
  #stream = null;
  #again = 0;
  #beside = null;
  #silent = 0;
  #away = 0;
  #isAway = false;
  #left = false;

  constructor() {
    document.documentElement.classList.add("shared");
    try {
      this.#kept = JSON.parse(localStorage.getItem(this.#name()));
    } catch {
      // Nothing is kept: the device is a new one.
    }
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    this.#kept ??= { key: [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("") };
    element("go-on").addEventListener("click", () => this.#continueHere());
    element("back").addEventListener("click", () => this.#hear('"take-back"'));
    // Two pages with one key would number their taps alike: the page that was opened last goes on.
    const others = new BroadcastChannel(this.#name());
    others.addEventListener("message", () => {
      this.#stream?.abort();
      this.#stream = null;
      this.stopped?.();
    });
    others.postMessage("here");
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible" && this.#again) this.#connect();
    });
  }

  #name = () => `table ${location.pathname} ${this.#token ?? ""}`;

  #keep() {
    try {
      localStorage.setItem(this.#name(), JSON.stringify(this.#kept));
    } catch {
      // After a reload, the device is a new one.
    }
  }

  /// Joins; `request` makes a request of key, name, token and six digits. Gives the membership, as JSON.
  async join(request) {
    let told = "";
    for (;;) {
      let code;
      if (!this.#kept.name || !this.#token) code = await this.#ask(told);
      const { key, name, saved } = this.#kept;
      const joined = await this.#askToJoin(request(key, name, this.#token ?? undefined, code));
      if (joined.welcome) {
        if (!this.#token) history.replaceState(null, "", TOKEN + (this.#token = joined.welcome.token));
        this.#keep();
        element("join").hidden = true;
        // Until the table is drawn.
        element("opening").hidden = false;
        return { game: joined.welcome.head.game, member: JSON.stringify({ key, name, saved, joined }) };
      }
      told = refusal(joined.refused);
      if (joined.refused?.code === undefined && joined.refused !== "no") throw new Error(told);
    }
  }

  /// Asks until the table has decided.
  async #askToJoin(body) {
    for (;;) {
      let words = "Waiting for the table to let you in…";
      try {
        const answer = await this.#post("join", body);
        const joined = await answer.json();
        if (joined !== "waiting") return joined;
      } catch {
        words = "No connection to the table. Trying again…";
      }
      for (const place of ["joining", "word"]) element(place).textContent = words;
      await wait(AGAIN);
    }
  }

  /// Asks for a name, and for six digits without a token; returns the digits.
  #ask(told) {
    const [sheet, name, code] = ["join", "name", "code"].map(element);
    element("opening").hidden = true;
    sheet.hidden = false;
    element("joining").textContent = told;
    name.value = this.#kept.name ?? "";
    code.parentElement.hidden = Boolean(this.#token);
    name.focus();
    return new Promise((done) => {
      element("sit").onclick = () => {
        this.#kept.name = name.value.trim().slice(0, 40);
        if (this.#kept.name && (this.#token || /^\d{6}$/.test(code.value))) done(code.value || undefined);
        else element("joining").textContent = this.#kept.name ? "The code has six digits." : "Enter your name.";
      };
    });
  }

  #post(what, body) {
    const headers = { "x-table-key": this.#kept.key };
    if (this.#token) headers["x-table-token"] = this.#token;
    return fetch(`table/${what}`, { method: "POST", body, headers });
  }

  /// Messages go to this page from now on.
  start(page) {
    this.#page = page;
    for (const message of this.#unheard.splice(0)) page.heard(message);
  }

  #hear(message) {
    if (this.#page) this.#page.heard(message);
    else this.#unheard.push(message);
  }

  /// Sends a request; a break in the connection is reported, and the tracker repeats it.
  async send(what, body) {
    try {
      const answer = await this.#post(what, body);
      if (answer.status === 429) await wait(AGAIN);
      else if (answer.status === 401) throw new Error("the host does not know this device");
      const said = await answer.text();
      this.#hear(`{"${what === "join" ? "joined" : "reply"}":${said}}`);
    } catch {
      this.hangUp();
    }
  }

  /// Listens to the host from a line on.
  async listen(from) {
    this.#stream?.abort();
    const stream = this.#stream = new AbortController();
    let silence = 0;
    const heard = () => {
      clearTimeout(silence);
      silence = setTimeout(() => stream.abort(), SILENCE);
    };
    try {
      heard();
      const headers = { "x-table-key": this.#kept.key };
      const answer = await fetch(`table/lines?from=${from}`, { headers, signal: stream.signal });
      if (!answer.ok) throw new Error(`the host answers ${answer.status}`);
      const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
      let text = "";
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        heard();
        const events = (text + part.value).split("\n\n");
        text = events.pop();
        for (const event of events) this.#hear(`{"news":${event.slice("data: ".length)}}`);
      }
    } catch {
      // It broke; below it is made again.
    }
    clearTimeout(silence);
    if (this.#stream === stream) this.hangUp();
  }

  /// Breaks the connection, and connects again after a moment.
  hangUp() {
    if (this.#left) return;
    const stream = this.#stream;
    this.#stream = null;
    stream?.abort();
    if (this.#again) return;
    this.#hear('"cut"');
    this.#again = setTimeout(() => this.#connect(), AGAIN);
  }

  #connect() {
    clearTimeout(this.#again);
    this.#again = 0;
    this.#hear('"again"');
  }

  keepDevice(saved) {
    this.#kept.saved = saved;
    this.#keep();
  }

  /// Shows the controls beside the table.
  beside(text) {
    this.#beside = JSON.parse(text);
    const { names, own, role } = this.#beside;
    const seats = own.map((seat) => names[seat]).join(" and ");
    element("whose").textContent = role === "table" ? "The table" : seats || "You watch";
    this.#tellWaiting();
    this.#offerToContinue();
  }

  #tellWaiting() {
    const { connected, waiting, asks, names, own, room, events } = this.#beside;
    const asked = room.open && !own.includes(room.open.asked) ? `${names[room.open.asked]} is choosing.` : "";
    const sending = waiting.length > (asks || room.locked.some((seat) => own.includes(seat)) ? 1 : 0);
    element("line").dataset.state = connected ? (sending ? "sending" : "connected") : "offline";
    const offline = this.#isAway ? `The table is away. Nothing is lost: this device has the whole game, ${events} events.`
      : "No connection to the table. Your taps wait here. Trying again…";
    const words = connected ? asked : offline;
    element("back").hidden = !(connected && asks);
    clearTimeout(this.#silent);
    element("state").textContent = words;
    // Most taps are confirmed before anyone could read this.
    const slow = () => { element("state").textContent = `${words} ${waiting.join(", ")}`.trim(); };
    if (sending || !connected) this.#silent = setTimeout(slow, 2000);
  }

  /// Offers to go on in this page, once the host has been away for a while.
  #offerToContinue() {
    const { connected, plays } = this.#beside;
    if (connected || !plays) {
      clearTimeout(this.#away);
      this.#away = 0;
      this.#isAway = false;
    } else {
      this.#away ||= setTimeout(() => {
        this.#isAway = true;
        this.#tellWaiting();
        this.#offerToContinue();
      }, AWAY);
    }
    element("go-on").hidden = !this.#isAway;
    document.documentElement.classList.toggle("away", this.#isAway);
  }

  #continueHere() {
    this.#left = true;
    this.#stream?.abort();
    clearTimeout(this.#again);
    document.documentElement.classList.remove("shared", "away");
    element("line").hidden = true;
    this.#hear('"continue"');
    this.#offerToFollow();
  }

  /// Once the table that was away answers again, people choose which game goes on: two games are never merged.
  async #offerToFollow() {
    const headers = { "x-table-key": this.#kept.key };
    for (;;) {
      await wait(RETURN);
      const answer = await fetch("table/lines?from=0", { headers }).catch(() => null);
      await answer?.body?.cancel();
      if (answer?.ok) break;
    }
    const offer = element("returned");
    element("follow").addEventListener("click", () => location.reload());
    element("stay").addEventListener("click", () => { offer.hidden = true; });
    offer.hidden = false;
  }
}
