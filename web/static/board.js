// The map as the form of a sheet: what is touched on it sets fields of the form, and the server says what follows.

import { Cards } from "./board/cards.js";
import { Drawing } from "./board/drawing.js";
import { Drawer } from "./board/drawer.js";
import { Fields, Steps } from "./board/fields.js";
import { Live } from "./board/live.js";
import { Orders } from "./board/orders.js";
import { Tray, node } from "./board/tray.js";

const bench = document.querySelector("[data-workbench]");
const parts = document.querySelector("template#board-parts")?.content;
const words = Object.fromEntries([...(parts?.querySelectorAll("[data-word]") || [])].map((one) => [one.dataset.word, one.textContent]));

export const say = (word, values = {}) =>
  Object.entries(values).reduce((text, [name, value]) => text.replace(`{${name}}`, value), words[word] || word);

// What is at a place, as the server tells it.
class Facts {
  constructor(drawing, tray, address) {
    Object.assign(this, { drawing, tray, address });
  }

  async show(id) {
    this.id = id;
    const [path, query] = this.address.split("?");
    const answer = await fetch(`${path}/${encodeURIComponent(id)}${query ? `?${query}` : ""}`, { credentials: "same-origin" });
    if (!answer.ok || this.id !== id) return false;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const told = page.querySelector("h2");
    told?.remove();
    const inside = [...page.body.children].map((one) => document.importNode(one, true));
    for (const near of inside.flatMap((one) => [...one.querySelectorAll("[data-near]")])) {
      if (!this.drawing.places.has(near.dataset.near)) continue;
      near.replaceWith(node("button", { type: "button", class: "link", onclick: () => this.go(near.dataset.near) }, near.textContent));
    }
    this.tray.show(told?.textContent.trim() || this.drawing.places.get(id).name, "", inside, { rects: [this.drawing.onScreen(id)], fresh: true });
    return true;
  }
}

async function look(pane) {
  const drawing = new Drawing(pane, bench.dataset.map, parts);
  await drawing.begin();
  const tray = new Tray(pane, parts, words);
  const facts = new Facts(drawing, tray, bench.dataset.places);
  let opener = null;
  const close = (back) => {
    if (!tray.shown) return;
    tray.hide();
    drawing.mark({ open: [] });
    if (back && opener) drawing.focus(opener);
  };
  const open = async (id, pointer) => {
    opener = id;
    drawing.mark({ open: [id] });
    drawing.rove(id);
    if (await facts.show(id) && pointer === "key") tray.element.querySelector("[data-tray-close]").focus();
  };
  facts.go = (id) => open(id, "key");
  drawing.addEventListener("touch", (event) => {
    event.preventDefault();
    open(event.detail.id, event.detail.pointer);
  });
  drawing.addEventListener("aside", () => close(false));
  tray.element.querySelector("[data-tray-close]").addEventListener("click", () => close(true));
  addEventListener("keydown", (event) => event.key === "Escape" && close(true));
  if (drawing.places.size) drawing.rove([...drawing.places.keys()][0]);
  drawing.addEventListener("drawn", () => drawing.rove(drawing.current));
  return { drawing, tray, facts };
}

async function write(pane, form) {
  const drawing = new Drawing(pane, bench.dataset.map, parts);
  await drawing.begin();
  const fields = new Fields(form), steps = new Steps(fields), live = new Live(form, bench.dataset.live);
  const tray = new Tray(pane, parts, words), cards = new Cards(form, fields);
  const facts = new Facts(drawing, tray, bench.dataset.places);
  const orders = new Orders({ drawing, tray, cards, fields, facts, say, said });
  const drawer = new Drawer(bench, parts, say);

  form.addEventListener("change", (event) => {
    steps.took(event.target === form ? null : event.target.name);
    live.touch();
    orders.changed();
    drawer.steps(steps);
  });
  form.addEventListener("input", (event) => {
    if (event.target.matches("input:not([type=radio]):not([type=checkbox]), textarea")) {
      steps.took(event.target.name);
      live.touch(700);
      drawer.steps(steps);
    }
  });
  live.addEventListener("state", (event) => drawer.state(event.detail));
  live.addEventListener("drawn", (event) => {
    if (event.detail.otherwise) steps.took(null);
    else steps.drawn();
    drawer.steps(steps);
    drawer.remarks();
    if (event.detail.plan) drawing.plan(event.detail.plan);
    orders.drawn();
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
      live.send(form.action, { do: "suggest" });
    } else {
      live.leave();
    }
  });
  // Who comes back by the browser's own button writes on.
  addEventListener("pageshow", (event) => event.persisted && live.back());
  for (const added of form.querySelectorAll("[data-added]")) added.remove();
  const plan = document.querySelector("template#plan")?.content.querySelector("#map-plan");
  if (plan) drawing.plan(plan);
  orders.begin();
}

const voice = document.querySelector("[data-said]");
function said(text) {
  if (!voice) return;
  voice.textContent = "";
  setTimeout(() => (voice.textContent = text), 30);
}

// Without the drawing the picture stays, and the form is as it is without a script.
async function begin() {
  const pane = bench?.querySelector("[data-map-pane]");
  if (!pane || !parts) return;
  const form = bench.dataset.live && document.querySelector("form#sheet");
  try {
    await (form ? write(pane, form) : look(pane));
    bench.classList.add("live");
  } catch (fault) {
    const picture = pane.querySelector("noscript");
    if (picture) pane.append(new DOMParser().parseFromString(picture.textContent, "text/html").body.firstElementChild);
    console.warn("The map cannot be touched:", fault);
  }
}

begin();
