// Two searches of one tree in step: both stand at the same number, the shorter one at its end when it is over.
const searches = ["-0", "-1"].map(key => readStates(`states${key}`));
const last = Math.max(...searches.map(search => search.states.length));

// Whether a node has another score in the end, or was searched in one of the two only.
function differs(number) {
  const [one, other] = searches.map(search => search.cellAt(number, search.states.length));
  return one[0] !== other[0] || (one[3] === "not") !== (other[3] === "not");
}

const drawings = searches.map((search, index) => new Drawing(search, `-${index}`, number => differs(number) && "differs"));

const Pair = {
  step: last,

  show(step) {
    this.step = Math.min(Math.max(1, step), last);
    for (const [index, search] of searches.entries()) {
      const own = Math.min(this.step, search.states.length);
      drawings[index].show(own);
      byId(`sentence-${index}`).textContent = search.data.sentences[own - 1];
      const isOver = own < this.step ? "over at step " + own : "";
      byId(`counts-${index}`).textContent = [search.states[own - 1].counts, isOver].filter(Boolean).join("; ");
    }
    byId("counter").textContent = `step ${this.step} of ${last}`;
    byId("slider").value = String(this.step);
    byId("slider").setAttribute("aria-valuetext", `step ${this.step} of ${last}`);
  },

  go(step) {
    this.show(step);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => history.replaceState(null, "", `#step=${this.step}`), 100);
  },

  fromAddress() {
    clearTimeout(this.timer);
    this.show(Number(/^#step=(\d+)$/.exec(location.hash)?.[1] ?? last));
  },

  listen() {
    const acts = { first: () => 1, back: () => this.step - 1, next: () => this.step + 1, last: () => last };
    const keys = { Home: "first", ArrowLeft: "back", ArrowRight: "next", " ": "next", End: "last" };
    for (const button of document.querySelectorAll("[data-go]")) {
      button.addEventListener("click", () => this.go(acts[button.dataset.go]()));
    }
    byId("slider").addEventListener("input", event => this.go(Number(event.target.value)));
    document.addEventListener("keydown", event => {
      const isOwn = event.target.closest("input") || (event.key === " " && event.target.closest("button"));
      if (isOwn || !keys[event.key] || event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      this.go(acts[keys[event.key]]());
    });
    addEventListener("hashchange", () => this.fromAddress());
    addEventListener("beforeprint", () => { this.printed = this.step; this.show(last); });
    addEventListener("afterprint", () => this.show(this.printed));
  },
};

document.documentElement.classList.add("js");
drawings.forEach(drawing => drawing.prepare());
Pair.listen();
Pair.fromAddress();
