// What happens in a game while its page lies open: the stream says that something happened, the page asks for its parts.
const root = document.querySelector("[data-events]");
const EVERY = 30000;
const KINDS = ["turn", "ready", "results", "messages"];
let asking = false;
let again = false;

async function renew() {
  if (asking) {
    again = true;
    return;
  }
  asking = true;
  try {
    const answer = await fetch(root.dataset.state, { credentials: "same-origin", headers: { Accept: "text/html" } });
    if (answer.ok) {
      const found = new DOMParser().parseFromString(await answer.text(), "text/html");
      put(found);
      tellAwaited(found);
    }
  } catch {
    // No connection now; the next event or the next look finds what there is.
  } finally {
    asking = false;
    if (again) {
      again = false;
      renew();
    }
  }
}

function put(found) {
  for (const where of ["#board-state", ".game-menu"]) {
    const old = document.querySelector(where);
    const fresh = found.querySelector(where);
    if (old && fresh && !old.contains(document.activeElement)) {
      old.replaceChildren(...fresh.childNodes);
    } else if (old && fresh && where === "#board-state") {
      // Somebody is about to press a button: the words change, what has the focus stays.
      for (const part of fresh.querySelectorAll("p[id]")) {
        old.querySelector(`#${part.id}`)?.replaceChildren(...part.childNodes);
      }
    }
  }
}

// A sheet is written beside who is awaited: that line follows, the rest is the form's own.
function tellAwaited(found) {
  const old = document.querySelector("#call-state #awaited");
  const fresh = found.querySelector("#awaited");
  if (old && fresh) {
    old.textContent = fresh.textContent;
  } else if (old) {
    old.remove();
  }
}

function happened() {
  if (root.dataset.state) {
    renew();
  }
}

function poll() {
  setInterval(() => {
    if (document.visibilityState === "visible") {
      happened();
    }
  }, EVERY);
}

function listen() {
  const stream = new EventSource(root.dataset.events);
  for (const kind of KINDS) {
    stream.addEventListener(kind, happened);
  }
  // The browser comes back by itself, unless the server said no: then the page looks now and then.
  stream.addEventListener("error", () => {
    if (stream.readyState === EventSource.CLOSED) {
      poll();
    }
  });
}

if (root && "EventSource" in window) {
  listen();
} else if (root) {
  poll();
}
