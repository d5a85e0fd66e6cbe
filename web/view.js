// The view of a search at a step. `key` is the suffix of the ids in the drawing.
class View {
  constructor(root, search, key) {
    Object.assign(this, { root, search, main: search, key });
    const figure = root.querySelector(".position");
    this.parts = figure ? [new Board(figure)] : [];
    this.interval = new Interval(root.querySelector(".window"), node => {
      this.drawing.mark("chosen", number => number === node);
      this.drawing.scrollTo(node);
    });
    this.parts.push(this.interval);
    this.draw(root.querySelector("svg"));
  }

  // Replaces the current drawing with another one of the same tree.
  draw(svg) {
    const before = this.drawing;
    if (before) before.svg.replaceWith(svg);
    this.drawing = new Drawing(svg, this.key);
    if (before) Object.assign(this.drawing, { marks: before.marks, own: before.own });
  }

  // Returns the search and the step to show, because a tour may show a step of the real search.
  at(step) {
    const own = Math.min(step, this.search.states.length);
    const { real } = this.search.states[own - 1];
    return real ? [this.main, real] : [this.search, own];
  }

  show(step) {
    const [search, own] = this.at(step);
    const state = search.states[own - 1];
    for (const part of [this.drawing, ...this.parts]) part.show(search, own);
    const put = (part, text) => { this.root.querySelector(part).textContent = text; };
    this.root.querySelector(".facts.so-far").hidden = state.play == null;
    put(".play", state.play ?? "");
    const over = this.search.states.length;
    put(".counts", over < step ? `${state.counts}; over at stop ${over}` : state.counts ?? "");
    put(".sentence", this.sentence(step));
  }

  // Shows the score and the window about which the reader is asked before a step, without the verdict. If the question is the window
  // itself, the last one stays.
  expect(step) {
    const { data, states } = this.search;
    const state = states[step - 1];
    if (state.kind) this.interval.show({ data, states: [{ ...state, kind: "", skips: false }] }, 1);
  }

  sentence(step) {
    const { states, data: { sentences } } = this.search;
    return sentences[states[Math.min(step, states.length) - 1].event - 1];
  }
}
