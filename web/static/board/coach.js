// Coach marks of a first game: where to tap next, by a ring on the map or on a button and one sentence above the map.

const SUBMIT = "#first-game button[form=sheet]";

export class Coach {
  constructor({ drawing, tray, cards, orders }) {
    Object.assign(this, { drawing, tray, cards, orders });
    this.line = document.createElement("p");
    this.line.className = "coach";
    this.line.setAttribute("role", "status");
    drawing.pane.append(this.line);
    // What the tray offers is built anew at each step.
    new MutationObserver(() => this.show()).observe(tray.element, { childList: true, subtree: true, attributes: true, attributeFilter: ["hidden"] });
    drawing.addEventListener("drawn", () => this.show());
  }

  get panel() {
    return document.querySelector("#first-game[data-from]");
  }

  // What comes next: its words, and the place or the button that is ringed.
  get next() {
    const { from, to } = this.panel.dataset, { orders, tray } = this, card = this.cards.get(from);
    const open = tray.shown ? orders.id : null;
    if (card && !this.cards.asked.some((one) => one.moves.length)) {
      if (open !== from) return { word: "tap", place: from };
      if (orders.aim === "march") return { word: "goal", place: to };
      const token = card.sends.find((one) => !this.cards.elsewhere(one, card).length);
      return { word: "march", button: tray.keyed(`token ${token}`) };
    }
    const [waiting] = this.cards.open;
    if (!waiting) return { word: "submit", button: document.querySelector(SUBMIT) };
    if (this.cards.open.some((one) => one.id === open)) return { word: "order" };
    const { following } = orders;
    return { word: "tap", place: (following || waiting).id, button: open && tray.keyed("next") };
  }

  show() {
    const next = this.panel && this.next;
    for (const { id, hit } of this.drawing.places.values()) hit.classList.toggle("coached", id === next?.place);
    for (const old of document.querySelectorAll("button.coached")) if (old !== next?.button) old.classList.remove("coached");
    next?.button?.classList.add("coached");
    // On a phone the button may lie above the map.
    if (next?.word === "submit" && next.button && !this.led) {
      this.led = true;
      next.button.scrollIntoView({ block: "nearest", behavior: this.drawing.view.calm.matches ? "instant" : "smooth" });
    }
    const words = next ? this.panel.querySelector(`[data-coach-word=${next.word}]`).textContent : "";
    const text = words.replace("{place}", this.drawing.places.get(next?.place)?.name || "");
    if (this.line.textContent !== text) this.line.textContent = text;
    this.line.hidden = !text;
  }
}
