// Shows the board at the node, drawn by the library.
class Board {
  constructor(figure) {
    this.figure = figure;
    this.box = figure.querySelector(".board");
  }

  show({ data, states }, step) {
    const { board = null, place } = states[step - 1];
    const drawn = data.boards[board] ?? "";
    this.figure.hidden = board === null;
    this.figure.querySelector(".place").textContent = `The board at ${place}`;
    if (drawn !== this.drawn) this.box.innerHTML = drawn;
    this.drawn = drawn;
  }
}
