// Reads the states of a search, which the library stores as differences from event to event. A step is an event that enters, judges or
// leaves a node; other events are steps only if `isEvery` is true.
function readStates(data, isEvery) {
  const states = [];
  // For each node, the cells next to it: pairs of a step and a cell, in order.
  const histories = new Map();
  let now = {};

  for (const [index, { ask = [], cells = {}, minor, ...shown }] of data.steps.entries()) {
    now = { ...now, ...shown };
    for (const [node, cell] of Object.entries(cells)) {
      if (!histories.has(node)) histories.set(node, []);
      // A cell of which only the look is known consists of the look alone.
      histories.get(node).push([states.length + 1, typeof cell === "string" ? ["", "", "", cell] : cell]);
    }
    if (isEvery || !minor) states.push({ ...now, ask, event: index + 1 });
  }

  // Returns the cell next to a node at a step: its last change up to that step.
  function cellAt(node, step) {
    let found = ["", "", "", ""];
    for (const [from, cell] of histories.get(String(node)) ?? []) {
      if (from > step) break;
      found = cell;
    }
    return found;
  }

  // Returns the step that decided a node: the last change next to the node, except at the end of the search.
  function stepOf(node) {
    const steps = (histories.get(String(node)) ?? []).map(([step]) => step);
    return steps.filter(step => step < states.length).at(-1) ?? steps.at(-1) ?? states.length;
  }

  return { data, states, cellAt, stepOf };
}

function byId(id) {
  return document.getElementById(id);
}

// Returns the text that the library packed into the page under this name.
async function unpack(id) {
  const bytes = Uint8Array.from(atob(byId(id).textContent), letter => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).text();
}
