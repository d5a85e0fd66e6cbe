// The board at the node: letters in white and black discs, upper case for White.
class Board {
  constructor(figure) {
    this.figure = figure;
    this.box = figure.querySelector(".board");
  }

  show({ data, states }, step) {
    const { board = null, place } = states[step - 1];
    this.figure.hidden = board === null;
    this.figure.querySelector(".place").textContent = board === null ? "" : `The board at ${place}`;
    if (board !== this.shown) this.draw(data.boards[board] ?? "");
    this.shown = board;
  }

  draw(placement) {
    const ranks = placement.split("/");
    const squares = document.createElement("div");
    squares.className = "squares";
    squares.style.gridTemplate = `repeat(${ranks.length}, 1fr) / repeat(${ranks.length}, 1fr)`;
    const pieces = [];
    ranks.forEach((rank, row) => {
      const letters = rank.replace(/\d/g, digit => " ".repeat(Number(digit)));
      [...letters].forEach((letter, file) => {
        const name = "abcdefgh"[file] + (ranks.length - row);
        const square = document.createElement("span");
        if ((row + file) % 2 === 1) square.className = "dark";
        if (file === 0) square.dataset.rank = name[1];
        if (row === ranks.length - 1) square.dataset.file = name[0];
        if (letter !== " ") {
          const side = letter === letter.toUpperCase() ? "white" : "black";
          const piece = document.createElement("b");
          piece.className = side;
          piece.textContent = letter;
          square.append(piece);
          pieces.push(`${side} ${Board.names[letter.toLowerCase()]} ${name}`);
        }
        squares.append(square);
      });
    });
    this.box.setAttribute("role", "img");
    this.box.setAttribute("aria-label", `The board: ${pieces.join(", ")}`);
    this.box.replaceChildren(squares);
  }
}
Board.names = { k: "king", q: "queen", r: "rook", b: "bishop", n: "knight", p: "pawn" };
