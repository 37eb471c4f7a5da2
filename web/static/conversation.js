// An open conversation, and the list of conversations, follow what is written. The page is asked for anew, so the server
// decides what its reader sees; what is being typed, and what has the focus, stays as it is.
const letters = document.querySelector(".letters");
const write = document.getElementById("write");
// Only the state of orders: nothing of it stands on these pages.
const OTHERS = ["ready"];
let asking = false;
let again = false;

async function renew() {
  again = asking || document.hidden;
  if (again) {
    // What nobody sees is not marked as read.
    return;
  }
  asking = true;
  try {
    const answer = await fetch(location.pathname + location.search, { headers: { Accept: "text/html" } });
    if (answer.ok && !answer.redirected) {
      put(new DOMParser().parseFromString(await answer.text(), "text/html"));
    }
  } catch {
    // No connection now: the next event finds what there is.
  } finally {
    asking = false;
    if (again) {
      renew();
    }
  }
}

function put(fresh) {
  const top = write.getBoundingClientRect().top;
  if (letters) {
    addMessages(fresh);
  }
  for (const part of [".game-menu", "#threads"]) {
    const old = document.querySelector(part);
    if (old && !old.contains(document.activeElement)) {
      old.replaceChildren(...(fresh.querySelector(part)?.childNodes ?? []));
    }
  }
  document.title = fresh.title;
  // Whoever sees the form is at the end: it stays in its place, and new messages stand above it.
  if (letters && top < innerHeight) {
    scrollBy({ top: write.getBoundingClientRect().top - top, behavior: "instant" });
  }
}

function addMessages(fresh) {
  for (const message of fresh.querySelectorAll(".letters > article")) {
    const old = document.getElementById(message.id);
    if (!old) {
      letters.append(message);
    } else if (old.textContent !== message.textContent && !old.contains(document.activeElement)) {
      // A moderator removed it, or it was delivered.
      old.replaceWith(message);
    }
  }
}

document.documentElement.style.overflowAnchor = "none";
document.addEventListener("rookery:news", (event) => {
  if (!OTHERS.includes(event.detail?.kind)) {
    renew();
  }
});
document.addEventListener("visibilitychange", () => {
  if (again) {
    renew();
  }
});
