// A page of two searches that go from step to step together.
const page = {
  async start() {
    const states = JSON.parse(await unpack("states"));
    document.documentElement.classList.add("js");
    page.player = sides.open(states, "#step=");
    const fromAddress = () => page.player.fromAddress(location.hash);
    addEventListener("hashchange", fromAddress);
    fromAddress();
  },
};
