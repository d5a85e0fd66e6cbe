// The states of the search, as the library computed them. A step holds what differs from the one before.
const data = JSON.parse(document.getElementById("states").textContent);

const states = [];
// For each node, what stands beside it: pairs of a step and a cell, in order.
const histories = new Map();

for (const [index, change] of data.steps.entries()) {
  const before = index === 0 ? {} : states[index - 1];
  states.push({ ...before, ask: [], cells: {}, ...change });
  for (const [node, cell] of Object.entries(change.cells ?? {})) {
    if (!histories.has(node)) histories.set(node, []);
    // Where only its look is known, that stands alone.
    histories.get(node).push([index + 1, typeof cell === "string" ? ["", "", "", cell] : cell]);
  }
}

// What stands beside a node at a step: its last change up to there.
function cellAt(node, step) {
  const history = histories.get(String(node)) ?? [];
  let found = ["", "", "", ""];
  for (const [from, cell] of history) {
    if (from > step) break;
    found = cell;
  }
  return found;
}

// The step that decided a node: the last one that changed what stands beside it, the end of the search aside.
function stepOf(node) {
  const steps = (histories.get(String(node)) ?? []).map(([step]) => step);
  const before = steps.filter(step => step < states.length);
  return before.at(-1) ?? steps.at(-1) ?? states.length;
}

const byId = id => document.getElementById(id);
