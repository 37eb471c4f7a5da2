// Orders by hand: a place is touched, a token chosen, goals are pointed at; every step sets fields of the form.

import { Battles } from "./battle.js";
import { wordsOf } from "./questions.js";
import { Steppers } from "./steppers.js";
import { node } from "./tray.js";

const SVG = "http://www.w3.org/2000/svg";

export class Orders {
  constructor({ drawing, tray, cards, fields, facts, say, said }) {
    Object.assign(this, { drawing, tray, cards, fields, facts, say, said, id: null, second: false, aim: null });
    this.steppers = new Steppers({ cards, fields, say });
    this.battles = new Battles({ form: fields.form, fields, steppers: this.steppers, say });
    facts.go = (id) => this.touch(id, "key");
    drawing.dragged = (event) => this.drag(event);
    drawing.addEventListener("touch", (event) => {
      event.preventDefault();
      this.touch(event.detail.id, event.detail.pointer);
    });
    drawing.addEventListener("aside", () => !this.aim && this.close(false));
    drawing.addEventListener("key", ({ detail }) => this.key(detail));
    drawing.addEventListener("drawn", () => this.drawn());
    tray.element.querySelector("[data-tray-close]").addEventListener("click", () => this.close(true));
    tray.element.addEventListener("keydown", (event) => this.inTray(event));
    addEventListener("keydown", (event) => event.key === "Escape" && this.tray.shown && this.close(true));
    addEventListener("resize", () => this.tray.shown && this.tray.place({ rects: this.rects(), fresh: true }));
  }

  begin() {
    this.described();
    const asked = this.goals.now.filter((id) => this.drawing.places.has(id));
    const [first] = this.cards.open.length ? this.cards.open : this.cards.all;
    this.drawing.rove(asked[0] || (first && this.drawing.places.has(first.id) ? first.id : [...this.drawing.places.keys()][0]));
    this.lit();
  }

  // The card of the open place.
  get card() {
    return this.id && this.cards.get(this.id);
  }

  get goals() {
    if (this.aim && this.card) return this.card.goals(this.aim);
    // What a question may be answered with is lit while nothing else is pointed at.
    return { now: this.cards.questions.flatMap((one) => one.goals), later: [] };
  }

  lit() {
    const { now, later } = this.goals, cards = this.cards.all;
    const said = [...this.cards.questions.flatMap((one) => one.taken), ...cards.filter((card) => card.picked.length).map((card) => card.id)];
    const taken = this.aim && this.card ? this.card.targets(this.aim) : said;
    this.drawing.among = [...now, ...later];
    this.drawing.mark({
      own: cards.map((card) => card.id),
      waits: [...this.cards.open.map((card) => card.id), ...this.cards.waiting],
      open: this.id ? [this.id] : [],
      goal: now, later, taken,
    });
  }

  // What a screen reader is told of each place: what the drawing shows there, and what is ordered.
  described() {
    const told = (this.drawing.svg.querySelector("desc")?.textContent || "").split("\n").map((line) => line.split(": "));
    const known = new Map(told.filter((line) => line.length > 1).map(([name, ...rest]) => [name, rest.join(": ")]));
    for (const { id, name, hit } of this.drawing.places.values()) {
      const card = this.cards.get(id), said = [name];
      if (known.has(name)) said.push(known.get(name));
      if (card?.orders) said.push(card.chosen.length ? card.chosen.map((one) => card.words(one)).join(", ") : this.say("no-order"));
      if (card) said.push(...card.picked, ...card.coming);
      const asking = this.cards.asking(id), waits = this.cards.waiting.includes(id);
      if (asking.length || waits) said.push(this.say(asking.some((one) => one.taken.includes(id)) ? "is-answer" : "may-answer"));
      hit.setAttribute("aria-label", said.map((one) => one.replace(/\.$/, "")).join(". "));
    }
  }

  drawn() {
    this.battles.number();
    this.described();
    if (this.id && !this.offers && !this.facts.id) this.close(false);
    this.lit();
    if (this.offers && this.tray.shown) this.render();
    if (this.waiting && this.tray.element.contains(document.activeElement)) this.toGoal();
    this.waiting = false;
  }

  changed() {
    this.described();
    this.lit();
    if (this.offers && this.tray.shown) this.render();
  }

  // Whether the open place has anything to say or to choose; else it is only looked at.
  get offers() {
    return Boolean(this.id && !this.facts.id && (this.card || this.cards.asking(this.id).length));
  }

  touch(id, pointer) {
    if (this.aim && this.drawing.among.includes(id)) return this.point(id);
    const asking = this.aim ? [] : this.cards.asking(id), card = this.cards.get(id);
    if (asking.length && !card && asking.every((one) => one.at(id).length === 1)) {
      const question = this.cards.questionOf(id);
      if (this.tray.shown) this.close(false);
      this.drawing.rove(id);
      return this.answer(question, question.at(id)[0]);
    }
    this.facts.id = null;
    if (!card && !this.cards.asking(id).length) return this.look(id, pointer);
    const came = card?.brings && this.steppers.bring(card);
    if (came) this.said(came);
    this.open(id, pointer);
  }

  // What a question is answered with, or not any more.
  answer(question, { value, at, face }) {
    const words = face ? wordsOf(face) : this.drawing.places.get(at).name;
    this.said(this.say(question.choose(value) ? "answered" : "taken-back", { place: words }));
    this.fields.changed(question.section);
  }

  async look(id, pointer) {
    Object.assign(this, { id, aim: null, back: id });
    this.lit();
    this.drawing.rove(id);
    if (await this.facts.show(id) && pointer === "key") this.tray.element.querySelector("[data-tray-close]").focus();
  }

  open(id, pointer) {
    const card = this.cards.get(id), moved = this.id !== id, aims = card?.aims || [];
    Object.assign(this, { id, second: false, back: id, keys: pointer === "key" });
    this.aim = aims.includes("march") ? "march" : aims.includes("raid") ? "raid" : null;
    if (card && !card.orders && !aims.length && !this.steppers.of(card).length) this.scrollTo(card);
    this.lit();
    if (!this.tray.wide.matches) this.pin();
    if (this.drawing.places.has(id)) {
      this.drawing.rove(id);
      this.drawing.view.reveal(this.drawing.places.get(id).box);
    }
    this.render(moved);
    if (this.keys) (this.tray.keyed(`token ${card?.chosen[0]}`) || this.tray.first)?.focus({ preventScroll: true });
  }

  close(back) {
    const was = this.id;
    Object.assign(this, { id: null, aim: null });
    this.facts.id = null;
    this.tray.hide();
    this.lit();
    if (back && was && this.drawing.places.has(was)) this.drawing.focus(was);
  }

  // On a phone the map moves up to its place before something covers the lower half.
  pin() {
    const above = this.drawing.pane.getBoundingClientRect().top;
    if (above > 1) scrollBy({ top: above, behavior: this.drawing.view.calm.matches ? "instant" : "smooth" });
  }

  scrollTo(card) {
    this.show((card.section.dataset.more && document.getElementById(card.section.dataset.more)) || card.section);
  }

  // A part of the sheet, unfolded and with its first field in focus.
  show(part) {
    for (let folded = part.closest("details:not([open])"); folded; folded = part.closest("details:not([open])")) {
      folded.querySelector("summary").click();
      folded.open = true;
    }
    part.scrollIntoView({ block: "center", behavior: "smooth" });
    const fields = "input:not([type=hidden]), select, button";
    (part.matches(fields) ? part : part.querySelector(fields))?.focus({ preventScroll: true });
  }

  // What is not to be covered: the place, and its goals, those too that an order not chosen yet would have.
  rects() {
    const { card } = this, possible = card && !this.aim ? [...card.goals("march").now, ...card.goals("raid").now] : [];
    const beside = card?.section.dataset.tool === "bid" ? this.cards.all.map((one) => one.id).filter((id) => id.startsWith("track-")) : [];
    const coming = card?.brings ? this.cards.waiting : [];
    const near = new Set([this.id, ...this.drawing.among, ...possible, ...beside, ...coming].filter((id) => this.drawing.places.has(id)));
    return [...near].map((id) => this.drawing.onScreen(id));
  }

  render(fresh = false) {
    const { card, id, say } = this, asking = this.cards.asking(id).filter(() => !card || !this.aim);
    const body = asking.map((one) => this.steppers.asked(one, id, (choice) => this.answer(one, choice)));
    const told = card?.section.querySelector("[data-told]");
    if (card?.orders) body.push(...this.tokens(card));
    for (const kind of card?.aims || []) body.push(this.aims(card, kind));
    if (card) body.push(...this.battles.of(card), ...this.steppers.of(card));
    body.push(told ? told.cloneNode(true) : "", this.foot(card, asking));
    const under = card?.section.querySelector("h3 .hint, h4 .hint")?.textContent.trim() || "";
    const name = card?.name || this.drawing.places.get(id)?.name || id;
    this.tray.show(name, under, body, { rects: this.rects(), fresh });
    this.tray.element.setAttribute("aria-label", say("place", { place: name }));
  }

  tokens(card) {
    const { say, second } = this, [first, other] = card.chosen, found = [];
    if (first && !card.shared) {
      const tab = (is, word) => node("button", { type: "button", key: word, "aria-pressed": String(second === is), class: "tab", onclick: () => { this.second = is; this.render(); } }, say(word));
      found.push(node("div", { class: "tabs" }, tab(false, "first"), tab(true, "second")));
    }
    const now = second ? other : first;
    if (this.aim && now) {
      found.push(node("p", { class: "chosen" }, node("strong", {}, card.words(now)), node("button", { type: "button", class: "small", key: "other", onclick: () => { this.aim = null; this.lit(); this.render(); } }, say("other"))));
      return found;
    }
    const buttons = card.tokens.map((token) => {
      const away = this.cards.elsewhere(token.value, card);
      return node("button", {
        type: "button", key: `token ${token.value}`, class: `token${away.length && now !== token.value ? " away" : ""}`,
        "aria-pressed": String(now === token.value), title: away.length ? say("elsewhere", { places: away.map((one) => one.name).join(", ") }) : false,
        onclick: () => this.choose(token),
      }, token.sign ? token.sign.cloneNode(true) : "", node("span", {}, token.words));
    });
    return [...found, node("div", { class: "tokens", role: "group", "aria-label": say(second ? "second" : "first") }, ...buttons)];
  }

  choose(token) {
    const { card, say, second } = this, before = card.chosen[second ? 1 : 0];
    const kept = before !== token.value, from = kept && !second && this.fetched(card, token.value);
    card.choose(token.value, second);
    const aims = kept && ["march", "raid"].find((kind) => token.kinds.includes(kind));
    this.aim = aims || (card.aims.includes(this.aim) ? this.aim : null);
    if (!from) this.said(kept ? say("chosen", { place: card.name, order: token.words }) : say("taken-back", { place: card.name }));
    this.tell(card);
    if (!kept) return;
    if (!aims && !second) this.next();
    else if (aims && this.keys) this.toGoal();
  }

  // A token of which no other is left comes from where it lies; whether it did.
  fetched(card, value) {
    const [from] = this.cards.elsewhere(value, card);
    if (!from) return false;
    from.choose(value, false);
    this.said(this.say("moved", { order: card.words(value), from: from.name, to: card.name }));
    return true;
  }

  // A token that is chosen in the form itself.
  chosen({ dataset, value }, section) {
    const card = dataset.token && section && this.cards.get(section.dataset.place);
    if (card) this.fetched(card, value);
  }

  // Who uses the keys goes on to the first goal, which may come with the next answer only.
  toGoal() {
    const [first] = this.goals.now, goal = first && this.tray.keyed(`goal ${first}`);
    this.waiting = !goal;
    goal?.focus({ preventScroll: true });
  }

  // The form has been changed by a card.
  tell(card) {
    this.fields.changed(card.orders || card.section);
  }

  get following() {
    const open = this.cards.open, asked = this.cards.asked.map((card) => card.id);
    const place = asked.indexOf(this.id);
    return open.find((card) => asked.indexOf(card.id) > place && card.id !== this.id) || open.find((card) => card.id !== this.id);
  }

  next() {
    const card = this.following;
    if (card) return this.open(card.id, this.keys ? "key" : "mouse");
    if (this.cards.open.length) return;
    this.said(this.say("complete"));
    this.hand();
  }

  aims(card, kind) {
    const { say } = this, { now, later } = card.goals(kind), taken = card.targets(kind), lit = this.aim === kind;
    const name = (id) => this.drawing.places.get(id)?.name || id;
    const goal = (id) => node("button", { type: "button", key: `goal ${id}`, class: "goal-chip", "aria-pressed": String(taken.includes(id)), onclick: () => { this.aim = kind; this.point(id); } }, name(id));
    const moves = kind === "march" ? card.moves.map((move, n) => this.move(card, move, n, name)) : [];
    const head = node("button", { type: "button", key: `aim ${kind}`, class: "tab", "aria-pressed": String(lit), title: later.length ? say("later-hint") : false, onclick: () => { this.aim = lit ? null : kind; this.lit(); this.render(); } }, say(kind));
    const dashed = later.length ? node("p", { class: "hint" }, say("later-hint")) : "";
    const folded = node("details", { class: "goals-folded", open: this.keys || !this.drawing.places.size }, node("summary", {}, say("goals", { n: now.length + later.length })), dashed, node("div", { class: "chips" }, ...now.map(goal), ...later.map(goal)));
    const hint = lit && !taken.length && now.length ? node("p", { class: "hint" }, say(`${kind}-hint`)) : "";
    const listed = kind === "march" ? moves : taken.map((id) => node("p", { class: "move" }, node("span", {}, name(id)), this.drop(() => { this.aim = kind; this.point(id); }, name(id))));
    return node("div", { class: "aim" }, head, hint, ...listed, ...this.beside(card, kind), now.length + later.length ? folded : "");
  }

  // What can be said of an answer besides its goals: that it has none, and whatever is yes or no.
  beside(card, kind) {
    const { idle } = card.tool(kind)?.dataset || {}, none = card.of && card.spoken && !card.targets(kind).length;
    const change = (set) => () => {
      set();
      this.tell(card);
    };
    const button = (key, pressed, words, set) => node("button", { type: "button", key, class: "face", "aria-pressed": String(pressed), onclick: change(set) }, words);
    const switches = card.spoken ? card.switches : [];
    return [
      ...(idle && !card.targets(kind).length ? [button("idle", none, idle, () => card.speak(!none))] : []),
      ...switches.map(({ field, words }) => {
        const on = Boolean(this.fields.value(field));
        return button(`switch ${field}`, on, words, () => this.fields.set(field, on ? "" : "1"));
      }),
    ];
  }

  drop(onclick, name) {
    return node("button", { type: "button", class: "small drop", key: `drop ${name}`, "aria-label": this.say("drop", { place: name }), onclick }, "×");
  }

  move(card, move, n, name) {
    const steppers = [...card.units].map(([kind, there]) => {
      const count = card.count(n, kind), step = (by, sign) => node("button", {
        type: "button", key: `${n} ${kind} ${sign}`, class: "step", disabled: by < 0 ? count < 1 : count >= there,
        "aria-label": `${sign} ${this.unit(kind)}`, onclick: () => { card.step(n, kind, by); this.tell(card); },
      }, sign);
      return node("span", { class: "stepper" }, step(-1, "−"), node("span", { class: "units" }, `${count} ${this.unit(kind)}`), step(1, "+"));
    });
    return node("div", { class: "move" }, node("strong", {}, `→ ${name(move.to)}`), this.drop(() => { this.aim = "march"; this.point(move.to); }, name(move.to)), ...steppers);
  }

  unit(kind) {
    return this.card.section.querySelector(`[data-unit="${kind}"]`)?.dataset.name || this.say(`unit-${kind}`) || kind;
  }

  foot(card, asking) {
    const { say } = this, following = this.following, buttons = [];
    const button = (key, words, onclick, look = "") => buttons.push(node("button", { type: "button", key, class: look || false, onclick }, words));
    // Of a question that waits alone the sheet is complete when it is answered.
    const asked = asking.length || card?.section.dataset.asked;
    if (following) button("next", say("next", { place: following.name }), () => this.next());
    else if (card?.orders && card.chosen.length) button("next", say("done"), () => this.next());
    else if (asked) button("next", say("done"), () => this.hand());
    const more = card ? () => this.scrollTo(card) : () => this.show(asking[0].section);
    button("card", say("card"), () => {
      this.close(false);
      more();
    }, "second");
    return node("div", { class: "tray-foot" }, ...buttons);
  }

  // On to the button that hands the sheet in.
  hand() {
    this.close(this.keys);
    if (this.keys) document.querySelector("#sheet .save button")?.focus({ preventScroll: true });
  }

  // A goal is pointed at.
  point(id) {
    const { card, say } = this, had = card.targets(this.aim).includes(id);
    card.aim(this.aim, id);
    const name = this.drawing.places.get(id)?.name || id;
    this.said(had ? say("taken-back", { place: name }) : say("pointed", { from: card.name, to: name }));
    this.tell(card);
    if (this.keys && document.activeElement.closest(".map-view")) this.tray.keyed("next")?.focus({ preventScroll: true });
  }

  // From an own place to a goal: an order to march, if it has none, and where to.
  drag(event) {
    const from = this.drawing.placeAt(event.clientX, event.clientY), card = from && this.cards.get(from);
    if (!card || (event.pointerType === "touch" && this.id !== from)) return null;
    const kind = card.aims.find((one) => one === this.aim) || card.aims[0];
    const token = !kind && card.orders && !card.chosen.length && card.sends.find((one) => !this.cards.elsewhere(one, card).length);
    const aim = kind || (token && "march");
    if (!aim || (aim === "march" && !card.units.size && !card.tool("march"))) return null;
    if (this.id !== from) Object.assign(this, { id: from, second: false, keys: false });
    this.aim = aim;
    this.lit();
    const { now, later } = card.goals(aim), goals = [...now, ...later];
    const line = document.createElementNS(SVG, "path"), box = this.drawing.places.get(from).box;
    line.setAttribute("class", `rubber rubber-${aim}`);
    this.drawing.svg.append(line);
    const at = (one) => { const spot = this.drawing.view.spot(one); return this.drawing.view.at(spot.left, spot.top); };
    const start = at(event), over = (one) => this.drawing.placeAt(one.clientX, one.clientY, goals);
    const done = () => { line.remove(); this.drawing.mark({ hover: [] }); };
    return {
      move: (one) => {
        const to = at(one);
        line.setAttribute("d", `M${box.x + box.width / 2} ${box.y + box.height / 2}L${start.x} ${start.y}`.replace(/L.*/, `L${to.x} ${to.y}`));
        this.drawing.mark({ hover: goals.includes(over(one)) ? [over(one)] : [] });
      },
      end: (one) => {
        done();
        const to = over(one);
        if (to && to !== from && (goals.includes(to) || !goals.length)) {
          if (token) card.choose(token, false);
          this.point(to);
        }
        this.render(true);
      },
      cancel: () => { done(); this.close(false); },
    };
  }

  key({ event }) {
    const asked = this.aim ? [] : this.goals.now;
    const own = [...asked, ...this.cards.all.map((card) => card.id)].filter((id, n, all) => this.drawing.places.has(id) && all.indexOf(id) === n);
    const ways = { PageDown: 1, PageUp: -1, Home: 0, End: 0 };
    if (!(event.key in ways) || !own.length) return;
    event.preventDefault();
    const place = own.indexOf(this.drawing.current);
    const to = { Home: 0, End: own.length - 1, PageDown: (place + 1) % own.length, PageUp: (place <= 0 ? own.length : place) - 1 }[event.key];
    this.drawing.focus(own[to]);
  }

  // Arrow keys walk among the buttons.
  inTray(event) {
    const way = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const group = way && event.target.closest(".tokens, .chips, .tabs");
    if (!group) return;
    event.preventDefault();
    const buttons = [...group.querySelectorAll("button:not(:disabled)")];
    buttons[(buttons.indexOf(event.target) + way + buttons.length) % buttons.length].focus();
  }
}
