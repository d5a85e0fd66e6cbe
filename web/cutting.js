// Cut it yourself: the reader marks the leaves that alpha-beta will never look at, and the library checks the marks.
const cutting = {
  isOn: false,
  level: 2,
  marks: new Set(),
  isChecked: false,
  right: 0,
  tries: 0,
  streak: 0,
  seed: Date.now() % 1_000_000,

  // Opens or closes the tab. If the address names no tree, asks for a random one.
  async turn(isOn, level = cutting.level) {
    cutting.level = level;
    if (cutting.isOn === isOn) return;
    cutting.isOn = isOn;
    cutting.frame();
    if (isOn) await cutting.next();
    else await playground.ask("tab");
  },

  // Writes the text around the tree.
  frame() {
    const { isOn } = cutting;
    flags.toggle("cutting", isOn);
    for (const [id, isChosen] of [["tab-explore", !isOn], ["tab-cut", isOn]]) {
      byId(id).setAttribute("aria-selected", String(isChosen));
      byId(id).tabIndex = isChosen ? 0 : -1;
    }
    for (const id of ["cutting", "levels"]) byId(id).hidden = !isOn;
    for (const button of document.querySelectorAll("[data-level]")) {
      button.setAttribute("aria-checked", String(Number(button.dataset.level) === cutting.level));
    }
    byId("title").textContent = isOn ? "Cut it yourself" : "Which leaves can you skip?";
  },

  async next() {
    cutting.seed += 1;
    const answer = await playground.engine.ask({ wanted: "tree", level: cutting.level, seed: cutting.seed });
    if (answer?.subject) playground.take(answer.subject);
  },

  async choose(level) {
    cutting.level = level;
    cutting.frame();
    await cutting.next();
  },

  // Shows a new random tree, with all leaves visible and nothing searched yet.
  open() {
    cutting.marks = new Set();
    cutting.isChecked = false;
    flags.remove("checked");
    page.player.show(1);
    Player.active = undefined;
    for (const { drawing } of page.player.views) {
      drawing.mark("selected", () => false);
      drawing.mark("snipped", node => cutting.marks.has(node));
      for (const [node] of playground.answer.lines) {
        const leaf = drawing.nodes[node];
        leaf.setAttribute("role", "checkbox");
        for (const name of ["aria-valuenow", "aria-valuetext"]) leaf.removeAttribute(name);
        leaf.setAttribute("aria-label", `Skip ${drawing.names[node]}, ${playground.valueOf(node)}`);
      }
    }
    cutting.show();
  },

  // Returns the leaves below a node, or the node itself if it is a leaf.
  below(node) {
    const { parents } = page.view.main.data;
    const isBelow = leaf => leaf === node || leaf > 0 && isBelow(parents[leaf]);
    return playground.answer.lines.map(([leaf]) => leaf).filter(leaf => isBelow(leaf));
  },

  toggle(node) {
    if (cutting.isChecked || !page.view) return;
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
    if (!cutting.isChecked) {
      const count = cutting.marks.size;
      byId("said").replaceChildren(`Mark each leaf that alpha-beta will never look at. It goes from left to right, and a tie cuts. ${count === 0 ? "Nothing is marked." : `${count} marked.`}`);
    }
    byId("check").disabled = cutting.isChecked;
    byId("check").hidden = cutting.isChecked;
    byId("next-tree").classList.toggle("main", cutting.isChecked);
    byId("streak").textContent = cutting.tries === 0 ? "" : `${cutting.right} of ${cutting.tries} right${cutting.streak > 1 ? `, ${cutting.streak} in a row` : ""}`;
  },

  async check() {
    if (cutting.isChecked || !page.view) return;
    const answer = await playground.engine.ask({ ...playground.request(), beside: null, wanted: "cut", marked: [...cutting.marks] });
    if (!answer) return;
    if (answer.error) return playground.tell(answer);
    cutting.isChecked = true;
    cutting.tries += 1;
    cutting.right += Number(answer.right);
    cutting.streak = answer.right ? cutting.streak + 1 : 0;
    flags.add("checked");
    page.player.show(page.player.last, true);
    const [missed, wrong] = [answer.missed, answer.wrong].map(all => new Set(all.map(({ node }) => node)));
    const { drawing } = page.view;
    drawing.mark("missed", node => missed.has(node));
    drawing.mark("wrongly", node => wrong.has(node));
    cutting.show();
    cutting.tell(answer);
  },

  tell({ right, skipped, missed, wrong }) {
    const count = skipped.length;
    if (right) {
      const text = count === 1 ? "Right: alpha-beta skips this leaf, and no other." : `Right: alpha-beta skips these ${count} leaves, and no other.`;
      return byId("said").replaceChildren(worded("b", text));
    }
    const found = count - missed.length;
    const lines = [...wrong.map(({ said }) => said), ...missed.map(({ said }) => said)];
    const rest = lines.length > 3 ? [`${lines.length - 3} more: see the tree.`] : [];
    const list = document.createElement("ul");
    list.append(...[...lines.slice(0, 3), ...rest].map(text => worded("li", text)));
    const title = `Not yet: ${wrong.length} wrong, ${missed.length} missed. You found ${found} of ${count}.`;
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
