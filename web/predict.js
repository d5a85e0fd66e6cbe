// Asks questions before a verdict: the reader answers, and then sees the numbers. The questions come from the library.
class Predict {
  constructor(player) {
    this.player = player;
    Object.assign(this, { isOn: false, open: [], reply: "", asked: 0, right: 0 });
  }

  get asksHere() {
    return this.isOn || this.player.isTour;
  }

  // Opens the questions before the next step, and returns whether there are any.
  ask() {
    const { player } = this;
    const next = player.near(1);
    this.open = player.views.flatMap(view => {
      const asked = (this.asksHere && view.search.states[next - 1]?.ask) || [];
      return asked.map(question => ({ question, view, next }));
    });
    return this.open.length > 0;
  }

  forget() {
    this.open = [];
    this.reply = "";
  }

  answer(said) {
    const [, right, reason, options] = this.open.shift().question;
    const isRight = said === right;
    this.asked += 1;
    this.right += Number(isRight);
    const isOver = this.open.length === 0;
    this.reply = isRight ? "Right." : `Wrong. ${options[right]}: ${reason}.`;
    if (isOver) this.player.show(this.player.near(1));
    else this.show();
  }

  show() {
    const { player } = this;
    const open = this.open[0];
    for (const view of player.views) {
      const asked = open?.view === view ? view.search.states[open.next - 1].at : undefined;
      view.drawing.mark("asked", number => number === asked);
      if (asked !== undefined) view.expect(open.next);
    }
    const name = player.views.length > 1 && open ? `${open.view.name}: ` : "";
    player.find(".question").textContent = [this.reply, open && name + open.question[0]].filter(Boolean).join(" ");
    player.find(".tally").textContent = this.asked > 0 ? `${this.right} of ${this.asked} right` : "";
    document.documentElement.classList.toggle("guessing", this.asksHere);
    const box = player.find(".answers");
    box.hidden = open === undefined;
    box.replaceChildren(...(open?.question[3] ?? []).map((text, index) => {
      const one = document.createElement("button");
      one.type = "button";
      one.textContent = text;
      one.addEventListener("click", () => this.answer(index));
      return one;
    }));
  }

  // Returns the keys that answer the question: numbers, y and n.
  keys() {
    const options = this.open[0]?.question[3] ?? [];
    const keys = options.map((_, index) => [index + 1, () => this.answer(index)]);
    if (options[0] === "Yes") keys.push(["y", () => this.answer(0)], ["n", () => this.answer(1)]);
    return Object.fromEntries(keys);
  }
}
