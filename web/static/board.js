// A map to be touched: it tells of its places, and where a sheet is written it is the form.

import { Drawing } from "./board/drawing.js";
import { Tray, node } from "./board/tray.js";

const bench = document.querySelector("[data-workbench]");
const parts = document.querySelector("template#board-parts")?.content;
const words = Object.fromEntries([...(parts?.querySelectorAll("[data-word]") || [])].map((one) => [one.dataset.word, one.textContent]));

const say = (word, values = {}) =>
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
    for (const arms of told?.querySelectorAll("svg") || []) arms.remove();
    const inside = [...page.body.children].map((one) => document.importNode(one, true));
    for (const near of inside.flatMap((one) => [...one.querySelectorAll("[data-near]")])) {
      if (!this.drawing.places.has(near.dataset.near)) continue;
      near.replaceWith(node("button", { type: "button", class: "link", onclick: () => this.go(near.dataset.near) }, near.textContent));
    }
    this.tray.show(told?.textContent.trim() || this.drawing.places.get(id).name, "", inside, { rects: [this.drawing.onScreen(id)], fresh: true });
    return true;
  }
}

function look({ drawing, tray, facts }) {
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
  plan(drawing);
  document.addEventListener("rookery:put", () => plan(drawing));
}

// What the reader's submitted orders do, drawn over the map.
function plan(drawing) {
  const group = document.querySelector("template#plan")?.content.querySelector("#map-plan");
  if (group) drawing.plan(group);
}

// Without the drawing the picture stays, and the form is as it is without a script.
async function begin() {
  const pane = bench?.querySelector("[data-map-pane]");
  if (!pane || !parts) return;
  const form = bench.dataset.live && document.querySelector("form#sheet");
  try {
    const drawing = new Drawing(pane, bench.dataset.map, parts);
    drawing.asks = (id) => form && form.querySelector(`[data-place="${CSS.escape(id)}"], [data-at="${CSS.escape(id)}"]`);
    // Only a sheet needs what writes one.
    const [writing] = await Promise.all([form && import("./board/writing.js"), drawing.begin()]);
    const tray = new Tray(pane, parts, words);
    const all = { drawing, tray, facts: new Facts(drawing, tray, bench.dataset.places) };
    if (form) writing.write(form, { bench, parts, say, ...all });
    else look(all);
    bench.classList.add("live");
    drawing.heard();
  } catch (fault) {
    const picture = pane.querySelector("noscript");
    pane.classList.add("picture");
    if (picture) pane.append(new DOMParser().parseFromString(picture.textContent, "text/html").body.firstElementChild);
    console.warn("The map cannot be touched:", fault);
  }
}

begin();
