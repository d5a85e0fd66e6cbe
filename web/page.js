// A page of one search: puts the parts together, and shows what the address names.
const page = {
  // An address names a step of the search, or a picture of its tour.
  fromAddress() {
    const { player, view, tour } = page;
    const isTour = tour && location.hash.startsWith("#tour=");
    view.search = isTour ? tour : view.main;
    player.address = isTour ? "#tour=" : "#step=";
    player.fromAddress(location.hash);
  },

  async save() {
    const trace = await unpack("trace");
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([trace], { type: "application/json" }));
    link.download = `${page.view.main.data.name}.json`;
    link.click();
    URL.revokeObjectURL(link.href);
  },

  async start() {
    const data = JSON.parse(await unpack("states"));
    const main = readStates(data.search);
    main.data.sentences = Log.sentences();
    document.documentElement.classList.add("js");
    const stage = document.querySelector(".stage");
    page.view = new View(stage, main, "");
    page.tour = data.tour && readStates(data.tour);
    const followers = [Outline, Log, ...(data.tour ? [Tour] : [])];
    page.player = new Player(stage, [page.view], "#step=", followers);
    for (const part of followers) part.prepare(page.player);
    Outline.listen();
    byId("download")?.addEventListener("click", page.save);
    addEventListener("hashchange", page.fromAddress);
    page.fromAddress();
  },
};

page.start();
