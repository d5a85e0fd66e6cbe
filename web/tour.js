// The guided tour: its pictures replace the steps, and its list of stops marks the current stop.
const Tour = {
  box: document.querySelector(".tour"),

  prepare() {
    this.stops = [...this.box.querySelectorAll("li")];
    this.title = document.createElement("p");
    this.title.className = "stop";
    document.querySelector(".stage").prepend(this.title);
    for (const answer of this.box.querySelectorAll("details")) answer.remove();
  },

  show(search, own, step) {
    const { stop } = page.view.search.states[step - 1];
    document.documentElement.classList.toggle("touring", stop != null);
    this.title.textContent = this.stops[stop]?.querySelector("a").textContent ?? "";
    this.stops.forEach((item, index) => {
      if (index === stop) item.setAttribute("aria-current", "step");
      else item.removeAttribute("aria-current");
    });
  },
};
