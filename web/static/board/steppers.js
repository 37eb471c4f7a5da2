// What is counted or picked besides orders: bids for tracks, units at castles, cards of a hand. The fields hold it.

import { node } from "./tray.js";

export class Steppers {
  constructor({ cards, fields, say }) {
    Object.assign(this, { cards, fields, say });
  }

  // What is counted at a card: all bids together, for they are paid from one hand.
  of(card) {
    if (card.section.dataset.tool === "bid") return this.bids();
    if (card.section.dataset.tool === "cards") return this.cardsOf(card);
    return card.offers.length ? [this.musters(card)] : [];
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

  // Cards as they are printed; those chosen bear the place in which they come.
  cardsOf(card) {
    const picked = card.picked, { hint } = card.section.dataset;
    const one = ({ id, face }) => {
      const place = picked.indexOf(id), inside = [...face.childNodes].map((part) => part.cloneNode(true));
      const pick = () => {
        card.pick(id);
        this.tell(card);
      };
      return node("button", { type: "button", key: `card ${id}`, class: "face", "aria-pressed": String(place >= 0), onclick: pick }, place < 0 ? "" : node("span", { class: "place-in" }, String(place + 1)), ...inside);
    };
    return [node("p", { class: "hint" }, hint), node("div", { class: "faces" }, ...card.hand.map(one))];
  }

  // A sum that is worked out when it is bid can be read and written, not counted.
  bid(card) {
    const said = card.bid, plain = /^\d*$/.test(said), at = Number(said), key = `bid ${card.id}`;
    const put = (value) => {
      card.bid = String(value);
      this.tell(card);
    };
    const field = node("input", { class: "number", inputmode: "numeric", autocomplete: "off", maxlength: 400, key, value: said, "aria-label": card.name, oninput: () => put(field.value) });
    const less = this.button("−", card.name, key, !plain || at < 1, () => put(at - 1));
    const more = this.button("+", card.name, key, !plain, () => put(at + 1));
    return node("div", { class: "counted" }, node("span", {}, card.name), node("span", { class: "stepper" }, less, field, more));
  }

  musters(card) {
    const points = card.section.querySelector("[data-tool=muster] h4 .hint")?.textContent.trim() || "";
    const rows = card.offers.map((offer) => {
      const count = card.wanted(offer), key = `muster ${offer.unit} ${offer.at}`;
      const step = (by) => () => {
        card.recruit(offer, by);
        this.tell(card);
      };
      const less = this.button("−", offer.words, key, !count, step(-1));
      const more = this.button("+", offer.words, key, !offer.more, step(1));
      return node("div", { class: "counted" }, node("span", {}, offer.words), node("span", { class: "stepper" }, less, node("span", { class: "units" }, String(count)), more));
    });
    return node("div", { class: "aim" }, node("p", { class: "hint", role: "status" }, this.say("muster", { points })), ...rows);
  }
}
