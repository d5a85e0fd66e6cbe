// Two searches of one tree, side by side. Both are at the same step number, but the shorter one stays at its end.
const sides = {
  // Connects the views of these states in the two sections of the document; returns the player.
  open(states, address) {
    const searches = states.map(data => readStates(data));
    const views = [...document.querySelectorAll(".pair > section")].map((root, index) => {
      const view = new View(root, searches[index], `-${index}`);
      return Object.assign(view, { name: root.querySelector("h2").textContent });
    });
    // Returns whether a node's final scores differ, or only one of the two searches visited it.
    const differs = number => {
      const [one, other] = searches.map(search => search.cellAt(number, search.states.length));
      return one[0] !== other[0] || (one[3] === "not") !== (other[3] === "not");
    };
    for (const { drawing } of views) drawing.mark("differs", differs);
    return new Player(document.querySelector(".controls"), views, address);
  },
};
