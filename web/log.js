// The log, in which the line of the step is marked.
const Log = {
  // The rows in the page.
  all: () => [...document.querySelectorAll("#log tbody tr")],

  sentences: () => Log.all().map(row => row.lastElementChild.textContent.trim()),

  // Makes the number of each event a link to its address.
  prepare() {
    Object.assign(this, { box: byId("steps"), rows: Log.all() });
    this.box.closest("details").addEventListener("toggle", () => this.scroll());
    this.rows.forEach((row, index) => {
      const link = document.createElement("a");
      link.href = `${page.prefix}event=${index + 1}`;
      link.textContent = String(index + 1);
      row.firstElementChild.replaceChildren(link);
    });
  },

  show({ states }, step) {
    // Pictures of a tour have no line in the log.
    const now = states[0].stop == null ? states[step - 1].event - 1 : -1;
    for (const [index, row] of this.rows.entries()) {
      row.classList.toggle("now", index === now);
      row.classList.toggle("ahead", index > now);
      if (index === now) row.setAttribute("aria-current", "step");
      else row.removeAttribute("aria-current");
    }
    this.now = now;
    this.scroll();
  },

  // Don't make the browser lay out a closed log just to scroll it.
  scroll() {
    const row = this.rows[this.now];
    if (row && this.box.closest("details").open) this.box.scrollTop = row.offsetTop - this.box.clientHeight / 2;
  },
};
