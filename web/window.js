// The window: an interval on a line of all scores in their order, the score as a dot, and who set both ends.
const Interval = {
  axis: byId("axis"),

  show(step) {
    const state = states[step - 1];
    const isInterval = state.alpha != null;
    const dot = this.axis.querySelector(".dot");
    dot.firstElementChild.textContent = data.scale[state.score] ?? "";
    dot.hidden = state.score == null;
    this.axis.hidden = !isInterval;
    for (const part of ["alpha", "beta", "cases"]) {
      byId(part).hidden = !isInterval;
      byId(part).replaceChildren();
    }
    byId("window-note").textContent = this.note(state);
    if (!isInterval) return;
    const place = index => `${(100 * index) / (data.scale.length - 1)}%`;
    const at = (name, index) => { this.axis.querySelector(name).style.left = place(index); };
    at(".mark.alpha", state.alpha);
    at(".mark.beta", state.beta);
    const inside = this.axis.querySelector(".inside");
    inside.style.left = place(state.alpha);
    inside.style.width = place(Math.max(0, state.beta - state.alpha));
    if (!dot.hidden) at(".dot", state.score);
    this.end("alpha", state.alpha, state.alphaBy);
    this.end("beta", state.beta, state.betaBy);
    this.cases(state);
  },

  // An end of the window: its number, and a button that leads to the move that set it.
  end(name, index, [by, node]) {
    const text = `${name} ${data.scale[index]}`;
    if (by == null) return byId(name).replaceChildren(text);
    if (node == null) return byId(name).replaceChildren(`${text} ${by.startsWith("(") ? "" : "of "}${by}`);
    const button = document.createElement("button");
    button.type = "button";
    button.className = "link";
    button.textContent = by;
    button.addEventListener("click", () => {
      Outline.choose(Outline.items[node], false);
      Tree.scrollTo(node);
    });
    return byId(name).replaceChildren(`${text} of `, button);
  },

  // The three cases of the side that chooses here, with the one that came true.
  cases(state) {
    const isTurned = state.turned;
    const found = { cut: isTurned ? 0 : 2, best: 1, none: isTurned ? 2 : 0 }[state.kind];
    const items = data.cases[Number(isTurned)].map(([where, word], index) => {
      const item = document.createElement("li");
      const place = document.createElement("span");
      place.textContent = where;
      item.append(place, word);
      if (index === found && state.score != null) item.className = "now";
      return item;
    });
    byId("cases").replaceChildren(...items);
  },

  note(state) {
    if (state.bestHere) return state.bestHere;
    if (state.alpha == null) return "No window yet.";
    const side = `${state.side} chooses here.`;
    if (state.kind === "cut") {
      return `${side} With this score nothing is left between alpha and beta: the search of this node ends.`;
    }
    return `${side} Scores stand on the line in their order; distances mean nothing.`;
  },
};
