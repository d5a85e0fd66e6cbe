// Fits a drawing to the screen: on a wide one, a small tree grows; on a narrow one, a drawing with short words shrinks, but its letters do
// not.
Drawing.prototype.fit = function () {
  if (!this.isUpright) return;
  const { width, height } = this.svg.viewBox.baseVal;
  // The reader's font may make text wider than the library assumed.
  const drawn = this.svg.getBBox();
  const over = Math.max(0, Math.ceil(drawn.x + drawn.width - width));
  const box = this.svg.parentElement;
  const [across, down] = [box.clientWidth / (width + over), parseFloat(getComputedStyle(box).maxHeight) / height || 1];
  // In a tree that shrinks, scores must still fit into the nodes.
  const wide = part => part?.getBBox().width || 1;
  if (drawn.width) this.most ??= Math.min(2, ...this.nodes.map(node => wide(node.querySelector("path")) / wide(node.querySelector(".score"))));
  const isShrunk = across < 1 && across > 0.7 && this.svg.dataset.room === "narrow";
  const scale = isShrunk ? across : Math.max(1, Math.min(1.5, across, down));
  const grow = isShrunk ? 1.02 / scale : 1;
  this.svg.style.width = `${Math.floor(scale * width)}px`;
  this.svg.style.marginRight = over > 0 && scale * (width + 2 * over) >= box.clientWidth ? `${Math.ceil(scale * over)}px` : "";
  this.svg.style.setProperty("--grow", grow.toFixed(2));
  this.svg.style.setProperty("--grow-score", Math.max(1, Math.min(grow, this.most ?? 2)).toFixed(2));
};

// On a telephone, the tree gets the height that the rest of the page leaves, which depends on the reader's font. While the reader steps,
// the tree never gets higher, so that little moves.
Player.draw = Player.prototype.show;
Player.prototype.show = function (...given) {
  Player.draw.apply(this, given);
  const [box, range] = [".drawing .scroll", ".so-far"].map(part => document.querySelector(part));
  const { style } = document.documentElement;
  if (innerWidth > 640 || this.isCover || !box || this.views.length > 1 ) return;
  const [tree, window, controls] = [box, range, this.slider.closest(".controls")].map(part => part.getBoundingClientRect());
  const rest = Math.ceil(window.bottom + scrollY - tree.height + controls.height) + 1;
  if (rest <= this.rest && this.width === innerWidth) return;
  [this.rest, this.width] = [rest, innerWidth];
  style.setProperty("--rest", `${rest}px`);
  for (const { drawing } of this.views) drawing.scrollTo(drawing.at);
};
