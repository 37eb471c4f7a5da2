// The cards of the form, one a place: which orders there are, which are chosen, what follows from them; and questions
// that are answered at places of the drawing.

import { Question, wordsOf } from "./questions.js";

const KINDS = ["march", "raid", "support"];
// At a question the rest of the sheet is no part of the map while it is folded.
const PLACES = "section[data-place]:not(#programme:not([open]) *)";
const listed = (text) => (text || "").split(" ").filter(Boolean);

export class Cards {
  constructor(form, fields) {
    Object.assign(this, { form, fields });
  }

  get all() {
    return [...this.form.querySelectorAll(PLACES)].map((section) => new Card(section, this.fields));
  }

  get(id) {
    const section = this.form.querySelector(`${PLACES}[data-place="${CSS.escape(id)}"]`);
    return section && new Card(section, this.fields);
  }

  // Cards that ask for an order, and those of them that have none yet; a vassal that nobody commands yet needs none.
  get asked() {
    return this.all.filter((card) => card.orders);
  }

  get open() {
    return this.asked.filter((card) => !card.chosen.length && !card.full && !("free" in card.section.dataset));
  }

  // Questions that are answered at places of the drawing.
  get questions() {
    return [...this.form.querySelectorAll("[data-question]")].map((section) => new Question(section, this.fields));
  }

  // Those that a place may answer, and the one that it does: one that waits before one that is answered.
  asking(id) {
    return this.questions.filter((one) => one.goals.includes(id));
  }

  questionOf(id) {
    const about = this.asking(id);
    return about.find((one) => !one.chosen) || about.find((one) => one.taken.includes(id)) || about[0];
  }

  // Places that a question is about which nothing answers yet.
  get waiting() {
    return this.all.filter((card) => card.waits).map((card) => card.id);
  }

  // The other cards on which a token is chosen first, if as many as the house has lie there.
  elsewhere(token, { id, tokens, prefix }) {
    const cards = this.asked.filter((card) => card.id !== id && card.prefix === prefix && card.chosen[0] === token);
    return cards.length < Number(tokens.find((one) => one.value === token)?.copies || 1) ? [] : cards;
  }
}

export class Card {
  constructor(section, fields) {
    Object.assign(this, { section, fields, id: section.dataset.place });
    this.orders = section.querySelector("[data-tool=order]");
    this.field = this.orders?.dataset.field;
    this.prefix = section.dataset.prefix || "";
  }

  // Rows of orders that a vassal's areas share: which row is about this area, if any, and one that is free.
  get shared() {
    const { rows, most } = this.orders?.dataset || {};
    if (!rows) return null;
    const names = Array.from({ length: Number(most) }, (_, n) => `${rows}[${n}]`);
    const at = (name) => this.fields.value(`${name}.area`);
    return { names, own: names.find((name) => at(name) === this.id), free: names.find((name) => !at(name)) };
  }

  // Whether no more orders can be laid, besides.
  get full() {
    const { shared } = this;
    return Boolean(shared && !shared.own && !shared.free);
  }

  get name() {
    return this.section.dataset.name || this.section.querySelector("h3, h4, legend")?.firstChild.textContent.trim() || this.id;
  }

  get units() {
    const said = this.section.dataset.units || this.tool("march")?.dataset.units || "";
    return new Map(listed(said).map((one) => one.split(":")).map(([kind, count]) => [kind, Number(count)]));
  }

  // Whether a question that is about it is open still: nothing is said, or less than the whole; a unit may yet come there.
  get waits() {
    const { asked, whole = 1 } = this.section.dataset, names = listed(asked);
    if (this.brings) return Boolean(this.next) && !this.fields.value(this.tool("muster").dataset.nothing);
    return Boolean(asked) && !names.some((name) => this.fields.values(name).length >= whole);
  }

  tool(name) {
    return this.section.querySelector(`[data-tool=${name}]`);
  }

  // Tokens that send its units out, the one to be taken first before the others.
  get sends() {
    return listed(this.section.dataset.marches);
  }

  // Every token that may lie there: value, words, what it does.
  get tokens() {
    return [...this.orders.querySelectorAll("input[type=radio][data-token]")].filter((one) => one.value).map((one) => ({
      value: one.value,
      copies: one.dataset.copies,
      words: one.closest("label")?.textContent.trim() || one.getAttribute("aria-label") || one.value,
      kinds: (one.dataset.kind || one.value.split(/[+-]\d|$/)[0]).split(" "),
      sign: one.closest("label")?.querySelector("svg"),
    }));
  }

  get chosen() {
    const { shared } = this;
    if (shared) return shared.own ? this.fields.values(`${shared.own}.order`) : [];
    return this.orders ? this.fields.values(this.field) : [];
  }

  choose(token, second) {
    const [first, other] = this.chosen;
    const { shared } = this;
    if (shared) {
      // Where no more can be laid, the last one is laid here instead.
      const row = shared.own || shared.free || shared.names[shared.names.length - 1], none = token === first;
      this.fields.set(`${row}.area`, none ? "" : this.id);
      return this.fields.set(`${row}.order`, none ? "" : token);
    }
    const wanted = second ? [first || "", token === other ? "" : token] : [token === first ? "" : token, other || ""];
    this.fields.set(this.field, wanted[0] ? wanted : wanted[1] ? [wanted[1]] : []);
  }

  words(token) {
    return this.tokens.find((one) => one.value === token)?.words || token;
  }

  // What its chosen orders do that is pointed at places, or what is asked of it besides.
  get aims() {
    const chosen = this.chosen.map((token) => this.tokens.find((one) => one.value === token)?.kinds || []).flat();
    return KINDS.filter((kind) => chosen.includes(kind) || this.tool(kind));
  }

  goals(kind) {
    const own = { march: "goals", raid: "raids", support: "helps" }[kind];
    const { tool, section } = { tool: this.tool(kind)?.dataset || {}, section: this.section.dataset };
    return {
      now: listed(tool.goals ?? section[own]),
      later: kind === "march" ? listed(tool.later ?? section.later) : [],
    };
  }

  // Rows of the first plan of a march: where, who, how many of each kind.
  get moves() {
    const found = [], { filled } = this.fields;
    for (let n = 0; n < 40 && this.spoken; n += 1) {
      const row = this.row(n), to = filled.get(`${row}.to`)?.[0];
      if (!to) continue;
      const units = new Map();
      for (const [name, [count]] of filled) {
        if (name.startsWith(`${row}.units.`)) units.set(name.slice(row.length + 7), Number(count));
      }
      found.push({ to, who: filled.get(`${row}.who`)?.[0] || (units.size ? "these" : "all"), units });
    }
    return found;
  }

  set moves(moves) {
    const had = this.moves.length, plan = `${this.plans}[0].do`;
    for (let n = 0; n < Math.max(had, moves.length); n += 1) {
      const row = this.row(n), move = moves[n];
      this.fields.set(`${row}.to`, move ? move.to : "");
      if (!this.of) this.fields.set(`${row}.who`, move ? move.who : "");
      const kinds = new Set([...this.units.keys(), ...(move ? move.units.keys() : [])]);
      for (const kind of kinds) {
        // An answer says each number, a plan may say all or the rest.
        const exact = move && (this.of || move.who === "these" || move.kept);
        const count = exact ? (this.of ? this.count(n, kind, moves) || undefined : move.units.get(kind)) : undefined;
        this.fields.set(`${row}.units.${kind}`, count === undefined ? "" : String(count));
      }
    }
    if (this.of) return;
    if (moves.length && this.fields.value(plan) === "stay") this.fields.set(plan, "go");
    else if (!moves.length && this.fields.value(plan) === "go") this.fields.set(plan, "");
  }

  // The field that says from where an answer goes, if the card is one of several for one question.
  get of() {
    return (this.tool("march") || this.tool("raid"))?.dataset.of;
  }

  // Whether what the fields say is about this place.
  get spoken() {
    return !this.of || this.fields.value(this.of) === this.id;
  }

  // This place is what the answer is about, or not any more; what was said of another is no more.
  speak(wanted = true) {
    if (!this.of || this.spoken === wanted) return;
    const { dataset } = this.tool("march") || this.tool("raid");
    const rows = [...this.fields.filled.keys()].filter((name) => name === dataset.rows || name.startsWith(`${dataset.rows}[`));
    for (const name of [...rows, ...this.switches.map((one) => one.field)]) this.fields.set(name, "");
    this.fields.set(this.of, wanted ? this.id : "");
  }

  // Whose last goal is taken back has said nothing.
  settle(kind) {
    if (this.of && !this.targets(kind).length) this.speak(false);
  }

  // What is said of it by yes or no.
  get switches() {
    return [...this.section.querySelectorAll("[data-switch]")].map((one) => ({ field: one.dataset.switch, words: one.textContent }));
  }

  row(n) {
    return `${this.tool("march")?.dataset.rows || `${this.plans}[0].moves`}[${n}]`;
  }

  // Where the plans of its marches are.
  get plans() {
    return this.tool("march")?.dataset.field || `${this.prefix}marches.${this.id}`;
  }

  get aimed() {
    const [march] = this.aims;
    return march ? this.targets(march) : [];
  }

  targets(kind) {
    if (kind === "march") return this.moves.map((move) => move.to);
    if (kind === "raid") return this.spoken ? this.fields.values(this.raids) : [];
    return this.fields.values(`${this.help}.battles`);
  }

  get raids() {
    const { rows, field } = this.tool("raid")?.dataset || {};
    return rows || `${field || `${this.prefix}raids.${this.id}`}[0].targets`;
  }

  // The row of support that is about this place alone.
  get help() {
    const rows = `${this.prefix}support[`;
    const number = ({ name }) => (name.startsWith(rows) ? Number(name.slice(rows.length).match(/^\d+/)) : NaN);
    const drawn = [...(this.tool("support")?.querySelectorAll("[name]") || [])].map(number).find((n) => n >= 0);
    const taken = [...this.fields.form.elements].map(number).filter((n) => n >= 0);
    return `${rows}${drawn ?? (taken.length ? Math.max(...taken) + 1 : 0)}]`;
  }

  // Things of which some are picked, each group for a field of its own; what one holds another of them cannot.
  get groups() {
    return [...this.section.querySelectorAll("[data-picks]")].map((list) => {
      const { picks, hint, rival } = list.dataset;
      return { field: picks, hint, rival, faces: [...list.querySelectorAll("[data-card]")].map((face) => ({ id: face.dataset.card, face })) };
    });
  }

  // What of them is picked, in words, the first first.
  get picked() {
    const found = ({ field, faces }) => this.fields.values(field).map((value) => faces.find(({ id }) => id === value));
    return this.groups.flatMap(found).filter(Boolean).map(({ face }) => wordsOf(face));
  }

  pick({ field, rival }, id) {
    const had = this.fields.values(field);
    if (rival) this.fields.set(rival, this.fields.values(rival).filter((one) => one !== id));
    this.fields.set(field, had.includes(id) ? had.filter((one) => one !== id) : [...had, id]);
  }

  // Numbers that are said of it.
  get numbers() {
    return [...this.section.querySelectorAll("[data-count]")].map((one) => ({ field: one.dataset.count, words: one.textContent, most: one.dataset.most }));
  }

  // The amount of the first bid for a track, as it is written.
  get bid() {
    return this.fields.value(`${this.section.dataset.field}[0].amount`);
  }

  set bid(amount) {
    const row = `${this.section.dataset.field}[0]`;
    this.fields.set(`${row}.amount`, amount.trim());
    // Without an amount `exactly` would be half a rule.
    if (!amount.trim() && this.fields.value(`${row}.how`) === "exactly") this.fields.set(`${row}.how`, "");
  }

  // What a castle may muster, as the server says.
  get offers() {
    return [...this.section.querySelectorAll("[data-tool=muster] [data-offer]")].map((one) => ({
      unit: one.dataset.offer, at: one.dataset.at, words: one.textContent, most: one.dataset.most, cost: Number(one.dataset.cost || 0),
      more: "more" in one.dataset,
    }));
  }

  // Whether one more can come: as the server last knew, and with the points that are left whatever it knows yet.
  affords(offer) {
    const { points } = this.tool("muster").dataset, { offers } = this;
    const spent = offers.reduce((sum, one) => sum + one.cost * this.wanted(one), 0);
    return offer.more && (points === undefined || spent + offer.cost <= Number(points));
  }

  // What is said when a touch has brought a unit, where units come.
  get brings() {
    return this.tool("muster")?.dataset.brings;
  }

  // The unit that comes next there: of each there are only so many, whatever the server last knew.
  get next() {
    const had = (offer) => this.wants.filter((one) => one.unit === offer.unit).length;
    return this.offers.find((offer) => offer.more && had(offer) < offer.most);
  }

  // What is to come there, in words.
  get coming() {
    return this.offers.map((offer) => [this.wanted(offer), offer.words]).filter(([count]) => count).map((some) => some.join(" × "));
  }

  // The wants of the first rule of mustering there, or of an answer.
  get wants() {
    const found = [], { filled } = this.fields;
    for (let n = 0; n < 40; n += 1) {
      const [unit] = filled.get(`${this.want(n)}.unit`) || [];
      if (unit) found.push({ unit, at: filled.get(`${this.want(n)}.at`)?.[0] || "", area: filled.get(`${this.want(n)}.area`)?.[0] || this.id });
    }
    return found;
  }

  set wants(wants) {
    const { nothing, field } = this.tool("muster").dataset, plan = `${field}[0].do`;
    for (let n = 0; n < 40; n += 1) {
      this.fields.set(`${this.want(n)}.unit`, wants[n]?.unit || "");
      this.fields.set(`${this.want(n)}.at`, wants[n]?.at || "");
      if (nothing) this.fields.set(`${this.want(n)}.area`, wants[n]?.area || "");
    }
    if (nothing) this.fields.set(nothing, "");
    else if (wants.length && this.fields.value(plan) === "nothing") this.fields.set(plan, "some");
    else if (!wants.length && this.fields.value(plan) === "some") this.fields.set(plan, "");
  }

  want(n) {
    const { wants, field } = this.tool("muster").dataset;
    return `${wants || `${field}[0].wants`}[${n}]`;
  }

  wanted(offer) {
    return this.wants.filter((one) => this.meant(one, offer)).length;
  }

  meant({ unit, at, area }, offer) {
    return unit === offer.unit && at === offer.at && area === this.id;
  }

  recruit(offer, by) {
    const wants = this.wants, last = wants.findLastIndex((one) => this.meant(one, offer));
    if (by > 0) wants.push({ ...offer, area: this.id });
    else if (last >= 0) wants.splice(last, 1);
    this.wants = wants;
  }

  // A goal is taken, or taken back.
  aim(kind, goal) {
    this.speak();
    if (kind === "march") return this.march(goal);
    const had = this.targets(kind), now = had.includes(goal) ? had.filter((one) => one !== goal) : [...had, goal];
    if (kind === "raid") {
      this.fields.set(this.raids, now);
      return this.settle(kind);
    }
    const row = this.help;
    this.fields.set(`${row}.battles`, now);
    if (now.length && !this.fields.value(`${row}.whom`)) this.fields.set(`${row}.whom`, "me");
    if (!this.tool("support")) this.fields.set(`${row}.areas`, now.length ? [this.id] : []);
  }

  march(goal) {
    const moves = this.moves, total = [...this.units.values()].reduce((sum, count) => sum + count, 0);
    const place = moves.findIndex((move) => move.to === goal);
    if (place >= 0) {
      moves.splice(place, 1);
      if (moves.length === 1) Object.assign(moves[0], { who: "all", units: new Map() });
    } else if (!moves.length || total < 2 || moves.length >= total) {
      moves.splice(total < 2 ? 0 : Math.max(0, total - 1), moves.length, { to: goal, who: "all", units: new Map() });
      if (moves.length > 1) moves[moves.length - 1].who = "rest";
    } else {
      for (const move of moves.filter((one) => one.who !== "these")) Object.assign(move, { who: "these", units: this.lighter(moves, move) });
      moves.push({ to: goal, who: "rest", units: new Map() });
    }
    this.moves = moves;
    this.settle("march");
  }

  // What a move takes if at least one unit is to be left for another goal.
  lighter(moves, move) {
    const left = new Map(this.units);
    for (const other of moves) {
      if (other !== move && other.who === "these") for (const [kind, count] of other.units) left.set(kind, (left.get(kind) || 0) - count);
    }
    const last = [...left].filter(([, count]) => count > 0).pop();
    if (last && [...left.values()].reduce((sum, count) => sum + count, 0) > 1) left.set(last[0], last[1] - 1);
    return new Map([...left].filter(([, count]) => count > 0));
  }

  // How many of a kind a move takes, by all that is said.
  count(n, kind, moves = this.moves) {
    const move = moves[n], there = this.units.get(kind) || 0;
    if (move.who === "these") return move.units.get(kind) || 0;
    const others = moves.filter((one, at) => at !== n && one.who === "these");
    const stay = Number(this.fields.value(`${this.row(n)}.keep.${kind}`));
    return Math.max(0, there - stay - others.reduce((sum, one) => sum + (one.units.get(kind) || 0), 0));
  }

  step(n, kind, by) {
    const moves = this.moves, counts = new Map([...this.units.keys()].map((one) => [one, this.count(n, one)]));
    counts.set(kind, Math.min(Math.max(counts.get(kind) + by, 0), this.units.get(kind)));
    const all = [...this.units].every(([one, count]) => counts.get(one) === count);
    Object.assign(moves[n], all && moves.length === 1 ? { who: "all", units: new Map() } : { who: "these", units: counts });
    if (![...counts.values()].some(Boolean)) moves.splice(n, 1);
    this.moves = moves;
    this.settle("march");
  }
}
