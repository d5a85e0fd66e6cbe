// Shows the window: an interval on a line of all scores, the score as a dot, and the moves that set both bounds. `lead` goes to a node.
class Interval {
  constructor(box, lead) {
    this.box = box;
    this.lead = lead;
    this.find = part => box.querySelector(part);
  }

  show({ data, states }, step) {
    const state = states[step - 1];
    const isInterval = state.alpha != null;
    // At the beginning of a tour there are no windows yet.
    this.box.hidden = !isInterval && state.stop != null;
    const [axis, dot] = [".axis", ".dot"].map(this.find);
    dot.firstElementChild.textContent = data.scale[state.score] ?? "";
    dot.hidden = state.score == null;
    axis.hidden = !isInterval;
    for (const part of [".end.alpha", ".end.beta", ".cases"]) {
      this.find(part).hidden = !isInterval;
      this.find(part).replaceChildren();
    }
    this.box.classList.toggle("cuts", Boolean(state.skips));
    const zones = this.box.querySelectorAll(".zone");
    for (const zone of zones) zone.className = "zone";
    this.find(".window-note").textContent = this.note(state, data.measured);
    if (!isInterval) return;
    const place = index => data.places[index] / 10;
    const [low, high] = [state.alpha, state.beta].map(place);
    const put = (part, left, right) => Object.assign(part.style, { left: `${left}%`, width: right === undefined ? "" : `${right - left}%` });
    put(this.find(".mark.alpha"), low);
    put(this.find(".mark.beta"), high);
    if (!dot.hidden) put(dot, place(state.score));
    const names = state.turned ? ["cut", "best", "none"] : ["none", "best", "cut"];
    const ends = [[0, low], [low, Math.max(low, high)], [high, 100]];
    zones.forEach((zone, index) => {
      zone.classList.add(names[index]);
      put(zone, ...ends[index]);
    });
    this.end("alpha", data.scale[state.alpha], state.alphaBy);
    this.end("beta", data.scale[state.beta], state.betaBy);
    this.cases(data, state);
  }

  // Writes a bound of the window: its number, and a button that goes to the move that set it.
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

  // Writes the names of the three zones, for the side that chooses here, and marks the zone that contains the score.
  cases(data, { turned, kind, score, alpha, beta }) {
    const found = { cut: turned ? 0 : 2, best: 1, none: turned ? 2 : 0 }[kind];
    const isEmpty = [data.places[alpha] === 0, false, data.places[beta] === 1000];
    const items = data.cases[Number(turned)].map(([where, word], index) => {
      const item = document.createElement("li");
      const place = document.createElement("span");
      place.textContent = where;
      item.append(word, place);
      item.className = turned ? ["cut", "best", "none"][index] : ["none", "best", "cut"][index];
      item.classList.toggle("now", index === found && score != null);
      item.classList.toggle("empty", isEmpty[index]);
      return item;
    });
    this.find(".cases").replaceChildren(...items);
  }

  note(state, isMeasured) {
    if (state.bestHere) return state.bestHere;
    if (state.alpha == null) return "No window yet.";
    const side = `${state.side} chooses here.`;
    if (state.kind === "cut") {
      return `${side} With this score nothing is left between alpha and beta: the search of this node ends.`;
    }
    return isMeasured ? side : `${side} Scores are in order on the line; distances mean nothing.`;
  }
}
