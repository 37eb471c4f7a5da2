// What a touched place offers: beside it on a wide screen, at the lower edge of a phone's.

const ROOM = 10;

export class Tray {
  constructor(pane, parts, words) {
    Object.assign(this, { pane, parts, words });
    this.element = parts.querySelector("[data-tray]").cloneNode(true);
    this.element.hidden = true;
    this.title = this.element.querySelector("[data-tray-title]");
    this.body = this.element.querySelector("[data-tray-body]");
    this.wide = matchMedia("(min-width: 60.01rem)");
    pane.after(this.element);
  }

  get shown() {
    return !this.element.hidden;
  }

  // Shows parts (nodes) under a title; focus stays on what has the same key.
  show(title, under, nodes, around) {
    const key = this.element.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    const [head, hint] = this.title.children;
    head.textContent = title;
    hint.textContent = under;
    this.body.replaceChildren(...nodes);
    this.element.hidden = false;
    this.place(around);
    if (!key) return;
    const same = this.keyed(key) || this.first;
    same?.focus({ preventScroll: true });
    if (same instanceof HTMLInputElement) same.setSelectionRange(same.value.length, same.value.length);
  }

  keyed(key) {
    return [...this.element.querySelectorAll("[data-key]")].find((one) => one.dataset.key === key && !one.disabled);
  }

  get first() {
    return this.body.querySelector("button:not(:disabled)") || this.element.querySelector("button");
  }

  hide() {
    this.element.hidden = true;
    this.spot = null;
  }

  // Of all spots beside the place and in the corners the one that covers least; where it was, if that covers nothing.
  place({ rects = [], fresh = false } = {}) {
    const { element } = this;
    element.classList.toggle("afloat", this.wide.matches);
    if (!this.wide.matches) {
      element.style.left = element.style.top = "";
      return;
    }
    const pane = this.pane.getBoundingClientRect(), wide = element.offsetWidth, high = element.offsetHeight;
    const boxes = rects.map((one) => ({ left: one.left - pane.left, top: one.top - pane.top, right: one.right - pane.left, bottom: one.bottom - pane.top }));
    const area = boxes[0];
    const spots = [[pane.width - wide - ROOM, pane.height - high - ROOM], [ROOM, pane.height - high - ROOM], [ROOM, ROOM], [pane.width - wide - 64, ROOM],
      [ROOM, (pane.height - high) / 2], [pane.width - wide - ROOM, (pane.height - high) / 2]];
    if (area) {
      const middle = (area.top + area.bottom - high) / 2, centre = (area.left + area.right - wide) / 2;
      spots.unshift([area.right + ROOM, middle], [area.left - wide - ROOM, middle], [centre, area.bottom + ROOM], [centre, area.top - high - ROOM]);
    }
    const within = ([left, top]) => [Math.max(ROOM, Math.min(left, pane.width - wide - ROOM)), Math.max(ROOM, Math.min(top, pane.height - high - ROOM))];
    const covered = ([left, top]) => boxes.reduce((sum, box) => sum +
      Math.max(0, Math.min(left + wide, box.right) - Math.max(left, box.left)) * Math.max(0, Math.min(top + high, box.bottom) - Math.max(top, box.top)), 0);
    let best = this.spot && !fresh ? within(this.spot) : null;
    if (!best || covered(best) > 400) {
      for (const spot of spots.map(within)) if (!best || covered(spot) + 400 < covered(best)) best = spot;
    }
    this.spot = best;
    element.style.left = `${pane.left - this.origin.left + best[0]}px`;
    element.style.top = `${pane.top - this.origin.top + best[1]}px`;
  }

  get origin() {
    return (this.element.offsetParent || document.body).getBoundingClientRect();
  }
}

// Small builders of what stands in it.
export const node = (name, attributes = {}, ...inside) => {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (key === "key") made.dataset.key = value;
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...inside.filter((one) => one !== null && one !== undefined && one !== ""));
  return made;
};
