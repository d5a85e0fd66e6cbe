// The board at the node: letters in white and black discs, upper case for White.
const Board = {
  box: byId("board"),
  names: { k: "king", q: "queen", r: "rook", b: "bishop", n: "knight", p: "pawn" },

  show(step) {
    const state = states[step - 1];
    if (!this.box || state.board == null || state.board === this.shown) return;
    this.shown = state.board;
    const ranks = data.boards[state.board].split("/");
    const squares = document.createElement("div");
    squares.className = "squares";
    squares.style.gridTemplate = `repeat(${ranks.length}, 1fr) / repeat(${ranks.length}, 1fr)`;
    const pieces = [];
    ranks.forEach((rank, row) => {
      let file = 0;
      for (const letter of rank.replace(/\d/g, digit => " ".repeat(Number(digit)))) {
        const square = document.createElement("span");
        const place = "abcdefgh"[file] + (ranks.length - row);
        if ((row + file) % 2 === 1) square.className = "dark";
        if (file === 0) square.dataset.rank = place[1];
        if (row === ranks.length - 1) square.dataset.file = place[0];
        if (letter !== " ") {
          const isWhite = letter === letter.toUpperCase();
          const piece = document.createElement("b");
          piece.className = isWhite ? "white" : "black";
          piece.textContent = letter;
          square.append(piece);
            pieces.push(`${isWhite ? "white" : "black"} ${this.names[letter.toLowerCase()]} ${place}`);
        }
        squares.append(square);
        file += 1;
      }
    });
    this.box.setAttribute("role", "img");
    this.box.setAttribute("aria-label", `The board: ${pieces.join(", ")}`);
    this.box.replaceChildren(squares);
  },
};
