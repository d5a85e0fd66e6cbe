// Undo and redo. Each change of the page is an entry in the browser's history, so the Back button also undoes changes.
const past = {
  at: 0,
  last: 0,

  // Adds an address to the history. Quick changes of the same thing in a row share an entry.
  enter(address, parts, kind) {
    past.flush();
    const now = performance.now();
    const isSame = kind !== undefined && kind === past.kind && now - past.time < 1000;
    [past.kind, past.time] = [kind, now];
    const isFirst = history.state?.at === undefined;
    if (isSame || isFirst || kind === "restored") {
      // Browsers limit how often a page may change its address.
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

  // Called when the browser went back or forward, or when somebody typed another address.
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
