// Cut it yourself: the reader marks the leaves that alpha-beta will skip, and the library checks the marks.
const cutting = {
  isOn: false,
  level: 2,
  marks: new Set(),
  isChecked: false,
  right: 0,
  tries: 0,
  streak: 0,
  seed: Date.now() % 1_000_000,
  // Why the tree cannot be cut by hand, if it cannot.
  refusal: undefined,

  // Opens or closes the tab. If the address names no tree, asks for a random one.
  async turn(isOn) {
    if (cutting.isOn === isOn) return;
    cutting.isOn = isOn;
    cutting.frame();
    if (isOn) await cutting.next();
    else await playground.ask("tab");
  },

  // Writes the text around the tree.
  frame() {
    const { isOn } = cutting;
    cutting.refusal = undefined;
    flags.toggle("cutting", isOn);
    for (const [id, isChosen] of [["tab-explore", !isOn], ["tab-cut", isOn]]) {
      byId(id).setAttribute("aria-selected", String(isChosen));
      byId(id).tabIndex = isChosen ? 0 : -1;
    }
    for (const id of ["cutting", "levels"]) byId(id).hidden = !isOn;
    for (const button of document.querySelectorAll("[data-level]")) {
      button.setAttribute("aria-checked", String(Number(button.dataset.level) === cutting.level));
    }
  },

  async next() {
    cutting.seed += 1;
    const answer = await playground.engine.ask({ wanted: "tree", level: cutting.level, seed: cutting.seed });
    if (answer?.subject) await playground.take(answer.subject);
  },

  async choose(level) {
    cutting.level = level;
    cutting.frame();
    await cutting.next();
  },

  // Shows a new tree, with all leaves visible and nothing searched yet, or says why the tree cannot be cut by hand.
  async open() {
    const { answer } = playground;
    cutting.marks = new Set();
    cutting.isChecked = false;
    cutting.refusal = playground.isChangeable() ? undefined : "the page cannot show all of its leaves";
    flags.remove("checked");
    playground.clear();
    page.player.show(1);
    Player.active = undefined;
    cutting.player = page.player;
    for (const { drawing } of page.player.views) {
      drawing.mark("snipped", node => cutting.marks.has(node));
      for (const [node] of playground.answer.lines) {
        const leaf = drawing.nodes[node];
        leaf.setAttribute("role", "checkbox");
        for (const name of ["aria-valuenow", "aria-valuetext"]) leaf.removeAttribute(name);
        leaf.setAttribute("aria-label", `Skip ${drawing.names[node]}, ${playground.valueOf(node)}`);
      }
    }
    cutting.show();
    playground.lede();
    const checked = await cutting.ask();
    if (checked?.error && answer === playground.answer) cutting.refuse(checked.error);
  },

  ask: () => playground.engine.ask({ ...playground.request(), wanted: "cut", marked: [...cutting.marks] }),

  refuse(error) {
    cutting.refusal = error;
    cutting.show();
    playground.lede();
  },

  // Returns the leaves below a node, or the node itself if it is a leaf.
  below(node) {
    const { parents } = page.view.main.data;
    const isBelow = leaf => leaf === node || leaf > 0 && isBelow(parents[leaf]);
    return playground.answer.lines.map(([leaf]) => leaf).filter(leaf => isBelow(leaf));
  },

  toggle(node) {
    if (cutting.isChecked || cutting.refusal || !page.view) return;
    const leaves = cutting.below(node);
    const isMarked = leaves.every(leaf => cutting.marks.has(leaf));
    for (const leaf of leaves) {
      if (isMarked) cutting.marks.delete(leaf);
      else cutting.marks.add(leaf);
    }
    cutting.show();
  },

  show() {
    const { drawing } = page.view;
    drawing.mark("snipped", node => cutting.marks.has(node));
    for (const [node] of playground.answer.lines) drawing.nodes[node].setAttribute("aria-checked", String(cutting.marks.has(node)));
    if (cutting.refusal) {
      byId("said").replaceChildren("Next tree gives you a tree that you can cut.");
    } else if (!cutting.isChecked) {
      const count = cutting.marks.size;
      byId("said").replaceChildren(count === 0 ? `${matchMedia("(pointer: coarse)").matches ? "Tap" : "Click"} a leaf to mark it, or a node to mark all of its leaves. Then check.` : count === 1 ? "1 leaf is marked." : `${count} leaves are marked.`);
      cutting.draw(new Map([...cutting.marks].map(node => [node, "skip"])));
    }
    const isFocused = document.activeElement === byId("check");
    const isOver = cutting.isChecked || cutting.refusal !== undefined;
    byId("check").disabled = isOver;
    if (isFocused && isOver) byId("next-tree").focus();
    byId("check").classList.toggle("main", !isOver);
    byId("next-tree").classList.toggle("main", isOver);
    byId("streak").textContent = cutting.tries === 0 ? "" : `${cutting.right} of ${cutting.tries} right${cutting.streak > 1 ? `, ${cutting.streak} in a row` : ""}`;
  },

  async check() {
    if (cutting.isChecked || !page.view) return;
    const answer = await cutting.ask();
    if (!answer) return;
    if (answer.error) return cutting.refuse(answer.error);
    cutting.isChecked = true;
    cutting.tries += 1;
    cutting.right += Number(answer.right);
    cutting.streak = answer.right ? cutting.streak + 1 : 0;
    flags.add("checked");
    page.player.show(page.player.last, true);
    const verdicts = new Map(answer.skipped.map(node => [node, "found"]));
    for (const { node } of answer.missed) verdicts.set(node, "missed");
    for (const { node } of answer.wrong) verdicts.set(node, "needed");
    cutting.draw(verdicts);
    const { names, nodes } = page.view.drawing;
    for (const [node, verdict] of verdicts) nodes[node].setAttribute("aria-label", `Skip ${names[node]}, ${playground.valueOf(node)}: ${verdict}`);
    cutting.show();
    cutting.tell(answer);
  },

  signs: { skip: "M-3-3l6 6m0-6l-6 6", needed: "M-3-3l6 6m0-6l-6 6", found: "M-3 0l2 3 4-6", missed: "M0-3.5v4m0 2v1" },

  // Draws a sign at the corner of each of these leaves, and one word above neighbours with the same mistake.
  draw(verdicts) {
    playground.clear(".signs");
    const { drawing } = page.view;
    for (const name of ["needed", "missed"]) drawing.mark(name, node => verdicts.get(node) === name);
    if (!drawing.isUpright) return;
    const layer = drawn("g", { class: "extra signs" });
    drawing.svg.append(layer);
    const runs = [];
    const isTurned = drawing.svg.matches(".turned");
    const isMistake = verdict => verdict === "needed" || verdict === "missed";
    for (const [node] of playground.answer.lines) {
      const [verdict, part] = [verdicts.get(node), drawing.nodes[node]];
      const { x, y, width } = part.querySelector("path").getBBox();
      const [left, down] = part.getAttribute("transform").match(/-?\d+/g).map(Number);
      const [last, top] = [runs.at(-1), down + y];
      if (last && last.verdict === verdict && last.top === top) last.right = left;
      else runs.push({ verdict, top, left, right: left });
      if (!verdict) continue;
      const sign = drawn("g", { class: `sign ${verdict}`, transform: `translate(${left + x + width} ${top})` });
      sign.append(drawn("circle", { r: 6.5 }), drawn("path", { d: cutting.signs[verdict] }));
      layer.append(sign);
      // In a column of leaves, there is room behind the name of each.
      const name = drawing.parts[node].name.getBBox();
      if (isTurned && isMistake(verdict)) layer.appendChild(drawn("text", { class: "word beside", x: left + name.x + name.width + 5, y: down + 4 })).textContent = verdict;
    }
    let before;
    for (const run of isTurned ? [] : runs.filter(({ verdict }) => isMistake(verdict))) {
      const middle = (run.left + run.right) / 2;
      const word = layer.appendChild(drawn("text", { class: "word", x: middle }));
      word.textContent = run.verdict;
      const half = word.getComputedTextLength() / 2;
      // A word that would touch the one before is a line higher.
      run.isRaised = before?.top === run.top && !before.isRaised && middle - half < before.end + 4;
      run.end = middle + half;
      word.setAttribute("y", run.top - (run.isRaised ? 26 : 9));
      before = run;
    }
  },

  tell({ right, skipped, missed, wrong }) {
    const count = skipped.length;
    if (right) {
      const skips = count === 0 ? "nothing here" : count === 1 ? "only this leaf" : `only these ${count} leaves`;
      return byId("said").replaceChildren(worded("b", `Right: alpha-beta skips ${skips}.`));
    }
    const found = count - missed.length;
    const lines = [...wrong.map(({ said }) => said), ...missed.map(({ said }) => said)];
    const most = flags.contains("embed") || flags.contains("present") ? 2 : 3;
    const rest = lines.length > most ? [`${lines.length - most} more: see the tree.`] : [];
    const list = document.createElement("ul");
    list.append(...[...lines.slice(0, most), ...rest].map(text => worded("li", text)));
    const title = count === 0 ? `Not yet: ${wrong.length} wrong. Alpha-beta skips nothing here.` : `Not yet: ${wrong.length} wrong, ${missed.length} missed. You found ${found} of ${count}.`;
    return byId("said").replaceChildren(worded("b", title), list);
  },

  press(event) {
    const leaf = event.target.closest?.(".leaf");
    if (!leaf || event.key !== " " && event.key !== "Enter") return false;
    cutting.toggle(playground.answer.lines[Number(leaf.dataset.leaf)][0]);
    return true;
  },

  listen() {
    byId("check").addEventListener("click", cutting.check);
    byId("next-tree").addEventListener("click", cutting.next);
    byId("tab-explore").addEventListener("click", () => cutting.turn(false));
    byId("tab-cut").addEventListener("click", () => cutting.turn(true));
    byId("tab-explore").parentElement.addEventListener("keydown", event => {
      if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
      event.preventDefault();
      event.stopPropagation();
      const other = byId(cutting.isOn ? "tab-explore" : "tab-cut");
      other.click();
      other.focus();
    });
    for (const button of document.querySelectorAll("[data-level]")) {
      button.addEventListener("click", () => cutting.choose(Number(button.dataset.level)));
    }
  },
};
