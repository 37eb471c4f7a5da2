// The drawing of a game inside the page: fetched, put in the place of the picture, its places made touchable.

import { PanZoom } from "./pan_zoom.js";

const SVG = "http://www.w3.org/2000/svg";
const NEAR = [10, 20];

export class Drawing extends EventTarget {
  constructor(pane, address, parts) {
    super();
    Object.assign(this, { pane, address, places: new Map(), current: null });
    this.dark = matchMedia("(prefers-color-scheme: dark)");
    this.frame = document.createElement("div");
    this.frame.className = "map-view";
    this.frame.tabIndex = -1;
    this.tools = parts.querySelector("[data-map-tools]").cloneNode(true);
    this.label = pane.getAttribute("aria-label");
  }

  get theme() {
    return document.documentElement.dataset.theme || (this.dark.matches ? "night" : "parchment");
  }

  async load() {
    const answer = await fetch(`${this.address}&theme=${this.theme}&fonts=0`, { credentials: "same-origin" });
    if (!answer.ok) throw new Error(String(answer.status));
    const read = new DOMParser().parseFromString(await answer.text(), "image/svg+xml");
    const svg = document.importNode(read.documentElement, true);
    for (const style of svg.querySelectorAll("style")) style.remove();
    return svg;
  }

  async begin() {
    const svg = await this.load();
    this.pane.replaceChildren(this.frame, this.tools);
    this.pane.classList.add("live");
    this.take(svg);
    this.view = new PanZoom(this.frame, this.svg, {
      onTap: (event) => this.tapped(event),
      drags: (event) => this.dragged && this.dragged(event),
      onView: () => this.dispatchEvent(new Event("view")),
    });
    this.tools.addEventListener("click", (event) => this.tool(event.target.closest("button")?.dataset.map));
    this.frame.addEventListener("keydown", (event) => this.key(event));
    this.frame.addEventListener("pointerover", (event) => this.over(event));
    this.dark.addEventListener("change", () => this.again());
  }

  // Another theme: the same view of another drawing.
  async again() {
    const plan = this.svg.querySelector("#map-plan");
    const svg = await this.load();
    this.take(svg);
    if (plan) this.plan(plan);
    Object.assign(this.view, { svg });
    svg.setAttribute("width", this.view.width);
    svg.setAttribute("height", this.view.height);
    this.view.place(this.view.scale, this.view.x, this.view.y);
    this.dispatchEvent(new Event("drawn"));
  }

  take(svg) {
    svg.setAttribute("role", "group");
    svg.setAttribute("aria-label", this.label);
    for (const name of ["aria-labelledby", "aria-describedby"]) svg.removeAttribute(name);
    svg.querySelector(":scope > title")?.remove();
    svg.setAttribute("focusable", "false");
    this.layer = document.createElementNS(SVG, "g");
    this.layer.id = "map-touch";
    this.frame.replaceChildren(svg);
    this.svg = svg;
    const tracks = [...svg.querySelectorAll("[data-track]")].filter((one) => this.asks?.(`track-${one.dataset.track}`));
    const found = [...svg.querySelectorAll("path.area, [data-place]"), ...tracks];
    const port = (one) => Number(one.classList.contains("port"));
    this.places.clear();
    for (const shape of found.sort((one, other) => port(one) - port(other))) this.touchable(shape);
    // Names are read also where a lit border crosses them.
    const names = document.createElementNS(SVG, "g");
    names.id = "map-names";
    names.append(...svg.querySelectorAll(":scope > text[paint-order=stroke], g:not([transform]) > text[paint-order=stroke]"));
    svg.append(this.layer, names);
    for (const [id, one] of this.places) one.box = this.boxOf(id);
  }

  touchable(shape) {
    const id = shape.dataset.place || (shape.dataset.track ? `track-${shape.dataset.track}` : shape.id.replace(/^area-/, ""));
    const name = shape.dataset.name || shape.querySelector("text")?.textContent || shape.querySelector("title")?.textContent || id;
    shape.querySelector("title")?.remove();
    const hit = shape.matches("path") ? shape.cloneNode(false) : this.around(shape);
    for (const { name: attribute } of [...hit.attributes]) {
      if (!["d", "fill-rule", "x", "y", "width", "height", "rx"].includes(attribute)) hit.removeAttribute(attribute);
    }
    hit.setAttribute("class", `hit${shape.classList.contains("port") ? " port" : ""}`);
    hit.setAttribute("role", "button");
    hit.setAttribute("tabindex", "-1");
    hit.setAttribute("aria-label", name);
    hit.dataset.at = id;
    this.layer.append(hit);
    this.places.set(id, { id, name, hit, shape });
  }

  around(shape) {
    const box = shape.getBBox(), rect = document.createElementNS(SVG, "rect");
    const moved = this.svg.getCTM() ? this.svg.getCTM().inverse().multiply(shape.getCTM()) : { e: 0, f: 0 };
    for (const [name, value] of Object.entries({ x: box.x + moved.e, y: box.y + moved.f, rx: 10 })) rect.setAttribute(name, value);
    rect.setAttribute("width", box.width);
    rect.setAttribute("height", box.height);
    return rect;
  }

  boxOf(id) {
    const { x, y, width, height } = this.places.get(id).hit.getBBox();
    return { x, y, width, height };
  }

  // Where a place is on the screen.
  onScreen(id) {
    return this.places.get(id).hit.getBoundingClientRect();
  }

  plan(group) {
    this.svg.querySelector("#map-plan")?.remove();
    this.svg.insertBefore(document.importNode(group, true), this.layer);
  }

  // What is lit: places by class.
  mark(classes) {
    for (const [id, { hit }] of this.places) {
      for (const [name, ids] of Object.entries(classes)) hit.classList.toggle(name, ids.includes(id));
    }
    this.svg.classList.toggle("choosing", Boolean(classes.goal?.length || classes.later?.length));
    // What is lit lies above what is not, or its edge would be hidden.
    for (const { hit } of this.places.values()) {
      const lit = hit.matches(".goal, .later, .open, .own");
      if (lit && hit.parentNode.lastChild !== hit && !hit.matches(":focus")) hit.parentNode.append(hit);
    }
    const small = [...this.places.values()].filter((one) => one.hit.matches(".port") && !one.hit.matches(":focus"));
    for (const { hit } of small) this.layer.append(hit);
  }

  // The place at a spot of the screen; with `among` the nearest of these within a finger's breadth comes first.
  placeAt(left, top, among = []) {
    const at = (x, y) => document.elementFromPoint(x, y)?.closest?.("[data-at]")?.dataset.at;
    const exact = at(left, top);
    if (!among.length || among.includes(exact)) return exact;
    for (const far of NEAR) {
      for (let turn = 0; turn < 8; turn += 1) {
        const found = at(left + far * Math.cos((turn * Math.PI) / 4), top + far * Math.sin((turn * Math.PI) / 4));
        if (among.includes(found)) return found;
      }
    }
    return exact;
  }

  tapped(event) {
    const ghost = document.elementFromPoint(event.clientX, event.clientY)?.closest?.("[data-ghost]");
    if (ghost) {
      this.dispatchEvent(new CustomEvent("ghost", { detail: ghost.dataset.ghost }));
      return true;
    }
    const id = this.placeAt(event.clientX, event.clientY, this.among || []);
    if (!id) {
      this.dispatchEvent(new CustomEvent("aside"));
      return false;
    }
    this.touched(id, event.pointerType);
    return true;
  }

  // A place is touched. A touch that nobody hears is kept for whoever comes: what writes a sheet may be on its way still.
  touched(id, pointer) {
    const unheard = this.dispatchEvent(new CustomEvent("touch", { detail: { id, pointer }, cancelable: true }));
    this.early = unheard ? [id, pointer] : null;
  }

  heard() {
    if (this.early) this.touched(...this.early);
  }

  over(event) {
    const id = event.target.closest?.("[data-at]")?.dataset.at;
    this.dispatchEvent(new CustomEvent("over", { detail: { id, name: this.places.get(id)?.name } }));
  }

  tool(what) {
    const { view } = this;
    if (what === "in") view.zoom(1.5);
    else if (what === "out") view.zoom(1 / 1.5);
    else if (what === "whole") view.whole();
    if (what === "whole") view.touched = true;
  }

  // One place is reached by the tab key: the one that was focused last.
  rove(id) {
    if (!this.places.has(id)) return;
    if (this.current) this.places.get(this.current)?.hit.setAttribute("tabindex", "-1");
    this.current = id;
    this.places.get(id).hit.setAttribute("tabindex", "0");
  }

  focus(id) {
    this.rove(id);
    const { hit, box } = this.places.get(id);
    this.view.reveal(box);
    hit.focus({ preventScroll: true });
  }

  key(event) {
    const id = event.target.closest?.("[data-at]")?.dataset.at;
    if (!id) return void this.view.key(event, true);
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.touched(id, "key");
    } else if (event.shiftKey && event.key.startsWith("Arrow")) {
      this.view.key(event, true);
    } else if (event.key.startsWith("Arrow")) {
      event.preventDefault();
      const next = this.towards(id, event.key);
      if (next) this.focus(next);
    } else if (!this.view.key(event, false)) {
      this.dispatchEvent(new CustomEvent("key", { detail: { id, event } }));
    }
  }

  // The nearest place in a direction, of those that are lit if some are.
  towards(id, key) {
    const [across, down] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
    const middle = ({ box }) => [box.x + box.width / 2, box.y + box.height / 2];
    const from = middle(this.places.get(id));
    let best = null, least = Infinity;
    for (const one of this.places.values()) {
      if (one.id === id || (this.among?.length && !this.among.includes(one.id))) continue;
      const to = middle(one), along = (to[0] - from[0]) * across + (to[1] - from[1]) * down;
      const beside = Math.abs((to[0] - from[0]) * down) + Math.abs((to[1] - from[1]) * across);
      if (along > 1 && along + 2.2 * beside < least) [best, least] = [one.id, along + 2.2 * beside];
    }
    return best;
  }
}
