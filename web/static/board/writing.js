// The form of a sheet beside its map: what is touched on the map sets fields, and the server says what follows.

import { Cards } from "./cards.js";
import { Coach } from "./coach.js";
import { Drawer } from "./drawer.js";
import { Fields, Steps } from "./fields.js";
import { Live } from "./live.js";
import { Orders } from "./orders.js";
import { Suggestions } from "./suggestions.js";

export function write(form, { bench, parts, say, drawing, tray, facts }) {
  const fields = new Fields(form), steps = new Steps(fields), live = new Live(form, bench.dataset.live);
  const cards = new Cards(form, fields);
  const orders = new Orders({ drawing, tray, cards, fields, facts, say, said });
  const drawer = new Drawer(bench, parts, say), suggestions = new Suggestions({ form, fields, drawing, said });
  const coach = document.querySelector("#first-game[data-from]") && new Coach({ drawing, tray, cards, orders });

  form.addEventListener("change", (event) => {
    orders.chosen(event.target, event.target.closest("section[data-place]"));
    steps.took(event.target === form ? null : event.target.name);
    live.touch();
    orders.changed();
    coach?.show();
    drawer.steps(steps);
  });
  form.addEventListener("input", (event) => {
    if (event.target.matches("input:not([type=radio]):not([type=checkbox]), textarea")) {
      steps.took(event.target.name);
      live.touch(700);
      drawer.steps(steps);
    }
  });
  // Steps in the form.
  form.addEventListener("click", ({ target: { dataset } }) => {
    const [field] = dataset.step ? fields.controls(dataset.of) : [];
    if (!field) return;
    field.value = Math.min(Math.max((Number(field.value) || 0) + Number(dataset.step), 0), field.dataset.most);
    fields.changed(field);
  });
  live.addEventListener("state", (event) => drawer.state(event.detail));
  live.addEventListener("drawn", (event) => {
    if (event.detail.otherwise) steps.took(null);
    else steps.drawn();
    drawer.steps(steps);
    drawer.remarks();
    if (event.detail.plan) drawing.plan(event.detail.plan);
    orders.drawn();
    coach?.show();
  });
  const back = (which) => {
    if (!steps[which]()) return;
    live.touch();
    orders.changed();
    drawer.steps(steps);
    said(say(which === "undo" ? "undone" : "redone"));
  };
  drawer.addEventListener("undo", () => back("undo"));
  drawer.addEventListener("redo", () => back("redo"));
  drawer.addEventListener("retry", () => live.soon(0));
  addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== "z") return;
    if (event.target.matches("input[type=text], input:not([type]), input.number, textarea") && !event.target.closest(".tray")) return;
    event.preventDefault();
    back(event.shiftKey ? "redo" : "undo");
  });
  // Buttons that only change what stands in the form need no other page.
  document.addEventListener("submit", (event) => {
    const { submitter, target } = event;
    if (target !== form) return;
    if (submitter?.name === "more" && submitter.value) {
      event.preventDefault();
      live.more = submitter.value;
      live.touch(0);
    } else if (submitter?.name === "do" && submitter.value === "suggest") {
      event.preventDefault();
      suggestions.ask();
    } else {
      live.leave(event);
    }
  });
  document.addEventListener("rookery:over", (event) => {
    if (live.kept < live.changes && !live.leaving) event.preventDefault();
    live.close();
    for (const button of form.querySelectorAll(".save button")) button.disabled = true;
  });
  // Who comes back by the browser's own button writes on.
  addEventListener("pageshow", (event) => event.persisted && live.back());
  for (const added of form.querySelectorAll("[data-added]")) added.remove();
  const plan = document.querySelector("template#plan")?.content.querySelector("#map-plan");
  if (plan) drawing.plan(plan);
  orders.begin();
  coach?.show();
}

const voice = document.querySelector("[data-said]");
function said(text) {
  if (!voice) return;
  voice.textContent = "";
  setTimeout(() => (voice.textContent = text), 30);
}
