// Moves a page from step to step. Its only state is a number, the step, and the page depends on this number alone, so going back undoes
// going forward. All views are at the same step, but a view whose search is over stays at its last step. `followers` also show the first
// view.
class Player {
  constructor(controls, views, address) {
    Object.assign(this, { views, address, followers: [], step: 1 });
    this.find = part => controls.querySelector(part);
    this.slider = this.find("input[type=range]");
    this.predict = new Predict(this);
    this.home = location.pathname;
    this.listening = new AbortController();
    this.listen(controls);
  }

  // Removes the listeners when another player replaces this one.
  end() {
    clearTimeout(this.timer);
    this.listening.abort();
  }

  get last() {
    return Math.max(...this.views.map(view => view.search.states.length));
  }

  get isTour() {
    return this.views[0].search.states[0].stop != null;
  }

  // Shows a step, or the cover: the finished tree with the claims and questions about it.
  show(step, isCover = false) {
    this.step = Math.min(Math.max(1, step), this.last);
    this.isCover = isCover;
    document.documentElement.classList.toggle("cover", isCover);
    for (const view of this.views) view.show(this.step);
    for (const follower of this.followers) follower.show(...this.views[0].at(this.step), this.step);
    // A finished search has no state.
    const { stop } = this.views[0].search.states[this.step - 1] ?? {};
    const counter = stop == null ? `stop ${this.step} of ${this.last}` : `stop ${stop + 1}, picture ${this.step} of ${this.last}`;
    this.find(".counter").textContent = counter;
    this.find("[data-go=next]").textContent = this.step === this.last ? "Summary" : "Next";
    this.slider.max = String(this.last);
    this.slider.value = String(this.step);
    this.slider.setAttribute("aria-valuetext", `${counter}: ${this.views[0].sentence(this.step)}`);
    // On a tour, each question opens by itself.
    if (this.isTour) this.predict.ask();
    this.predict.show();
  }

  go(step) {
    this.predict.forget();
    this.show(step);
    this.write(this.address + this.name(this.step));
  }

  // Returns the address of a step. A picture of a tour has the address of its stop, followed by its number there.
  name(step) {
    if (!this.isTour) return step;
    const { states } = this.views[0].search;
    const { stop } = states[step - 1];
    const place = step - states.findIndex(state => state.stop === stop);
    return place === 1 ? stop + 1 : `${stop + 1}.${place}`;
  }

  // Returns the step that an address names.
  named(name) {
    if (!this.isTour) return Number(name);
    const [stop, place = 1] = name.split(".").map(Number);
    return this.views[0].search.states.findIndex(state => state.stop === stop - 1) + place;
  }

  cover() {
    this.predict.forget();
    this.show(this.last, this.hasCover);
    this.write(this.hasCover ? this.home : this.address + this.name(this.last));
  }

  // Writes the address a moment later, because browsers limit how often a page may change it.
  write(address) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => history.replaceState(history.state, "", address), 100);
  }

  // Turns questions on or off, and begins with the first.
  guess(isOn) {
    this.predict.isOn = isOn;
    this.find(".predict").checked = isOn;
    // At the end there are no questions left.
    if (isOn && this.step === this.last) return this.go(1);
    this.predict.forget();
    return this.show(this.step);
  }

  // Goes to the next question and opens it.
  question() {
    if (!this.predict.isOn) this.guess(true);
    for (let step = this.step + 1; step <= this.last; step += 1) {
      if (!this.views.some(({ search: { states } }) => states[step - 1]?.ask.length > 0)) continue;
      this.go(step - 1);
      this.predict.ask();
      return this.predict.show();
    }
    return undefined;
  }

  // Returns the next step in one direction, without those to which only a click leads.
  near(way) {
    // The cover comes after the last step.
    if (way < 0 && this.isCover) return this.last;
    let step = this.step + way;
    while (this.views[0].search.states[step - 1]?.aside) step += way;
    return step;
  }

  // Goes to the next step. After the last step comes the cover, and then the first step.
  next() {
    if (this.isCover) return this.go(1);
    if (this.step === this.last) return this.cover();
    // A reader who continues without answering sees the answer.
    if (this.isTour || this.predict.open.length > 0 || !this.predict.ask()) return this.go(this.near(1));
    this.predict.reply = "";
    return this.predict.show();
  }

  // Goes to the nearest step in one direction that satisfies a condition on the state at that step, the state before it, and the current
  // state.
  seek(way, isWanted) {
    for (let step = this.step + way; step >= 1 && step <= this.last; step += way) {
      const holds = ({ search: { states } }) => states[step - 1] && isWanted(states[step - 1], states[step - 2], states[this.step - 1]);
      if (this.views.some(holds)) return this.go(step);
    }
    return undefined;
  }

  // Goes to the step that decided a node; on a tour, to the next picture that changes it.
  visit(view, node) {
    const { states } = view.search;
    const here = states[this.step - 1];
    view.drawing.mark("chosen", number => number === node);
    if (!this.isTour) return this.go(view.search.stepOf(node));
    const tries = [...states.keys()].filter(index => states[index].stop === here.stop && states[index].at === node);
    const next = tries.find(index => index >= this.step) ?? tries[0];
    return next === undefined ? undefined : this.go(next + 1);
  }

  acts() {
    const isCutoff = state => state.skips;
    const isNewBest = state => state.kind === "best";
    const isNewPlay = (state, before) => before && state.play !== before.play;
    const isNotBelow = (state, before, here) => state.level <= here?.level;
    const isAbove = (state, before, here) => state.level < here?.level;
    const seek = (way, isWanted) => () => this.seek(way, isWanted);
    const acts = { first: () => this.go(1), back: () => this.go(this.near(-1)), next: () => this.next(), last: () => this.go(this.last), watch: () => this.go(1), guess: () => this.guess(true), cutoff: seek(1, isCutoff) };
    const keys = {
      ArrowRight: acts.next, ArrowLeft: acts.back, " ": acts.next, Home: acts.first, End: acts.last,
      c: acts.cutoff, C: seek(-1, isCutoff), b: seek(1, isNewBest), B: seek(-1, isNewBest),
      p: seek(1, isNewPlay), P: seek(-1, isNewPlay), "]": seek(1, isNotBelow), "[": seek(-1, isNotBelow),
      q: () => this.question(), o: seek(1, isAbove), O: seek(-1, isAbove), "?": () => { byId("keys").open = !byId("keys").open; },
    };
    return { ...acts, ...keys, ...this.predict.keys() };
  }

  press(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const field = event.target.closest("input, select, textarea, [role=tree]");
    const isOwn = event.key === " " && event.target.closest("button, summary, a");
    const act = this.acts()[event.key];
    if (field && field.type !== "checkbox" || isOwn || !act || event.key === " " && field) return;
    event.preventDefault();
    act();
  }

  // Goes to the step in the address; without one, shows the cover.
  fromAddress(address) {
    clearTimeout(this.timer);
    this.predict.forget();
    const named = address.startsWith(this.address) && this.named(address.slice(this.address.length));
    this.show(named || this.last, this.hasCover && !named);
  }

  listen(controls) {
    const { signal } = this.listening;
    const start = document.querySelectorAll(".start [data-go]");
    this.hasCover = start.length > 0;
    for (const button of [...start, ...controls.querySelectorAll("[data-go]")]) {
      button.addEventListener("click", () => this.acts()[button.dataset.go]());
    }
    this.slider.addEventListener("input", () => this.go(Number(this.slider.value)));
    this.find(".predict").addEventListener("change", event => this.guess(event.target.checked));
    for (const view of this.views) {
      view.root.addEventListener("click", event => {
        const node = event.target.closest(".node");
        if (node) this.visit(view, view.drawing.nodes.indexOf(node));
      }, { signal });
    }
    document.addEventListener("keydown", event => Player.active === this && this.press(event), { signal });
    addEventListener("resize", () => { for (const { drawing } of this.views) drawing.scrollTo(drawing.at); }, { signal });
    // A printed page shows the finished tree, and opens everything that is closed on the screen.
    const folded = document.querySelectorAll(".listed:not([open])");
    addEventListener("beforeprint", () => {
      this.printed = [this.step, this.isCover];
      this.show(this.last, this.hasCover);
      for (const list of folded) list.open = true;
    }, { signal });
    addEventListener("afterprint", () => {
      this.show(...this.printed);
      for (const list of folded) list.open = false;
    }, { signal });
    Player.active = this;
  }
}
