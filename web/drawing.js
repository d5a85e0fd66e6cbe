// A drawing that follows the step: texts and classes of its nodes and branches. `key` stands behind the names of its parts,
// and `classOf` may give a node one more class.
class Drawing {
  constructor(search, key, classOf) {
    Object.assign(this, search);
    this.key = key;
    this.classOf = classOf;
    this.svg = byId(`tree${key}`);
    this.nodes = [...this.svg.querySelectorAll(".node")];
    this.edges = this.svg.querySelector(".edges");
  }

  // Adds what the finished drawing has no need of: fields to mark nodes, and places for texts that come and go.
  prepare() {
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
      node.prepend(make("rect", { class: "field", x: -10, y: -12, width: end + 6, height: 24, rx: 4 }));
      if (!node.querySelector(".bar")) name.before(make("path", { class: "bar", d: "M-15-5l-3 10m7-10l-3 10" }));
      const star = name.nextElementSibling?.textContent === this.data.star ? name.nextElementSibling : make("text", { x: 11, y: 5 });
      star.setAttribute("class", "star");
      star.textContent = this.data.star;
      name.after(star, make("text", { class: "tag", x: end, y: 5 }));
      ["score", "compared", "verdict"].forEach((part, index) => {
        if (!node.querySelector(`.${part}`)) node.append(make("text", { class: part, x: columns[index] - x, y: 5 }));
      });
    }
  }

  show(step) {
    const { data, cellAt } = this;
    const state = this.states[step - 1];
    const pv = new Set(state.pv);
    // What techniques did is told of the last pass only.
    this.svg.classList.toggle("finished", step === this.states.length);
    const [alpha, beta] = [state.alphaBy?.[1], state.betaBy?.[1]];
    for (const [number, node] of this.nodes.entries()) {
      const [score, compared, verdict, look] = cellAt(number, step);
      const put = (part, text) => { node.querySelector(part).textContent = text; }
      put(".score", score);
      put(".compared", compared);
      put(".verdict", verdict);
      const owns = [number === alpha && "alpha", number === beta && "beta"].filter(Boolean);
      put(".tag", owns.join(" "));
      const fold = node.classList.contains("fold") && "fold";
      const parent = data.parents[number];
      const barred = look === "not" && cellAt(parent, step)[3] !== "not" && "barred";
      const marks = [fold, barred, number === state.at && "here", this.classOf(number), ...owns];
      const classes = [look, pv.has(number) && "pv"].filter(Boolean).join(" ");
      node.setAttribute("class", ["node", classes, ...marks].filter(Boolean).join(" "));
      byId(`e${number}${this.key}`)?.setAttribute("class", `edge ${classes}`);
    }
    // Best play lies above the other branches.
    const numbers = [...this.nodes.keys()].slice(1);
    const [others, best] = [numbers.filter(number => !pv.has(number)), numbers.filter(number => pv.has(number))];
    this.edges.replaceChildren(...[...others, ...best].map(number => byId(`e${number}${this.key}`)));
    this.scrollTo(state.at ?? 0);
  }

  // Moves the box of the drawing, never the page.
  scrollTo(number) {
    const box = this.svg.parentElement;
    const { x, y, end } = this.nodes[number].place;
    if (x - 20 < box.scrollLeft || x + end > box.scrollLeft + box.clientWidth) box.scrollLeft = x - 30;
    if (y - 30 < box.scrollTop || y + 30 > box.scrollTop + box.clientHeight) box.scrollTop = y - box.clientHeight / 2;
  }
}
