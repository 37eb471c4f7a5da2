// The builder of conditions: facts chosen from what can be said, in the reader's words; the typed line stays beside it.
// What a line means is asked of the server; nothing here knows a rule.

const MENUS = new Map();

const element = (name, attributes = {}, ...inside) => {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key in made && typeof value !== "string") made[key] = value; else made.setAttribute(key, value);
  }
  made.append(...inside);
  return made;
};

const menuOf = async (address) => {
  if (!MENUS.has(address)) {
    const answer = await fetch(address, { credentials: "same-origin" });
    if (!answer.ok) throw new Error(String(answer.status));
    MENUS.set(address, await answer.json());
  }
  return MENUS.get(address);
};

const slotsOf = (typed) => [...typed.matchAll(/\{(\w+)\}/g)].map((found) => found[1]);
const filled = (typed, values) => values.reduce((text, value) => text.replace(/\{\w+\}/, () => value), typed);

// One line of text from rows: what the server reads back as the same rows.
const lineOf = (row) => {
  if (row.whole === false) return row.negated ? `not ${row.typed}` : row.typed;
  let text = filled(row.typed, row.values);
  if (row.op) {
    const { typed, values, plus } = row.right;
    text += ` ${row.op} ${filled(typed, values)}`;
    if (plus) text += ` ${plus > 0 ? "+" : "-"} ${Math.abs(plus)}`;
  }
  return row.negated ? `not (${text})` : text;
};

export class Builder {
  constructor(field, place) {
    this.field = field;
    this.words = place.dataset;
    this.joint = "and";
    this.rows = [];
    this.asked = null;
    this.dialog = element("dialog", { class: "builder", "aria-labelledby": "builder-title" });
    document.body.append(this.dialog);
    this.dialog.addEventListener("close", () => {
      this.dialog.remove();
      // The form may have been drawn anew meanwhile.
      const again = document.querySelector(`[data-build="${CSS.escape(this.field.name)}"]`);
      (again || this.field).focus();
    });
  }

  async open() {
    this.menu = await menuOf(this.words.menu);
    await this.read(this.field.value);
    this.dialog.showModal();
    this.draw();
  }

  async read(text) {
    if (this.asked) this.asked.abort();
    this.asked = new AbortController();
    const address = new URL(this.words.read, location.href);
    address.searchParams.set("text", text);
    try {
      const answer = await fetch(address, { credentials: "same-origin", signal: this.asked.signal });
      if (!answer.ok) throw new Error(String(answer.status));
      this.found = await answer.json();
    } catch (fault) {
      if (fault.name === "AbortError") return false;
      this.found = { wrong: [this.words.offline] };
    }
    if (this.found.rows) {
      this.joint = this.found.joint;
      this.rows = this.found.rows;
    }
    return true;
  }

  get text() {
    return this.rows.map(lineOf).join(` ${this.joint} `);
  }

  // Something was chosen: the line is written anew, and read for its meaning. Nothing but that is drawn when it is
  // told, so that no list closes under the hand of somebody who chooses on.
  async chosen(focus) {
    this.line.value = this.text;
    this.keep();
    this.draw(focus);
    const rows = this.rows, joint = this.joint;
    if (!(await this.read(this.text))) return;
    // The rows stay as they were chosen.
    [this.rows, this.joint] = [rows, joint];
    this.tell();
  }

  tell() {
    const wrong = this.found.wrong || [];
    this.said.className = wrong.length ? "error" : "said-condition";
    this.said.textContent = wrong.length ? wrong.join(" ") : this.found.said || this.words.always;
  }

  keep() {
    const field = document.getElementsByName(this.field.name)[0] || this.field;
    field.value = this.line.value;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.dispatchEvent(new Event("change", { bubbles: true }));
  }

  select(options, value, label, name, change) {
    const list = element("select", { "aria-label": label, "data-name": name });
    let group = null, heading = null;
    for (const [id, words, about] of options) {
      if (about && about !== heading) {
        heading = about;
        group = element("optgroup", { label: about });
        list.append(group);
      }
      (group || list).append(element("option", { value: id, selected: id === value }, words));
    }
    list.addEventListener("change", () => change(list.value, name));
    return list;
  }

  phrases(kind) {
    const blank = (said) => said.replace(/\{(\w+)\}/g, "…");
    return this.menu[kind].map((one) => [one.typed, blank(one.said), one.about]);
  }

  first(typed) {
    return slotsOf(typed).map((sort) => this.menu.sorts[sort][0][0]);
  }

  slots(typed, values, name, change) {
    return slotsOf(typed).map((sort, place) =>
      this.select(this.menu.sorts[sort], values[place], this.words.which, `${name}-${place}`, (value, from) => {
        values[place] = value;
        change(from);
      }));
  }

  newFact(typed) {
    return { typed, values: this.first(typed), negated: false, whole: true, op: "", right: null };
  }

  newComparison(typed) {
    return { ...this.newFact(typed), op: ">=", right: { typed: "1", values: [], plus: 0 } };
  }

  drawn(row, place) {
    const name = `row-${place}`, change = (from) => this.chosen(from);
    const line = element("li", { class: "built" });
    const not = element("input", { type: "checkbox", checked: row.negated, "data-name": `${name}-not` });
    not.addEventListener("change", () => { row.negated = not.checked; change(`${name}-not`); });
    line.append(element("label", {}, not, ` ${this.words.not}`));
    if (row.whole === false) {
      line.append(element("code", {}, row.typed));
    } else {
      const kinds = [...this.phrases("facts"), ...this.phrases("numbers").map(([id, said, about]) => [`#${id}`, said, `${this.words.number}: ${about}`])];
      line.append(this.select(kinds, row.op ? `#${row.typed}` : row.typed, this.words.fact, `${name}-kind`, (value, from) => {
        this.rows[place] = value.startsWith("#") ? this.newComparison(value.slice(1)) : this.newFact(value);
        change(from);
      }));
      line.append(...this.slots(row.typed, row.values, name, change));
      if (row.op) line.append(...this.compared(row, name, change));
    }
    const away = element("button", { type: "button", class: "small", "data-name": `${name}-away` }, this.words.remove);
    away.addEventListener("click", () => { this.rows.splice(place, 1); change("add"); });
    line.append(away);
    return line;
  }

  compared(row, name, change) {
    const plain = /^-?\d+$/.test(row.right.typed);
    const operators = Object.entries(this.menu.operators);
    const number = element("input", { type: "number", class: "number", min: "-1000", max: "1000", "aria-label": this.words.number,
      "data-name": `${name}-plain`, value: String(plain ? row.right.typed : row.right.plus) });
    number.addEventListener("change", () => {
      const given = Math.max(-1000, Math.min(1000, Math.trunc(Number(number.value) || 0)));
      if (plain) row.right.typed = String(given); else row.right.plus = given;
      change(`${name}-plain`);
    });
    const against = this.select([["", this.words.plain], ...this.phrases("numbers")], plain ? "" : row.right.typed, this.words.against,
      `${name}-right`, (value, from) => {
        row.right = value ? { typed: value, values: this.first(value), plus: 0 } : { typed: "1", values: [], plus: 0 };
        change(from);
      });
    return [
      this.select(operators, row.op, this.words.operator, `${name}-op`, (value, from) => { row.op = value; change(from); }),
      against,
      ...this.slots(row.right.typed, row.right.values, `${name}-right`, change),
      ...(plain ? [] : [element("span", { "aria-hidden": "true" }, "+")]),
      number,
    ];
  }

  draw(focus) {
    const joint = this.select([["and", this.words.all], ["or", this.words.any]], this.joint, this.words.join, "joint",
      (value, from) => { this.joint = value; this.chosen(from); });
    const add = element("button", { type: "button", class: "small", "data-name": "add" }, this.words.add);
    add.addEventListener("click", () => {
      this.rows = [...this.rows, this.newFact(this.menu.facts[0].typed)];
      this.chosen(`row-${this.rows.length - 1}-kind`);
    });
    this.line = element("input", { id: "builder-line", value: this.line && this.dialog.contains(this.line) ? this.line.value : this.field.value,
      maxlength: "1000", autocomplete: "off", spellcheck: false, "data-name": "line" });
    this.line.addEventListener("input", async () => {
      if (await this.read(this.line.value)) { this.keep(); this.draw("line"); }
    });
    const done = element("button", { type: "button", "data-name": "done" }, this.words.done);
    done.addEventListener("click", () => this.dialog.close());
    this.said = element("p", { role: "status" });
    this.tell();
    this.dialog.replaceChildren(
      element("h2", { id: "builder-title" }, this.words.title),
      ...(this.rows.length > 1 ? [element("p", {}, joint)] : []),
      element("ul", { class: "plain" }, ...this.rows.map((row, place) => this.drawn(row, place))),
      element("p", {}, add),
      this.said,
      element("p", {}, element("label", { for: "builder-line" }, this.words.typed), this.line),
      element("div", { class: "buttons" }, done),
    );
    const wanted = focus && this.dialog.querySelector(`[data-name="${focus}"]`);
    if (wanted) {
      wanted.focus();
      if (focus === "line") wanted.setSelectionRange(wanted.value.length, wanted.value.length);
    }
  }
}
