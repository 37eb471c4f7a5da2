// The fields of a sheet's form: read and set by name, whether they are drawn or not, and remembered as a whole.

// No part of a sheet, as `web/forms/drafts.py` has it: to go back must not bring back what an earlier page was drawn upon.
const OURS = new Set(["csrf_token", "do", "more", "opened", "upon", "upon-draft", "page-id"]);

export class Fields {
  constructor(form) {
    this.form = form;
  }

  // Everything that says something, as name and value.
  get pairs() {
    return [...new FormData(this.form)].filter(([name, value]) => !OURS.has(name) && value.trim());
  }

  // What is filled, by name.
  get filled() {
    const found = new Map();
    for (const [name, value] of this.pairs) found.set(name, [...(found.get(name) || []), value]);
    return found;
  }

  controls(name) {
    return [...this.form.elements].filter((one) => one.name === name && one.type !== "submit");
  }

  value(name) {
    return this.values(name)[0] || "";
  }

  values(name) {
    return new FormData(this.form).getAll(name).filter((value) => value.trim());
  }

  // Sets all values of a name, the first first; fields that are not drawn are added out of sight.
  set(name, values) {
    const left = [...(Array.isArray(values) ? values : [values])].filter((value) => value !== "");
    const controls = this.controls(name), radios = controls.filter((one) => one.type === "radio");
    if (radios.length) {
      const wanted = left[0] || "";
      const meant = radios.find((one) => one.value === wanted);
      for (const one of radios) one.checked = one === meant;
      if (meant || !wanted) left.shift();
    }
    for (const one of controls) {
      if (one.type === "checkbox") {
        one.checked = left.includes(one.value);
        if (one.checked) left.splice(left.indexOf(one.value), 1);
      } else if (one.type !== "radio") {
        this.put(one, left.shift() || "");
      }
    }
    for (const value of left) this.add(name, value);
  }

  put(control, value) {
    if (control instanceof HTMLSelectElement && ![...control.options].some((one) => one.value === value)) {
      control.add(new Option(value, value));
    }
    control.value = value;
    if (control.dataset.added && !value) control.remove();
  }

  add(name, value) {
    const field = document.createElement("input");
    Object.assign(field, { type: "hidden", name, value });
    field.dataset.added = "1";
    this.form.append(field);
  }

  // The whole form as it was once.
  restore(pairs) {
    const wanted = new Map();
    for (const [name, value] of pairs) wanted.set(name, [...(wanted.get(name) || []), value]);
    const names = new Set([...this.form.elements].map((one) => one.name).filter((name) => name && !OURS.has(name)));
    for (const name of new Set([...names, ...wanted.keys()])) this.set(name, wanted.get(name) || []);
  }

  changed(from) {
    (from || this.form).dispatchEvent(new Event("change", { bubbles: true }));
  }
}

// What was written, step by step, to go back and forth.
export class Steps {
  constructor(fields) {
    this.fields = fields;
    this.past = [];
    this.future = [];
    this.now = fields.pairs;
  }

  // Something was changed; typing on in one field is one step.
  took(where) {
    const pairs = this.fields.pairs;
    if (String(pairs) === String(this.now)) return;
    if (!where || where !== this.where) this.past.push(this.now);
    Object.assign(this, { now: pairs, where, future: [] });
    if (this.past.length > 200) this.past.shift();
  }

  // The server has drawn the same anew, with other blank fields.
  drawn() {
    this.now = this.fields.pairs;
  }

  go(from, to) {
    if (!from.length) return false;
    to.push(this.now);
    this.now = from.pop();
    this.where = null;
    this.fields.restore(this.now);
    return true;
  }

  undo() {
    return this.go(this.past, this.future);
  }

  redo() {
    return this.go(this.future, this.past);
  }
}
