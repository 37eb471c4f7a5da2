// What the bot suggests: ghosts on the map and rows of a list, each taken by one touch; nothing is set before that.

export class Suggestions {
  constructor({ form, fields, drawing, said }) {
    Object.assign(this, { form, fields, drawing, said, marks: [] });
    drawing.addEventListener("ghost", ({ detail }) => {
      const row = this.rows[Number(detail)];
      if (row) this.take([row]);
    });
    drawing.addEventListener("drawn", () => this.draw());
    form.addEventListener("change", () => this.settle());
  }

  get rows() {
    return this.panel ? [...this.panel.querySelectorAll("li")] : [];
  }

  // Fetched for the sheet as it stands; a sheet with faults gets its faults instead.
  async ask() {
    const body = new FormData(this.form);
    body.set("do", "list-suggestions");
    const answer = await fetch(this.form.action, { method: "POST", body, credentials: "same-origin", redirect: "manual" });
    const page = new DOMParser().parseFromString(answer.ok ? await answer.text() : "", "text/html");
    const fresh = page.querySelector("#suggestions");
    if (!fresh) return this.form.dispatchEvent(new Event("change"));
    this.dismiss();
    this.panel = document.importNode(fresh, true);
    document.querySelector(".bench-helps").after(this.panel);
    this.marks = [...this.panel.querySelector("template").content.querySelectorAll(".plan")];
    this.panel.addEventListener("click", ({ target }) => {
      const { dataset } = target;
      if ("take" in dataset) this.take([target.closest("li")], true);
      else if ("takeAll" in dataset) this.take(this.rows.filter((row) => !row.hidden), true);
      else if ("dismiss" in dataset) this.dismiss(true);
    });
    this.draw();
    this.panel.querySelector("h2").focus({ preventScroll: true });
    if (this.panel.getBoundingClientRect().bottom > innerHeight) this.panel.scrollIntoView({ block: "nearest" });
    return undefined;
  }

  // The ghosts of all rows that are left; a mark of the plan that no row is about is no ghost.
  draw() {
    this.drawing.svg.querySelector("#map-ghosts")?.remove();
    if (!this.panel) return;
    const layer = document.createElementNS("http://www.w3.org/2000/svg", "g");
    layer.id = "map-ghosts";
    for (const mark of this.marks) {
      const { part, track } = mark.dataset, place = part || `bids.${track}`;
      const parts = (row) => row.dataset.parts.split(" ");
      const n = this.rows.findIndex((row) => !row.hidden && parts(row).some((one) => place === one || place.startsWith(`${one}[`)));
      if (n < 0) continue;
      const ghost = document.importNode(mark, true);
      ghost.dataset.ghost = String(n);
      layer.append(ghost);
    }
    this.drawing.svg.append(layer);
  }

  take(rows, byButton = false) {
    const taken = rows.map((row) => row.querySelector("strong")?.textContent || "").join("; ");
    for (const row of rows) {
      for (const [name, values] of Object.entries(JSON.parse(row.dataset.fields))) this.fields.set(name, values);
      row.hidden = true;
    }
    this.said(this.panel.querySelector("[data-taken]").textContent.replace("{what}", taken));
    this.fields.changed();
    const next = this.rows.find((row) => !row.hidden);
    if (!next) this.dismiss(byButton);
    else if (byButton) next.querySelector("[data-take]").focus();
  }

  // What has been ordered otherwise meanwhile is suggested no more.
  settle() {
    for (const row of this.rows) {
      const order = row.dataset.parts.split(" ").find((part) => part.startsWith("orders."));
      if (order && this.fields.value(order)) row.hidden = true;
    }
    if (this.panel && this.rows.length && this.rows.every((row) => row.hidden)) this.dismiss();
    else this.draw();
  }

  dismiss(focus = false) {
    this.panel?.remove();
    this.panel = null;
    this.draw();
    if (focus) document.querySelector("button[name=do][value=suggest]")?.focus();
  }
}
