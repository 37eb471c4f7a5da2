// The sheet under the map of a phone, pulled up and down; beside the map what is kept, and the way back.

export class Drawer extends EventTarget {
  constructor(bench, parts, say) {
    super();
    Object.assign(this, { bench, say });
    this.bar = parts.querySelector("[data-bench-bar]").cloneNode(true);
    this.told = this.bar.querySelector("[data-kept]");
    this.retry = this.bar.querySelector("[data-do=retry]");
    const drawer = bench.querySelector("[data-drawer]");
    drawer.prepend(this.bar);
    this.bar.addEventListener("click", (event) => this.clicked(event.target.closest("button")?.dataset.do));
    this.grip = this.bar.querySelector("[data-grip]");
    this.grip.addEventListener("pointerdown", (event) => this.pull(event));
    this.bar.querySelector("[data-remarks]").addEventListener("click", (event) => this.goTo(event));
    this.share = 0.45;
    this.remarks();
  }

  clicked(what) {
    if (what === "more-map") this.high(this.share < 0.4 ? 0.45 : 0.75);
    else if (what === "more-sheet") this.high(this.share > 0.6 ? 0.45 : 0.18);
    else if (what) this.dispatchEvent(new Event(what));
  }

  // How much of the window's height the map takes.
  high(share) {
    this.share = Math.max(0.12, Math.min(0.8, share));
    this.bench.style.setProperty("--map-share", `${Math.round(this.share * 100)}dvh`);
    document.documentElement.style.setProperty("--map-share", `${Math.round(this.share * 100)}dvh`);
  }

  pull(event) {
    if (event.button) return;
    const begun = event.clientY, was = this.share;
    const move = (one) => this.high(was + (one.clientY - begun) / innerHeight);
    const end = () => {
      this.grip.removeEventListener("pointermove", move);
      const near = [0.18, 0.45, 0.75].sort((one, other) => Math.abs(one - this.share) - Math.abs(other - this.share))[0];
      this.high(near);
    };
    this.grip.setPointerCapture(event.pointerId);
    this.grip.addEventListener("pointermove", move);
    for (const name of ["pointerup", "pointercancel"]) this.grip.addEventListener(name, end, { once: true });
  }

  // What the server has to say about the sheet, counted; the words stand below the form.
  remarks() {
    const count = (part) => document.querySelectorAll(`#state-${part} li`).length;
    const link = this.bar.querySelector("[data-remarks]"), errors = count("errors"), n = errors || count("warnings");
    link.hidden = !n;
    link.textContent = n ? this.say(errors ? "refused" : "remarks", { n }) : "";
    link.classList.toggle("bad", Boolean(errors));
  }

  // To the first remark: unfolded, below what stays at the top, and in focus.
  goTo(event) {
    const first = document.querySelector("#state-errors li, #state-warnings li");
    if (!first) return;
    event.preventDefault();
    const folded = first.closest("details:not([open])");
    if (folded) folded.open = true;
    const goal = first.querySelector("a") || first;
    if (goal === first) first.tabIndex = -1;
    goal.focus({ preventScroll: true });
    const { bottom } = this.bar.getBoundingClientRect(), { top } = first.parentNode.getBoundingClientRect();
    scrollBy({ top: top - bottom - 48, behavior: "instant" });
  }

  steps(steps) {
    this.bar.querySelector("[data-do=undo]").disabled = !steps.past.length;
    this.bar.querySelector("[data-do=redo]").disabled = !steps.future.length;
  }

  // What is said of the draft: nothing while all goes well and quickly.
  state({ state }) {
    clearTimeout(this.timer);
    this.bench.dataset.draft = state;
    const bad = ["failed", "offline", "closed", "signed-out"].includes(state);
    this.retry.hidden = !["failed", "offline"].includes(state);
    const write = () => {
      this.told.textContent = this.say(`state-${state}`);
      this.told.dataset.state = state;
      this.told.classList.toggle("bad", bad);
    };
    if (["waiting", "sending"].includes(state)) this.timer = setTimeout(write, 700);
    else write();
  }
}
