// Two searches of one tree, side by side: both stand at the same number, the shorter one at its end when it is over.
const sides = {
  // Puts together what shows these states in the two sections that stand in the document; returns the player.
  open(states, address) {
    const searches = states.map(data => readStates(data));
    const views = [...document.querySelectorAll(".pair > section")].map((root, index) => {
      const view = new View(root, searches[index], `-${index}`);
      return Object.assign(view, { name: root.querySelector("h2").textContent });
    });
    // What has another score in the end, or was searched in one of the two only.
    const differs = number => {
      const [one, other] = searches.map(search => search.cellAt(number, search.states.length));
      return one[0] !== other[0] || (one[3] === "not") !== (other[3] === "not");
    };
    for (const { drawing } of views) drawing.mark("differs", differs);
    return new Player(document.querySelector(".controls"), views, address);
  },
};
