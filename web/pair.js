// A page of two searches that go from step to step together.
const page = {
  async start() {
    const states = JSON.parse(await unpack("states"));
    document.documentElement.classList.add("js");
    // On a telephone, a wide tree has its root on the left.
    if (innerWidth < 640) states.forEach(({ narrow }, number) => { if (narrow) byId(`tree-${number}`).outerHTML = narrow; });
    page.player = sides.open(states, "#step=");
    const fromAddress = () => page.player.fromAddress(location.hash);
    addEventListener("hashchange", fromAddress);
    fromAddress();
  },
};
