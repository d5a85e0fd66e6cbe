// The log: the line of the step is marked and kept in sight.
const Log = {
  box: byId("steps"),
  rows: [...document.querySelectorAll("#log tbody tr")],

  sentence(step) {
    return this.rows[step - 1].lastElementChild.textContent.trim();
  },

  // The number of each step becomes its address.
  prepare() {
    this.rows.forEach((row, index) => {
      const link = document.createElement("a");
      link.href = `#step=${index + 1}`;
      link.textContent = String(index + 1);
      row.firstElementChild.replaceChildren(link);
    });
  },

  show(step) {
    this.box.querySelector("tr.now")?.classList.remove("now");
    this.box.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const row = this.rows[step - 1];
    row.classList.add("now");
    row.setAttribute("aria-current", "step");
    this.box.scrollTop = row.offsetTop - this.box.clientHeight / 2;
  },
};
