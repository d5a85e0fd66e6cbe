// Questions before a verdict: the reader answers, then sees the numbers. The questions are the library's.
const Predict = {
  isOn: false,
  open: [],
  reply: "",
  asked: 0,
  right: 0,

  // Returns whether the next step has to be asked about first.
  asks(step) {
    this.reply = "";
    this.open = this.isOn && step < states.length ? [...states[step].ask] : [];
    return this.open.length > 0;
  },

  forget() {
    this.open = [];
    this.reply = "";
  },

  answer(said) {
    const [, right, reason] = this.open.shift();
    const isRight = said === right;
    this.asked += 1;
    this.right += Number(isRight);
    const word = isRight ? "Right" : "No";
    const isOver = this.open.length === 0;
    // Behind the last answer the sentence of the step says the same with more words.
    this.reply = isOver && isRight ? "Right." : `${word}: ${reason}.`;
    if (isOver) Player.show(Player.step + 1);
    else Player.say();
  },

  show() {
    const question = this.open[0];
    const box = byId("answers");
    box.hidden = question === undefined;
    const asked = question && states[Player.step].at;
    Tree.nodes.forEach((node, number) => node.classList.toggle("asked", number === asked));
    byId("tally").textContent = this.isOn && this.asked > 0 ? `${this.right} of ${this.asked} right` : "";
    if (question === undefined) return box.replaceChildren();
    const options = question[3]?.map((text, index) => [text, index]) ?? [["Yes", true], ["No", false]];
    return box.replaceChildren(...options.map(([text, said]) => {
      const one = document.createElement("button");
      one.type = "button";
      one.textContent = text;
      one.addEventListener("click", () => this.answer(said));
      return one;
    }));
  },

  // The keys that answer the question.
  keys() {
    const question = this.open[0];
    if (question === undefined) return {};
    if (question[3]) return Object.fromEntries(question[3].map((_, index) => [index + 1, () => this.answer(index)]));
    return { y: () => this.answer(true), n: () => this.answer(false) };
  },
};
