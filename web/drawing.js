// A drawing that follows the steps. The library has placed the nodes and branches; the script sets their texts and classes. `key` is the
// suffix of the ids of all parts.
class Drawing {
  constructor(svg, key) {
    Object.assign(this, { svg, key, edges: svg.querySelector(".edges"), marks: {} });
    this.nodes = [...svg.querySelectorAll(".node")];
    // The parts of each node, by class.
    this.parts = this.nodes.map(node => Object.fromEntries([...node.children].map(part => [part.getAttribute("class"), part])));
    this.names = this.parts.map(({ name }) => name.textContent.replace("\xa0★", ""));
    this.isUpright = svg.classList.contains("upright");
    this.title = svg.querySelector("title");
    // The side that chooses at each ply.
    this.heads = [...svg.querySelectorAll(".side")];
    this.sides = this.heads.map(head => head.textContent);
    if (this.isUpright) this.parts.forEach(this.bounded);
    // Letters stay readable; the reader can scroll a drawing that is too wide.
    if (this.isUpright) svg.style.minWidth = `${0.66 * svg.getAttribute("width")}px`;
  }

  // Adds the text inside an unfinished node to the parts of a node that chooses.
  bounded(parts) {
    const shape = parts.max ?? parts.min;
    if (!shape) return;
    parts.bound = shape.parentElement.querySelector(".score").cloneNode();
    parts.bound.setAttribute("class", "bound");
    shape.parentElement.append(parts.bound);
  }

  // Returns what the search knows of an unfinished node: `≥3`, if a move of MAX is worth 3, or a number, if no move can change it any more.
  // It follows from the scores of the node's moves alone, which are exact or bounds.
  soFar({ data: { cases, parents, negamax }, cellAt }, number, step) {
    const { bound, max } = this.parts[number];
    if (negamax || !bound) return "";
    const signs = [cases[1][2][0], cases[0][0][0]].map(text => text.split(" ")[0]);
    const ranges = parents.flatMap((parent, child) => {
      if (parent !== number) return [];
      const [, sign, score] = /^([≤≥<>=]*)(-?[\d.]+)$/.exec(Drawing.short(cellAt(child, step)[0])) ?? [];
      return [[sign === signs[1] || !score ? -Infinity : Number(score), sign === signs[0] || !score ? Infinity : Number(score)]];
    });
    const ends = [0, 1].map(end => Math[max ? "max" : "min"](...ranges.map(range => range[end])));
    const [value, [, , , , alpha, beta]] = [ends[0], cellAt(number, step)];
    // For the search, a value outside of the window that the node was given is only a bound.
    if (value === ends[1]) return (value <= Number(alpha) ? signs[1] : value >= Number(beta) ? signs[0] : "") + value;
    const told = (max ? [0, 1] : [1, 0]).find(end => Number.isFinite(ends[end]));
    return told === undefined ? "" : signs[told] + ends[told];
  }

  // Adds a class to the nodes that satisfy a condition, now and at all later steps.
  mark(name, holds) {
    this.marks[name] = holds;
    this.nodes.forEach((node, number) => node.classList.toggle(name, holds(number)));
  }

  show({ data, states, cellAt }, step) {
    const state = states[step - 1];
    const pv = new Set(state.pv);
    // The cover shows the whole tree.
    const isCover = document.documentElement.classList.contains("cover");
    const here = isCover ? undefined : state.at;
    // The effects of techniques are those of the last pass, so show them only at the end.
    const isOver = step === states.length && state.stop == null;
    this.svg.classList.toggle("finished", isOver);
    this.title.textContent = `The search tree, ${this.nodes.length} nodes, ${isOver ? "finished" : `at stop ${step}`}.`;
    this.heads.forEach((head, ply) => { head.textContent = data.sides?.[ply % 2] ?? this.sides[ply]; });
    const [alpha, beta] = isCover ? [] : [state.alphaBy?.[1], state.betaBy?.[1]];
    for (const [number, node] of this.nodes.entries()) {
      const [score, compared, verdict, look, low = "", high = ""] = cellAt(number, step);
      const owns = [number === alpha && "alpha", number === beta && "beta"].filter(Boolean);
      const put = (part, text) => {
        const found = this.parts[number][part];
        if (found && found.textContent !== text) found.textContent = text;
      };
      const name = this.names[number] && (data.names?.[number] ?? this.names[number]);
      // The name of a bound that the move set, and the star of the best line, are next to the move's name.
      const beside = [owns.map(end => Drawing.greek[end]).join(""), name, pv.has(number) && data.star];
      put("name", beside.filter(Boolean).join("\xa0"));
      // A score that the reader typed for a leaf is visible before the search reaches the leaf.
      const own = look === "not" ? undefined : this.own?.get(number);
      put("score", (this.isUpright ? Drawing.short(score) : score) || (own ?? ""));
      // The root never has a look of its own. The pictures of a tour also show the root before the search.
      const isEntered = look ? look !== "not" : number === 0 && state.stop == null;
      put("bound", score || isOver || !isEntered ? "" : this.soFar({ data, cellAt }, number, step));
      put("compared", compared);
      put("verdict", verdict);
      const { max } = this.parts[number];
      put("given", this.chip(data, max, Drawing.short(max ? high : low)));
      const fold = node.classList.contains("fold") && "fold";
      const parent = data.parents[number];
      if (fold) this.tried(number, number === here ? state.place : "", data);
      // The replies that refute a group of moves are known when the group has a score.
      const isLate = group => !isOver && this.nodes[group]?.classList.contains("fold") && !cellAt(group, step)[0];
      const late = fold && isLate(parent) ? "late" : isLate(number) && this.names[number].endsWith(",") && "secret";
      const barred = look === "not" && cellAt(parent, step)[3] !== "not" && "barred";
      const marks = Object.keys(this.marks).filter(name => this.marks[name](number));
      const classes = [look, pv.has(number) && "pv", late].filter(Boolean).join(" ");
      const all = ["node", classes, fold, barred, number === here && "here", ...marks, ...owns];
      node.setAttribute("class", all.filter(Boolean).join(" "));
      this.edge(number)?.setAttribute("class", classes);
    }
    // Draw the best line over the other branches.
    const numbers = [...this.nodes.keys()].slice(1);
    const [others, best] = [numbers.filter(number => !pv.has(number)), numbers.filter(number => pv.has(number))];
    const edges = [...others, ...best].map(number => this.edge(number));
    if (edges.some((edge, at) => edge !== this.edges.children[at])) this.edges.replaceChildren(...edges);
    this.at = state.at ?? 0;
    this.scrollTo(this.at);
    // The cover of a tree that is wider than a telephone begins with the best line.
    const box = this.svg.parentElement;
    if (isCover && this.isUpright && !this.key && box.scrollHeight <= box.clientHeight + 1) this.scrollTo(state.pv.at(-1) ?? 0);
  }

  // Marks the move that is being tried in the row of a group of moves, at the end of a line of moves.
  tried(number, line, { parents }) {
    const texts = [...this.nodes[number].querySelectorAll(".names")];
    if (texts.length === 0) return;
    let ply = -1;
    for (let node = number; node > 0; node = parents[node]) ply += 1;
    const move = line?.split(" ")[ply]?.replace(/^\d+\.+/, "");
    for (const text of texts) {
      const words = text.textContent.split(" ").map(word => {
        if (word.replace(/:$/, "") !== move) return word;
        const part = document.createElementNS(text.namespaceURI, "tspan");
        part.setAttribute("class", "tried");
        part.textContent = word;
        return part;
      });
      text.replaceChildren(...words.flatMap((word, index) => index ? [" ", word] : [word]));
    }
  }

  // Returns the scores that end the search of a node, in the words of the library.
  chip({ cases }, isMax, end) {
    if (!end || /[∞f]/.test(end)) return "";
    const [sign] = isMax ? cases[0][2][0] : cases[1][0][0];
    return this.svg.dataset.room ? `cut ${sign}${end}` : `cut if ${sign} ${end}`;
  }

  edge(number) {
    return byId(`e${number}${this.key}`);
  }

  // Scrolls the box of the drawing, never the page, so that a node and its labels come to the middle, however wide the reader's font is.
  scrollTo(number) {
    const box = this.svg.parentElement;
    this.fit?.();
    // Shows that the drawing continues beyond the edge.
    box.classList.toggle("overflows", box.scrollWidth > box.clientWidth + 1);
    // Two finished trees begin at the left.
    if (this.key && document.documentElement.classList.contains("cover")) return box.scrollTo(0, 0);
    const [node, frame] = [this.nodes[number], box].map(part => part.getBoundingClientRect());
    const [left, top] = [node.left - frame.left - box.clientLeft, node.top - frame.top - box.clientTop];
    const [across, down] = [box.clientWidth - node.width, box.clientHeight - node.height];
    if (left < 0 || left > across) box.scrollLeft += left - (this.isUpright ? Math.max(0, across / 2) : 30);
    // The box fades at its lower end, and what was skipped below this node matters, too.
    if (top < 0 || top > down - 72) box.scrollTop += top - Math.max(0, down / 2);
  }
}
// There is little room in a node.
Drawing.short = text => text.replace(/[() ]/g, "").replace(/(\.\d*?)0+$/, "$1").replace(/\.$/, "");
Drawing.greek = { alpha: "\u03b1", beta: "\u03b2" };
