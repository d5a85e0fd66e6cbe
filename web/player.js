// What moves: one number, the step. Everything on the page is drawn from it alone, so that back undoes forward.
const Player = {
  step: states.length,
  parts: [Tree, Outline, Board, Interval, Log],

  show(step) {
    this.step = Math.min(Math.max(1, step), states.length);
    for (const part of this.parts) part.show(this.step);
    const state = states[this.step - 1];
    byId("play").textContent = state.play;
    byId("counts").textContent = state.counts;
    if (byId("place")) byId("place").textContent = `The board at ${state.place}`;
    const counter = `step ${this.step} of ${states.length}`;
    byId("counter").textContent = counter;
    byId("slider").value = String(this.step);
    byId("slider").setAttribute("aria-valuetext", `${counter}: ${Log.sentence(this.step)}`);
    this.say();
  },

  // The sentence of the step, or the question before the next one.
  say() {
    const text = Predict.open.length > 0 ? Predict.open[0][0] : Log.sentence(this.step);
    byId("sentence").textContent = [Predict.reply, text].filter(Boolean).join(" ");
    Predict.show();
  },

  go(step) {
    Predict.forget();
    this.show(step);
    // Browsers bear only so many new addresses; who runs through the steps gets the last one.
    clearTimeout(this.timer);
    this.timer = setTimeout(() => history.replaceState(null, "", `#step=${this.step}`), 100);
  },

  next() {
    // Who goes on without an answer sees it.
    if (Predict.open.length > 0 || !Predict.asks(this.step)) this.go(this.step + 1);
    else this.say();
  },

  // The nearest step for which `isWanted` holds, on one side.
  seek(isWanted, way) {
    for (let step = this.step + way; step >= 1 && step <= states.length; step += way) {
      if (isWanted(states[step - 1], step)) return this.go(step);
    }
    return undefined;
  },

  isCutoff: state => state.kind === "cut",
  isNewBest: state => state.kind === "best",
  isNewPlay: (state, step) => step > 1 && state.play !== states[step - 2].play,

  act(name) {
    switch (name) {
      case "first": return this.go(1);
      case "back": return this.go(this.step - 1);
      case "next": return this.next();
      case "last": return this.go(states.length);
      default: return this.seek(this.isCutoff, 1);
    }
  },

  press(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const field = event.target.closest("input, select, textarea, [role=tree]");
    const isOwn = event.key === " " && event.target.closest("button, summary, a");
    if (field && field.type !== "checkbox" || isOwn) return;
    const keys = {
      ArrowRight: () => this.next(), ArrowLeft: () => this.act("back"), " ": () => this.next(),
      Home: () => this.act("first"), End: () => this.act("last"),
      c: () => this.seek(this.isCutoff, 1), C: () => this.seek(this.isCutoff, -1),
      b: () => this.seek(this.isNewBest, 1), B: () => this.seek(this.isNewBest, -1),
      p: () => this.seek(this.isNewPlay, 1), P: () => this.seek(this.isNewPlay, -1),
      "?": () => { byId("keys").open = !byId("keys").open; },
    };
    Object.assign(keys, Predict.keys());
    if (!keys[event.key] || (event.key === " " && field)) return;
    event.preventDefault();
    keys[event.key]();
  },

  // The step that the address names; without one the finished tree is shown.
  fromAddress() {
    clearTimeout(this.timer);
    const step = Number(/^#step=(\d+)$/.exec(location.hash)?.[1] ?? states.length);
    Predict.forget();
    this.show(step);
  },

  save() {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([byId("trace").textContent], { type: "application/json" }));
    link.download = `${data.name}.json`;
    link.click();
    URL.revokeObjectURL(link.href);
  },

  listen() {
    for (const button of document.querySelectorAll("[data-go]")) {
      button.addEventListener("click", () => this.act(button.dataset.go));
    }
    byId("slider").addEventListener("input", event => this.go(Number(event.target.value)));
    byId("predict").addEventListener("change", event => {
      Predict.isOn = event.target.checked;
      Predict.forget();
      this.say();
    });
    byId("download")?.addEventListener("click", () => this.save());
    byId("tree").addEventListener("click", event => {
      const node = event.target.closest(".node");
      if (!node) return;
      const number = Tree.nodes.indexOf(node);
      Outline.choose(Outline.items[number], false);
      this.go(stepOf(number));
    });
    document.addEventListener("keydown", event => this.press(event));
    addEventListener("hashchange", () => this.fromAddress());
    addEventListener("resize", () => Tree.scrollTo(states[this.step - 1].at ?? 0));
    // On paper stands the finished tree.
    addEventListener("beforeprint", () => { this.printed = this.step; this.show(states.length); });
    addEventListener("afterprint", () => this.show(this.printed));
  },
};

document.documentElement.classList.add("js");
for (const part of [Tree, Outline, Log]) part.prepare();
Outline.listen();
Player.listen();
Player.fromAddress();
