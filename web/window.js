// The window: an interval on a line of all scores, the score as a dot, and who set both ends. `lead` shows a node.
class Interval {
  constructor(box, lead) {
    this.box = box;
    this.lead = lead;
    this.find = part => box.querySelector(part);
  }

  show({ data, states }, step) {
    const state = states[step - 1];
    const isInterval = state.alpha != null;
    // A tour begins before there are windows.
    this.box.hidden = !isInterval && state.stop != null;
    const [axis, dot] = [".axis", ".dot"].map(this.find);
    dot.firstElementChild.textContent = data.scale[state.score] ?? "";
    dot.hidden = state.score == null;
    axis.hidden = !isInterval;
    for (const part of [".end.alpha", ".end.beta", ".cases"]) {
      this.find(part).hidden = !isInterval;
      this.find(part).replaceChildren();
    }
    this.find(".window-note").textContent = this.note(state);
    if (!isInterval) return;
    const place = index => `${(100 * index) / (data.scale.length - 1)}%`;
    const at = (name, index) => { this.find(name).style.left = place(index); };
    at(".mark.alpha", state.alpha);
    at(".mark.beta", state.beta);
    at(".inside", state.alpha);
    this.find(".inside").style.width = place(Math.max(0, state.beta - state.alpha));
    if (!dot.hidden) at(".dot", state.score);
    this.end("alpha", data.scale[state.alpha], state.alphaBy);
    this.end("beta", data.scale[state.beta], state.betaBy);
    this.cases(data, state);
  }

  // An end of the window: its number, and a button that leads to the move that set it.
  end(name, score, [by, node]) {
    const text = `${name} ${score}`;
    const put = (...parts) => this.find(`.end.${name}`).replaceChildren(...parts);
    if (by == null) return put(text);
    if (node == null) return put(`${text} ${by.startsWith("(") ? "" : "of "}${by}`);
    const button = document.createElement("button");
    button.type = "button";
    button.className = "link";
    button.textContent = by;
    button.addEventListener("click", () => this.lead(node));
    return put(`${text} of `, button);
  }

  // The three cases of the side that chooses here, with the one that came true.
  cases(data, { turned, kind, score }) {
    const found = { cut: turned ? 0 : 2, best: 1, none: turned ? 2 : 0 }[kind];
    const items = data.cases[Number(turned)].map(([where, word], index) => {
      const item = document.createElement("li");
      const place = document.createElement("span");
      place.textContent = where;
      item.append(place, word);
      if (index === found && score != null) item.className = "now";
      return item;
    });
    this.find(".cases").replaceChildren(...items);
  }

  note(state) {
    if (state.bestHere) return state.bestHere;
    if (state.alpha == null) return "No window yet.";
    const side = `${state.side} chooses here.`;
    if (state.kind === "cut") {
      return `${side} With this score nothing is left between alpha and beta: the search of this node ends.`;
    }
    return `${side} Scores stand on the line in their order; distances mean nothing.`;
  }
}
