// The tree as a list, with the words of the drawing and the keys that screen readers use in a tree.
const Outline = {
  typed: "",

  // Turns the list into a tree; without scripts it is a plain list.
  prepare(player) {
    Object.assign(this, { player, root: byId("outline"), items: [...document.querySelectorAll("#outline li")] });
    this.view = player.views[0];
    this.root.setAttribute("role", "tree");
    this.root.setAttribute("aria-label", "The tree as a list");
    for (const [number, item] of this.items.entries()) {
      const place = Number(item.previousElementSibling?.ariaPosInSet ?? 0) + 1;
      const attributes = {
        role: "treeitem", "aria-level": (this.parentOf(item)?.ariaLevel ?? 0) * 1 + 1,
        "aria-setsize": item.parentElement.childElementCount, "aria-posinset": place, "aria-selected": false,
      };
      for (const [name, value] of Object.entries(attributes)) item.setAttribute(name, String(value));
      item.querySelector(":scope > ul")?.setAttribute("role", "group");
      if (item.querySelector("ul")) item.setAttribute("aria-expanded", "true");
      item.tabIndex = number === 0 ? 0 : -1;
    }
  },

  show({ data, states, cellAt }, step) {
    const pv = new Set(states[step - 1].pv);
    for (const [number, item] of this.items.entries()) {
      const [score, compared, verdict] = cellAt(number, step);
      const star = pv.has(number) && number !== 0 ? data.star : "";
      const [name, behind, third] = item.children;
      const skipped = verdict === "not searched" && behind.dataset.skipped;
      const said = skipped || [star, score, compared, verdict].filter(Boolean).join(" ");
      const note = third?.tagName === "BDI" ? third : undefined;
      item.ownName ??= name.textContent;
      name.textContent = data.names?.[number] ?? item.ownName;
      behind.textContent = said;
      if (note) note.hidden = !this.view.drawing.svg.classList.contains("finished");
      item.setAttribute("aria-label", [name.textContent, said, note?.hidden ? "" : note?.textContent].filter(Boolean).join(skipped ? ", " : " "));
    }
  },

  numberOf: item => Outline.items.indexOf(item),
  parentOf: item => item.parentElement.closest("li"),
  isSeen: item => !item.parentElement.closest("[aria-expanded=false]"),

  choose(item, takesFocus) {
    for (const other of this.items) {
      other.setAttribute("aria-selected", String(other === item));
      other.tabIndex = other === item ? 0 : -1;
    }
    this.chosen = this.numberOf(item);
    if (takesFocus) item.focus();
    this.view.drawing.mark("chosen", number => number === this.chosen);
  },

  open(item, isOpen) {
    if (item.hasAttribute("aria-expanded")) item.setAttribute("aria-expanded", String(isOpen));
  },

  press(event) {
    const item = event.target.closest("[role=treeitem]");
    if (!item || event.ctrlKey || event.altKey || event.metaKey) return;
    const seen = this.items.filter(this.isSeen);
    const at = seen.indexOf(item);
    const expanded = item.getAttribute("aria-expanded");
    const go = target => target && this.choose(target, true);
    switch (event.key) {
      case "ArrowDown": go(seen[at + 1]); break;
      case "ArrowUp": go(seen[at - 1]); break;
      case "Home": go(seen[0]); break;
      case "End": go(seen.at(-1)); break;
      case "ArrowRight":
        if (expanded === "false") this.open(item, true);
        else if (expanded === "true") go(seen[at + 1]);
        break;
      case "ArrowLeft":
        if (expanded === "true") this.open(item, false);
        else go(this.parentOf(item));
        break;
      case "Enter": this.player.visit(this.view, this.numberOf(item)); break;
      default: if (!this.find(event.key, seen, at)) return;
    }
    event.preventDefault();
    event.stopPropagation();
  },

  // Goes to the next move that begins with a typed letter.
  find(key, seen, at) {
    if (key.length !== 1 || key === " ") return false;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => { this.typed = ""; }, 700);
    this.typed += key.toLowerCase();
    const bare = item => item.querySelector("bdi").textContent.toLowerCase().replace(/^\d+\.+/, "");
    const from = this.typed.length === 1 ? at + 1 : at;
    const order = [...seen.slice(from), ...seen.slice(0, from)];
    const found = order.find(item => bare(item).startsWith(this.typed));
    if (found) this.choose(found, true);
    return true;
  },

  listen() {
    this.root.addEventListener("keydown", event => this.press(event));
    this.root.addEventListener("click", event => {
      const item = event.target.closest("[role=treeitem]");
      if (!item) return;
      const isMarker = event.target.parentElement === item && event.offsetX < 14;
      if (isMarker) this.open(item, item.getAttribute("aria-expanded") === "false");
      this.choose(item, true);
    });
  },
};
