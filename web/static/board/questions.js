// A question: what may be chosen, and at which places, is the form's.

const listed = (text) => (text || "").split(" ").filter(Boolean);

// What a choice says, without its drawing.
export const wordsOf = (face) => (face.querySelector(".said") || face).textContent.trim();

export class Question {
  constructor(section, fields) {
    Object.assign(this, { section, fields, field: section.dataset.question });
    const { goals, spot } = section.dataset;
    const buttons = [...section.querySelectorAll("input[type=radio], option")].filter((one) => one.value);
    this.choices = goals !== undefined
      ? listed(goals).map((id) => ({ value: id, at: id }))
      : buttons.map((one) => ({ value: one.value, at: one.dataset.at || spot, face: one.closest("label") || one })).filter((one) => one.at);
  }

  get goals() {
    return [...new Set(this.choices.map((one) => one.at))];
  }

  get chosen() {
    return this.fields.value(this.field);
  }

  // Where the choice lies that is made.
  get taken() {
    return this.choices.filter((one) => one.value === this.chosen).map((one) => one.at);
  }

  get words() {
    return this.section.closest(".question")?.querySelector("strong")?.textContent || "";
  }

  at(id) {
    return this.choices.filter((one) => one.at === id);
  }

  // A choice is made, or taken back; whether it is made now.
  choose(value) {
    const made = this.chosen !== value;
    this.fields.set(this.field, made ? value : "");
    return made;
  }
}
