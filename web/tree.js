// The search of this page, and its drawing.
const search = readStates("states");
const { data, states, cellAt, stepOf } = search;
const Tree = new Drawing(search, "", number => number === Outline.chosen && "chosen");
