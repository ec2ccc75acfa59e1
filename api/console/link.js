// The connection to the table: its stream of views, and the entries that a person makes.

const BASE = "/api/v1";
const STILL_MS = 3_000; // the table sends something every second; a page that has heard nothing for this long must not look current
const SILENT_MS = 12_000;
const AGAIN_MS = 1_500;

/** A problem that the table answered with. `code` to branch on; the message is for a person.
 * `kind`: "refused", or "unknown" where the table may have taken an entry though its answer did not arrive. */
export class Problem extends Error {
  constructor(body, status, kind = "refused") {
    super(body.code === "refused" ? body.detail : [body.title, body.next].filter(Boolean).join(" ") || "The table did not take it.");
    this.code = body.code || "no-connection";
    this.kind = kind;
    this.body = body;
    this.status = status;
  }
}

/** Asks the table. Returns the answer's body; raises Problem. */
export async function ask(method, address, body, headers = {}) {
  let answer;
  let got;
  try {
    answer = await fetch(BASE + address, { method, headers: body === undefined ? headers : { "Content-Type": "application/json", ...headers }, body: body === undefined ? undefined : JSON.stringify(body) });
    const type = answer.headers.get("content-type") || "";
    got = answer.status === 204 ? null : type.includes("json") ? await answer.json() : await answer.text();
  } catch {
    throw method === "GET" ? new Problem({ title: "No connection to the table." }, 0) : unanswered();
  }
  if (!answer.ok) throw new Problem(typeof got === "object" && got !== null ? got : {}, answer.status);
  return got;
}

export const get = (address) => ask("GET", address);

// The table may have taken an entry before the connection broke.
function unanswered() {
  return new Problem({ title: "The connection broke before the table answered.", next: "See what the table shows before you enter it again." }, 0, "unknown");
}

/**
 * Makes one entry. A key of its own lets the table take it once, however often it arrives. `waits`: called while the answer is not known.
 *
 * An entry that names the state it was made on is sent again until it is answered: the same key brings the first answer, and an
 * entry that never arrived is refused where the table has moved on, so it cannot become another player's. Anything else is not sent again.
 */
export async function enter(address, body, waits = () => {}) {
  const headers = { "Idempotency-Key": crypto.randomUUID?.() || String(Math.random()).slice(2) };
  const send = () => ask("POST", address, body || {}, headers);
  const lost = (problem) => problem.kind === "unknown" && (body?.on ?? body?.fact) !== undefined;
  try {
    return await send();
  } catch (problem) {
    if (!lost(problem)) throw problem;
    return again(send, lost, waits);
  }
}

async function again(send, lost, waits) {
  for (;;) {
    waits();
    await new Promise((done) => setTimeout(done, AGAIN_MS));
    try {
      return await send();
    } catch (problem) {
      if (lost(problem)) continue;
      // A table that was started again knows no keys any more, so only a rule's refusal tells that nothing was entered.
      throw problem.code === "refused" ? problem : unanswered();
    }
  }
}

/** Follows the table. `hear`: { view(view), fact(update), up(), down(since_ms) }. Returns { again() }. */
export function follow(hear) {
  let events = null;
  let heard = performance.now(); // not the time of day, which may be set back
  let lost = null;
  let retry = 0;

  const alive = () => {
    heard = performance.now();
    if (lost !== null) { lost = null; hear.up(); }
  };
  const down = () => {
    if (lost === null) lost = Date.now();
    hear.down(lost);
  };
  const open = () => {
    clearTimeout(retry);
    if (events) events.close();
    events = new EventSource(`${BASE}/events`);
    events.addEventListener("view", (event) => { alive(); hear.view(JSON.parse(event.data)); });
    events.addEventListener("fact", (event) => { alive(); hear.fact(JSON.parse(event.data)); });
    events.addEventListener("keep-alive", alive);
    events.addEventListener("bye", down);
    events.onerror = async () => {
      down();
      if (events.readyState !== EventSource.CLOSED) return;
      await askWhy();
      retry = setTimeout(open, AGAIN_MS);
    };
  };
  setInterval(() => {
    const silent = performance.now() - heard;
    if (silent > STILL_MS) down();
    if (silent > SILENT_MS) { heard = performance.now(); open(); }
  }, 500);
  open();
  return { again: open };
}

// The stream was refused: without a session the page goes to the sign-in, otherwise it tries again.
async function askWhy() {
  try {
    await get("/session");
  } catch (problem) {
    if (problem.status === 401) location.reload();
  }
}
