// Battles where they happen: which card is played is chosen from the hand, in the form or beside a battle on the map.

import { node } from "./tray.js";

// Where the rules for cards are: a vassal's stand in its part.
const RULES = "cards.rules";
// What one more tap makes of the cards chosen, the first first.
const tapped = (had, id) => (had.includes(id) ? had.filter((one) => one !== id) : [...had, id]);

export class Battles {
  constructor({ form, fields, steppers, say }) {
    Object.assign(this, { form, fields, steppers, say });
    form.addEventListener("pointerdown", ({ target }) => {
      const hand = target.closest("[data-hand]");
      this.had = hand ? fields.values(hand.dataset.hand) : null;
    });
    form.addEventListener("click", (event) => this.tap(event));
    form.addEventListener("change", () => this.number());
    this.number();
  }

  // A card of the form is tapped: it is the first, the next, or taken back. By the keys it is a radio button.
  tap({ target, detail }) {
    const hand = target.closest("[data-hand]");
    if (!hand || !this.had || !detail || !target.matches(".pick input")) return;
    this.fields.set(hand.dataset.hand, tapped(this.had, target.value));
    this.had = null;
    this.fields.changed(hand);
  }

  // Each chosen card bears its place.
  number() {
    for (const hand of this.form.querySelectorAll("[data-hand]")) {
      const chosen = this.fields.values(hand.dataset.hand);
      for (const card of hand.querySelectorAll(".pick")) {
        const place = chosen.indexOf(card.querySelector("input").value);
        if (place < 0) delete card.dataset.place;
        else card.dataset.place = place + 1;
      }
    }
  }

  // The battles of an area's card: those that are planned and still pointed at, and what may come.
  of(card) {
    const ahead = [...card.section.querySelectorAll("[data-battle]")];
    return ahead.filter((one) => !("planned" in one.dataset) || card.targets("march").includes(one.dataset.battle)).map((one) => this.panel(one, `${card.prefix}${RULES}`));
  }

  // `at` is where the rules for its cards are.
  panel(ahead, at) {
    const { battle, role } = ahead.dataset, panel = ahead.cloneNode(true), key = `battle ${battle} ${role}`;
    panel.open = this.opened?.get(key) ?? "planned" in ahead.dataset;
    panel.querySelector("summary").dataset.key = key;
    panel.addEventListener("toggle", () => (this.opened ||= new Map()).set(key, panel.open));
    // For a vassal any card may be drawn, whether its part shows rules for cards or not.
    const hand = this.form.querySelector(`[data-hand^="${at}["]`), deck = at === RULES ? null : this.form.querySelector("[data-deck]");
    const drawn = hand || deck?.content;
    if (!drawn) return panel;
    const chosen = this.chosen(at, battle, role);
    const faces = [...drawn.querySelectorAll(".pick")].map((face) => ({ id: face.querySelector("input").value, face }));
    const buttons = faces.map(({ id, face }) => {
      const place = chosen.indexOf(id);
      return this.steppers.face(`${key} ${id}`, face, place >= 0, () => this.choose(at, battle, role, tapped(chosen, id), hand), place + 1);
    });
    const hint = this.say("battle-hint");
    panel.append(node("p", { class: "hint" }, hint), node("div", { class: "hand", role: "group", "aria-label": hint }, ...buttons));
    return panel;
  }

  // The numbers of the rules that say something.
  rules(at) {
    const numbers = [...this.fields.filled.keys()].filter((name) => name.startsWith(`${at}[`)).map((name) => parseInt(name.slice(at.length + 1), 10));
    return [...new Set(numbers)].sort((a, b) => a - b);
  }

  // The rule for one battle alone.
  ruleOf(at, area, role) {
    return this.rules(at).find((n) => {
      const areas = this.fields.values(`${at}[${n}].battles`);
      return areas.length === 1 && areas[0] === area && [role, "any", ""].includes(this.fields.value(`${at}[${n}].role`));
    });
  }

  chosen(at, area, role) {
    const rule = this.ruleOf(at, area, role);
    return rule === undefined ? [] : this.fields.values(`${at}[${rule}].cards`);
  }

  // The first rule that fits counts, so that one for a battle comes before all others.
  choose(at, area, role, cards, hand) {
    const rule = this.ruleOf(at, area, role);
    if (rule === undefined) {
      for (const n of this.rules(at).reverse()) this.move(at, n, n + 1);
      this.fields.set(`${at}[0].role`, role);
      this.fields.set(`${at}[0].battles`, [area]);
    }
    this.fields.set(`${at}[${rule ?? 0}].cards`, cards);
    if (!cards.length) this.move(at, rule, null);
    this.fields.changed(hand);
  }

  // All that a rule says stands in another row; in none if there is none.
  move(at, from, to) {
    for (const [name, values] of this.fields.filled) {
      const row = `${at}[${from}]`;
      if (!name.startsWith(`${row}.`)) continue;
      this.fields.set(name, []);
      if (to !== null) this.fields.set(`${at}[${to}]${name.slice(row.length)}`, values);
    }
  }
}
