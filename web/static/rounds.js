// Walks through the rounds of a game without loading whole pages. Everything here works without it, by links and a form.
(() => {
  "use strict";
  const form = document.querySelector("form.slider");
  if (!form) return;
  const slider = form.querySelector("input[type=range]");
  const output = form.querySelector("output");
  const past = new URL(form.action).pathname;
  form.classList.add("live");
  let shown = Number(slider.value), waiting = null, asked = null;

  const say = (number) => {
    output.textContent = form.dataset.label.replace("#", number);
    slider.setAttribute("aria-valuetext", output.textContent);
  };

  // The map of the round under the thumb, while it moves.
  const preview = (number) => {
    const map = document.querySelector(".map-side a.map");
    if (!map) return;
    for (const part of map.querySelectorAll("source, img")) {
      const theme = part.matches("source") ? "night" : document.documentElement.dataset.theme || "parchment";
      const address = `${form.dataset.map}?theme=${theme}&arrows=1&round=${number}`;
      if (part.matches("source")) part.srcset = address; else part.src = address;
    }
  };

  const show = async (address, number, remember) => {
    if (asked) asked.abort();
    asked = new AbortController();
    try {
      const answer = await fetch(address, { signal: asked.signal, credentials: "same-origin" });
      if (!answer.ok) throw new Error(String(answer.status));
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const fresh = page.querySelectorAll("[data-live]"), old = document.querySelectorAll("[data-live]");
      if (fresh.length !== old.length) throw new Error("another page");
      old.forEach((part, place) => part.replaceWith(fresh[place]));
      document.dispatchEvent(new Event("rookery:shown"));
      document.title = page.title;
      shown = number;
      slider.value = number;
      say(number);
      if (remember) history.pushState({ round: number }, "", address);
    } catch (fault) {
      if (fault.name !== "AbortError") location.assign(address);
    }
  };

  const address = (number) => `${past}/${number}${location.search}`;

  slider.addEventListener("input", () => {
    const number = Number(slider.value);
    say(number);
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      if (Number(slider.value) === shown) return;
      preview(number);
      show(address(number), number, true);
    }, 180);
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    show(address(Number(slider.value)), Number(slider.value), true);
  });
  // The links beside the slider take the same way, and so do the arrow keys wherever nothing else wants them.
  document.addEventListener("click", (event) => {
    const link = event.target.closest(".walk .steps a");
    if (!link || event.metaKey || event.ctrlKey || event.shiftKey || event.button) return;
    event.preventDefault();
    const number = Number(link.pathname.split("/").pop());
    show(address(number), number, true);
  });
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, select, textarea, summary, .replay")) return;
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const number = shown + (step || 0);
    if (!step || number < Number(slider.min) || number > Number(slider.max)) return;
    event.preventDefault();
    show(address(number), number, true);
  });
  addEventListener("popstate", () => {
    const number = Number(location.pathname.split("/").pop());
    if (number) show(location.href, number, false);
  });
  say(shown);
})();
