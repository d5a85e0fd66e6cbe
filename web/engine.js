// Runs the library in a worker, one request at a time. A newer request of the same kind stops a search that is still running.
class Engine {
  constructor(box, tell) {
    Object.assign(this, { box, tell, waiting: [] });
    this.module = this.compile();
  }

  async compile() {
    return WebAssembly.compile(unlzma(bytesOf(byId("module"))));
  }

  // The code of the worker.
  static work() {
    let engine;
    onmessage = async ({ data: [module, text] }) => {
      if (module) engine = (await WebAssembly.instantiate(module, {})).exports;
      const request = new TextEncoder().encode(text);
      const at = engine.alloc(request.length);
      new Uint8Array(engine.memory.buffer, at, request.length).set(request);
      const length = engine.run();
      postMessage(new TextDecoder().decode(new Uint8Array(engine.memory.buffer, engine.out(), length)));
    };
  }

  // Resolves to the answer, or to nothing if a newer request came first or the search was stopped.
  ask(request) {
    return new Promise(done => {
      const kind = request.wanted ?? "states";
      const isOver = one => one.kind === kind || kind === "states";
      for (const one of this.waiting.filter(isOver)) one.done(undefined);
      this.waiting = this.waiting.filter(one => !isOver(one));
      this.waiting.push({ kind, request, done });
      // If the search is nearly finished, waiting for it is faster than starting a new worker.
      const { running } = this;
      if (running && isOver(running)) setTimeout(() => running === this.running && this.end(), 200);
      this.next();
    });
  }

  async next() {
    if (this.running || this.waiting.length === 0) return;
    this.running = this.waiting.shift();
    const { running } = this;
    this.clock(true);
    const isNew = !this.worker;
    this.worker ??= new Worker(Engine.url ??= URL.createObjectURL(new Blob([`(${Engine.work.toString().replace(/^work/, "function work")})()`], { type: "text/javascript" })));
    const { worker } = this;
    const module = isNew && await this.module;
    // The request may have been stopped while the module was being compiled.
    if (this.worker !== worker || this.running !== running) return;
    const answered = answer => {
      if (this.running !== running) return;
      this.running = undefined;
      this.clock(false);
      running.done(answer);
      this.next();
    };
    worker.onmessage = ({ data }) => answered(JSON.parse(data));
    worker.onerror = event => {
      this.worker.terminate();
      this.worker = undefined;
      answered({ error: `the search failed: ${event.message || "out of memory"}` });
    };
    worker.postMessage([module, JSON.stringify(running.request)]);
  }

  // Stops the running search without an answer.
  end() {
    this.worker?.terminate();
    this.worker = undefined;
    const { running } = this;
    this.running = undefined;
    this.clock(false);
    running?.done(undefined);
    this.next();
  }

  stop() {
    for (const one of this.waiting) one.done(undefined);
    this.waiting = [];
    this.end();
  }

  // Shows that a search is running, if it takes longer than a moment. Nobody waits for the costs of other searches.
  clock(isOn) {
    clearInterval(this.timer);
    this.box.hidden = true;
    if (!isOn || this.running.kind === "costs") return;
    const start = performance.now();
    this.timer = setInterval(() => {
      const seconds = (performance.now() - start) / 1000;
      this.box.hidden = seconds < 0.3;
      this.tell(seconds.toFixed(1));
    }, 100);
  }
}
