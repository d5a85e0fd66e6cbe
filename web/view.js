// A search as it stands at a step. `key` is that of the drawing.
class View {
  constructor(root, search, key) {
    this.root = root;
    this.search = this.main = search;
    this.drawing = new Drawing(root.querySelector("svg"), key, search.data.star);
    const figure = root.querySelector(".position");
    this.parts = [this.drawing, ...(figure ? [new Board(figure)] : [])];
    this.parts.push(new Interval(root.querySelector(".window"), node => {
      this.drawing.mark("chosen", number => number === node);
      this.drawing.scrollTo(node);
    }));
  }

  // The search and the step that are seen: a tour may show a step of the real search.
  at(step) {
    const own = Math.min(step, this.search.states.length);
    const { real } = this.search.states[own - 1];
    return real ? [this.main, real] : [this.search, own];
  }

  show(step) {
    const [search, own] = this.at(step);
    const state = search.states[own - 1];
    for (const part of this.parts) part.show(search, own);
    const put = (part, text) => { this.root.querySelector(part).textContent = text; };
    this.root.querySelector(".facts.so-far").hidden = state.play == null;
    put(".play", state.play ?? "");
    const over = this.search.states.length;
    put(".counts", over < step ? `${state.counts}; over at step ${over}` : state.counts ?? "");
    put(".sentence", this.sentence(step));
  }

  sentence(step) {
    const { sentences } = this.search.data;
    return sentences[Math.min(step, sentences.length) - 1];
  }
}
