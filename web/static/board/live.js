// The form is sent while it is written: looked through and kept by the server, and drawn anew from its answer.

const PAUSE = 300;
const PATIENCE = [2000, 4000, 8000, 15000, 30000];
// What lays new parts over old ones; it is fetched when the first have come.
const MORPH = document.querySelector("[data-morph]")?.dataset.morph;
const PARTS = ["#call-state", "#first-game", "#sheet"];
const STALE = Symbol("stale");

let morph;
const morphing = () => (morph ||= new Promise((done, failed) => {
  const script = document.createElement("script");
  // Whoever runs now may run more: the page's policy goes by this word.
  script.nonce = document.querySelector("script[nonce]").nonce;
  Object.assign(script, { src: MORPH, onload: () => done(window.htmx), onerror: () => failed(new Error("htmx")) });
  document.head.append(script);
}).catch((fault) => {
  morph = null;
  throw fault;
}));

// What a person has chosen there.
const chosen = (one) => (one.type === "radio" || one.type === "checkbox" ? one.checked : one.value);

export class Live extends EventTarget {
  constructor(form, address) {
    super();
    Object.assign(this, { form, address, changes: 0, kept: 0, failed: 0, timer: 0, more: "" });
    this.unfolded = new WeakMap();
    document.addEventListener("click", (event) => {
      const part = event.target.closest?.("summary")?.closest("details");
      if (part) this.unfolded.set(part, !part.open);
    });
    addEventListener("online", () => this.failed && this.soon(0));
    addEventListener("beforeunload", (event) => {
      if (this.kept < this.changes && !this.leaving) event.preventDefault();
    });
  }

  // Something was changed.
  touch(pause = PAUSE) {
    this.changes += 1;
    this.say("waiting");
    this.soon(pause);
  }

  // The form is handed in: nothing follows, and nobody waits for what is on its way.
  // The form goes to its address by itself; without a connection the page stays, with all that is written.
  leave(event) {
    if (!navigator.onLine) {
      event.preventDefault();
      this.lost(new Error("offline"));
      return;
    }
    this.leaving = this.over = true;
    clearTimeout(this.timer);
    this.asked?.abort();
  }

  // The turn is over: nothing is sent any more.
  close() {
    this.leave();
    this.say("closed");
  }

  back() {
    this.leaving = this.over = false;
  }

  soon(pause) {
    if (this.over) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.send(), pause);
  }

  say(state, detail) {
    this.state = state;
    this.dispatchEvent(new CustomEvent("state", { detail: { state, detail } }));
  }

  async send(action = this.address, extra = {}) {
    if (this.busy) {
      this.again = true;
      return;
    }
    const sent = this.changes, { more } = this, body = new FormData(this.form);
    if (more) body.set("more", more);
    for (const [name, value] of Object.entries(extra)) body.set(name, value);
    this.busy = true;
    // While the server looks at it.
    morphing().catch(() => null);
    this.again = false;
    this.more = "";
    this.say("sending");
    this.asked = new AbortController();
    const { signal } = this.asked;
    try {
      const answer = await fetch(action, { method: "POST", body, signal, credentials: "same-origin", redirect: "manual" });
      if (await this.answered(answer, sent, action !== this.address) === STALE) {
        // What came is of yesterday; what was asked for is still wanted.
        this.more ||= more;
        this.again = extra;
      }
    } catch (fault) {
      if (!this.leaving) this.lost(fault);
    } finally {
      this.busy = false;
    }
    if (this.again?.do) this.send(action, this.again);
    else if (this.again) this.soon(0);
  }

  async answered(answer, sent, otherwise) {
    if (answer.type === "opaqueredirect" || [401, 403, 404, 409, 410].includes(answer.status)) {
      this.over = true;
      const signedOut = answer.type === "opaqueredirect" || answer.status === 401;
      return this.say(signedOut ? "signed-out" : "closed");
    }
    if (answer.status >= 500 || answer.status === 429) throw new Error(String(answer.status));
    const text = await answer.text();
    if (sent !== this.changes) return STALE;
    const page = new DOMParser().parseFromString(text, "text/html");
    if (!page.querySelector("#sheet")) throw new Error(String(answer.status));
    // What lays it over the page may be on its way still, and the writer goes on.
    await morphing();
    if (sent !== this.changes) return STALE;
    await this.take(page, sent, otherwise);
    this.failed = 0;
    if (!otherwise && page.querySelector("#call-state")?.dataset.unkept !== "1") this.kept = sent;
    this.say(this.kept === sent ? "kept" : "unkept");
    if (otherwise) this.touch(0);
  }

  lost(fault) {
    const pause = PATIENCE[Math.min(this.failed, PATIENCE.length - 1)];
    this.failed += 1;
    this.say(navigator.onLine ? "failed" : "offline", fault.message);
    this.soon(pause);
  }

  // Puts the parts of an answer in the place of the old ones; focus, what is typed and the view stay where they are.
  async take(page, sent, otherwise = false) {
    const htmx = await morphing(), held = this.hold();
    const before = new Map([...this.form.elements].map((one) => [one, chosen(one)]));
    for (const name of PARTS) {
      const old = document.querySelector(name), fresh = page.querySelector(name);
      if (old && fresh) await htmx.swap({ target: old, text: fresh.outerHTML, swap: "outerMorph" });
    }
    // Parts are laid over one after the other; what is chosen meanwhile is newer than they are.
    this.level((one) => sent !== this.changes && before.has(one) && before.get(one) !== chosen(one));
    this.retype(page);
    // What somebody has opened or shut stays so, whatever the server would show first.
    for (const part of document.querySelectorAll("details")) if (this.unfolded.has(part)) part.open = this.unfolded.get(part);
    this.release(held);
    const plan = page.querySelector("template#plan")?.content.querySelector("#map-plan");
    this.dispatchEvent(new CustomEvent("drawn", { detail: { plan, otherwise } }));
  }

  // The sheet as text follows the form, unless somebody is writing there.
  retype(page) {
    const old = document.getElementById("typed"), fresh = page.getElementById("typed");
    if (!old || !fresh || "own" in old.dataset || old.value !== old.defaultValue) return;
    old.defaultValue = old.value = fresh.defaultValue;
  }

  // A morph changes attributes; what a person has chosen is a property, and follows only if told.
  level(newer) {
    for (const one of this.form.elements) {
      if (newer(one)) continue;
      if (one.type === "radio" || one.type === "checkbox") one.checked = one.defaultChecked;
      else if (one instanceof HTMLSelectElement) {
        const meant = [...one.options].findIndex((option) => option.defaultSelected);
        if (one !== document.activeElement || meant >= 0) one.selectedIndex = Math.max(meant, 0);
      } else if (one instanceof HTMLInputElement && one !== document.activeElement && one.type !== "hidden") {
        one.value = one.defaultValue;
      }
    }
  }

  hold() {
    const focused = document.activeElement;
    const inside = focused?.closest?.("#sheet, #call-state") ? focused : null;
    // Rows come where the button for them was: what stands above it stays, and not the button, which a browser would keep.
    const more = inside?.name === "more";
    if (more) document.documentElement.style.overflowAnchor = "none";
    const seen = more ? null : inside || [...this.form.querySelectorAll("[data-place], details, fieldset")].find((one) => one.getBoundingClientRect().top > 90);
    const twins = inside?.name ? [...this.form.elements].filter((one) => one.name === inside.name) : [];
    return {
      inside, seen, top: seen?.getBoundingClientRect().top, id: inside?.id, name: inside?.name,
      place: twins.indexOf(inside), value: inside?.type === "radio" ? inside.value : null,
    };
  }

  release(held) {
    const { inside } = held;
    requestAnimationFrame(() => setTimeout(() => (document.documentElement.style.overflowAnchor = "")));
    if (inside && document.activeElement !== inside) {
      const twins = held.name ? [...this.form.elements].filter((one) => one.name === held.name) : [];
      const same = inside.isConnected ? inside : (held.value !== null && twins.find((one) => one.value === held.value)) ||
        (held.id && document.getElementById(held.id)) || twins[Math.min(held.place, twins.length - 1)];
      same?.focus?.({ preventScroll: true });
    }
    const seen = held.seen?.isConnected ? held.seen : held.seen?.id ? document.getElementById(held.seen.id) : null;
    if (!seen) return;
    const shift = seen.getBoundingClientRect().top - held.top;
    if (Math.abs(shift) > 1) scrollBy({ top: shift, behavior: "instant" });
  }
}
