// Standing instructions are kept as a draft and looked through while they are written, as a sheet beside its map is.

import { Live } from "./board/live.js";

const page = document.querySelector("[data-standing]");
const form = document.querySelector("form#sheet");
const words = document.querySelector("template#kept-words")?.content;

function begin() {
  const live = new Live(form, page.dataset.standing);
  const line = page.querySelector("[data-kept-line]"), told = line.querySelector("[data-kept]"), retry = line.querySelector("[data-retry]");
  let timer = 0;
  form.addEventListener("change", () => live.touch());
  form.addEventListener("input", (event) => {
    if (event.target.matches("input:not([type=radio]):not([type=checkbox]), textarea")) live.touch(700);
  });
  live.addEventListener("state", ({ detail: { state } }) => {
    clearTimeout(timer);
    const bad = ["failed", "offline", "closed", "signed-out"].includes(state);
    retry.hidden = !["failed", "offline"].includes(state);
    const write = () => {
      line.hidden = false;
      told.textContent = words.querySelector(`[data-word="state-${state}"]`)?.textContent || "";
      told.classList.toggle("bad", bad);
    };
    // Nothing is said while all goes well and quickly.
    if (["waiting", "sending"].includes(state)) timer = setTimeout(write, 700);
    else write();
  });
  retry.addEventListener("click", () => live.soon(0));
  document.addEventListener("submit", (event) => {
    const { submitter, target } = event;
    if (target !== form) return;
    if (submitter?.name === "more" && submitter.value) {
      event.preventDefault();
      live.more = submitter.value;
      live.touch(0);
    } else {
      live.leave(event);
    }
  });
  addEventListener("pageshow", (event) => event.persisted && live.back());
}

if (page && form && words) begin();
