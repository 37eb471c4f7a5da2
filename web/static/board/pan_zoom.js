// A drawing that can be moved and enlarged inside its frame: by dragging, wheel, two fingers, keys and buttons.

const MOST = 9;
const STEP = 1.35;
const SLOP = 6;

export class PanZoom {
  // `frame` is what the drawing is seen through; `onTap(event)` is called for a touch that moved nothing,
  // `drags(event)` may take a drag over by returning { move, end, cancel }.
  constructor(frame, svg, { onTap, drags, onView }) {
    Object.assign(this, { frame, svg, onTap, drags, onView: onView || (() => {}) });
    const box = svg.viewBox.baseVal;
    this.width = box.width;
    this.height = box.height;
    svg.setAttribute("width", box.width);
    svg.setAttribute("height", box.height);
    this.pointers = new Map();
    this.scale = this.x = this.y = 0;
    this.least = 1;
    this.touched = false;
    this.calm = matchMedia("(prefers-reduced-motion: reduce)");
    frame.addEventListener("pointerdown", (event) => this.down(event));
    frame.addEventListener("pointermove", (event) => this.moved(event));
    for (const name of ["pointerup", "pointercancel"]) frame.addEventListener(name, (event) => this.up(event));
    frame.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    frame.addEventListener("dragstart", (event) => event.preventDefault());
    new ResizeObserver(() => this.resized()).observe(frame);
    this.resized();
  }

  resized() {
    const { clientWidth: wide, clientHeight: high } = this.frame;
    if (!wide || !high) return;
    const middle = this.touched ? this.at(this.seenWide / 2, this.seenHigh / 2) : null;
    const before = this.least;
    this.least = Math.min(wide / this.width, high / this.height);
    [this.seenWide, this.seenHigh] = [wide, high];
    if (!this.touched) return this.whole(false);
    const scale = Math.max(this.least, this.scale === before ? this.least : this.scale);
    this.place(scale, wide / 2 - middle.x * scale, high / 2 - middle.y * scale);
  }

  // A spot of the frame in units of the drawing.
  at(left, top) {
    return { x: (left - this.x) / this.scale, y: (top - this.y) / this.scale };
  }

  spot(event) {
    const frame = this.frame.getBoundingClientRect();
    return { left: event.clientX - frame.left, top: event.clientY - frame.top };
  }

  // Units of the drawing in the frame.
  seen(x, y) {
    return { left: x * this.scale + this.x, top: y * this.scale + this.y };
  }

  place(scale, x, y, smooth = false) {
    this.scale = Math.min(Math.max(scale, this.least), this.least * MOST);
    const within = (offset, room, size) =>
      size <= room ? (room - size) / 2 : Math.min(0, Math.max(room - size, offset));
    this.x = within(x, this.seenWide, this.width * this.scale);
    this.y = within(y, this.seenHigh, this.height * this.scale);
    this.svg.classList.toggle("smooth", smooth && !this.calm.matches);
    this.svg.style.transform = `translate(${this.x}px, ${this.y}px) scale(${this.scale})`;
    this.frame.classList.toggle("zoomed", this.scale > this.least * 1.01);
    this.onView();
  }

  zoom(factor, left = this.seenWide / 2, top = this.seenHigh / 2, smooth = true) {
    this.touched = true;
    const fixed = this.at(left, top);
    const scale = Math.min(Math.max(this.scale * factor, this.least), this.least * MOST);
    this.place(scale, left - fixed.x * scale, top - fixed.y * scale, smooth);
  }

  pan(right, down, smooth = true) {
    this.touched = true;
    this.place(this.scale, this.x - right, this.y - down, smooth);
  }

  whole(smooth = true) {
    this.place(this.least, 0, 0, smooth);
  }

  // A box of the drawing fills the frame.
  show(box, smooth = true) {
    this.touched = true;
    const scale = Math.min(this.seenWide / box.width, this.seenHigh / box.height, this.least * 4);
    const held = Math.max(scale, this.least);
    const x = this.seenWide / 2 - (box.x + box.width / 2) * held;
    this.place(held, x, this.seenHigh / 2 - (box.y + box.height / 2) * held, smooth);
  }

  // Moves just so far that a box of the drawing is seen, `below` pixels of the frame being covered.
  reveal(box, below = 0) {
    const first = this.seen(box.x, box.y), last = this.seen(box.x + box.width, box.y + box.height);
    const shift = (from, to, room) => {
      if (to - from > room - 24) return from > room / 2 || to < room / 2 ? (from + to - room) / 2 : 0;
      return from < 12 ? from - 12 : Math.max(0, to - room + 12);
    };
    const right = shift(first.left, last.left, this.seenWide), down = shift(first.top, last.top, this.seenHigh - below);
    if (right || down) this.pan(right, down);
  }

  down(event) {
    if (event.button || event.target.closest("button, input, select, a")) return;
    const spot = this.spot(event);
    this.pointers.set(event.pointerId, spot);
    if (this.pointers.size === 1) {
      this.start = { ...spot, id: event.pointerId, moved: false, event };
      this.taken = null;
    } else {
      if (this.taken) this.taken.cancel();
      this.taken = null;
      if (this.start) this.start.moved = true;
    }
  }

  moved(event) {
    const before = this.pointers.get(event.pointerId);
    if (!before) return;
    const spot = this.spot(event);
    if (this.pointers.size === 2) {
      const other = [...this.pointers].find(([id]) => id !== event.pointerId)[1];
      const wide = (one) => Math.hypot(one.left - other.left, one.top - other.top) || 1;
      const factor = wide(spot) / wide(before);
      this.pointers.set(event.pointerId, spot);
      this.capture(event);
      this.zoom(factor, (spot.left + other.left) / 2, (spot.top + other.top) / 2, false);
      this.pan((before.left - spot.left) / 2, (before.top - spot.top) / 2, false);
      return;
    }
    if (!this.start.moved) {
      if (Math.hypot(spot.left - this.start.left, spot.top - this.start.top) < SLOP) return;
      this.start.moved = true;
      this.capture(event);
      this.taken = this.drags ? this.drags(this.start.event) : null;
      this.frame.classList.toggle("moving", !this.taken);
    }
    this.pointers.set(event.pointerId, spot);
    if (this.taken) this.taken.move(event);
    else this.pan(before.left - spot.left, before.top - spot.top, false);
  }

  up(event) {
    if (!this.pointers.delete(event.pointerId) || this.pointers.size) return;
    this.frame.classList.remove("moving");
    const { start, taken } = this;
    this.start = this.taken = null;
    if (event.type === "pointercancel") return taken && taken.cancel();
    if (taken) return taken.end(event);
    if (!start || start.moved) return;
    const now = event.timeStamp, twice = this.last && now - this.last.now < 320 &&
      Math.hypot(this.last.left - start.left, this.last.top - start.top) < 30;
    this.last = twice ? null : { now, left: start.left, top: start.top };
    if (this.onTap(event, twice) === false && twice) this.zoom(2, start.left, start.top);
  }

  // Pointers are held only once something moves, so that taps reach what they are meant for.
  capture(event) {
    try {
      this.frame.setPointerCapture(event.pointerId);
    } catch {
      this.pointers.delete(event.pointerId);
    }
  }

  wheel(event) {
    const out = event.deltaY > 0;
    if (!event.ctrlKey && out && this.scale <= this.least * 1.001) return;
    event.preventDefault();
    const lines = event.deltaMode === 1 ? 18 : 1;
    const spot = this.spot(event);
    this.zoom(Math.exp(-Math.max(-240, Math.min(240, event.deltaY * lines)) / 420), spot.left, spot.top, false);
  }

  // + and − and 0, and with `arrows` the arrow keys; says whether the key was one of these.
  key(event, arrows) {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    const far = Math.min(this.seenWide, this.seenHigh) / 5;
    const moves = { ArrowLeft: [-far, 0], ArrowRight: [far, 0], ArrowUp: [0, -far], ArrowDown: [0, far] };
    if (event.key === "+" || event.key === "=") this.zoom(STEP);
    else if (event.key === "-") this.zoom(1 / STEP);
    else if (event.key === "0") this.whole();
    else if (arrows && moves[event.key]) this.pan(...moves[event.key]);
    else return false;
    event.preventDefault();
    return true;
  }
}
