// Two searches of one tree in step: both stand at the same number, the shorter one at its end when it is over.
const page = {
  async start() {
    const searches = JSON.parse(await unpack("states")).map(data => readStates(data));
    document.documentElement.classList.add("js");
    const names = [...document.querySelectorAll(".pair h2")].map(head => head.textContent);
    const views = [...document.querySelectorAll(".pair > section")].map((root, index) => {
      const view = new View(root, searches[index], `-${index}`);
      return Object.assign(view, { name: names[index] });
    });
    // What has another score in the end, or was searched in one of the two only.
    const differs = number => {
      const [one, other] = searches.map(search => search.cellAt(number, search.states.length));
      return one[0] !== other[0] || (one[3] === "not") !== (other[3] === "not");
    };
    for (const { drawing } of views) drawing.mark("differs", differs);
    page.player = new Player(document.querySelector(".controls"), views, "#step=");
    const fromAddress = () => page.player.fromAddress(location.hash);
    addEventListener("hashchange", fromAddress);
    fromAddress();
  },
};

page.start();
