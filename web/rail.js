// Fits a drawing to the screen: on a narrow one the drawing shrinks, but its letters stay readable; on a wide one it grows up to a limit.
Drawing.prototype.fit = function () {
  if (!this.isUpright) return page.view?.drawing === this ? folded.show(this) : undefined;
  const { width, height } = this.size ??= { width: this.svg.viewBox.baseVal.width, height: this.svg.viewBox.baseVal.height };
  // On a telephone, a tree that is too wide scrolls sideways only, unless its letters would collide.
  const box = this.svg.parentElement;
  if (this.svg.classList.contains("turned")) {
    // A tree with its root on the left shrinks, so that the tree and the rail fill a screen, but only so far that a finger still hits each
    // leaf. A star, and beside a leaf the word for a mistake, need more room than the drawing has.
    const left = innerHeight - box.getBoundingClientRect().top - scrollY - (byId("rail").offsetHeight || byId("cutting").offsetHeight || 60) - 8;
    const tall = parseFloat(getComputedStyle(box).maxHeight) || left;
    const beyond = flags.contains("cutting") ? 52 : 10;
    const scale = Math.min(box.clientWidth / (width + beyond), Math.max(0.78, (tall - 4) / height));
    this.svg.style.minWidth = this.svg.style.width = `${Math.floor(scale * width)}px`;
    this.svg.style.marginLeft = `${Math.floor((box.clientWidth - scale * (width + beyond)) / 2)}px`;
    return this.svg.style.setProperty("--grow", Math.max(1, 1.02 / scale).toFixed(2));
  }
  const isRoomy = innerWidth > 640 || box.clientWidth > 0.75 * width;
  const fewest = isRoomy ? 0.66 : Math.max(0.75, Math.min(0.95, box.clientHeight / height));
  this.svg.style.minWidth = `${Math.floor(fewest * width)}px`;
  const own = this.svg.getBoundingClientRect();
  const scale = Math.min(own.width / width, own.height / height);
  this.svg.classList.toggle("crowded", scale < 0.71);
  this.svg.style.setProperty("--own", `${width}px`);
  this.svg.style.setProperty("--grow", Math.max(1, Math.min(1.6, (innerWidth > 900 ? 1 : innerWidth > 640 ? 0.94 : 1.02) / scale)).toFixed(2));
  // The reason of a cutoff may be wider than the last leaf below it.
  if (!flags.contains("cover") || own.width === 0) return;
  const drawn = this.svg.getBBox();
  this.svg.setAttribute("viewBox", `0 0 ${Math.max(width, Math.ceil(drawn.x + drawn.width) + 2)} ${height}`);
};

// While the reader steps through rows, a group of moves takes one row, except the group in which the search is.
const folded = {
  // The places of the rows as the library set them.
  read(drawing) {
    const places = drawing.nodes.map(node => node.getAttribute("transform").match(/\d+/g).map(Number));
    const edges = drawing.nodes.map((_, number) => drawing.edge(number)?.getAttribute("d"));
    const { width, height } = drawing.svg.viewBox.baseVal;
    // The longest verdict needs less room than the longest line of moves, which is folded.
    const verdict = drawing.svg.matches(".short") ? 165 + Number(drawing.svg.querySelector(".heads text:last-child").getAttribute("x")) : width;
    return { places, edges, height, width, least: Math.min(width, verdict) };
  },

  // Writes an attribute only if it changes: most rows stay where they are, and the browser need not lay them out again.
  put(part, name, value) {
    if (part.getAttribute(name) !== value) part.setAttribute(name, value);
  },

  show(drawing) {
    const { svg, nodes, at } = drawing;
    const { parents } = page.view.main.data;
    const isGroup = number => nodes[number].classList.contains("fold") && nodes[number].querySelector(".names");
    drawing.rows ??= folded.read(drawing);
    const { places, edges, height, width, least } = drawing.rows;
    const isIn = (number, group) => number === group || number > 0 && isIn(parents[number], group);
    const isOpen = group => flags.contains("cover") || isIn(at, group) || isIn(group, at) && at > 0;
    const closed = new Set([...nodes.keys()].filter(number => isGroup(number) && !isOpen(isGroup(parents[number]) ? parents[number] : number)));
    const isOut = number => closed.has(parents[number]);
    let gone = 0;
    const moved = nodes.map((node, number) => {
      const [left, top] = places[number];
      const up = gone;
      const own = (places[number + 1]?.[1] ?? height + 13) - top;
      gone += isOut(number) ? own : closed.has(number) ? own - 28 : 0;
      node.classList.toggle("closed", closed.has(number));
      node.classList.toggle("out", isOut(number));
      folded.put(node, "transform", `translate(${left} ${top - up})`);
      if (closed.has(number)) drawing.parts[number].name.textContent = drawing.parts[number].name.textContent.replace(/[:,]$/, "");
      return up;
    });
    nodes.forEach((_, number) => {
      if (!edges[number]) return;
      const [, across, from, to, end] = /M(\d+) (\d+)V(\d+)H(\d+)/.exec(edges[number]);
      folded.put(drawing.edge(number), "d", `M${across} ${from - moved[parents[number]]}V${to - moved[number]}H${end}`);
      drawing.edge(number).classList.toggle("out", isOut(number));
    });
    const size = [flags.contains("cover") ? width : least, height - gone];
    folded.put(svg, "viewBox", `0 0 ${size.join(" ")}`);
    ["width", "height"].forEach((name, index) => folded.put(svg, name, `${size[index]}`));
  },
};

// The labels of a number line.
const line = {
  // Moves labels, which are in order, as little as possible, so that they are inside of a box and don't overlap. If there is too little room,
  // only the important ones stay.
  spread(labels, box) {
    const { left, right } = box.getBoundingClientRect();
    const sizes = labels.map(label => label.getBoundingClientRect());
    const isTight = sizes.reduce((sum, { width }) => sum + width + 6, -6) > right - left;
    if (isTight) for (const label of labels) if (!label.matches(".now, .live *")) label.textContent = "";
    const places = [];
    labels.forEach((label, index) => {
      const before = index === 0 ? left : places[index - 1] + sizes[index - 1].width + 6;
      places.push(Math.max(before, sizes[index].left));
    });
    for (let index = labels.length - 1, end = right; index >= 0; index -= 1) {
      places[index] = Math.min(places[index], end - sizes[index].width);
      end = places[index] - 6;
    }
    labels.forEach((label, index) => { label.style.marginLeft = `${isTight ? 0 : places[index] - sizes[index].left}px`; });
  },

  // Puts ticks at these places, in percent, with their numbers, except where a number would overlap an earlier one or the thumb.
  ticks(box, all, thumb) {
    const ticks = all.map(([at, text]) => {
      const tick = worded("i", text);
      tick.style.left = `${at}%`;
      return tick;
    });
    for (const tick of box.querySelectorAll("i")) tick.remove();
    box.prepend(...ticks);
    const { left, width } = box.getBoundingClientRect();
    const taken = thumb === undefined ? [] : [[left + width * thumb / 100 - 12, left + width * thumb / 100 + 12]];
    const sizes = ticks.map(tick => tick.getBoundingClientRect());
    sizes.forEach((own, index) => {
      if (taken.every(([from, to]) => own.right + 5 < from || to + 5 < own.left)) taken.push([own.left, own.right]);
      else ticks[index].textContent = "";
    });
  },
};

// While the reader steps through the search, the rail shows alpha, beta and the score on one number line, with plain words below it.
Interval.plain = Interval.prototype.show;
Interval.prototype.show = function (search, step) {
  Interval.plain.call(this, search, step);
  const { data: { scale, places, cases }, states } = search;
  const { alpha, beta, score, turned, side } = states[step - 1];
  if (alpha == null || flags.contains("cover")) return;
  const at = index => places[index] / 10;
  const [axis, ...ends] = [".axis", ".end.alpha", ".end.beta"].map(this.find);
  line.ticks(axis, [...new Set([alpha, beta, ...scale.keys()])].map(index => [at(index), scale[index]]), score == null ? undefined : at(score));
  const items = [...this.find(".cases").children];
  items.forEach((item, index) => {
    const [where] = cases[Number(turned)][index];
    const condition = where.replace("alpha", scale[alpha]).replace("beta", scale[beta]);
    item.textContent = item.matches(".best") ? `${side} would take it` : item.matches(".cut") ? `${condition}: cut` : "not better";
    const [left, width] = ["left", "width"].map(side => parseFloat(this.box.querySelectorAll(".zone")[index].style[side]));
    item.style.left = `${left + Math.max(0, width) / 2}%`;
  });
  line.spread(items.filter(item => !item.matches(".empty")), axis);
  // The bounds are above their marks, the text between the marks if there is room for both.
  const [wide, margin] = [axis.clientWidth, (this.box.clientWidth - axis.clientWidth) / 2];
  const [from, to] = [alpha, beta].map(index => wide * at(index) / 100);
  const [one, other] = ends.map(({ offsetWidth }) => offsetWidth);
  const isApart = from + one + 8 < to - other;
  const first = isApart ? from : Math.max(-margin, Math.min(from + margin < one ? from : from - one, wide + margin - one - other - 8));
  const second = isApart ? to - other : Math.max(to, first + one + 8);
  ends[0].style.left = `${first}px`;
  ends[1].style.left = `${Math.min(second, wide + margin - other)}px`;
  ends.forEach((end, index) => end.classList.toggle("before", index === 0 ? first < from : second < to));
};

// The rail under the tree: how the selected leaf can change the answer, and the buttons that change the tree.
const rail = {
  // The range in which the leaf changes the answer, and the range of the number line.
  range: { low: null, high: null },
  axis: [0, 1],

  // Shows a leaf with the library's text about it, which calls it `name`; `value` is its current score.
  leaf(title, name, value, { said, low, high, stays, equals }, values) {
    byId("rail").dataset.kind = "leaf";
    byId("chosen").textContent = `${title} = ${value}.`;
    byId("hint").textContent = said;
    rail.range = { low: low === null ? null : rail.number(low), high: high === null ? null : rail.number(high), stays, equals };
    const known = [...values, value, rail.range.low, rail.range.high].filter(Number.isFinite);
    // Keep the number line while the reader drags a leaf on it.
    if (!rail.isHeld) rail.axis = [Math.min(...known) - 3, Math.max(...known) + 3];
    rail.draw(name, value);
    for (const [id, by] of [["less", "less"], ["more", "more"]]) byId(id).setAttribute("aria-label", `${name} one ${by}`);
  },

  // Shows text about a node that is not a leaf.
  say(title, said, kind) {
    byId("rail").dataset.kind = kind;
    byId("chosen").textContent = title && `${title}.`;
    byId("hint").textContent = said;
    byId("track").replaceChildren();
  },

  // A mate is beyond all numbers.
  number(score) {
    const mate = /^#(-?)/.exec(score);
    return mate ? (mate[1] ? -Infinity : Infinity) : Number(score);
  },

  at(value) {
    const [from, to] = rail.axis;
    return Math.max(0, Math.min(100, 100 * (value - from) / (to - from)));
  },

  draw(name, value) {
    const { low, high, stays, equals } = rail.range;
    const changes = equals ? `${byId("track").clientWidth < 300 ? "is" : "the answer is"} ${name}` : "changes";
    const [from, to] = [low === null ? 0 : rail.at(low), high === null ? 100 : rail.at(high)];
    const zone = (left, right, className, text) => {
      const part = document.createElement("div");
      part.className = `zone ${className}`;
      Object.assign(part.style, { left: `${left}%`, width: `${right - left}%` });
      const label = worded("span", text);
      part.append(label);
      return right > left ? part : "";
    };
    const zones = low !== null && low === high
      ? [zone(0, 100, "", `the answer stays ${stays[0]}`)]
      : [zone(0, from, "", `stays ${stays[0]}`), zone(from, to, "live", changes), zone(to, 100, "", `stays ${stays[1]}`)];
    const thumb = make("b", { className: "thumb", textContent: value });
    thumb.style.left = `${rail.at(rail.number(value))}%`;
    byId("track").replaceChildren(...zones, thumb);
    // Ticks have even distances of a round number, which leaves room for the numbers.
    const [first, last] = rail.axis;
    const apart = [1, 2, 5, 10, 20, 50, 100].find(by => byId("track").clientWidth * by / (last - first) > 30) ?? last - first;
    const even = Array.from({ length: Math.floor(last / apart) - Math.ceil(first / apart) + 1 }, (_, index) => (Math.ceil(first / apart) + index) * apart);
    line.ticks(byId("track"), [...new Set([low, high, ...even])].filter(Number.isFinite).map(number => [rail.at(number), number]), rail.at(rail.number(value)));
    line.spread([...byId("track").querySelectorAll(".zone span")], byId("track"));
  },

  // Makes the leaf follow a finger or the mouse on the number line; `change` gets the new score.
  listen(change, step) {
    const track = byId("track");
    const follow = event => {
      const box = track.getBoundingClientRect();
      const [from, to] = rail.axis;
      change(Math.round(from + (event.clientX - box.left) / box.width * (to - from)));
    };
    track.addEventListener("pointerdown", event => {
      if (byId("rail").dataset.kind !== "leaf" || event.button > 0) return;
      track.setPointerCapture(event.pointerId);
      rail.isHeld = true;
      follow(event);
    });
    track.addEventListener("pointermove", event => rail.isHeld && follow(event));
    for (const name of ["pointerup", "pointercancel"]) track.addEventListener(name, () => { rail.isHeld = false; });
    byId("less").addEventListener("click", () => step(-1));
    byId("more").addEventListener("click", () => step(1));
  },
};

// While the reader answers a question, the answers take the place of the buttons. The last of them goes on without an answer.
Predict.draw = Predict.prototype.show;
Predict.prototype.show = function () {
  const { player } = this;
  const focused = document.activeElement;
  const [box, question] = [".answers", ".question"].map(player.find);
  const wasAnswer = box.contains(focused);
  Predict.draw.call(this);
  if (!box.hidden) box.append(make("button", { type: "button", className: "quiet", textContent: "Show me", onclick: () => player.next() }));
  else if (this.reply) question.textContent += ` ${player.views[0].sentence(player.step)}`;
  // A button that goes must not take the focus with it, nor give it to an answer.
  if (box.hidden ? wasAnswer : wasAnswer || focused?.closest?.(".controls .buttons")) (box.hidden ? player.find("[data-go=next]") : box.lastChild).focus({ preventScroll: true });
};
