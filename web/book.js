// A book: you can open each chapter and step through it, one at a time.
const page = {
  // Shows the steps of a chapter, from the first or from the one in the address.
  open(chapter) {
    const index = Number(chapter.id);
    const stage = chapter.querySelector(".stage");
    if (!stage.querySelector(".controls")) {
      stage.append(byId("stage").content.cloneNode(true));
      const view = new View(stage, readStates(page.searches[index]), `-${index}`);
      page.players[index] = new Player(stage.querySelector(".controls"), [view], `#${index}/step=`);
    }
    page.player = Player.active = page.players[index];
    chapter.querySelector(".open").hidden = true;
  },

  fromAddress() {
    const [, index] = /^#(\d+)\/step=\d+$/.exec(location.hash) ?? [];
    const chapter = index && byId(index);
    if (!chapter) return;
    page.open(chapter);
    page.player.fromAddress(location.hash);
    chapter.scrollIntoView();
  },

  async start() {
    page.searches = JSON.parse(await unpack("states"));
    page.players = [];
    document.documentElement.classList.add("js");
    for (const button of document.querySelectorAll(".open")) {
      button.addEventListener("click", () => {
        page.open(button.closest(".chapter"));
        page.player.go(1);
      });
    }
    addEventListener("hashchange", page.fromAddress);
    page.fromAddress();
  },
};
