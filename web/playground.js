// The classes of the whole page, which say what it shows.
const flags = document.documentElement.classList;

const make = (tag, properties) => Object.assign(document.createElement(tag), properties);
const worded = (tag, textContent) => make(tag, { textContent });
// An element of a drawing.
const drawn = (tag, attributes) => {
  const part = document.createElementNS(page.view.drawing.svg.namespaceURI, tag);
  for (const [name, value] of Object.entries(attributes)) part.setAttribute(name, value);
  return part;
};
// The parts of a text, in which a pair of backticks encloses code.
const coded = text => text.split("`").map((part, index) => (index % 2 ? worded("code", part) : part));

// The playground: asks the library for the data that the other scripts show, and lets the reader change the request.
const playground = {
  // The options that an address can contain besides the subject, with the names that they have on the command line.
  options: ["algorithm", "depth", "order", "cut", "fail", "with", "mistake"],
  mostNodes: 1_000_000,
  seed: Date.now() % 1_000_000,
  set: [],
  step: null,
  // The node that the rail shows.
  chosen: undefined,
  // The looks that an address can request: a frame in another page, as high as its content, or large and without controls.
  looks: ["embed", "fit", "present"],

  // Returns the values of the fields. An empty field requests nothing.
  search(prefix) {
    const search = {};
    for (const name of playground.options) {
      const fields = [...document.querySelectorAll(`[name="${prefix}${name}"]`)];
      const values = fields.filter(({ type, checked }) => type !== "checkbox" || checked).map(({ value }) => value);
      if (name === "with" && values.length > 0) search.with = values;
      if (name !== "with" && values[0]) search[name] = name === "depth" ? Number(values[0]) : values[0];
    }
    return search;
  },

  // Returns whether the tree has little room: on a telephone, with many leaves on a tablet, or beside a board in a frame or on a projector.
  isNarrow() {
    const isWide = innerWidth < 900 && innerHeight > 640 && playground.numbers().length > 12 && /^\s*[([]/.test(byId("subject").value);
    if (isWide) return true;
    const isPosition = /^startpos|\/\S* [wb] /.test(byId("subject").value);
    return innerWidth < 640 || isPosition && playground.looks.some(look => flags.contains(look));
  },

  // Returns a request for the chosen search. A puzzle is always about plain alpha-beta from left to right, and its reader chooses only the
  // rule for ties.
  request() {
    const { set, mostNodes } = playground;
    const chosen = playground.search("");
    const search = cutting.isOn ? { algorithm: "alpha-beta", order: "none", ...chosen.cut && { cut: chosen.cut } } : chosen;
    const request = { subject: byId("subject").value, set, search, nodes: mostNodes, narrow: playground.isNarrow() };
    if (byId("beside").checked && !cutting.isOn) request.beside = playground.search("beside-");
    return request;
  },

  // Requests the states for the current text. If several requests arrive during a search, only the last one counts. `kind` names the
  // change: changes of one kind in a row are undone together.
  async ask(kind) {
    const parts = playground.parts();
    const turn = playground.turn = Symbol("a request");
    const home = await link.write(parts);
    // A newer request has the state of this one, too.
    if (turn !== playground.turn) return;
    playground.home = home;
    const answer = await playground.engine.ask(playground.request());
    if (!answer) return;
    if (answer.error && kind === "restored" && location.hash && !playground.answer) return playground.refuse(answer, byId("subject").value);
    playground.tell(answer);
    if (!answer.error) playground.show(answer);
    past.enter(playground.home, parts, kind);
    playground.lead();
    if (answer.error) return;
    if (kind !== "restored" && kind !== "tab") goals.isTouched = true;
    playground.compare();
  },

  // Shows the cost of other searches a moment later, because they may take long.
  async compare() {
    const costs = await playground.engine.ask({ ...playground.request(), beside: null, wanted: "costs" });
    if (costs) playground.showCosts(costs.costs ?? []);
  },

  // Explains why a link cannot be shown, and what it says. If the page shows nothing yet, it shows the tree that it opens with; the address
  // stays.
  async refuse({ error, place }, read) {
    const [{ href }, field, isFirst] = [location, byId("subject"), !playground.answer];
    if (isFirst) {
      byId("rules").reset();
      field.value = field.defaultValue;
      [playground.set, playground.step] = [[], null];
      playground.arrange();
      await playground.ask("tab");
      history.replaceState(history.state, "", href);
    }
    // The first part of the error, without the examples that a writer of a tree needs.
    const short = error.replace(/^the tree: line 1, column \d+: /, "").replace(/; .*|,? such as .*?(?=, or |$)/g, "");
    const said = read ? `This link cannot be shown: ${short}.` : `${error}.`;
    const more = read ? [" The link says: ", worded("code", read.slice(0, 80)), ". "] : [" "];
    if (isFirst) more.push(make("span", { className: "roomy", textContent: "You see the tree that this page opens with. " }));
    playground.tell({ error: said }, more, "This link does not work");
    if (!read) return;
    const onclick = () => {
      byId("text").open = true;
      field.value = read;
      field.focus();
      playground.ask();
    };
    byId("error").append(make("button", { type: "button", textContent: "Correct the text", onclick }));
  },

  // Shows the error and its place. The last result stays visible. `more` follows an error of a link, and `title` is the heading meanwhile.
  tell({ error, place }, more, title) {
    playground.broken = error && title;
    if (more) byId("title").after(byId("wrong"));
    else byId("cutting").after(byId("wrong"));
    const [field, line] = [byId("subject"), place && byId("subject").value.split("\n")[place.line - 1]];
    const isOld = Boolean(error) && !more;
    field.setAttribute("aria-invalid", String(isOld));
    const after = isOld && playground.answer ? " The page still shows the previous tree." : "";
    const first = document.createElement("b");
    first.append(...coded(`${error}${place ? ` (${place.said})` : ""}${after}`));
    byId("error").replaceChildren(...error ? [first, ...more ?? []] : []);
    // The place of the error, with some context.
    const from = place ? Math.max(0, place.column - 20) : 0;
    byId("where").textContent = place ? `${line.slice(from, from + 40)}\n${" ".repeat(place.column - 1 - from)}^` : "";
    byId("wrong").hidden = !error;
    flags.toggle("old", isOld);
    flags.toggle("refused", Boolean(error && more));
    if (playground.answer) playground.lede();
  },

  show(answer) {
    // The tree of a puzzle opens anew when the reader leaves the puzzle.
    const before = page.player && page.player !== cutting.player && { step: page.player.step, isCover: page.player.isCover, isEnd: page.player.step === page.player.last };
    const focused = document.activeElement.closest?.(".leaf")?.dataset.leaf;
    // Don't look for the place in the log, because the browser would have to lay out a closed log.
    const boxes = () => (page.player?.views ?? []).map(({ drawing }) => drawing.svg.parentElement);
    const scrolled = boxes().map(({ scrollLeft, scrollTop }) => ({ scrollLeft, scrollTop }));
    page.player?.end();
    if (answer.unknown && cutting.isOn) {
      cutting.isOn = false;
      cutting.frame();
    }
    const { names, states, lists } = answer;
    playground.before = playground.answer;
    playground.answer = answer;
    const leaves = playground.isChangeable() && answer.lines.map(([node, line]) => `${node} ${line}`).join();
    playground.clear();
    redraw.put(byId("shown"), answer.body, leaves);
    playground.weigh();
    const result = byId("result");
    Object.assign(result.dataset, { value: answer.value ?? "", leaves: answer.leaves });
    byId("command").textContent = answer.command;
    byId("costs").replaceChildren();
    playground.name(answer);
    flags.toggle("two", Boolean(names));
    flags.toggle("boarded", Boolean(document.querySelector("#shown .position")));
    flags.toggle("surveyed", Boolean(document.querySelector("#shown .overview")));
    flags.toggle("unknown", Boolean(answer.unknown));
    page.prefix = playground.home === "#" ? "#" : `${playground.home}&`;
    page.player = undefined;
    page.view = undefined;
    if (names) page.player = sides.open(states, `${page.prefix}step=`);
    else if (states) page.open(states, lists);
    playground.edit();
    goals.take(answer, page.view, names);
    if (!page.player) return playground.lede();
    if (goals.leaves.length > 0) page.player.followers.push(goals);
    page.player.followers.push({ show: playground.lede });
    page.player.home = playground.home;
    // A reader at the end stays at the end, even if the new search is longer.
    const step = playground.step ?? (before && !before.isEnd ? before.step : page.player.last);
    page.player.show(step, playground.step == null && (before?.isCover ?? true));
    playground.step = null;
    if (!page.player.isCover && !cutting.isOn) page.player.write(page.player.address + page.player.step);
    if (cutting.isOn && !names) return cutting.open();
    // Keep a changed leaf visible.
    boxes().forEach((box, index) => Object.assign(box, scrolled[index]));
    playground.choose(playground.chosen);
    if (goals.leaves.length > 0) goals.tell(page.view);
    if (focused) playground.leaf(focused)?.focus({ preventScroll: true });
  },

  // Tells the result of a search from what it cost, which is the last sentence.
  weigh() {
    for (const claim of document.querySelectorAll("#shown .claim")) {
      const text = claim.textContent;
      const end = text.lastIndexOf(". ") + 1;
      claim.replaceChildren(text.slice(0, end), make("span", { className: "cost", textContent: text.slice(end) }));
    }
  },

  // Shows the default of an empty field.
  name({ settings }) {
    settings.forEach((all, side) => {
      for (const [name, value] of Object.entries(all)) {
        const field = document.querySelector(`[name="${["", "beside-"][side]}${name}"]`);
        const text = field.value === "" && value !== "" ? `default: ${value}` : "default";
        if (field.options) field.options[0].textContent = text;
        else field.placeholder = text;
      }
    });
  },

  // Writes the heading and the question below it, in words that fit what the page shows.
  lede() {
    const { lines, unknown, names, settings: [{ algorithm, cut }] } = playground.answer;
    const states = page.view?.main;
    const isSkipped = states && lines.some(([node]) => states.cellAt(node, states.states.length)[3] === "not");
    const isStill = page.player?.isCover ?? true;
    const bold = text => worded("b", text);
    const sides = [bold("MAX"), " picks the highest number, ", bold("MIN"), " the lowest. "];
    const search = goals.isPlain() ? "Alpha-beta" : "The search";
    const [title, ...said] = cutting.refusal ? ["Cut it yourself", bold(`You cannot cut this tree by hand: ${cutting.refusal}.`)]
      : cutting.isOn ? ["Cut it yourself", bold("Mark each leaf that alpha-beta will skip."), ` It goes from left to right, and a tie causes ${cut === "gt" ? "no" : "a"} cutoff.`]
      : unknown ? [`What if nobody knows ${unknown}?`, bold(`For which ${unknown} does alpha-beta skip a leaf, and which move is best?`)]
      : !isStill && page.player.views[0].drawing.isUpright ? ["Follow the search", "An unfinished node shows what is known of it so far: ", bold("≥3"), " is at least 3. ", bold("What comes next?")]
      : !isStill ? ["Follow the search", "The marked row is the move of this step. ", bold("What must its score beat?")]
      : flags.contains("boarded") ? [...playground.result(), ...isSkipped ? [bold(" Move a dashed leaf: can you change the answer?")] : []]
      : names ? ["Which leaves can you skip?", ...sides, bold("Do both searches evaluate the same leaves?")]
      : isSkipped && page.view.drawing.svg.matches(".turned") ? ["Which leaves can you skip?", bold("Move a dashed leaf: can you change the answer?")]
      : isSkipped ? ["Which leaves can you skip?", ...sides, `${search} skipped the dashed leaves. `, bold("Move one: can you change the answer?")]
      : goals.readsAll.includes(algorithm) ? ["Which leaves can you skip?", ...sides, `${algorithm[0].toUpperCase()}${algorithm.slice(1)} evaluates every leaf. `, bold("Which ones would alpha-beta skip?")]
      : ["Which leaves can you skip?", ...sides, `${search} evaluated every leaf. `, bold(!page.view || goals.canCut(page.view) ? "Change one: can you make it skip something?" : "Change one: can you change the answer?")];
    byId("title").textContent = playground.broken || title;
    document.title = `${byId("title").textContent} A playground for alpha-beta`.replace(/(\w) A/, "$1: a");
    byId("lede").replaceChildren(...said);
    byId("ask").textContent = cutting.isOn ? said[0].textContent : flags.contains("boarded") && isStill ? "Which moves can you skip?" : title;
  },

  // Returns the result of a search with a board, and its cost: with a position, the answer is the heading.
  result() {
    const [said, cost] = [...document.querySelector("#shown .claim").childNodes].map(part => part.textContent.trim());
    // Of a position, the score also needs its unit and its side, which stand between the parts that a telephone leaves out.
    const whose = flags.contains("surveyed") ? [...document.querySelector("#shown .about").childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE).map(({ data }) => data.trim()) : [];
    return [said.replace(/\.$/, "") || "Which moves can you skip?", [...whose, cost].filter(Boolean).join(" ")];
  },

  // Removes what scripts drew over the tree, or only the ring.
  clear(which = ".extra") {
    for (const part of document.querySelectorAll(`#shown ${which}`)) part.remove();
  },

  // Draws a ring around a node, whose own lines keep their meaning.
  ring(node) {
    playground.clear(".ring");
    const { svg, nodes, isUpright } = page.view.drawing;
    const part = nodes[node];
    if (!isUpright || !part) return undefined;
    const ring = part.querySelector("path").cloneNode();
    const { x, y, width, height } = part.querySelector("path").getBBox();
    // A frame that is out of sight has no sizes yet.
    if (width === 0) return addEventListener("resize", () => playground.chosen === node && playground.ring(node), { once: true });
    const [across, down] = [x + width / 2, y + height / 2];
    const grown = `translate(${across} ${down}) scale(${1 + 6 / width} ${1 + 6 / height}) translate(${-across} ${-down})`;
    ring.setAttribute("class", "extra ring");
    ring.setAttribute("transform", `${part.getAttribute("transform")} ${grown}`);
    // Names and branches are drawn over the ring.
    return page.view.drawing.edges.before(ring);
  },

  // Sets the node that the rail shows: a leaf, or a node whose children can be added and removed. Without a node, the first leaf that was
  // skipped.
  choose(node) {
    const { answer } = playground;
    const { view } = page;
    if (!view || !playground.isChangeable()) {
      playground.chosen = undefined;
      return rail.say("", page.player ? "Nothing here can be changed. Step through the search instead." : "", "none");
    }
    const leaves = answer.lines.map(([leaf]) => leaf);
    const { main, drawing } = view;
    const isThere = leaves.includes(node) || node !== undefined && node < drawing.nodes.length && playground.outline();
    const skipped = leaves.find(leaf => main.cellAt(leaf, main.states.length)[3] === "not");
    playground.chosen = isThere ? node : skipped ?? leaves[0];
    drawing.mark("selected", number => number === playground.chosen);
    playground.ring(playground.chosen);
    drawing.scrollTo(playground.chosen);
    const index = leaves.indexOf(playground.chosen);
    playground.offer(index);
    if (index >= 0) return playground.probe(index);
    const side = drawing.nodes[playground.chosen].querySelector("path.max") ? "MAX" : "MIN";
    return rail.say(drawing.names[playground.chosen] || "The root", `${side} chooses here. You can add a child or remove this node.`, "node");
  },

  // Returns the nodes of a typed tree in its text, if they are those of the drawing.
  outline() {
    const nodes = outlined.read(byId("subject").value);
    return nodes && page.view && nodes.length === page.view.drawing.nodes.length ? nodes : undefined;
  },

  // Shows the buttons that add or remove nodes.
  offer(index) {
    const nodes = playground.outline();
    const at = playground.chosen;
    const node = nodes?.[at];
    if (!node) return byId("nodes").replaceChildren();
    const text = byId("subject").value;
    const name = page.view.drawing.names[at];
    const value = index >= 0 ? playground.value(index) : playground.value(0);
    const acts = index >= 0
      ? [["Add a sibling", outlined.beside(text, node, value)], ["Add children", outlined.grow(text, node, value)]]
      : [["Add a child", outlined.add(text, node, value)]];
    const isAlone = node.parent === undefined || nodes[node.parent].children.length < 2;
    if (!isAlone) acts.push([`Remove ${name}`, outlined.remove(text, node)]);
    return byId("nodes").replaceChildren(...acts.map(([label, changed]) => {
      const onclick = () => {
        byId("subject").value = changed;
        playground.set = [];
        playground.ask();
      };
      return make("button", { type: "button", textContent: label, onclick });
    }));
  },

  // Shows the cost of each of the other searches as a bar.
  showCosts(costs) {
    goals.costs(costs);
    if (page.view && goals.leaves.length > 0 && !cutting.isOn) goals.tell(page.view);
    const most = Math.max(1, ...costs.map(({ leaves }) => leaves));
    byId("costs").replaceChildren(...costs.map(({ name, leaves, complete }, index) => {
      const row = document.createElement("tr");
      const cells = [name, `${complete ? "" : "more than "}${leaves}`, ""].map(text => worded("td", text));
      const bar = document.createElement("meter");
      Object.assign(bar, { max: most, value: leaves, ariaLabel: `${name}: ${leaves} leaves` });
      cells[2].append(bar);
      row.append(...cells);
      row.classList.toggle("now", index === 0);
      return row;
    }));
  },

  // Returns the places of the leaves' numbers in the text.
  numbers() {
    const words = [...byId("subject").value.matchAll(/[^\s,()[\]]+/g)];
    return words.filter(([word]) => !/[:=]$/.test(word)).map(({ 0: word, index }) => {
      const name = /^.*[:=]/.exec(word)?.[0].length ?? 0;
      return [index + name, index + word.length];
    });
  },

  leaf: index => document.querySelector(`[data-leaf="${index}"]`),

  // Returns whether the reader can change leaves, which requires that the page shows the whole tree.
  isChangeable() {
    const { lines, is_tree } = playground.answer;
    const isTyped = byId("subject").value.trim().match(/^[([]/);
    return isTyped ? is_tree && lines.length === playground.numbers().length : lines.length > 0;
  },

  edit() {
    const { lines } = playground.answer;
    const [isChangeable, numbers] = [playground.isChangeable(), playground.numbers()];
    if (!isChangeable) return;
    for (const { drawing } of page.player?.views ?? []) {
      drawing.svg.setAttribute("role", "group");
      const changeable = new Set(lines.map(([node]) => node));
      drawing.mark("leaf", number => changeable.has(number));
      const values = lines.map((_, index) => String(playground.value(index, numbers)));
      drawing.own = new Map(lines.map(([node], index) => [node, values[index]]));
      lines.forEach(([, line], index) => playground.prepare(drawing, line, index, values[index]));
    }
  },

  prepare(drawing, line, index, value) {
    const [node] = playground.answer.lines[index];
    const part = drawing.nodes[node];
    part.tabIndex = 0;
    part.dataset.leaf = index;
    const name = playground.named(line);
    for (const [key, text] of Object.entries({ role: "spinbutton", "aria-label": name, "aria-valuenow": value, "aria-valuetext": value })) part.setAttribute(key, text);
    const skipped = playground.skipped(drawing, node);
    if (skipped) part.setAttribute("aria-description", skipped);
    else part.removeAttribute("aria-description");
  },

  // Returns the reason why a leaf was skipped, for readers who cannot see the double bar.
  skipped({ names }, node) {
    const { main } = page.view ?? {};
    const isSkipped = number => main.cellAt(number, main.states.length)[3] === "not";
    if (!main || !isSkipped(node)) return "";
    let at = node;
    while (isSkipped(at) && at > 0) at = main.data.parents[at];
    return `skipped by the cutoff at ${names[at] || "the root"}`;
  },

  // Returns the name of a leaf: that of its last move or, if another leaf has the same one, its line.
  named(line) {
    const last = other => other.split(" ").at(-1);
    const counts = playground.answer.counts ??= playground.answer.lines.reduce((all, [, other]) => all.set(last(other), (all.get(last(other)) ?? 0) + 1), new Map());
    return counts.get(last(line)) > 1 ? line : last(line);
  },

  // Returns whether a line, or a name that only one move has, is that of a leaf.
  isOf: line => ([other]) => line === other || line.endsWith(` ${other}`),

  // Returns the score of a leaf as changed, as typed, or from the lesson.
  value(index, numbers = playground.numbers()) {
    const text = byId("subject").value;
    const [, line, score] = playground.answer.lines[index];
    const given = playground.set.find(playground.isOf(line));
    if (given) return given[1];
    if (/^\s*[([]/.test(text)) {
      const [from, to] = numbers[index] ?? [];
      return Number(text.slice(from, to));
    }
    return Number(score) || 0;
  },

  valueOf: node => playground.value(playground.answer.lines.findIndex(([leaf]) => leaf === node)),

  // Gives a leaf another score, in the text of a tree or as a change to a lesson.
  change(index, value) {
    const states = page.view?.main;
    const [changed] = playground.answer.lines[index];
    const wasSkipped = states && states.cellAt(changed, states.states.length)[3] === "not";
    const { value: answered } = playground.answer;
    const field = byId("subject");
    const number = Math.round(value * 1000) / 1000;
    const [, line] = playground.answer.lines[index];
    const isOf = playground.isOf(line);
    playground.set = playground.set.filter(one => !isOf(one));
    if (/^\s*[([]/.test(field.value)) {
      const [from, to] = playground.numbers()[index];
      field.value = field.value.slice(0, from) + number + field.value.slice(to);
    } else {
      playground.set.push([line, number]);
    }
    playground.chosen = changed;
    playground.ask(`leaf ${line}`).then(() => {
      if (!wasSkipped || playground.answer.value !== answered || goals.leaves.length === 0) return;
      goals.isStill = true;
      goals.tell(page.view);
    });
  },

  // Raises or lowers the score of the selected leaf.
  move(by) {
    const index = playground.answer?.lines.findIndex(([node]) => node === playground.chosen) ?? -1;
    if (index >= 0) playground.change(index, playground.value(index) + by);
  },

  // Shows the range of scores in which a leaf changes the answer.
  async probe(index) {
    const [node, line] = playground.answer.lines[index] ?? [];
    const found = line && await playground.engine.ask({ ...playground.request(), beside: null, wanted: "leaf", line });
    if (!found?.said || node !== playground.chosen) return;
    const values = playground.answer.lines.map((_, at) => playground.value(at));
    rail.leaf(playground.named(line), line.split(" ").at(-1), values[index], found, values);
  },

  // Opens a field over the leaf, in which the reader can type its score.
  type(index, first) {
    const part = playground.leaf(index);
    const field = make("input", { className: "score-field", inputMode: "text", value: first ?? playground.value(index) });
    field.setAttribute("aria-label", `Score of ${part.getAttribute("aria-label")}`);
    const [box, own] = [document.querySelector("main"), part].map(one => one.getBoundingClientRect());
    Object.assign(field.style, { left: `${own.left - box.left}px`, top: `${own.top - box.top}px` });
    let isOpen = true;
    const close = isWanted => {
      if (!isOpen) return;
      isOpen = false;
      const value = Number(field.value);
      field.remove();
      playground.leaf(index)?.focus({ preventScroll: true });
      if (isWanted && field.value.trim() && Number.isFinite(value) && value !== playground.value(index)) playground.change(index, value);
    };
    field.addEventListener("keydown", event => {
      event.stopPropagation();
      if (event.key === "Enter" || event.key === "Escape") close(event.key === "Enter");
    });
    field.addEventListener("blur", () => close(true));
    document.querySelector("main").append(field);
    field.focus({ preventScroll: true });
    if (!first) field.select();
  },

  press(event) {
    const part = event.target.closest?.(".leaf");
    if (!part || event.ctrlKey || event.altKey || event.metaKey) return;
    if (cutting.isOn) {
      if (!cutting.press(event)) return;
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    const index = Number(part.dataset.leaf);
    // While the reader steps through a search, these two keys belong to the player.
    if (/^Arrow(Left|Right)$/.test(event.key) && !flags.contains("cover")) return;
    const steps = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1, PageUp: 5, PageDown: -5 }[event.key];
    if (steps) playground.change(index, playground.value(index) + steps);
    else if (event.key === "Enter") playground.type(index);
    else if (/^[-\d]$/.test(event.key)) playground.type(index, event.key);
    else return;
    event.preventDefault();
    event.stopPropagation();
  },

  // Makes the score of a leaf follow the mouse up and down; a second click on the leaf opens a field. A finger scrolls the page, and a tap
  // only selects the leaf.
  drag(event) {
    const part = event.target.closest?.(".leaf");
    if (!part || event.button > 0 || event.pointerType === "touch" || cutting.isOn) return;
    event.preventDefault();
    const [index, start] = [Number(part.dataset.leaf), event.clientY];
    const before = playground.value(index);
    const wasChosen = playground.answer.lines[index][0] === playground.chosen && document.activeElement === part;
    let now = before;
    part.focus({ preventScroll: true });
    // Each answer replaces the dragged leaf, so an element around the drawing must capture the pointer.
    document.querySelector("main").setPointerCapture(event.pointerId);
    const move = moved => {
      const value = before + Math.round((start - moved.clientY) / 9);
      if (value === now) return;
      now = value;
      playground.change(index, value);
    };
    const end = up => {
      for (const [name, act] of [["pointermove", move], ["pointerup", end], ["pointercancel", end]]) removeEventListener(name, act);
      if (up.type === "pointerup" && now === before && wasChosen) playground.type(index);
    };
    for (const [name, act] of [["pointermove", move], ["pointerup", end], ["pointercancel", end]]) addEventListener(name, act);
  },

  // Returns the leaf in whose column a finger is, at most half of 44 pixels from the leaf's middle.
  near({ target, clientX, clientY }) {
    const away = leaf => {
      const { x, y, width, height } = leaf.querySelector("path").getBoundingClientRect();
      const [across, down] = [clientX - x - width / 2, clientY - y - height / 2].map(Math.abs);
      return across < Math.max(22, width) && down < Math.max(22, height / 2) ? across + down : Infinity;
    };
    const leaves = target.closest("#tree") ? [...document.querySelectorAll("#tree .leaf")] : [];
    return leaves.map(leaf => [away(leaf), leaf]).filter(([far]) => far < Infinity).sort(([one], [other]) => one - other)[0]?.[1];
  },

  // Handles a click on a node, which marks the node's leaves in one tab and shows the node in the rail in the other.
  click(event) {
    const part = event.target.closest(".node") ?? playground.near(event);
    if (!part || !page.view) return;
    const node = page.view.drawing.nodes.indexOf(part);
    const isLeaf = part.classList.contains("leaf");
    const isCover = flags.contains("cover");
    if (cutting.isOn) cutting.toggle(node);
    else if (isLeaf || isCover && playground.isChangeable() && playground.outline()) playground.choose(node);
    else return;
    event.stopPropagation();
  },

  // Returns everything in the address except the step.
  parts() {
    const parts = [["tree", byId("subject").value.trim()]];
    if (cutting.isOn) parts.push(["mode", "cut"], ["level", String(cutting.level)]);
    for (const prefix of byId("beside").checked ? ["", "beside-"] : [""]) {
      for (const [name, value] of Object.entries(playground.search(prefix))) parts.push([prefix + name, String(value)]);
    }
    if (byId("beside").checked) parts.push(["beside", "1"]);
    for (const [line, score] of playground.set) parts.push(["set", `${line}=${score}`]);
    for (const look of playground.looks) {
      if (flags.contains(look)) parts.push([look, ""]);
    }
    return parts;
  },

  // Links a frame to the whole page.
  async lead() {
    const isWhole = ([name]) => !playground.looks.includes(name);
    byId("home").href = location.href.replace(/#.*/, "") + await link.write(playground.parts().filter(isWhole));
  },

  async save(kind) {
    const parts = playground.parts();
    playground.home = await link.write(parts);
    past.enter(playground.home, parts, kind);
  },

  // Requests the search that the address names, or the search for which the page was written.
  async fromAddress() {
    past.restored();
    const hash = location.hash.slice(1);
    const own = JSON.parse(byId("subject").dataset.parts);
    const read = hash ? await link.read(hash) : { parts: own };
    if (read.error) return playground.refuse(read);
    const isSubject = read.parts.some(([name]) => name === "tree");
    // The history keeps a tree that is too large for the address.
    const parts = isSubject ? read.parts : [...history.state?.parts ?? own, ...read.parts];
    const all = name => parts.filter(([other]) => other === name).map(([, value]) => value);
    for (const look of playground.looks) flags.toggle(look, all(look).length > 0);
    const [level, step] = [all("level")[0], all("step")[0]];
    const isLevel = document.querySelector(`[data-level="${Number(level)}"]`) !== null;
    if (isLevel) cutting.level = Number(level);
    cutting.isOn = all("mode").includes("cut") || all("level").length > 0;
    cutting.frame();
    playground.chosen = undefined;
    const subject = all("tree")[0];
    if (subject !== undefined) byId("subject").value = subject;
    const sets = all("set").map(text => /^(.+)=([^=]*\d[^=]*)$/.exec(text) ?? [text]).map(([text, line, score]) => [text, line, Number(score)]);
    playground.set = sets.filter(([, , score]) => Number.isFinite(score)).map(([, line, score]) => [line, score]);
    byId("beside").checked = all("beside").length > 0;
    const fields = [...document.querySelectorAll("#rules [name]")];
    const known = ["tree", "mode", "level", "set", "beside", "step", ...playground.looks, ...fields.map(({ name }) => name)];
    const lost = parts.map(([name]) => name).filter(name => !known.includes(name));
    lost.push(...sets.filter(([, , score]) => !Number.isFinite(score)).map(([text]) => `set=${text}`));
    lost.push(...all("mode").filter(mode => mode !== "cut").map(mode => `mode=${mode}`));
    if (level !== undefined && !isLevel) lost.push(`level=${level}`);
    if (step !== undefined && !(Number(step) > 0)) lost.push(`step=${step}`);
    for (const name of ["with", "beside-with"]) {
      const techniques = fields.filter(field => field.name === name).map(({ value }) => value);
      lost.push(...all(name).flatMap(text => text.split(",")).filter(value => !techniques.includes(value)).map(value => `${name}=${value}`));
    }
    for (const field of fields) {
      const values = all(field.name).flatMap(value => value.split(","));
      if (field.type === "checkbox") field.checked = values.includes(field.value);
      // A random ordering may have any seed.
      else if (field.name.endsWith("order") && /^random:\d+$/.test(values[0])) field.add(new Option(values[0], values[0], true, true));
      else field.value = values[0] ?? "";
      if (field.type !== "checkbox" && field.value !== (values[0] ?? "")) lost.push(`${field.name}=${values[0]}`);
    }
    playground.step = Number(step) || null;
    playground.arrange();
    await (cutting.isOn && subject === undefined ? cutting.next() : playground.ask("restored"));
    if (lost.length === 0 || !byId("wrong").hidden) return;
    playground.tell({ error: `The playground does not know \`${lost.join(", ")}\` in this link.` }, [" It shows the rest."]);
  },

  // Disables choices that don't fit together.
  arrange() {
    for (const prefix of ["", "beside-"]) {
      const field = name => document.querySelector(`[name="${prefix}${name}"]`);
      const isStrict = field("cut").value === "gt";
      if (isStrict) field("fail").value = "";
      field("fail").disabled = isStrict;
    }
    byId("beside-rules").hidden = !byId("beside").checked;
  },

  random() {
    playground.seed += 1;
    playground.engine.ask({ wanted: "tree", seed: playground.seed }).then(answer => {
      if (answer?.subject) playground.take(answer.subject);
    });
  },

  // Replaces the typed text with another subject.
  take(text) {
    byId("subject").value = text;
    playground.set = [];
    playground.chosen = undefined;
    return playground.ask();
  },

  download(name, type, text) {
    const anchor = make("a", { href: URL.createObjectURL(new Blob([text], { type })), download: name });
    anchor.click();
    URL.revokeObjectURL(anchor.href);
  },

  async picture() {
    const answer = await playground.engine.ask({ ...playground.request(), beside: null, wanted: "picture" });
    if (answer?.svg) playground.download("tree.svg", "image/svg+xml", answer.svg);
    else if (answer) playground.tell(answer);
  },

  copyLink(button) {
    if (playground.home !== "#") return playground.copy(location.href.replace(/#.*/, "") + playground.home, button);
    playground.flash(button, "Too large for a link");
  },

  // Copies the HTML that shows this tree in another page.
  copyFrame(button) {
    if (playground.home === "#") return playground.flash(button, "Too large for a link");
    const address = `${location.href.replace(/#.*/, "")}${playground.home}&embed`.replace(/&/g, "&amp;");
    return playground.copy(`<iframe src="${address}" width="720" height="480" title="A game tree to change"></iframe>`, button);
  },

  flash(button, text) {
    const label = button.dataset.label ??= button.textContent;
    button.textContent = text;
    setTimeout(() => { button.textContent = label; }, 1500);
  },

  // Switches to the large look without controls, for a projector; Escape switches back.
  present(isOn) {
    flags.toggle("present", isOn);
    playground.ask("look");
    byId(isOn ? "leave" : "present").focus();
  },

  async copy(text, button) {
    const isCopied = await navigator.clipboard?.writeText(text).then(() => true, () => false);
    playground.flash(button, isCopied ? "Copied" : "Copy it by hand");
    if (isCopied) return;
    byId("command").textContent = text;
    byId("sharing").open = true;
    byId("command").scrollIntoView();
  },

  listen() {
    const shown = byId("shown");
    shown.addEventListener("keydown", playground.press, true);
    shown.addEventListener("pointerdown", playground.drag, true);
    // A click on a leaf does not mean that the reader wants to see the step that decided it.
    shown.addEventListener("click", playground.click, true);
    // The other drawing of the tree also has leaves to change.
    shown.addEventListener("click", event => {
      if (!event.target.closest(".turn")) return;
      playground.edit();
      playground.choose(playground.chosen);
    });
    shown.addEventListener("focusin", event => {
      const part = event.target.closest(".leaf");
      const node = part && playground.answer.lines[Number(part.dataset.leaf)]?.[0];
      if (part && cutting.isOn && part.matches(":focus-visible")) playground.ring(node);
      if (part && !cutting.isOn && node !== playground.chosen) playground.choose(node);
    });
    shown.addEventListener("focusout", () => cutting.isOn && playground.clear(".ring"));
    byId("subject").addEventListener("input", () => {
      playground.set = [];
      playground.chosen = undefined;
      playground.ask("text");
    });
    rail.listen(value => {
      const index = playground.answer.lines.findIndex(([node]) => node === playground.chosen);
      if (index >= 0 && value !== playground.value(index)) playground.change(index, value);
    }, playground.move);
    byId("rules").addEventListener("change", event => {
      // Two equal searches would show nothing, so choose another one.
      if (event.target.id === "beside" && event.target.checked && Object.keys(playground.search("beside-")).length === 0) {
        const isMinimax = document.querySelector("[name=algorithm]").value === "minimax";
        document.querySelector("[name=beside-algorithm]").value = isMinimax ? "alpha-beta" : "minimax";
      }
      playground.arrange();
      playground.ask();
    });
    byId("lessons").addEventListener("change", event => event.target.value && playground.take(event.target.value));
    // Gives the unknown leaf of the tree a value.
    shown.addEventListener("click", event => {
      const button = event.target.closest("[data-set]");
      if (!button) return;
      playground.set = JSON.parse(button.dataset.set);
      playground.ask();
    });
    for (const button of document.querySelectorAll("[data-subject]")) {
      button.addEventListener("click", () => playground.take(button.dataset.subject));
    }
    const acts = {
      random: playground.random, picture: playground.picture, stop: () => playground.engine.stop(),
      link: event => playground.copyLink(event.currentTarget), share: event => playground.copyLink(event.currentTarget),
      embed: event => playground.copyFrame(event.currentTarget), present: () => playground.present(true), leave: () => playground.present(false),
      close: () => playground.tell({}),
      "copy-command": event => playground.copy(playground.answer?.command ?? "", event.currentTarget),
    };
    for (const [id, act] of Object.entries(acts)) byId(id).addEventListener("click", act);
    addEventListener("popstate", playground.fromAddress);
    // Telephones get another drawing.
    for (const width of [639, 899]) matchMedia(`(max-width: ${width}px)`).addEventListener("change", () => playground.ask("restored"));
    addEventListener("keydown", event => event.key === "Escape" && flags.contains("present") && playground.present(false));
    past.listen();
    cutting.listen();
  },

  async start() {
    playground.engine = new Engine(byId("busy"), seconds => { byId("seconds").textContent = seconds; });
    playground.listen();
    await playground.fromAddress();
    flags.add("js");
    // Only now are the parts in sight, so that labels can be measured and set apart.
    page.player?.show(page.player.step, page.player.isCover);
    if (page.player?.isCover && !cutting.isOn) playground.choose(playground.chosen);
  },
};

playground.start();
