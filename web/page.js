// A page of one search: connects the parts, and goes to the step in the address.
const page = {
  // The prefixes in an address for each kind of step.
  prefix: "#",

  // Goes to the step, the event or the picture of a tour that the address names.
  fromAddress() {
    const { player, view, tour, every, brief } = page;
    const [, kind, number] = /^#(step|event|tour)=([\d.]+)$/.exec(location.hash) ?? [];
    const step = kind === "event" && !byId("every").checked && brief.states.findIndex(({ event }) => event === Number(number)) + 1;
    if (kind && kind !== "tour" && !step) byId("every").checked = kind === "event";
    const isEvery = byId("every").checked;
    view.search = kind === "tour" && tour ? tour : isEvery ? every : brief;
    player.address = view.search === tour ? "#tour=" : isEvery ? "#event=" : "#step=";
    player.fromAddress(step ? `#step=${step}` : location.hash);
  },

  // Switches between showing every event as a step and showing only the usual steps; keeps the position if possible.
  toggle() {
    const { player, view, every, brief } = page;
    const [now, isEvery] = [view.search.states[player.step - 1].event ?? 1, byId("every").checked];
    view.search = isEvery ? every : brief;
    player.address = page.prefix + (isEvery ? "event=" : "step=");
    player.go(view.search.states.findLastIndex(({ event }) => event <= now) + 1);
  },

  // Switches the drawing of a small tree between upright and rows.
  turn() {
    const { view, drawings } = page;
    drawings.push(view.drawing.svg);
    view.draw(drawings.shift());
    const key = document.querySelector(".key");
    key.replaceWith(page.key);
    page.key = key;
    page.turner.textContent = view.drawing.isUpright ? "As rows" : "Upright";
    page.player.show(page.player.step, page.player.isCover);
  },

  // Prepares the other drawing of a small tree, and the button that shows it.
  prepareTurn(rows) {
    if (!rows) return;
    const template = document.createElement("template");
    template.innerHTML = rows;
    [page.drawings, page.key] = [[template.content.firstElementChild], template.content.lastElementChild];
    page.turner = document.createElement("button");
    Object.assign(page.turner, { type: "button", className: "turn", textContent: "As rows" });
    page.turner.addEventListener("click", page.turn);
    document.querySelector(".start").append(page.turner);
  },

  // Prepares the drawing with shorter words, for telephones.
  prepareNarrow(narrow) {
    if (!narrow) return;
    const template = document.createElement("template");
    template.innerHTML = narrow;
    page.otherwise = page.phone = template.content.firstElementChild;
    addEventListener("resize", () => page.narrow() && page.player.show(page.player.step, page.player.isCover));
    for (const end of ["before", "after"]) addEventListener(`${end}print`, () => page.narrow(end === "before"));
    page.narrow();
  },

  // Returns whether another drawing is shown. A tree with its root on the left is also for small tablets and for paper.
  narrow(isPrinted) {
    const { svg, isUpright } = page.view.drawing;
    const isTurned = page.phone.matches(".turned");
    const isWanted = isTurned && isPrinted || innerWidth < (isTurned ? 800 : 640);
    if (!isUpright || (svg === page.phone) === isWanted) return false;
    page.view.draw(page.otherwise);
    page.otherwise = svg;
    return true;
  },

  async save() {
    const trace = await unpack("trace");
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([trace], { type: "application/json" }));
    link.download = `${page.view.main.data.name}.json`;
    link.click();
    URL.revokeObjectURL(link.href);
  },

  // Connects the views of these states in the stage of the document. The page gets its lists only when the reader opens one.
  open(data, lists) {
    page.every = readStates(data.search, true);
    page.brief = readStates(data.search);
    data.search.sentences ??= Log.sentences();
    const stage = document.querySelector(".stage");
    page.view = new View(stage, page.every, "");
    page.view.search = page.brief;
    page.prepareTurn(data.rows);
    page.prepareNarrow(data.narrow);
    page.tour = data.tour && readStates(data.tour);
    page.player = new Player(stage.querySelector(".controls"), [page.view], `${page.prefix}step=`);
    page.follow(...(data.tour ? [Tour] : []));
    byId("every").addEventListener("change", page.toggle);
    page.lists = lists;
    if (!lists) return page.list();
    for (const list of document.querySelectorAll(".listed")) list.addEventListener("toggle", page.unfold);
    return addEventListener("beforeprint", page.unfold, { signal: page.player.listening.signal });
  },

  follow(...parts) {
    for (const part of parts) part.prepare(page.player);
    page.player.followers.push(...parts);
  },

  // Updates the lists to the step.
  list() {
    page.follow(Outline, Log);
    Outline.listen();
  },

  // Puts the lists into the page, once.
  unfold() {
    const { lists, player } = page;
    if (!lists) return;
    page.lists = undefined;
    byId("steps").innerHTML = lists.log;
    byId("steps").closest("details").nextElementSibling.insertAdjacentHTML("beforeend", lists.outline);
    page.list();
    player.show(player.step, player.isCover);
  },

  async start() {
    const data = JSON.parse(await unpack("states"));
    document.documentElement.classList.add("js");
    page.open(data);
    byId("download")?.addEventListener("click", page.save);
    addEventListener("hashchange", page.fromAddress);
    page.fromAddress();
  },
};
