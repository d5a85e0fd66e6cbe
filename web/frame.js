// In a chapter of the course (`#fit`), a frame is as high as its page: the tree gets the height that suits its width, and the chapter learns
// the height of the page. While the width stays the same, the frame only grows, so that little moves.
const frame = {
  fit() {
    const [main, box] = ["main", "#shown .drawing .scroll"].map(part => document.querySelector(part));
    if (!flags.contains("fit") || !box) return;
    const drawing = box.querySelector(".upright");
    if (drawing) {
      const { width, height } = drawing.viewBox.baseVal;
      document.documentElement.style.setProperty("--fit", `${Math.ceil(height * Math.min(1.2, box.clientWidth / width))}px`);
    }
    const bottom = Math.ceil(main.getBoundingClientRect().bottom + scrollY) + 6;
    if (frame.width === innerWidth && bottom <= frame.height) return;
    [frame.width, frame.height] = [innerWidth, bottom];
    parent.postMessage({ height: bottom }, "*");
  },

  start() {
    // The new height is a change of size, too, which only the next frame may report.
    new ResizeObserver(() => requestAnimationFrame(frame.fit)).observe(document.querySelector("main"));
  },
};
frame.start();
