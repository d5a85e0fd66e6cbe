// The playground: requests from the library what the other scripts show, and lets the reader change the request.
const playground = {
  // The options in the address next to the subject, with their names on the command line.
  options: ["algorithm", "depth", "order", "cut", "fail", "with", "mistake"],
  mostNodes: 1_000_000,
  seed: Date.now() % 1_000_000,
  set: [],
  step: null,

  // The values of the fields. An empty field requests nothing.
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

  request() {
    const { set, mostNodes } = playground;
    const request = { subject: byId("subject").value, set, search: playground.search(""), nodes: mostNodes };
    if (byId("beside").checked) request.beside = playground.search("beside-");
    return request;
  },

  // Requests the states of what is typed now. If several requests arrive during a search, only the last one counts.
  async ask() {
    await playground.save();
    const answer = await playground.engine.ask(playground.request());
    if (!answer) return;
    playground.tell(answer);
    if (answer.error) return;
    playground.show(answer);
    const costs = await playground.engine.ask({ ...playground.request(), beside: null, wanted: "costs" });
    if (costs) playground.showCosts(costs.costs ?? []);
  },

  // Shows the error and its place. The last result stays visible.
  tell({ error, place }) {
    const [field, line] = [byId("subject"), place && byId("subject").value.split("\n")[place.line - 1]];
    field.setAttribute("aria-invalid", String(Boolean(error)));
    const old = playground.answer ? "\nWhat stands below is still the search before." : "";
    byId("error").textContent = error ? `${error}${place ? ` (${place.said})` : ""}${old}` : "";
    // The place, with some context.
    const from = place ? Math.max(0, place.column - 20) : 0;
    byId("where").textContent = place ? `${line.slice(from, from + 40)}\n${" ".repeat(place.column - 1 - from)}^` : "";
    byId("shown").classList.toggle("old", Boolean(error));
  },

  show(answer) {
    const before = page.player && { step: page.player.step, isCover: page.player.isCover, isEnd: page.player.step === page.player.last };
    const focused = document.activeElement.closest?.(".leaf")?.dataset.leaf;
    // Not in the log: a closed log is not laid out just to find a place.
    const boxes = () => (page.player?.views ?? []).map(({ drawing }) => drawing.svg.parentElement);
    const scrolled = boxes().map(({ scrollLeft, scrollTop }) => ({ scrollLeft, scrollTop }));
    page.player?.end();
    const { names, states, lists } = answer;
    playground.answer = answer;
    const leaves = playground.isChangeable() && answer.lines.map(([node, line]) => `${node} ${line}`).join();
    redraw.put(byId("shown"), answer.body, leaves);
    const result = byId("result");
    Object.assign(result.dataset, { value: answer.value ?? "", leaves: answer.leaves });
    byId("command").textContent = answer.command;
    byId("costs").replaceChildren();
    playground.name(answer);
    page.prefix = `${playground.home}&`;
    page.player = undefined;
    if (names) page.player = sides.open(states, `${page.prefix}step=`);
    else if (states) page.open(states, lists);
    playground.edit();
    if (!page.player) return;
    page.player.home = playground.home;
    // A reader at the end stays at the end, even if the new search is longer.
    const step = playground.step ?? (before && !before.isEnd ? before.step : page.player.last);
    page.player.show(step, playground.step == null && (before?.isCover ?? true));
    playground.step = null;
    clearTimeout(playground.timer);
    page.player.write(page.player.isCover ? playground.home : page.player.address + page.player.step);
    // A changed leaf stays visible.
    boxes().forEach((box, index) => Object.assign(box, scrolled[index]));
    if (focused) playground.leaf(focused)?.focus({ preventScroll: true });
  },

  // Shows the default of an empty field.
  name({ settings }) {
    settings.forEach((all, side) => {
      for (const [name, value] of Object.entries(all)) {
        const field = document.querySelector(`[name="${["", "beside-"][side]}${name}"]`);
        const text = field.value === "" && value !== "" ? `as usual: ${value}` : "as usual";
        if (field.options) field.options[0].textContent = text;
        else field.placeholder = text;
      }
    });
  },

  // The cost of each of the other searches, as a bar.
  showCosts(costs) {
    const most = Math.max(1, ...costs.map(({ leaves }) => leaves));
    byId("costs").replaceChildren(...costs.map(({ name, leaves, complete }, index) => {
      const row = document.createElement("tr");
      const cells = [name, `${complete ? "" : "more than "}${leaves}`, ""].map(text => Object.assign(document.createElement("td"), { textContent: text }));
      const bar = document.createElement("meter");
      Object.assign(bar, { max: most, value: leaves, ariaLabel: `${name}: ${leaves} leaves` });
      cells[2].append(bar);
      row.append(...cells);
      row.classList.toggle("now", index === 0);
      return row;
    }));
  },

  // The places of the leaves' numbers in the text.
  numbers() {
    const words = [...byId("subject").value.matchAll(/[^\s,()[\]]+/g)];
    return words.filter(([word]) => !/[:=]$/.test(word)).map(({ 0: word, index }) => {
      const name = /^.*[:=]/.exec(word)?.[0].length ?? 0;
      return [index + name, index + word.length];
    });
  },

  leaf: index => document.querySelector(`[data-leaf="${index}"]`),

  // Whether leaves can be changed: only if the tree is shown completely.
  isChangeable() {
    const { lines, is_tree } = playground.answer;
    const isTyped = byId("subject").value.trim().match(/^[([]/);
    return isTyped ? is_tree && lines.length === playground.numbers().length : lines.length > 0;
  },

  edit() {
    const { lines } = playground.answer;
    const [isChangeable, numbers] = [playground.isChangeable(), playground.numbers()];
    byId("hint").hidden = !isChangeable;
    byId("hint").textContent = "Drag a leaf up or down, or click it and type a number.";
    if (!isChangeable) return;
    for (const { drawing } of page.player?.views ?? []) {
      drawing.svg.setAttribute("role", "group");
      const changeable = new Set(lines.map(([node]) => node));
      drawing.mark("leaf", number => changeable.has(number));
      const values = lines.map((_, index) => String(playground.value(index, numbers)));
      drawing.own = new Map(lines.map(([node], index) => [node, values[index]]));
      lines.forEach(([node, line], index) => playground.prepare(drawing.nodes[node], line, index, values[index]));
    }
  },

  prepare(part, line, index, value) {
    part.tabIndex = 0;
    part.dataset.leaf = index;
    const name = line.split(" ").at(-1);
    for (const [key, text] of Object.entries({ role: "spinbutton", "aria-label": name, "aria-valuenow": value, "aria-valuetext": value })) part.setAttribute(key, text);
  },

  // Whether a leaf has a given score; its name alone is enough if only one move has it.
  isOf: line => ([other]) => line === other || line.endsWith(` ${other}`),

  // The score of a leaf as given, as typed, or from the lesson.
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

  // Gives a leaf another score: in the text of a tree, or as a change of a lesson.
  change(index, value) {
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
    playground.ask().then(() => playground.probe(index));
  },

  // Shows the range of scores in which a leaf changes the root.
  async probe(index) {
    const [, line] = playground.answer.lines[index] ?? [];
    const { said } = line && await playground.engine.ask({ ...playground.request(), beside: null, wanted: "leaf", line }) || {};
    if (said) byId("hint").textContent = said;
  },

  // A field over the leaf, for typing its score.
  type(index, first) {
    const part = playground.leaf(index);
    const field = Object.assign(document.createElement("input"), { className: "score-field", inputMode: "text", value: first ?? playground.value(index) });
    field.setAttribute("aria-label", `Score of ${part.getAttribute("aria-label")}`);
    const [box, own] = [byId("shown"), part.getBoundingClientRect()].map((one, at) => at ? one : one.getBoundingClientRect());
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
    byId("shown").append(field);
    field.focus();
    if (!first) field.select();
  },

  press(event) {
    const part = event.target.closest?.(".leaf");
    if (!part || event.ctrlKey || event.altKey || event.metaKey) return;
    const index = Number(part.dataset.leaf);
    const steps = { ArrowUp: 1, ArrowDown: -1, PageUp: 5, PageDown: -5 }[event.key];
    if (steps) playground.change(index, playground.value(index) + steps);
    else if (event.key === "Enter") playground.type(index);
    else if (/^[-\d]$/.test(event.key)) playground.type(index, event.key);
    else return;
    event.preventDefault();
    event.stopPropagation();
  },

  // A leaf follows the pointer up and down; a click without movement opens the field.
  drag(event) {
    const part = event.target.closest?.(".leaf");
    if (!part || event.button > 0) return;
    event.preventDefault();
    const [index, start] = [Number(part.dataset.leaf), event.clientY];
    const before = playground.value(index);
    let now = before;
    part.focus({ preventScroll: true });
    // Each answer brings a new drawing: the dragged leaf is replaced, and the box of the drawing stays.
    byId("shown").setPointerCapture(event.pointerId);
    const move = moved => {
      const value = before + Math.round((start - moved.clientY) / 9);
      if (value === now) return;
      now = value;
      playground.change(index, value);
    };
    const end = up => {
      for (const [name, act] of [["pointermove", move], ["pointerup", end], ["pointercancel", end]]) removeEventListener(name, act);
      if (up.type === "pointerup" && now === before) playground.type(index);
    };
    for (const [name, act] of [["pointermove", move], ["pointerup", end], ["pointercancel", end]]) addEventListener(name, act);
  },

  // What the address names, except the step.
  parts() {
    const parts = [["tree", byId("subject").value.trim()]];
    for (const prefix of byId("beside").checked ? ["", "beside-"] : [""]) {
      for (const [name, value] of Object.entries(playground.search(prefix))) parts.push([prefix + name, String(value)]);
    }
    if (byId("beside").checked) parts.push(["beside", "1"]);
    for (const [line, score] of playground.set) parts.push(["set", `${line}=${score}`]);
    return parts;
  },

  // Browsers accept only a limited number of new addresses.
  async save() {
    playground.home = await link.write(playground.parts());
    clearTimeout(playground.timer);
    playground.timer = setTimeout(() => history.replaceState(null, "", playground.home), 200);
  },

  // Takes what the address names, or what the page was written for, and requests it.
  async fromAddress() {
    const hash = location.hash.slice(1);
    const read = hash ? await link.read(hash) : { parts: JSON.parse(byId("subject").dataset.parts) };
    if (read.error) return playground.tell(read);
    const all = name => read.parts.filter(([other]) => other === name).map(([, value]) => value);
    const subject = all("tree")[0];
    if (subject !== undefined) byId("subject").value = subject;
    playground.set = all("set").map(text => [text.slice(0, text.lastIndexOf("=")), Number(text.slice(text.lastIndexOf("=") + 1))]);
    byId("beside").checked = all("beside").length > 0;
    for (const field of document.querySelectorAll("#rules [name]")) {
      const values = all(field.name).flatMap(value => value.split(","));
      if (field.type === "checkbox") field.checked = values.includes(field.value);
      // A random order may have any seed.
      else if (field.name.endsWith("order") && /^random:\d+$/.test(values[0])) field.add(new Option(values[0], values[0], true, true));
      else field.value = values[0] ?? "";
    }
    playground.step = Number(all("step")[0]) || null;
    playground.arrange();
    return playground.ask();
  },

  // Choices that make no sense together are disabled.
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

  // Replaces what is typed with another subject.
  take(text) {
    byId("subject").value = text;
    playground.set = [];
    playground.ask();
  },

  download(name, type, text) {
    const anchor = Object.assign(document.createElement("a"), { href: URL.createObjectURL(new Blob([text], { type })), download: name });
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
    const label = button.textContent;
    button.textContent = "Too large for a link";
    setTimeout(() => { button.textContent = label; }, 1500);
  },

  async copy(text, button) {
    const label = button.textContent;
    const isCopied = await navigator.clipboard?.writeText(text).then(() => true, () => false);
    button.textContent = isCopied ? "Copied" : "Copy it by hand:";
    if (!isCopied) byId("command").textContent = text;
    setTimeout(() => { button.textContent = label; }, 1500);
  },

  listen() {
    const shown = byId("shown");
    shown.addEventListener("keydown", playground.press, true);
    shown.addEventListener("pointerdown", playground.drag, true);
    // A click on a leaf does not mean that the reader wants to see the step that decided it.
    shown.addEventListener("click", event => event.target.closest(".leaf") && event.stopPropagation(), true);
    // The other drawing of the tree has leaves, too.
    shown.addEventListener("click", event => event.target.closest(".turn") && playground.edit());
    shown.addEventListener("focusin", event => {
      const part = event.target.closest(".leaf");
      if (part) playground.probe(Number(part.dataset.leaf));
    });
    byId("subject").addEventListener("input", () => {
      playground.set = [];
      playground.ask();
    });
    byId("rules").addEventListener("change", () => {
      playground.arrange();
      playground.ask();
    });
    byId("lessons").addEventListener("change", event => event.target.value && playground.take(event.target.value));
    for (const button of document.querySelectorAll("[data-subject]")) {
      button.addEventListener("click", () => playground.take(button.dataset.subject));
    }
    const acts = {
      random: playground.random, picture: playground.picture, stop: () => playground.engine.stop(),
      link: event => playground.copyLink(event.currentTarget),
      "copy-command": event => playground.copy(playground.answer?.command ?? "", event.currentTarget),
    };
    for (const [id, act] of Object.entries(acts)) byId(id).addEventListener("click", act);
    addEventListener("hashchange", playground.fromAddress);
  },

  async start() {
    // On a telephone, the tree comes first.
    byId("choice").open = innerWidth > 640;
    playground.engine = new Engine(byId("busy"), seconds => { byId("seconds").textContent = seconds; });
    playground.listen();
    await playground.fromAddress();
    document.documentElement.classList.add("js");
  },
};

playground.start();
