// Fits a drawing to the screen: on a narrow one the drawing shrinks, but its letters stay readable; on a wide one it grows up to a limit.
Drawing.prototype.fit = function () {
  if (!this.isUpright) return;
  const { width, height } = this.svg.viewBox.baseVal;
  // On a telephone a large tree is scrolled, because smaller nodes would collide with each other's letters. Those of two plies have room.
  const box = this.svg.parentElement;
  const fewest = innerWidth > 640 ? 0.66 : this.heads.length < 3 ? 0.75 : 0.9;
  box.style.setProperty("--tall", `${fewest * height}px`);
  this.svg.style.minHeight = innerWidth <= 640 && box.clientHeight < (fewest - 0.05) * height ? `${fewest * height}px` : "";
  this.svg.style.minWidth = `${fewest * width}px`;
  const own = this.svg.getBoundingClientRect();
  const scale = Math.min(own.width / width, own.height / height);
  this.svg.style.setProperty("--own", `${width}px`);
  this.svg.style.setProperty("--grow", Math.max(1, Math.min(1.6, 1.02 / scale)).toFixed(2));
};

// While the reader steps through the search, the rail describes the three cases in plain words.
Interval.plain = Interval.prototype.cases;
Interval.prototype.cases = function (data, state) {
  const words = [["not better", "would take it", "cut"], ["cut", "would take it", "not better"]];
  const cases = data.cases.map((all, turned) => all.map(([where], index) => [where, words[turned][index]]));
  Interval.plain.call(this, { ...data, cases }, state);
};

// The rail under the tree: how the selected leaf can change the answer, and the buttons that change the tree.
const rail = {
  // The range in which the leaf changes the answer, and the range of the number line.
  range: { low: null, high: null },
  axis: [0, 1],

  // Shows a leaf with the library's text about it; `value` is its current score.
  leaf(name, value, { said, low, high }, values) {
    byId("rail").dataset.kind = "leaf";
    byId("chosen").textContent = `${name} = ${value}.`;
    byId("hint").textContent = said;
    rail.range = { low: low === null ? null : Number(low), high: high === null ? null : Number(high) };
    const known = [...values, value, rail.range.low, rail.range.high].filter(number => number !== null && Number.isFinite(number));
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

  at(value) {
    const [from, to] = rail.axis;
    return Math.max(0, Math.min(100, 100 * (value - from) / (to - from)));
  },

  draw(name, value) {
    const { low, high } = rail.range;
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
      ? [zone(0, 100, "", `the answer stays ${low}`)]
      : [zone(0, from, "", `stays ${low}`), zone(from, to, "live", `the answer is ${name}`), zone(to, 100, "", `stays ${high}`)];
    const thumb = make("b", { className: "thumb", textContent: value });
    thumb.style.left = `${rail.at(value)}%`;
    byId("track").replaceChildren(...zones, thumb);
    rail.label();
  },

  // Keeps the texts of the zones on the number line; if two would overlap, only the first remains, where the leaf is the answer.
  label() {
    const track = byId("track").getBoundingClientRect();
    if (track.width === 0) return;
    const shown = [];
    const labels = [...byId("track").querySelectorAll(".zone span")];
    for (const label of labels.sort((one, other) => Number(other.matches(".live *")) - Number(one.matches(".live *")))) {
      const { left, right } = label.getBoundingClientRect();
      const by = Math.max(0, track.left - left) - Math.max(0, right - track.right);
      label.style.marginLeft = `${by}px`;
      const isFree = shown.every(([from, to]) => right + by + 6 < from || to + 6 < left + by);
      if (isFree) shown.push([left + by, right + by]);
      else label.textContent = "";
    }
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
