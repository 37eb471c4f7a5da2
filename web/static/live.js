// Keeps an open page of a game up to date. The stream says that something happened, and the page asks for its parts.
// When the turn is over nothing of the next one is put beside it: what happened is played on the map, then the board is loaded.
const root = document.querySelector("[data-events]");
// Milliseconds until a lost stream is asked for again: soon, then at each look where the server ends every one at once.
const SOON = 1000;
const EVERY = 15000;
// From so many failures on nobody expects the server back at any moment.
const MANY_FAILURES = 60;
const KINDS = ["turn", "ready", "results", "messages"];
// Unit, the fewest seconds at which it is used, its seconds.
const UNITS = [["day", 172800, 86400], ["hour", 5400, 3600], ["minute", 90, 60], ["second", 0, 1]];
// From so many moments on they follow each other faster.
const MANY = 12;
const calm = matchMedia("(prefers-reduced-motion: reduce)");
let asking = false;
let again = false;
let over = false;
let last = "";
let pause = SOON;

async function renew() {
  if (asking || over) {
    again = !over;
    return;
  }
  asking = true;
  try {
    const answer = await fetch(root.dataset.state, { credentials: "same-origin", headers: { Accept: "text/html" } });
    if (answer.status >= 500) throw new Error(String(answer.status));
    pause = SOON;
    if (answer.ok) {
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      if (page.querySelector("#results-there")) finish(page);
      else put(page);
    }
  } catch {
    // No connection now, and perhaps no other event: the page looks again, less and less often.
    setTimeout(renew, pause);
    pause = Math.min(pause * 2, EVERY);
  } finally {
    asking = false;
    if (again) {
      again = false;
      renew();
    }
  }
}

function put(page) {
  for (const where of ["#board-state", ".game-menu"]) {
    const old = document.querySelector(where);
    const fresh = page.querySelector(where);
    if (old && fresh && !old.contains(document.activeElement)) {
      old.replaceChildren(...document.importNode(fresh, true).childNodes);
    } else if (old && fresh && where === "#board-state") {
      // Somebody is about to press a button: the words change, what has the focus stays.
      for (const part of fresh.querySelectorAll("p[id]")) {
        old.querySelector(`#${part.id}`)?.replaceChildren(...part.childNodes);
      }
    }
  }
  const sheet = document.querySelector("[data-workbench][data-turn]")?.dataset.turn;
  if (sheet && page.querySelector("#board-state [data-turn]")?.dataset.turn !== sheet) close();
  else tellAwaited(page);
  count();
  document.dispatchEvent(new Event("rookery:put"));
}

// A sheet is written beside who is awaited: that line follows, the rest is the form's own.
function tellAwaited(page) {
  const old = document.querySelector("#call-state #awaited");
  const fresh = page.querySelector("#awaited");
  if (old && fresh) {
    old.textContent = fresh.textContent;
  } else if (old) {
    old.remove();
  }
}

// An open sheet learns that its turn is over; false if it must stay, for what is written there was not saved.
function close() {
  return document.dispatchEvent(new Event("rookery:over", { cancelable: true }));
}

async function finish(page) {
  over = true;
  const left = close();
  const notice = document.importNode(page.querySelector("#results-there"), true), { board } = notice.dataset;
  const state = document.querySelector("#board-state"), pane = document.querySelector("[data-map-pane]");
  if (state) state.replaceChildren(notice);
  else (document.querySelector("[data-drawer]") || document.querySelector("main")).prepend(notice);
  const film = page.querySelector("#unfold");
  if (!pane || !left) return;
  if (film && !calm.matches) await play(document.importNode(film, true), pane);
  location.replace(board);
}

// Plays what the turn brought over the map; ends with it, when it is skipped, or when it cannot be played.
async function play(film, pane) {
  const { Replay } = await import("./replay.js");
  if (document.visibilityState !== "visible") {
    await new Promise((done) => document.addEventListener("visibilitychange", done, { once: true }));
  }
  pane.append(film);
  const replay = new Replay(film.querySelector(".replay"));
  replay.pace = replay.last > 3 * MANY ? "4" : replay.last > MANY ? "2" : "1";
  const ended = new Promise((done) => replay.root.addEventListener("ended", done, { once: true }));
  await replay.play();
  await ended;
}

// Times until a deadline, counted by the server's clock in the reader's language.
function count() {
  const ahead = Date.now() - skew, format = new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: "always" });
  for (const one of document.querySelectorAll("[data-countdown]")) {
    const left = Math.max(0, (Date.parse(one.dateTime) - ahead) / 1000);
    const [unit, , size] = UNITS.find(([, least]) => left >= least);
    const text = format.format(Math.round(left / size), unit);
    if (one.textContent !== text) one.textContent = text;
  }
}

function happened(event) {
  document.dispatchEvent(new CustomEvent("rookery:news", { detail: { kind: event?.type } }));
  if (root.dataset.state) renew();
}

// The page asks again for a stream that is lost: a browser waits long, and never comes back from a gateway's error.
// Where a server holds no stream open each ends at once, and the page looks now and then.
function listen(ended = 0, failed = 0) {
  const address = new URL(root.dataset.events, location), began = Date.now();
  if (last) address.searchParams.set("after", last);
  const stream = new EventSource(address);
  let opened = false;
  for (const kind of KINDS) {
    stream.addEventListener(kind, (event) => {
      last = event.lastEventId;
      happened(event);
    });
  }
  stream.addEventListener("open", () => {
    opened = true;
    if (ended || failed) happened();
  });
  stream.addEventListener("error", () => {
    stream.close();
    if (!opened) failed += 1;
    else [ended, failed] = [Date.now() - began > EVERY ? 1 : ended + 1, 0];
    const wait = failed ? (failed < MANY_FAILURES ? SOON : EVERY) : Math.min(SOON * 2 ** (ended - 1), EVERY);
    const again = () => {
      clearTimeout(timer);
      removeEventListener("online", again);
      listen(ended, failed);
    };
    // Not all pages at the same moment.
    const timer = setTimeout(again, wait * (0.75 + Math.random() / 2));
    addEventListener("online", again);
  });
}

const skew = root?.dataset.now ? Date.now() - Date.parse(root.dataset.now) : 0;
if (root) {
  listen();
  addEventListener("online", () => happened());
  count();
  setInterval(count, 1000);
  // The turn was resolved while the page was on its way.
  if ("late" in root.dataset) renew();
}
