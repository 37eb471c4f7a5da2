// Plays what happened, moment by moment. The server says for each moment its words, its cards, and which parts of the map
// change; nothing of the rules is known here. Without this script one walks by links.
const NAMESPACE = "http://www.w3.org/2000/svg";
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const dark = matchMedia("(prefers-color-scheme: dark)");

const theme = () => {
  const chosen = document.documentElement.dataset.theme;
  return (chosen ? chosen === "dark" || chosen === "night" : dark.matches) ? "night" : "parchment";
};

const drawingIn = (text) => document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);

// The numbers of the parts in each layer at each moment, from those of the first and what changes from one to the next.
const statesOf = (reel) => {
  const states = [reel.first];
  for (const change of reel.changes) {
    const state = { ...states[states.length - 1] };
    for (const [layer, splices] of Object.entries(change)) {
      const row = [...(state[layer] || [])];
      for (const [from, to, numbers] of splices) row.splice(from, to - from, ...numbers);
      state[layer] = row;
    }
    states.push(state);
  }
  return states;
};

export class Replay {
  constructor(root) {
    this.root = root;
    root.dataset.on = "1";
    this.find = (what) => root.querySelector(what);
    this.stage = this.find(".stage");
    this.slider = this.find("input[type=range]");
    this.button = this.find(".play");
    this.place = Number(root.dataset.place);
    this.timer = null;
    this.loading = null;
    for (const part of root.querySelectorAll(".controls, .play, .speed")) part.hidden = false;
    root.classList.add("live");
    this.button.addEventListener("click", () => (this.timer ? this.pause() : this.play()));
    this.slider.addEventListener("input", () => { this.pause(); this.show(Number(this.slider.value)); });
    this.find(".seek").addEventListener("submit", (event) => event.preventDefault());
    root.addEventListener("click", (event) => this.clicked(event));
    root.addEventListener("keydown", (event) => this.pressed(event));
    dark.addEventListener("change", () => this.again());
  }

  set pace(pace) { this.find("select").value = pace; }

  get last() { return Number(this.slider.max); }

  placeOf(name) {
    return { first: 0, prev: this.place - 1, next: this.place + 1, last: this.last }[name];
  }

  clicked(event) {
    const link = event.target.closest("[data-go]");
    if (!link || event.metaKey || event.ctrlKey || event.shiftKey || event.button) return;
    event.preventDefault();
    this.pause();
    this.show(this.placeOf(link.dataset.go));
  }

  pressed(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("select")) return;
    const on = event.target.closest("button, a");
    if (event.key === " " && !on) this.timer ? this.pause() : this.play();
    else if (event.target === this.slider) return;
    else if (event.key === "ArrowLeft") { this.pause(); this.show(this.place - 1); }
    else if (event.key === "ArrowRight") { this.pause(); this.show(this.place + 1); }
    else if (event.key === "Home") { this.pause(); this.show(0); }
    else if (event.key === "End") { this.pause(); this.show(this.last); }
    else return;
    event.preventDefault();
  }

  async get(address) {
    const answer = await fetch(`${address}&theme=${theme()}`, { credentials: "same-origin" });
    if (!answer.ok) throw new Error(String(answer.status));
    return answer;
  }

  // The moments and the drawing in which they are shown, asked for once somebody wants them.
  load() {
    this.loading ||= (async () => {
      const [played, drawn] = await Promise.all([
        this.get(this.root.dataset.moments).then((answer) => answer.json()),
        this.get(this.root.dataset.drawing).then((answer) => answer.text()),
      ]);
      this.moments = played.moments;
      this.states = statesOf(played.reel);
      this.parts = played.reel.parts;
      this.nodes = new Map();
      const svg = drawingIn(drawn);
      svg.removeAttribute("width");
      svg.removeAttribute("height");
      this.layers = {};
      for (const layer of Object.keys(this.states[0])) {
        this.layers[layer] = svg.querySelector(`[id="${layer}"]`);
        this.layers[layer].replaceChildren();
      }
      this.stage.replaceChildren(svg);
      this.drawn = null;
    })();
    return this.loading;
  }

  async again() {
    if (!this.loading) return;
    this.loading = null;
    await this.show(this.place, false);
  }

  made(number) {
    const holder = drawingIn(`<svg xmlns="${NAMESPACE}">${this.parts[number]}</svg>`);
    return holder.firstElementChild;
  }

  // Elements that stay are kept, so that only what is new appears.
  draw(place) {
    const state = this.states[place];
    const onward = this.drawn !== null && place === this.drawn + 1;
    for (const [layer, group] of Object.entries(this.layers)) {
      const free = new Map();
      for (const node of group.children) {
        const number = node.dataset.part;
        if (!free.has(number)) free.set(number, []);
        free.get(number).push(node);
      }
      const shown = (state[layer] || []).map((number) => {
        const kept = free.get(String(number))?.shift();
        const node = kept || this.made(number);
        node.dataset.part = number;
        node.classList.toggle("fresh", !kept && onward && !calm.matches);
        return node;
      });
      group.replaceChildren(...shown);
    }
    this.drawn = place;
  }

  // A card as the server draws it.
  card(drawn) {
    const item = document.createElement("li");
    item.append(...new DOMParser().parseFromString(drawn, "text/html").body.childNodes);
    return item;
  }

  async show(place, remember = true) {
    place = Math.min(Math.max(place, 0), this.last);
    try {
      await this.load();
    } catch {
      this.loading = null;
      this.root.classList.add("failed");
      this.end();
      return;
    }
    this.root.classList.remove("failed");
    this.place = place;
    this.draw(place);
    const moment = this.moments[place];
    this.find(".sentence").textContent = moment.text;
    this.find(".cards").replaceChildren(...moment.cards.map((card) => this.card(card)));
    this.slider.value = place;
    this.slider.setAttribute("aria-valuetext", moment.text);
    this.find("output").textContent = `${place}/${this.last}`;
    this.links(remember);
  }

  links(remember) {
    const here = this.find(".here");
    for (const link of this.root.querySelectorAll("[data-go]")) {
      const to = this.placeOf(link.dataset.go);
      const off = to < 0 || to > this.last || to === this.place;
      link.classList.toggle("off", off);
      if (link.matches("button")) link.disabled = off;
      else if (off) { link.removeAttribute("href"); link.setAttribute("aria-disabled", "true"); }
      else { link.href = `${here.pathname}?at=${this.moments[to].at}`; link.removeAttribute("aria-disabled"); }
    }
    if (!here) return;
    here.href = `${here.pathname}?at=${this.moments[this.place].at}`;
    if (remember && !this.timer) history.replaceState(history.state, "", here.href);
  }

  wait() {
    const moment = this.moments[this.place];
    const reading = Math.min(3600, 800 + 22 * moment.text.length) + (moment.cards.length ? 900 : 0);
    return reading / Number(this.find("select").value);
  }

  async play() {
    this.button.lastElementChild.textContent = this.button.dataset.pause;
    this.root.classList.add("playing");
    this.find(".sentence").setAttribute("aria-live", "off");
    this.timer = setTimeout(() => {}, 0);
    await this.show(this.place >= this.last ? 0 : this.place);
    const on = async () => {
      if (!this.timer) return;
      if (this.place >= this.last) return this.end();
      await this.show(this.place + 1);
      if (this.timer) this.timer = setTimeout(on, this.wait());
    };
    if (this.timer && this.moments) this.timer = setTimeout(on, this.wait());
  }

  end() {
    this.pause();
    this.root.dispatchEvent(new Event("ended"));
  }

  pause() {
    if (!this.timer) return;
    clearTimeout(this.timer);
    this.timer = null;
    this.button.lastElementChild.textContent = this.button.dataset.play;
    this.root.classList.remove("playing");
    this.find(".sentence").setAttribute("aria-live", "polite");
    if (this.moments) this.links(true);
  }
}

export const start = () => {
  for (const root of document.querySelectorAll(".replay:not([data-on])")) {
    const replay = new Replay(root);
    if (root.dataset.begun === "1") replay.show(replay.place, false);
  }
};

document.addEventListener("rookery:shown", start);
start();
