// What is counted or picked besides orders: bids for tracks, units at castles, cards of a hand. The fields hold it.

import { node } from "./tray.js";

export class Steppers {
  constructor({ cards, fields, say }) {
    Object.assign(this, { cards, fields, say });
  }

  // What is counted at a card: all bids together, for they are paid from one hand.
  of(card) {
    if (card.section.dataset.tool === "bid") return this.bids();
    const said = [...card.groups.map((group) => this.group(card, group)), ...card.numbers.map((one) => this.number(card, one))];
    return card.offers.length ? [...said, this.musters(card)] : said;
  }

  tell(card) {
    this.fields.changed(card.section);
  }

  button(sign, name, key, disabled, onclick) {
    return node("button", { type: "button", key: `${key} ${sign}`, class: "step", disabled, "aria-label": `${sign} ${name}`, onclick }, sign);
  }

  bids() {
    const all = this.cards.all.filter((card) => card.section.dataset.tool === "bid"), [first] = all;
    return [node("p", { class: "hint" }, first.section.dataset.have), ...all.map((card) => this.bid(card))];
  }

  // Things as they are printed; those picked bear the place in which they come, if there are several to pick.
  group(card, { field, hint, rival, faces }) {
    const picked = this.fields.values(field);
    const pick = (id) => () => {
      card.pick({ field, rival }, id);
      this.tell(card);
    };
    const buttons = faces.map(({ id, face }) => {
      const place = picked.indexOf(id);
      return this.face(`card ${field} ${id}`, face, place >= 0, pick(id), picked.length + faces.length > 2 && place >= 0 ? place + 1 : 0);
    });
    return node("div", { class: "aim" }, hint ? node("p", { class: "hint" }, hint) : "", node("div", { class: this.look(faces), role: "group", "aria-label": hint || card.name }, ...buttons));
  }

  // Cards lie beside each other, all else in a column.
  look(faces) {
    return faces.some(({ face }) => face.querySelector(".card")) ? "hand" : "faces";
  }

  // A button that looks as what it chooses does in the form; a card bears its place in a corner.
  face(key, face, pressed, onclick, place = 0) {
    const inside = [...face.childNodes].filter((part) => part.nodeName !== "INPUT").map((part) => part.cloneNode(true)), card = face.querySelector(".card");
    const attributes = { type: "button", key, class: card ? "pick" : "face", "data-place": (card && pressed && (place || "✓")) || null, "aria-pressed": String(pressed), onclick };
    return node("button", attributes, place ? node("span", { class: card ? "unseen" : "place-in" }, String(place)) : "", ...inside);
  }

  // What a question may be answered with at a place; of some choices one is made.
  asked(question, id, answer) {
    const choices = question.at(id), tokens = choices.every((one) => one.face instanceof HTMLOptionElement);
    const buttons = choices.map((one) => {
      const key = `choice ${one.value}`, pressed = one.value === question.chosen, onclick = () => answer(one);
      if (!tokens) return this.face(key, one.face, pressed, onclick);
      return node("button", { type: "button", key, class: "token", "aria-pressed": String(pressed), onclick }, this.sign(one.value), node("span", {}, one.face.textContent));
    });
    return node("div", { class: "aim" }, node("p", { class: "hint" }, question.words), node("div", { class: tokens ? "tokens" : this.look(choices), role: "group", "aria-label": question.words }, ...buttons));
  }

  // The drawing of what an entry of a list is about, if the page has one.
  sign(id) {
    const drawing = document.getElementById(`sign-${id}`), svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    if (!drawing) return "";
    const use = document.createElementNS(svg.namespaceURI, "use");
    use.setAttribute("href", `#${drawing.id}`);
    svg.setAttribute("class", "sign");
    svg.setAttribute("aria-hidden", "true");
    svg.append(use);
    return svg;
  }

  number(card, { field, words, most }) {
    return this.counter(words, `count ${field}`, this.fields.value(field), (value) => {
      this.fields.set(field, value.trim());
      this.tell(card);
    }, most);
  }

  bid(card) {
    return this.counter(card.name, `bid ${card.id}`, card.bid, (value) => {
      card.bid = value;
      this.tell(card);
    });
  }

  // A sum that is worked out when it is needed can be read and written, not counted.
  counter(name, key, said, put, most = Infinity) {
    const plain = /^\d*$/.test(said), at = Number(said);
    const field = node("input", { class: "number", inputmode: "numeric", autocomplete: "off", maxlength: 400, key, value: said, "aria-label": name, oninput: () => put(field.value) });
    // An answer may have to say 0.
    const least = !plain || (at < 1 && (said || most === Infinity));
    const less = this.button("−", name, key, least, () => put(String(Math.max(at - 1, 0))));
    const more = this.button("+", name, key, !plain || at >= most, () => put(String(at + 1)));
    return node("div", { class: "counted" }, node("span", {}, name), node("span", { class: "stepper" }, less, field, more));
  }

  // Where units come a touch brings the next of them; what is said of it.
  bring(card) {
    const { next } = card;
    if (!next) return "";
    card.recruit(next, 1);
    this.tell(card);
    return card.brings.replace("{unit}", next.words);
  }

  musters(card) {
    const points = card.section.querySelector("[data-tool=muster] h4 .hint")?.textContent.trim() || "";
    const status = card.tool("muster").dataset.status ?? this.say("muster", { points });
    const rows = card.offers.map((offer) => {
      const count = card.wanted(offer), key = `muster ${offer.unit} ${offer.at}`;
      const step = (by) => () => {
        if (by > 0 && !card.affords(offer)) return;
        card.recruit(offer, by);
        this.tell(card);
      };
      const less = this.button("−", offer.words, key, !count, step(-1));
      const more = this.button("+", offer.words, key, !card.affords(offer), step(1));
      return node("div", { class: "counted" }, node("span", {}, offer.words), node("span", { class: "stepper" }, less, node("span", { class: "units" }, String(count)), more));
    });
    return node("div", { class: "aim" }, node("p", { class: "hint", role: "status" }, status), ...rows, this.none(card));
  }

  // Nothing at all, as an answer.
  none(card) {
    const { nothing, idle } = card.tool("muster").dataset;
    if (!nothing || card.wants.length) return "";
    const on = Boolean(this.fields.value(nothing));
    return this.face("idle", node("span", {}, idle), on, () => {
      this.fields.set(nothing, on ? "" : "1");
      this.tell(card);
    });
  }
}
