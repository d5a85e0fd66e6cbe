// A drawing that follows the step: texts and classes of its nodes and branches. `key` stands behind the names of its parts.
class Drawing {
  constructor(svg, key, star) {
    this.svg = svg;
    this.key = key;
    this.nodes = [...svg.querySelectorAll(".node")];
    this.edges = svg.querySelector(".edges");
    this.title = svg.querySelector("title");
    // Who chooses at each ply; the last three are heads of columns.
    this.heads = [...svg.querySelectorAll(".heads text")].slice(0, -3);
    this.sides = this.heads.map(head => head.textContent);
    this.marks = {};
    this.prepare(star);
  }

  // Adds fields to mark nodes, and places for texts that come and go.
  prepare(sign) {
    const make = (name, attributes) => {
      const part = document.createElementNS("http://www.w3.org/2000/svg", name);
      for (const [key, value] of Object.entries(attributes)) part.setAttribute(key, String(value));
      return part;
    };
    const columns = this.svg.dataset.columns.split(" ").map(Number);
    for (const node of this.nodes) {
      const { e: x, f: y } = node.transform.baseVal[0].matrix;
      const name = node.querySelector("text");
      const end = 33 + 8 * [...name.textContent].length;
      node.place = { x, y, end };
      node.ownName = name.textContent;
      node.prepend(make("rect", { class: "field", x: -10, y: -12, width: end + 6, height: 24, rx: 4 }));
      if (!node.querySelector(".bar")) name.before(make("path", { class: "bar", d: "M-15-5l-3 10m7-10l-3 10" }));
      const star = name.nextElementSibling?.textContent === sign ? name.nextElementSibling : make("text", { x: 11 });
      star.setAttribute("class", "star");
      star.textContent = sign;
      name.after(star, make("text", { class: "tag", x: end }));
      ["score", "compared", "verdict"].forEach((part, index) => {
        if (!node.querySelector(`.${part}`)) node.append(make("text", { class: part, x: columns[index] - x }));
      });
    }
  }

  // Gives one more class to the nodes for which it holds, now and at all steps to come.
  mark(name, holds) {
    this.marks[name] = holds;
    this.nodes.forEach((node, number) => node.classList.toggle(name, holds(number)));
  }

  show({ data, states, cellAt }, step) {
    const state = states[step - 1];
    const pv = new Set(state.pv);
    // What techniques did is told of the last pass only.
    const isOver = step === states.length && state.stop == null;
    this.svg.classList.toggle("finished", isOver);
    this.title.textContent = `The search tree, ${this.nodes.length} rows, ${isOver ? "finished" : `at step ${step}`}.`;
    this.heads.forEach((head, ply) => { head.textContent = data.sides?.[ply % 2] ?? this.sides[ply]; });
    const [alpha, beta] = [state.alphaBy?.[1], state.betaBy?.[1]];
    for (const [number, node] of this.nodes.entries()) {
      const [score, compared, verdict, look] = cellAt(number, step);
      const put = (part, text) => { node.querySelector(part).textContent = text; };
      put("text", data.names?.[number] ?? node.ownName);
      put(".score", score);
      put(".compared", compared);
      put(".verdict", verdict);
      const owns = [number === alpha && "alpha", number === beta && "beta"].filter(Boolean);
      put(".tag", owns.join(" "));
      const fold = node.classList.contains("fold") && "fold";
      const parent = data.parents[number];
      const barred = look === "not" && cellAt(parent, step)[3] !== "not" && "barred";
      const marks = Object.keys(this.marks).filter(name => this.marks[name](number));
      const classes = [look, pv.has(number) && "pv"].filter(Boolean).join(" ");
      const all = ["node", classes, fold, barred, number === state.at && "here", ...marks, ...owns];
      node.setAttribute("class", all.filter(Boolean).join(" "));
      this.edge(number)?.setAttribute("class", classes);
    }
    // Best play lies above the other branches.
    const numbers = [...this.nodes.keys()].slice(1);
    const [others, best] = [numbers.filter(number => !pv.has(number)), numbers.filter(number => pv.has(number))];
    this.edges.replaceChildren(...[...others, ...best].map(number => this.edge(number)));
    this.at = state.at ?? 0;
    this.scrollTo(this.at);
  }

  edge(number) {
    return byId(`e${number}${this.key}`);
  }

  // Moves the box of the drawing, never the page.
  scrollTo(number) {
    const box = this.svg.parentElement;
    const { x, y, end } = this.nodes[number].place;
    if (x - 20 < box.scrollLeft || x + end > box.scrollLeft + box.clientWidth) box.scrollLeft = x - 30;
    if (y - 30 < box.scrollTop || y + 30 > box.scrollTop + box.clientHeight) box.scrollTop = y - box.clientHeight / 2;
  }
}
