// Undo and redo: each change of the page is an entry in the history of the browser, so that its Back button does the same.
const past = {
  at: 0,
  last: 0,

  // Adds an address to the history; repeated quick changes of the same thing replace the previous entry.
  enter(address, parts, kind) {
    past.flush();
    const now = performance.now();
    const isSame = kind !== undefined && kind === past.kind && now - past.time < 1000;
    [past.kind, past.time] = [kind, now];
    const isFirst = history.state?.at === undefined;
    if (isSame || isFirst || kind === "restored") {
      // Browsers accept only a limited number of new addresses.
      const write = () => history.replaceState({ at: past.at, parts }, "", address);
      if (isSame) [past.pending, past.timer] = [write, setTimeout(past.flush, 200)];
      else write();
    } else if (JSON.stringify(history.state.parts) !== JSON.stringify(parts)) {
      past.at += 1;
      past.last = past.at;
      history.pushState({ at: past.at, parts }, "", address);
    }
    past.show();
  },

  // Writes the address that is waiting to be written.
  flush() {
    clearTimeout(past.timer);
    const { pending } = past;
    past.pending = undefined;
    pending?.();
  },

  // The browser went back or forward, or somebody typed another address.
  restored() {
    clearTimeout(past.timer);
    past.pending = undefined;
    past.kind = undefined;
    past.at = history.state?.at ?? (past.isOpen ? past.at + 1 : 0);
    past.isOpen = true;
    past.last = Math.max(past.last, past.at);
    past.show();
  },

  undo() {
    past.flush();
    if (past.at > 0) history.back();
  },

  redo() {
    if (past.at < past.last) history.forward();
  },

  show() {
    byId("undo").disabled = past.at === 0;
    byId("redo").disabled = past.at >= past.last;
  },

  press(event) {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.target.closest?.("textarea, input")) return;
    const key = event.key.toLowerCase();
    const isRedo = key === "y" || key === "z" && event.shiftKey;
    if (key !== "z" && !isRedo) return;
    event.preventDefault();
    if (isRedo) past.redo();
    else past.undo();
  },

  listen() {
    past.at = history.state?.at ?? 0;
    past.last = past.at;
    byId("undo").addEventListener("click", past.undo);
    byId("redo").addEventListener("click", past.redo);
    addEventListener("keydown", past.press);
    past.show();
  },
};
